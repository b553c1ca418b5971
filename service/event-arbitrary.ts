// Arbitrary events for property-based tests: few distinct values, some hostile, so that filters often match.
import fc from 'fast-check'
import type { EventRecord, Property } from './event-record.ts'

export const hostileTexts = [
  '',
  '42',
  '0.1',
  'ä',
  '__proto__',
  'a"b\\c',
  '\ud800',
  '\ud801',
  '\ufffd',
  '42e0',
  '\u0000',
  '=SUM(A1:A9)',
  '👩🏽‍💻',
]
const numberSources = ['42', '42.0', '4.2e1', '0.1', '0.10', '-0', '0', '9007199254740993', '9007199254740992', '1e400']
export const propertyNames = ['amount', 'account', '__proto__', '', 'constructor', '0']
export const instants = [
  '2026-03-01T00:00:00Z',
  '2026-03-01T00:00:00.000000001Z',
  '2026-03-01T00:00:00.1Z',
  '2026-03-01T00:00:00.100Z',
  '2026-03-01T00:00:01Z',
  '2025-12-31T23:59:59.999999999Z',
]

const property: fc.Arbitrary<Property> = fc
  .record({ name: fc.constantFrom(...propertyNames), value: anyValue() })
  .map(({ name, value }) => ({ name, ...value }))

/** A property's value: a string or the source of a number. */
export function anyValue(): fc.Arbitrary<{ kind: 'string' | 'number'; text: string }> {
  return fc.oneof(
    fc.constantFrom(...hostileTexts).map((text) => ({ kind: 'string' as const, text })),
    fc.constantFrom(...numberSources).map((text) => ({ kind: 'number' as const, text })),
  )
}

/** One event; ids may repeat between events. */
export const anyEvent: fc.Arbitrary<EventRecord> = fc.record({
  eventId: fc.string({ minLength: 1, unit: 'binary' }),
  customerId: fc.constantFrom('cus_1', 'cus_2', 'CUS_1', ...hostileTexts),
  eventCode: fc.constantFrom('api_calls', 'storage_gb_hours', 'api_calls '),
  eventType: fc.constantFrom('credit', 'debit'),
  createdAt: fc.constantFrom(...instants),
  properties: fc.uniqueArray(property, { selector: ({ name }) => name, maxLength: 4 }),
})

/** A list of events with distinct ids. */
export function anyEvents(most: number): fc.Arbitrary<EventRecord[]> {
  return fc.uniqueArray(anyEvent, { selector: ({ eventId }) => eventId, maxLength: most })
}
