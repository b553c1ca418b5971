// "Changes" of a snapshot against an earlier one of the same search: what is here now and was not, is gone, is another.
import { z } from 'zod'
import { pricedQuantitySchema } from '../worth/property-meanings.ts'
import type { ComparedTotals } from './compare-totals.ts'
import { measureSchema, scopeSchema, zoneSchema } from './snapshot-condition.ts'
import { snapshotKeySchema } from './snapshot-key.ts'

export const CHANGE_KINDS = ['added', 'gone', 'altered'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** From `from` on, before `until`; RFC 3339. */
const stretchSchema = z.object({ from: z.string(), until: z.string() })
export type Stretch = z.infer<typeof stretchSchema>

export const changesQuestionSchema = z.object({
  ask: z.literal('changes'),
  /** The earlier snapshot's id. */
  other: z.string(),
  /** Only events created in it are compared with each other; null: all are. */
  within: stretchSchema.nullable(),
  /** Of either side: a change counts where what was or what is fulfils it. */
  scope: scopeSchema,
  /** How money is summed, as in "Totals"; null: events are only counted. */
  money: z
    .object({
      by: z.array(snapshotKeySchema).max(2),
      measure: measureSchema,
      units: z.array(z.string()).max(8),
      priced: pricedQuantitySchema.optional(),
      zone: zoneSchema,
      negativeCredits: z.enum(['add', 'subtract']).nullable(),
    })
    .nullable(),
  /** Which changes are listed; null: all of them. */
  kind: z.enum(CHANGE_KINDS).nullable(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
  /** Whether the numbers of the changes' rows are told, by which "Events" can show them. */
  rows: z.boolean(),
})
export type ChangesQuestion = z.infer<typeof changesQuestionSchema>

/** One event: exact texts, null on the side where it is not. `row`: its number in the snapshot that is asked, `rowBefore` in the earlier one. */
export interface SnapshotDifference {
  kind: ChangeKind
  before: string | null
  after: string | null
  row: number | null
  rowBefore: number | null
}

export type ChangesAnswer =
  | {
      kind: 'compared'
      counts: Record<ChangeKind, number>
      /** From the offset on: added, altered, gone; fewer than asked for where texts are long. */
      changes: SnapshotDifference[]
      offset: number
      /** Of each kind what its events were before and are now: of `lineCount` lines the first. */
      money: Record<ChangeKind, ComparedTotals> | null
      /** By their numbers, the first 100,000 of each kind: in the snapshot that is asked, and of what is gone in the earlier one; null unless asked for. */
      rows: Record<ChangeKind, number[]> | null
    }
  | { kind: 'unreadable'; words: string }
  /** Two snapshots that share so little are not of one search. */
  | { kind: 'too-different'; most: number }
