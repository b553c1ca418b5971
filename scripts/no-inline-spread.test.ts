// Plants literals that are spread, and runs Biome with the repository's rules over them: proves that
// no-inline-spread.grit refuses them, and what it leaves alone.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const REFUSED = [
  'export const whole = { ...{ from: 1, to: 2 }, zone: 3 }',
  'export const empty = { ...{} }',
  'export const part = <Part {...{ from, to }} zone={zone} />',
]
const ALLOWED = [
  'export const whole = { from: 1, to: 2, zone: 3 }',
  'export const wide = { ...range, zone: 3 }',
  'export const maybe = { ...(range === null ? {} : { from: range.from }), zone: 3 }',
  'export const part = <Part {...range} zone={zone} />',
]

interface Complaint {
  category: string
  location: { path: string; start: { line: number } }
}

const house = mkdtempSync(join(tmpdir(), 'eventscope-rules-'))
mkdirSync(join(house, 'scripts'))
for (const rules of ['biome.json', 'scripts/no-inline-spread.grit']) copyFileSync(join(root, rules), join(house, rules))
writeFileSync(join(house, 'refused.tsx'), REFUSED.join('\n'))
writeFileSync(join(house, 'allowed.tsx'), ALLOWED.join('\n'))
const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: house, encoding: 'utf8' })
rmSync(house, { recursive: true, force: true })
const output: { summary: { unchanged: number }; diagnostics: Complaint[] } = JSON.parse(stdout.split('\n')[0] ?? '')
const complaints = output.diagnostics.filter(({ category }) => category === 'plugin')

test.each(REFUSED.map((text, at) => [text, at + 1] as const))('%s is refused', (_, line) => {
  expect(complaints.filter(({ location }) => location.start.line === line)).toHaveLength(1)
})

test('what is chosen, or has a name, may be spread', () => {
  expect(output.summary.unchanged).toBeGreaterThanOrEqual(2)
  expect(complaints.map(({ location }) => location.path)).toEqual(REFUSED.map(() => 'refused.tsx'))
})
