// "Checks" of a snapshot: possible duplicates, and whatever does not fit.
import { z } from 'zod'
import type { CurrencySum, MoneyKind, NotInSum, NotValued } from '../worth/worth.ts'
import type { NoNumber } from '../worth/worth-event.ts'
import { type Mismatch, scopeSchema, type ValueKind } from './snapshot-condition.ts'
import { valuedBySchema } from './snapshot-totals.ts'
import { type DuplicateFigure, duplicatesSoughtSchema, type NamedRows } from './snapshot-worth.ts'

/** It bounds the note of what is marked, such as a group or a closed snapshot; in characters. */
export const LONGEST_NOTE = 2_000

/** Marks a group as legitimate: its key (`DuplicateGroup.key`), and why. */
export const legitimateMarkSchema = z.object({ key: z.string().length(64), note: z.string().max(LONGEST_NOTE) })
export type LegitimateMark = z.infer<typeof legitimateMarkSchema>

export const duplicatesQuestionSchema = valuedBySchema.extend({
  ask: z.literal('duplicates'),
  scope: scopeSchema,
  ...duplicatesSoughtSchema.shape,
  /** Groups that no longer count. */
  legitimate: z.array(legitimateMarkSchema).max(10_000),
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
  /** Asks for what is alike but for an identifier, in place of possible duplicates: no event is too much in both. */
  butFor: z.boolean().optional(),
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
  /** The first of them is of this kind by the rules. */
  moneyKind: MoneyKind
  /** Its currency, or, where no rule takes it, what `by` says. */
  units: (string | null)[]
  /**
   * This is what one of them is worth, and all but one: what reduces is below zero. It is the number as sent without a
   * rule. Null: it has no worth of its own.
   */
  amount: string | null
  tooMuch: string | null
  /** Why it has none; and its quantity, as sent. */
  why: NotValued | NoNumber | null
  quantity: string | null
  unit: string | null
  /** This is what it sent in place of a number; null: nothing, or it has one. */
  sent: { text: string; isText: boolean } | null
  /** How each ignored property that any of them has is alike in them. `mixed`: some are the same, or some have none. */
  identifiers: { name: string; values: 'same' | 'different' | 'mixed' }[]
  /** `strong`: one idempotency key. `against`: each has another. */
  evidence: 'strong' | 'plain' | 'against'
  /** Credits of the same customer and amount since the second, the first three: refunding again may be too much. */
  laterCredits: DuplicateEvent[]
  /** The note of the mark; null where there is none. */
  legitimate: string | null
}

export interface DuplicatesAnswer {
  /** It is the version of the rules. */
  version: string
  /** This is what tells units apart where there is no rule. */
  by: string[]
  groups: DuplicateGroup[]
  offset: number
  groupCount: number
  marked: number
  /** Groups in which each event has a key of its own: they are in no figure below. */
  against: number
  /** If one of each is right, of groups that are not marked, this is charged, and credited, too much by the rules. */
  charged: DuplicateFigure[]
  /** Their sums are below zero, as they reduce. */
  credited: DuplicateFigure[]
  /** The same of events that no rule takes, as sent: never across units, nor credits with debits. */
  tooMuch: {
    sign: 'credit' | 'debit' | 'neither'
    units: (string | null)[]
    /** It is as of a line of totals. */
    code?: string | null
    groups: number
    amount: string | null
  }[]
  /** Events that could not be compared: their time is not known. */
  undated: number
  /** Identifiers in which events of the groups differ, and the events beyond the first of each; null: not asked for. */
  butFor: { names: string[]; events: number } | null
}

export const checksQuestionSchema = z.object({
  ask: z.literal('checks'),
  scope: scopeSchema,
  rules: valuedBySchema.shape.rules,
})
export type ChecksQuestion = z.infer<typeof checksQuestionSchema>

/** An event whose amount is not quantity × unit price, where its rule names all three. */
export interface DifferingEvent extends DuplicateEvent {
  customerId: string | null
  eventCode: string | null
  /** The amount is so much more, as it counts. */
  more: string
  currency: string | null
}

export interface AmountsDiffering extends NamedRows {
  /** They are by currency. */
  sums: CurrencySum[]
  /** The first hundred. */
  listed: DifferingEvent[]
}

export interface ChecksAnswer {
  /** It is the version of the rules. */
  version: string
  /** Whether a rule names amount, quantity and unit price. */
  isCompared: boolean
  differing: AmountsDiffering
  /** Those of which it is so only because the amount is rounded. */
  roundedOnly: AmountsDiffering
  /** Events that were not compared, as one of the three has no number. */
  notCompared: NotInSum[]
  events: number
  /** Properties with values of several kinds: over all, and the codes within which they differ (at most 20). */
  mixedKinds: { name: string; kinds: Partial<Record<ValueKind, number>>; codes: (string | null)[] }[]
  /** They are those that occur, with the first 100 rows of each. */
  mismatches: { misfit: Mismatch; count: number; rows: number[] }[]
  /** Events that have any of them. */
  mismatchEvents: number
  /** IDs that stand more than once, the first 100; `texts`: how many different texts they have. */
  repeatedIds: { eventId: string; rows: number[]; texts: number }[]
  repeatedIdCount: number
}
