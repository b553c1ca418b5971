// "Events" of a snapshot: a window on its rows, sorted and filtered over the whole.
import { z } from 'zod'
import { scopeSchema } from './snapshot-condition.ts'
import { snapshotKeySchema } from './snapshot-key.ts'

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
  /** From the offset on; fewer than asked for at the end, or where texts are long. */
  rows: SnapshotEvent[]
  offset: number
  /** Rows in the scope. */
  count: number
  /** Rows of the snapshot. */
  of: number
  /** Rows in the scope's conditions that are left out because they miss a filter. */
  missing: number
}
