// What the page remembers between runs. Kept by the backend: a browser shell's port, and so its storage, changes every run.
import { z } from 'zod'

export const settingsSchema = z.object({
  theme: z.enum(['auto', 'light', 'dark']).catch('auto'),
  /** `UTC` or an IANA zone. */
  zone: z.string().catch('UTC'),
  pageSize: z.union([z.literal(25), z.literal(50), z.literal(100)]).catch(50),
  /** `/` focuses the first filter. */
  slashFocusesFilters: z.boolean().catch(true),
  filtersOpen: z.boolean().catch(true),
  /** While its user stays on a page, the next one is fetched. */
  fetchAhead: z.boolean().catch(true),
  /** CSS pixels. */
  detailsWidth: z.int().min(280).max(900).catch(380),
  /** Column ids that are hidden. */
  hiddenColumns: z.array(z.string()).catch([]),
  lastConnectionId: z.string().nullable().catch(null),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})
