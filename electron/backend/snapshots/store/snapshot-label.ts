// What the user says about a snapshot: it may change long after the reading ended.
import { z } from 'zod'
import { askedSampleSchema } from '../../../../shared/snapshot/asked-sample.ts'

const closingSchema = z.object({
  note: z.string(),
  /** This machine's clock, RFC 3339 UTC. */
  at: z.string(),
  /** One total a day with its bounds as they were sent, so that a recheck can ask the very same again. */
  days: z.array(z.object({ from: z.string(), to: z.string(), total: z.int().min(0).nullable() })),
  /** What events were worth then; absent where nobody had said it. */
  rules: z.object({ version: z.string(), text: z.string() }).optional(),
})
export type Closing = z.infer<typeof closingSchema>

export const snapshotLabelSchema = z.object({
  name: z.string(),
  /** Of a month that was closed: kept from being deleted casually. */
  closed: closingSchema.nullable(),
  /** Days after the reading began; null: kept until its user deletes it. */
  deleteAfterDays: z.int().min(1).nullable(),
  /** The sample that was asked again last, and the IDs that it was of. */
  sample: askedSampleSchema.extend({ eventIds: z.array(z.string()) }).optional(),
})
export type SnapshotLabel = z.infer<typeof snapshotLabelSchema>

/** The longest name, in characters as they are read (code points). */
export const LONGEST_NAME = 200
