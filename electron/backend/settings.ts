// What the page remembers between runs, in settings.json: one owner for both shells.
import { join } from 'node:path'
import type { Result } from '../../shared/failure.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../shared/settings.ts'
import { jsonFile } from './storage/json-file.ts'
import { oneAtATime } from './storage/one-at-a-time.ts'

export type SettingsChange = { [K in keyof Settings]?: Settings[K] | undefined }

export interface SettingsStore {
  read(): Promise<Settings>
  /** Changes what is given and answers with what is now in force; a `disk` failure changes this run only. */
  write(change: SettingsChange): Promise<Result<Settings>>
}

export interface SettingsEffects {
  folder: string
  now: () => number
  notice: (text: string) => void
}

export function createSettings({ folder, now, notice }: SettingsEffects): SettingsStore {
  const file = jsonFile({ path: join(folder, 'settings.json'), version: 1, schema: settingsSchema, now, notice })
  const inTurn = oneAtATime()
  /** What this run uses where the disk refuses. */
  let unsaved: Settings | null = null

  const current = async (): Promise<Settings> => {
    if (unsaved !== null) return unsaved
    const stored = await file.read()
    if (!stored.ok && stored.failure.kind === 'disk') notice(`Settings are as at first: ${stored.failure.detail}`)
    return (stored.ok ? stored.value : null) ?? defaultSettings
  }

  return {
    read: () => inTurn(current),
    write: (change) =>
      inTurn(async () => {
        const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        const changed = (before: Settings | null) => settingsSchema.parse({ ...(before ?? defaultSettings), ...given })
        const written = await file.change((stored) => changed(unsaved ?? stored))
        unsaved = written.ok ? null : changed(await current())
        return written
      }),
  }
}
