// "Values" of a snapshot: what is in each field and property, over all events and for each event code.
import { z } from 'zod'
import { scopeSchema } from './snapshot-condition.ts'
import { type KeyValue, snapshotKeySchema, type ValueKind } from './snapshot-key.ts'

/** The most event codes that are told apart, commonest first. */
export const MOST_CODES = 50

/**
 * The longest value in UTF-16 units that an answer gives whole. Of a longer one it gives so many units, one more where that
 * would split a pair, and "…".
 */
export const LONGEST_VALUE = 2_000

/** Whether a text of an answer is only the beginning of what was sent; then it can be shown, and not be asked for. */
export const isCutValue = (text: string) => text.length > LONGEST_VALUE

export const valuesQuestionSchema = z.object({
  ask: z.literal('values'),
  scope: scopeSchema,
  /** Null: every field, and every property that is a column. */
  keys: z.array(snapshotKeySchema).max(200).nullable(),
  byCode: z.boolean(),
})
export type ValuesQuestion = z.infer<typeof valuesQuestionSchema>

/** Values as sent; those that `isCutValue` tells are cut. */
export interface ValueSummary {
  key: z.infer<typeof snapshotKeySchema>
  /** How many events hold a value of each kind, or none. */
  kinds: Partial<Record<ValueKind | 'time' | 'missing', number>>
  /** Different values as sent: `1.0` and `1` are two. */
  distinct: number
  /** At most ten. */
  commonest: { value: KeyValue; count: number }[]
  /** Of its numbers by value; of its texts by code points, of created_at by instant. Null where it has none. */
  numbers: { smallest: string; largest: string } | null
  texts: { smallest: string; largest: string } | null
}

export interface ValuesAnswer {
  events: number
  summaries: ValueSummary[]
  /** Empty unless asked for; `code` null: events that name none. None is longer than `LONGEST_VALUE`. */
  codes: { code: string | null; events: number; summaries: ValueSummary[] }[]
  otherCodes: number
  /**
   * Every property's name and how many events of the snapshot have it, commonest first; at most 10,000, and none that is longer
   * than `LONGEST_VALUE`.
   */
  names: { name: string; rows: number }[]
  nameCount: number
}
