// This is what the page remembers between runs, in settings.json.
import pLimit from 'p-limit'
import { z } from 'zod'
import { readSettings, type Settings } from '../../../shared/contract/settings.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { jsonFile, type UserDataEffects } from './json-file.ts'

export type SettingsChange = { [K in keyof Settings]?: Settings[K] | undefined }

export type SettingsStore = ReturnType<typeof createSettings>

/** Fields that this version does not know stay in the file. */
const storedSchema = z.record(z.string(), z.unknown())
type Stored = z.infer<typeof storedSchema>

/** `read` does not fail: what is missing or not valid has its default, and a notice names what is not valid. */
export function createSettings(effects: UserDataEffects) {
  const { notice } = effects
  const file = jsonFile({ ...effects, name: 'settings.json', schema: storedSchema })
  const inTurn = pLimit(1)
  /** This is what this run uses if the disk fails. */
  let unsaved: Stored | null = null

  async function stored(): Promise<Stored> {
    if (unsaved !== null) return unsaved
    const read = await file.read()
    if (!read.ok && read.failure.kind === 'disk') notice(`The default settings are used: ${read.failure.detail}`)
    return (read.ok ? read.value : null) ?? {}
  }

  return {
    read: (): Promise<Settings> =>
      inTurn(async () => {
        const { settings, mismatches } = readSettings(await stored())
        if (mismatches.length > 0) notice(mismatchWords(mismatches))
        return settings
      }),
    /** Changes the given fields and returns all settings. If that fails with `disk`, they apply to this run only. */
    write: (change: SettingsChange): Promise<Result<Settings>> =>
      inTurn(async () => {
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        const written = await file.change((before) => ({ ...(unsaved ?? before), ...given }))
        unsaved = written.ok ? null : { ...(await stored()), ...given }
        return written.ok ? succeeded(readSettings(written.value).settings) : written
      }),
  }
}

function mismatchWords(mismatches: string[]): string {
  const [are, they] = mismatches.length === 1 ? ['is', 'Its default is'] : ['are', 'Their defaults are']
  return `In settings.json, ${mismatches.map((name) => `“${name}”`).join(', ')} ${are} not valid. ${they} used.`
}
