// "Comparison" of a snapshot with any other, event by event: only here, only there, differing. What makes two events one is
// their ID, or a key of fields and properties.
import { z } from 'zod'
import { FIELD_KEYS } from '../event/event-fields.ts'
import { type ChangesAnswer, changesQuestionSchema } from './snapshot-changes.ts'

/** The most parts of a key. */
export const MOST_KEY_PARTS = 8

const partSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('field'), field: z.enum(FIELD_KEYS) }),
  z.object({ of: z.literal('property'), name: z.string() }),
])
/** A field, or a property. */
export type EventPart = z.infer<typeof partSchema>

/** "Added" is what is only here, "gone" only there, "altered" what differs; worth is here less there, by one set of rules. */
export const pairsQuestionSchema = changesQuestionSchema.extend({
  ask: z.literal('pairs'),
  /** Of what two events are one: a time is its instant, a number its value, however they are written. */
  key: z.array(partSchema).min(1).max(MOST_KEY_PARTS),
  /** What two events may differ in and yet be the same. */
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
  /** In which fields (as `customer_id`, `event_properties.region`) how many pairs differ, most first: a hundred at most. */
  fields: { field: string; pairs: number }[]
  /** Keys that several events of one side have. */
  repeated: OnBothSides
  /** Events that have no part of the key: they are paired only with their like. */
  keyless: OnBothSides
  /** Events beyond the stretch in which both are compared. */
  outside: OnBothSides
}

export type PairsAnswer =
  | (Extract<ChangesAnswer, { kind: 'compared' }> & {
      facts: PairFacts
      /** What differs, by its numbers in the other snapshot, as `rows`; null unless asked for. */
      alteredThere: number[] | null
    })
  | Exclude<ChangesAnswer, { kind: 'compared' }>
