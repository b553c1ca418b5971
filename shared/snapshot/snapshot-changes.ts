// "Changes" of a snapshot against an earlier one of the same search: what is here now and was not, is gone, is another.
import { z } from 'zod'
import { FIELD_KEYS } from '../event/event-fields.ts'
import type { NotInSums } from '../worth/not-in-sum.ts'
import type { MoneyKind, NotInSum, NotValued, WorthDifference } from '../worth/worth.ts'
import type { NoNumber } from '../worth/worth-event.ts'
import type { ComparedTotals } from './compare-totals.ts'
import { type KeyValue, scopeSchema, snapshotKeySchema } from './snapshot-condition.ts'
import { valuedBySchema } from './snapshot-totals.ts'

export const CHANGE_KINDS = ['added', 'gone', 'altered'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** @param kind null: of all of them */
export const countOfKind = (counts: Record<ChangeKind, number>, kind: ChangeKind | null): number =>
  kind === null ? CHANGE_KINDS.reduce((sum, one) => sum + counts[one], 0) : counts[kind]

/** A segment of time, from `from` on and before `until`; RFC 3339. */
const segmentSchema = z.object({ from: z.string(), until: z.string() })
export type Segment = z.infer<typeof segmentSchema>

export const changesQuestionSchema = z.object({
  ask: z.literal('changes'),
  /** The earlier snapshot's id. */
  other: z.string(),
  /** Only events created in it are compared with each other; null: all are. */
  within: segmentSchema.nullable(),
  /** A change counts where what was or what is fulfils it. */
  scope: scopeSchema,
  /** What changes come to, and by which keys, in days of the snapshot's zone; null: they are only counted. */
  worth: valuedBySchema.extend({ by: z.array(snapshotKeySchema).max(2) }).nullable(),
  /** Only these changes are listed; null: all of them. */
  kind: z.enum(CHANGE_KINDS).nullable(),
  offset: z.int().min(0),
  limit: z.int().min(1).max(5_000),
  /** Whether the numbers of the changes' rows are told, by which "Events" can show them. */
  rows: z.boolean(),
})
export type ChangesQuestion = z.infer<typeof changesQuestionSchema>

/** One event: exact texts, null on the side where it is not. `rowBefore` is its number in the earlier snapshot. */
export interface SnapshotDifference {
  kind: ChangeKind
  before: string | null
  after: string | null
  row: number | null
  rowBefore: number | null
}

/** Asked of a closed snapshot whose days were read again: one sum over all of them. */
export const recheckedQuestionSchema = z.object({
  ask: z.literal('rechecked'),
  /** The snapshots of these days, which do not overlap. */
  days: z
    .array(z.object({ other: z.string(), within: segmentSchema }))
    .min(1)
    .max(40),
  scope: scopeSchema,
  worth: valuedBySchema,
})
export type RecheckedQuestion = z.infer<typeof recheckedQuestionSchema>

export type RecheckedAnswer =
  | {
      kind: 'compared'
      /** The version of the rules. */
      version: string
      /** What the closed snapshot is worth with these days as they are now, less what it is worth as it is kept. */
      all: WorthDifference[]
      /** What is not in the sums of `all`. */
      notIn: NotInChange
    }
  | { kind: 'unreadable'; words: string }
  | { kind: 'too-different'; most: number }

interface ChangedGroup {
  /** One for each key that was asked for; null: the event has none. */
  keys: (KeyValue | null)[]
  /** Number of its events then and now. */
  before: number
  after: number
}

/** What is in no sum of what was there, and in none of what is there now. */
export type NotInChange = Record<'before' | 'after', NotInSums>

/** Money of a group in one currency. Lines of a month are in it where the groups hold them whole. */
export interface WorthGroup extends ChangedGroup, WorthDifference {
  /** What is not in the figures of its currency. */
  notIn: NotInChange
}

/** Events of a group that have no money of their own, and why. */
export interface UnvaluedGroup extends ChangedGroup {
  why: NotValued | NoNumber | Extract<MoneyKind, 'balance' | 'not-money'>
  unit: string | null
  /** What their numbers or sums of a quantity differ by; null where there is none, or where they are not added. */
  quantity: string | null
  /** The events sent these in place of a number. */
  notIn: NotInSum[]
}

/** One kind of change comes to a difference of two valuations by the same rules. */
export interface KindWorth {
  /** Each is of a currency. Net is null while an event has no rule. */
  all: WorthDifference[]
  /** What is not in the sums of `all`. */
  notIn: NotInChange
  groups: WorthGroup[]
  unvalued: UnvaluedGroup[]
  /** Groups of both lists beyond the most of one answer. */
  others: number
  /** Totals of the events that no rule takes, as sent. "All" is a line for each event code where no unit is known. */
  asSent: ComparedTotals
}

/**
 * Reckoned one after the other, so that they add up to what is there now less what was there then: first what is gone,
 * then what was altered, then what was added.
 */
export type ChangesWorth = Record<ChangeKind, KindWorth> & {
  /** The version of the rules. */
  version: string
}

export type ChangesAnswer =
  | {
      kind: 'compared'
      counts: Record<ChangeKind, number>
      /** They begin at the offset: added, altered, gone; fewer than asked for where texts are long. */
      changes: SnapshotDifference[]
      offset: number
      /** This is what the changes come to; null unless asked for. */
      worth: ChangesWorth | null
      /**
       * They are the first 100,000 rows of each kind; those that are gone in the earlier snapshot. Null unless asked
       * for.
       */
      rows: Record<ChangeKind, number[]> | null
    }
  | { kind: 'unreadable'; words: string }
  /** Two snapshots that share so little are not of one search. */
  | { kind: 'too-different'; most: number }

// "Comparison" of a snapshot with any other, event by event: only here, only there, differing. What makes two events
// one is their ID, or a key of fields and properties.

/** The most parts of a key. */
export const MOST_KEY_PARTS = 8

const partSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('field'), field: z.enum(FIELD_KEYS) }),
  z.object({ of: z.literal('property'), name: z.string() }),
])
/** A field, or a property. */
export type EventPart = z.infer<typeof partSchema>

/** "Added" is only here, "gone" only there, "altered" what differs; worth is here less there, by one set of rules. */
export const pairsQuestionSchema = changesQuestionSchema.extend({
  ask: z.literal('pairs'),
  /** Two events are one by these: a time is its instant, a number its value, however they are written. */
  key: z.array(partSchema).min(1).max(MOST_KEY_PARTS),
  /** This is what two events may differ in and yet be the same. */
  ignored: z.array(partSchema).max(1_000),
})
export type PairsQuestion = z.infer<typeof pairsQuestionSchema>

interface OnBothSides {
  here: number
  there: number
}

/** All but `same` and `fields` is of both snapshots as a whole, whatever the scope. */
export interface PairFacts {
  /** Events on both sides that are the same. */
  same: number
  /**
   * They say in which fields (`customer_id`, `event_properties.region`) how many pairs differ: a hundred, most first.
   */
  fields: { field: string; pairs: number }[]
  /** Keys that several events of one side have. */
  repeated: OnBothSides
  /** Events that have no part of the key: they are paired only with their like. */
  keyless: OnBothSides
  /** Events beyond the segment in which both are compared. */
  outside: OnBothSides
}

export type PairsAnswer =
  | (Extract<ChangesAnswer, { kind: 'compared' }> & {
      facts: PairFacts
      /** This is what differs, by its numbers in the other snapshot, as `rows`; null unless asked for. */
      alteredThere: number[] | null
    })
  | Exclude<ChangesAnswer, { kind: 'compared' }>

/** It is said of a snapshot that was deleted while it was compared with. */
export const GONE_OTHER = 'The other snapshot no longer exists.'
