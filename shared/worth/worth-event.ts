// An event as rules see it: its fields, and the values of the properties that the rules read.
import type { Event, Property, PropertyKind } from '../event/event.ts'
import { type Decimal, readDecimal } from '../exact/decimal.ts'
import { type Instant, parseInstant } from '../time/instant.ts'

/**
 * A property's value as sent; `repeated`: its name stands more than once in the event, `text` is a JSON array. Whoever
 * has a million events makes one object for each different value of a property, as its number is read once and kept
 * here.
 */
export interface WorthValue {
  readonly kind: PropertyKind | 'repeated'
  readonly text: string
  number?: Decimal | 'beyond' | null
}

/** May be one object that is reused for every event. */
export interface WorthEvent {
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  /** Null: created_at cannot be read. */
  createdAt: Instant | null
  /** One for each of the names that are asked for (`names` of a valuation); null: the event does not have it. */
  values: readonly (WorthValue | null)[]
}

/** This is what is needed of an event as it was read from an answer. */
type ReadEvent = Pick<Event, 'customerId' | 'eventCode' | 'eventType' | 'createdAt' | 'properties'>

/**
 * Reads events as rules see them, in one pass over an event's properties, however many names are asked for.
 * @returns a function that reuses one list of values for every event
 */
export function worthEventReader(names: readonly string[]): (event: ReadEvent) => WorthEvent {
  const slots = new Map(names.map((name, slot) => [name, slot]))
  const values: (WorthValue | null)[] = names.map(() => null)
  /** The slots that the event before filled, so that only these are emptied for the next one. */
  const filled: number[] = []

  function fill(properties: readonly Property[]): void {
    for (const slot of filled) values[slot] = null
    filled.length = 0
    /** The JSON texts of the values whose name stands more than once, by slot. */
    const repeated = new Map<number, string[]>()
    for (const { name, kind, text } of properties) {
      const slot = slots.get(name)
      if (slot === undefined) continue
      if (values[slot] !== null) {
        repeated.set(slot, [])
        continue
      }
      values[slot] = { kind, text }
      filled.push(slot)
    }
    if (repeated.size === 0) return
    for (const property of properties) repeated.get(slots.get(property.name) ?? -1)?.push(sourceOf(property))
    for (const [slot, sources] of repeated) values[slot] = { kind: 'repeated', text: `[${sources.join()}]` }
  }

  return ({ customerId, eventCode, eventType, createdAt, properties }) => {
    fill(properties)
    return { customerId, eventCode, eventType, createdAt: createdAt === null ? null : parseInstant(createdAt), values }
  }
}

/** Tells what an event sent of one property; null: nothing. @param named its properties of that name */
export function sentOf(named: readonly Property[]): Pick<WorthValue, 'kind' | 'text'> | null {
  const [first, second] = named
  if (first === undefined) return null
  return second === undefined ? first : { kind: 'repeated', text: `[${named.map(sourceOf).join()}]` }
}

/** Writes it as JSON has it. */
function sourceOf({ kind, text, raw }: Property): string {
  if (kind !== 'string') return text
  return raw === undefined ? JSON.stringify(text) : `"${raw}"`
}

/** Why a value is no number: it is none, is text that nobody confirmed to be one, or is not calculated with. */
export const NO_NUMBER = ['no-number', 'text', 'beyond'] as const
export type NoNumber = (typeof NO_NUMBER)[number]

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * The number that a value is, or why it is none. `isTextRead`: plain decimals sent as text are numbers too. A text is
 * read even where it does not count: "12" is `text`, "twelve" is `no-number`.
 */
export function numberOf(
  value: WorthValue | null | undefined,
  { isTextRead }: { isTextRead: boolean },
): Decimal | NoNumber {
  if (!value) return 'no-number'
  const { kind } = value
  if (kind !== 'number' && kind !== 'string') return 'no-number'
  if (value.number === undefined) value.number = kind === 'number' ? readDecimal(value.text) : plainDecimal(value.text)
  if (value.number === null) return 'no-number'
  return kind === 'string' && !isTextRead ? 'text' : value.number
}

/** JSON forbids leading zeros; in text they are tolerated. */
function plainDecimal(text: string): Decimal | 'beyond' | null {
  return PLAIN_DECIMAL.test(text) ? readDecimal(text.replace(/^(-?)0+(?=\d)/, '$1')) : null
}

/** Tells a number from the reason why there is none. */
export const isNumber = (number: Decimal | NoNumber): number is Decimal => typeof number !== 'string'
