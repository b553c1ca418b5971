// The page remembers this between runs. The backend keeps it: a browser shell's port, and so its storage, changes.
import { z } from 'zod'

export const settingsSchema = z.object({
  theme: z.enum(['auto', 'light', 'dark']),
  /**
   * Times are shown in this zone: `UTC` or an IANA zone; null: none was chosen. Which ones are known is for each page
   * to say: another runtime may know others.
   */
  zone: z.string().min(1).max(100).nullable(),
  pageSize: z.union([z.literal(25), z.literal(50), z.literal(100)]),
  /** `/` focuses the first filter. */
  slashFocusesFilters: z.boolean(),
  filtersOpen: z.boolean(),
  /** While its user stays on a page, the next one is fetched. */
  fetchAhead: z.boolean(),
  /** CSS pixels. */
  detailsWidth: z.int().min(280).max(900),
  lastConnectionId: z.string().nullable(),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = {
  theme: 'auto',
  zone: null,
  pageSize: 50,
  slashFocusesFilters: true,
  filtersOpen: true,
  fetchAhead: true,
  detailsWidth: 368,
  lastConnectionId: null,
}

/** Reads what was stored field by field: one that is missing, or does not fit (`mismatches`), is as at first. */
export function readSettings(stored: Readonly<Record<string, unknown>>): { settings: Settings; mismatches: string[] } {
  const settings = { ...defaultSettings }
  const mismatches: string[] = []
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    const read = stored[name] === undefined ? null : schema.safeParse(stored[name])
    if (read?.success) Object.assign(settings, { [name]: read.data })
    else if (read !== null) mismatches.push(name)
  }
  return { settings, mismatches }
}
