// What commands are asked for: the sample company's October, by the rules that lie beside its files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_COMPANY_RULES } from './sample-rules.ts'
import type { Stage } from './stage.ts'

export const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin']

/** In the folder that commands run in. */
export function putRules({ place }: Stage): void {
  writeFileSync(join(place.work, 'rules.json'), SAMPLE_COMPANY_RULES)
  writeFileSync(join(place.work, 'bad-rules.json'), SAMPLE_COMPANY_RULES.replace('"as-sent"', '"as-meant"'))
}
