// "Checks" of a snapshot: possible duplicates, and whatever does not fit.
import { z } from 'zod'
import type { CurrencySum, MoneyKind, NotInSum, NotValued } from '../worth/worth.ts'
import type { NoNumber } from '../worth/worth-event.ts'
import { type Mismatch, scopeSchema, type ValueKind } from './snapshot-condition.ts'
import { valuedBySchema } from './snapshot-totals.ts'
import { type DuplicateFigure, duplicatesSoughtSchema, type NamedRows } from './snapshot-worth.ts'

/** The most characters of the note of what is marked, such as a group or a closed snapshot. */
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
  /** Asks for events alike but for an identifier, in place of possible duplicates: no event is too much in both. */
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
  /** That of the first event by the rules, as are the figures below. */
  moneyKind: MoneyKind
  /** The currency, or, where no rule takes the event, a text for each property of the answer's `by`. */
  units: (string | null)[]
  /** What one event is worth, below zero where it reduces; without a rule its number as sent. Null: it has none. */
  amount: string | null
  /** What all events but one come to. */
  tooMuch: string | null
  /** Why there is no amount. */
  why: NotValued | NoNumber | null
  /** As sent. */
  quantity: string | null
  unit: string | null
  /** What was sent in place of a number; null: nothing, or there is one. */
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
  /** The version of the rules. */
  version: string
  /** The properties that tell units apart where there is no rule. */
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
    /** The event code, where nothing is added across codes, as in a line of totals. */
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
  /** The amount less quantity × unit price, as it counts. */
  more: string
  currency: string | null
}

export interface AmountsDiffering extends NamedRows {
  /** By currency. */
  sums: CurrencySum[]
  /** The first hundred. */
  listed: DifferingEvent[]
}

export interface ChecksAnswer {
  /** The version of the rules. */
  version: string
  /** Whether a rule names amount, quantity and unit price. */
  isCompared: boolean
  differing: AmountsDiffering
  /** Those that differ only because the amount was rounded. */
  roundedOnly: AmountsDiffering
  /** Events that were not compared, as one of the three has no number. */
  notCompared: NotInSum[]
  events: number
  /** Properties with values of several kinds: over all, and the codes within which they differ (at most 20). */
  mixedKinds: { name: string; kinds: Partial<Record<ValueKind, number>>; codes: (string | null)[] }[]
  /** The mismatches that occur, with the first 100 rows of each. */
  mismatches: { misfit: Mismatch; count: number; rows: number[] }[]
  /** Events that have any of them. */
  mismatchEvents: number
  /** IDs that stand more than once, the first 100; `texts`: how many different texts they have. */
  repeatedIds: { eventId: string; rows: number[]; texts: number }[]
  repeatedIdCount: number
}
