// "Events" of a snapshot: a window on its rows, sorted and filtered over the whole.
import { z } from 'zod'
import { type KeyValue, scopeSchema, snapshotKeySchema, type ValueKind } from './snapshot-condition.ts'

/** The most rows of one window; fewer come where their texts are long. */
const MOST_WINDOW_ROWS = 500

export const rowsQuestionSchema = z.object({
  ask: z.literal('rows'),
  scope: scopeSchema,
  /** Null: as the snapshot holds them, oldest first. Rows without a value come last in either direction. */
  sort: z.object({ key: snapshotKeySchema, descending: z.boolean() }).nullable(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(MOST_WINDOW_ROWS),
})
export type RowsQuestion = z.infer<typeof rowsQuestionSchema>

export interface SnapshotEvent {
  /** Its number in the loaded snapshot: what conditions name rows by. */
  row: number
  /** Its exact JSON text. */
  source: string
  /** Names of the filters that it misses. */
  misses: readonly string[]
}

export interface RowsAnswer {
  /** The rows begin at the offset; they are fewer than asked for at the end, or where texts are long. */
  rows: SnapshotEvent[]
  offset: number
  /** Rows in the scope. */
  count: number
  /** Rows of the snapshot. */
  of: number
  /** Rows in the scope's conditions that are left out because they miss a filter. */
  missing: number
}

// "Values" of a snapshot: what is in each field and property, over all events and for each event code.

/** The most event codes that are told apart, commonest first. */
export const MOST_CODES = 50

/**
 * The longest value in UTF-16 units that an answer gives whole. A longer one is cut to so many units, one more where
 * that would split a pair, and "…".
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
  /** They are ten at most. */
  commonest: { value: KeyValue; count: number }[]
  /** Numbers are ordered by value, texts by code points, created_at by instant. Null: no value is one. */
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
   * Every property's name and how many events of the snapshot have it, commonest first; at most 10,000, and none that
   * is longer than `LONGEST_VALUE`.
   */
  names: { name: string; rows: number }[]
  nameCount: number
}
