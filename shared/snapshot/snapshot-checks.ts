// "Checks" of a snapshot: possible duplicates, and whatever does not fit.
import { z } from 'zod'
import { pricedQuantitySchema } from '../worth/property-meanings.ts'
import { type Misfit, measureSchema, scopeSchema } from './snapshot-condition.ts'
import type { ValueKind } from './snapshot-key.ts'

/** In seconds: how far apart the first and the last of a group may be. */
const DUPLICATE_WINDOWS = [0, 5, 60] as const

/** Marks a group as legitimate: its key (`DuplicateGroup.key`), and why. */
export const legitimateMarkSchema = z.object({ key: z.string().length(64), note: z.string().max(2_000) })
export type LegitimateMark = z.infer<typeof legitimateMarkSchema>

export const duplicatesQuestionSchema = z.object({
  ask: z.literal('duplicates'),
  scope: scopeSchema,
  windowSeconds: z.union(DUPLICATE_WINDOWS.map((seconds) => z.literal(seconds))),
  /** Properties that may differ: request identifiers, confirmed or told by their names. */
  ignored: z.array(z.string()).max(50),
  /** What an overcharge is measured in; null to only count. */
  measure: measureSchema.nullable(),
  units: z.array(z.string()).max(8),
  /** Where the measure is a quantity, whose unit is not each of `units`. */
  priced: pricedQuantitySchema.optional(),
  /** Groups that no longer count. */
  legitimate: z.array(legitimateMarkSchema).max(10_000),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
})
export type DuplicatesQuestion = z.infer<typeof duplicatesQuestionSchema>

export interface DuplicateEvent {
  row: number
  eventId: string | null
  createdAt: string
}

/** Events of one customer, code, type and one set of properties, each with an ID of its own. */
export interface DuplicateGroup {
  /** The same after a recheck, as long as the same events are in it. */
  key: string
  /** The first 100, earliest first. */
  events: DuplicateEvent[]
  count: number
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  units: (string | null)[]
  /** Of one of them, and of all but one; null where there is no number. */
  amount: string | null
  tooMuch: string | null
  /** Of each ignored property that any of them has, whether their values are the same. `mixed`: some are, or some have none. */
  identifiers: { name: string; values: 'same' | 'different' | 'mixed' }[]
  /** `strong`: one idempotency key. `against`: each has another. */
  evidence: 'strong' | 'plain' | 'against'
  /** Credits of the same customer and amount since the second of them, the first three: refunding again may be too much. */
  laterCredits: DuplicateEvent[]
  /** The note of the mark; null where there is none. */
  legitimate: string | null
}

export interface DuplicatesAnswer {
  by: string[]
  groups: DuplicateGroup[]
  offset: number
  groupCount: number
  marked: number
  /** If one of each is right, of groups that are not marked: never across units, nor credits with debits. */
  tooMuch: { sign: 'credit' | 'debit' | 'neither'; units: (string | null)[]; groups: number; amount: string | null }[]
  /** Events that could not be compared: their time is not known. */
  undated: number
}

export const checksQuestionSchema = z.object({ ask: z.literal('checks'), scope: scopeSchema })
export type ChecksQuestion = z.infer<typeof checksQuestionSchema>

export interface ChecksAnswer {
  events: number
  /** Properties with values of several kinds: over all, and the codes within which they differ (at most 20). */
  mixedKinds: { name: string; kinds: Partial<Record<ValueKind, number>>; codes: (string | null)[] }[]
  /** Those that are there, with the first 100 rows of each. */
  misfits: { misfit: Misfit; count: number; rows: number[] }[]
  /** Events that have any of them. */
  misfitEvents: number
  /** IDs that stand more than once, the first 100; `texts`: how many different texts they have. */
  repeatedIds: { eventId: string; rows: number[]; texts: number }[]
  repeatedIdCount: number
}
