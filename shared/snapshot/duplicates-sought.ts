// What events count as possible duplicates of each other.
import { z } from 'zod'

/** In seconds: how far apart the first and the last of a group may be. */
const DUPLICATE_WINDOWS = [0, 5, 60] as const

export const duplicatesSoughtSchema = z.object({
  windowSeconds: z.union(DUPLICATE_WINDOWS.map((seconds) => z.literal(seconds))),
  /** Properties that may differ: request identifiers, confirmed or told by their names. */
  ignored: z.array(z.string()).max(50),
})
export type DuplicatesSought = z.infer<typeof duplicatesSoughtSchema>
