// An event as rules see it: its fields, and the values of the properties that the rules read.
import type { Event, PropertyKind } from '../event/event.ts'
import { type Decimal, readDecimal } from '../exact/decimal.ts'
import { type Instant, parseInstant } from '../time/instant.ts'

/**
 * A property's value as sent; `repeated`: its name stands more than once in the event, `text` is a JSON array. Whoever has a million events makes
 * one object for each different value of a property, as its number is read once and kept here.
 */
export interface WorthValue {
  readonly kind: PropertyKind | 'repeated'
  readonly text: string
  number?: Decimal | 'beyond' | null
}

/** May be one object that is filled anew for each event. */
export interface WorthEvent {
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  /** Null: created_at cannot be read. */
  createdAt: Instant | null
  /** One for each of the names that are asked for (`names` of a valuation); null: the event does not have it. */
  values: readonly (WorthValue | null)[]
}

/** Of an event as it was read from an answer. */
export function worthEvent(event: Event, names: readonly string[]): WorthEvent {
  const values = names.map((name): WorthValue | null => {
    const all = event.properties.filter((property) => property.name === name)
    const [first] = all
    if (first === undefined) return null
    if (all.length === 1) return { kind: first.kind, text: first.text }
    const sent = all.map(({ kind, text, raw }) =>
      kind !== 'string' ? text : raw === undefined ? JSON.stringify(text) : `"${raw}"`,
    )
    return { kind: 'repeated', text: `[${sent.join()}]` }
  })
  const { customerId, eventCode, eventType } = event
  const createdAt = event.createdAt === null ? null : parseInstant(event.createdAt)
  return { customerId, eventCode, eventType, createdAt, values }
}

/** Why a value is no number: it is none, it is text that nobody confirmed to be one, or it is beyond what is calculated with. */
export type NoNumber = 'no-number' | 'text' | 'beyond'

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/

/** @param text whether plain decimals that were sent as text are numbers */
export function numberOf(value: WorthValue | null | undefined, text: boolean): Decimal | NoNumber {
  if (!value) return 'no-number'
  const { kind } = value
  if (kind !== 'number' && kind !== 'string') return 'no-number'
  if (value.number === undefined) value.number = kind === 'number' ? readDecimal(value.text) : plainDecimal(value.text)
  if (value.number === null) return 'no-number'
  return kind === 'string' && !text ? 'text' : value.number
}

/** JSON forbids leading zeros; in text they are tolerated. */
function plainDecimal(text: string): Decimal | 'beyond' | null {
  return PLAIN_DECIMAL.test(text) ? readDecimal(text.replace(/^(-?)0+(?=\d)/, '$1')) : null
}

export const isNumber = (number: Decimal | NoNumber): number is Decimal => typeof number !== 'string'
