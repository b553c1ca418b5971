// This is what rows of a snapshot are chosen by: a filter set in "Events" holds everywhere, and every figure can name
// its events.
import { z } from 'zod'
import { EVENT_FIELDS, FIELD_KEYS, hyphened } from '../event/event-fields.ts'
import { isJsonNumber, NOT_A_NUMBER } from '../exact/exact-number.ts'
import { isZone, UNKNOWN_ZONE } from '../time/instant.ts'
import { pricedQuantitySchema } from '../worth/priced-quantity.ts'

export const PERIODS = ['hour', 'day', 'week', 'month'] as const
/** They are as the clock of a zone shows them; a week begins on Monday. */
export type Period = (typeof PERIODS)[number]

/** What events are grouped, filtered and sorted by. A property named like a field is another key than the field. */
export const snapshotKeySchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('field'), field: z.enum(FIELD_KEYS) }),
  z.object({ of: z.literal('property'), name: z.string() }),
  /** The period is that of `created_at`, in the zone of the question. */
  z.object({ of: z.literal('time'), every: z.enum(PERIODS) }),
])
export type SnapshotKey = z.infer<typeof snapshotKeySchema>

const VALUE_KINDS = ['string', 'number', 'boolean', 'null', 'json', 'repeated'] as const
/** It may be a property's. `repeated`: its name stands more than once in the event, `text` is a JSON array. */
export type ValueKind = (typeof VALUE_KINDS)[number]
export const valueKindSchema = z.enum(VALUE_KINDS)

/**
 * A value as sent: `42`, `42.0` and `"42"` are three. For a time `text` is the period's first hour
 * `2026-11-01T14:00+01:00`, day or Monday `2026-11-01`, or month `2026-11`.
 */
const keyValueSchema = z.object({ kind: z.enum([...VALUE_KINDS, 'time']), text: z.string() })
export type KeyValue = z.infer<typeof keyValueSchema>

const jsonNumber = z.string().refine(isJsonNumber, NOT_A_NUMBER)
/** One that is known here; null: the snapshot's. */
export const zoneSchema = z.string().refine(isZone, { error: UNKNOWN_ZONE }).nullable()

/** One property, or the exact product of two. `text`: plain decimals that are text count as numbers. */
export const measureSchema = z.object({
  properties: z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string()])]),
  text: z.boolean(),
})
export type Measure = z.infer<typeof measureSchema>

/** An event may not fit docs/interface.md section 2, or the applied filters (`filters`). */
export const MISMATCHES = [
  'filters',
  ...EVENT_FIELDS.map(({ name }) => hyphened(name)),
  'not-utc',
  'properties',
  'property-kinds',
  'repeated-names',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Turns a condition round: it is met by all other rows, those without a value of the key included. */
const not = z.literal(true).optional()

export const conditionSchema = z.discriminatedUnion('is', [
  /** Any of these values, exactly as sent; null: none. Times by `zone`, null for the snapshot's. */
  z.object({
    is: z.literal('one-of'),
    key: snapshotKeySchema,
    values: z.array(keyValueSchema.nullable()).max(1_000),
    zone: zoneSchema,
    not,
  }),
  /** A number of this value, however it is written: 0.10 is 0.1. */
  z.object({ is: z.literal('number'), key: snapshotKeySchema, number: jsonNumber, not }),
  /** Texts of any kind, without regard to case. */
  z.object({ is: z.literal('contains'), key: snapshotKeySchema, text: z.string().min(1).max(10_000) }),
  /** Numbers from `from` to `to`, both included, or with `beyond` neither; null: open. */
  z.object({
    is: z.literal('between'),
    key: snapshotKeySchema,
    from: jsonNumber.nullable(),
    to: jsonNumber.nullable(),
    beyond: z.literal(true).optional(),
  }),
  /** RFC 3339: `from` belongs to it, `until` does not; null: open. */
  z.object({
    is: z.literal('created'),
    from: z.iso.datetime({ offset: true }).nullable(),
    until: z.iso.datetime({ offset: true }).nullable(),
  }),
  z.object({ is: z.literal('missing'), key: snapshotKeySchema }),
  z.object({ is: z.literal('present'), key: snapshotKeySchema }),
  z.object({ is: z.literal('kind'), key: snapshotKeySchema, kind: valueKindSchema }),
  /** A sum counts events with a number, without one, or with one beyond what is calculated with. */
  z.object({ is: z.literal('measured'), measure: measureSchema, as: z.enum(['number', 'without', 'beyond']) }),
  /** Texts of the properties that tell units apart; null: it is not known, or none by `priced`. */
  z.object({
    is: z.literal('units'),
    by: z.array(z.string()).max(8),
    units: z.array(z.string().nullable()).max(8),
    priced: pricedQuantitySchema.optional(),
  }),
  z.object({ is: z.literal('sign'), sign: z.enum(['credit', 'debit', 'neither']) }),
  z.object({ is: z.literal('misfit'), misfit: z.enum(MISMATCHES) }),
  /** The rows have the numbers that answers about this snapshot gave. */
  z.object({ is: z.literal('rows'), rows: z.array(z.int().min(0)).max(100_000) }),
])
export type Condition = z.infer<typeof conditionSchema>

/** The rows that a question is about: those that fulfil every condition. */
export const scopeSchema = z.object({
  where: z.array(conditionSchema).max(100),
  /** Whether rows that miss a filter of the snapshot's search are in it. */
  misses: z.boolean(),
})
export type Scope = z.infer<typeof scopeSchema>
