// What events of a snapshot are grouped, filtered and sorted by. A property named like a field is another key than the field.
import { z } from 'zod'
import { FIELD_KEYS } from '../event/event-fields.ts'

export const PERIODS = ['hour', 'day', 'week', 'month'] as const
/** As the clock of a zone shows them; a week begins on Monday. */
export type Period = (typeof PERIODS)[number]

export const snapshotKeySchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('field'), field: z.enum(FIELD_KEYS) }),
  z.object({ of: z.literal('property'), name: z.string() }),
  /** Of `created_at`, in the zone of the question. */
  z.object({ of: z.literal('time'), every: z.enum(PERIODS) }),
])
export type SnapshotKey = z.infer<typeof snapshotKeySchema>

const VALUE_KINDS = ['string', 'number', 'boolean', 'null', 'json', 'repeated'] as const
/** Those of a property; `repeated`: its name stands more than once in the event, `text` is a JSON array of what was sent. */
export type ValueKind = (typeof VALUE_KINDS)[number]
export const valueKindSchema = z.enum(VALUE_KINDS)

/**
 * A value as sent: `42`, `42.0` and `"42"` are three. Of a time `text` is the period's first hour `2026-11-01T14:00+01:00`,
 * day or Monday `2026-11-01`, or month `2026-11`.
 */
export const keyValueSchema = z.object({ kind: z.enum([...VALUE_KINDS, 'time']), text: z.string() })
export type KeyValue = z.infer<typeof keyValueSchema>
