import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Filters, type PropertyFilter, propertyFilterSchema, searchRequestSchema } from '../event/event.ts'
import { parseExact } from '../exact/exact-json.ts'
import { readSearchBody, searchBody } from './search-body.ts'

const settings = { seed: 20261120, numRuns: 300 }
const text = fc.string({ unit: 'binary' })
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '2'),
  fc.string({ unit: 'binary', minLength: 1 }),
)
const numbers = fc.oneof(
  fc.constantFrom('1E400', '-0', '0.10', '9007199254740993', '1e-400'),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?$/),
)
const propertyFilter: fc.Arbitrary<PropertyFilter> = fc.oneof(
  fc.record({ name: names, kind: fc.constant('string' as const), text }),
  fc.record({ name: names, kind: fc.constant('number' as const), text: numbers }),
)
const propertyFilters = fc.uniqueArray(propertyFilter, { selector: ({ name }) => name, maxLength: 6 })
const filters: fc.Arbitrary<Filters> = fc.record(
  {
    customerId: text,
    eventCode: text,
    eventType: fc.constantFrom('credit' as const, 'debit' as const),
    createdAtFrom: text,
    createdAtTo: text,
    eventId: text,
    propertyFilters,
  },
  { requiredKeys: ['propertyFilters'] },
)
const FIELDS = {
  customerId: 'customer_id',
  eventCode: 'event_code',
  eventType: 'event_type',
  createdAtFrom: 'created_at_from',
  createdAtTo: 'created_at_to',
  eventId: 'event_id',
} as const

test('says every filter once and exactly, leaves out those that are absent, and always sends limit and offset', () => {
  fc.assert(
    fc.property(filters, fc.integer({ min: 1, max: 100 }), fc.nat(), (filters, limit, offset) => {
      const request = { filters, limit, offset }
      expect(searchRequestSchema.parse(request)).toEqual(request)
      const body = members(searchBody(request))
      for (const [key, field] of Object.entries(FIELDS)) {
        const wanted = filters[key as keyof typeof FIELDS]
        expect(body.get(field)?.text).toBe(wanted)
        body.delete(field)
      }
      const wanted = members(body.get('event_property_filters')?.source ?? '{}')
      expect([...wanted.keys()].sort()).toEqual(filters.propertyFilters.map(({ name }) => name).sort())
      for (const { name, kind, text } of filters.propertyFilters) {
        expect(kind === 'number' ? wanted.get(name)?.source : wanted.get(name)?.text).toBe(text)
      }
      expect(body.has('event_property_filters')).toBe(filters.propertyFilters.length > 0)
      body.delete('event_property_filters')
      expect([...body].map(([name, value]) => [name, value.source])).toEqual([
        ['limit', String(limit)],
        ['offset', String(offset)],
      ])
    }),
    settings,
  )
})

test('a number filter never smuggles anything else into the body', () => {
  for (const bad of ['"x"', 'null', '1,"y":2', '1}', ' 1', '0x10', '']) {
    const filter = { name: 'a', kind: 'number' as const, text: bad }
    expect(propertyFilterSchema.safeParse(filter).success).toBe(false)
    expect(() => searchBody({ filters: { propertyFilters: [filter] }, limit: 1, offset: 0 })).toThrow(TypeError)
  }
})

test('two property filters of one name are refused', () => {
  const filter = { name: '__proto__', kind: 'string', text: 'x' }
  const request = { filters: { propertyFilters: [filter, { ...filter, text: 'y' }] }, limit: 1, offset: 0 }
  expect(searchRequestSchema.safeParse(request).success).toBe(false)
})

/** The members of an object's text; fails when a name is there twice. */
function members(source: string): Map<string, { source: string; text?: string }> {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') throw new Error(`no object: ${source}`)
  const map = new Map(read.value.members.map(({ name, value }) => [name, value]))
  expect(map.size).toBe(read.value.members.length)
  return map
}

const word = fc.string({ unit: 'grapheme', minLength: 1 })
const wordFilter = fc.oneof(
  fc.record({
    name: fc.oneof(word, fc.constant('__proto__')),
    kind: fc.constant('string' as const),
    text: fc.string(),
  }),
  fc.record({
    name: word,
    kind: fc.constant('number' as const),
    text: fc.constantFrom('0.10', '-0', '1E400', '12345678901234567890'),
  }),
)
const request = fc.record({
  filters: fc.record(
    {
      customerId: word,
      eventCode: word,
      eventType: fc.constantFrom('credit' as const, 'debit' as const),
      createdAtFrom: fc.constant('2026-11-01T00:00:00Z'),
      createdAtTo: fc.constant('2026-11-30T23:59:59.999999999Z'),
      eventId: word,
      propertyFilters: fc.uniqueArray(wordFilter, { selector: ({ name }) => name, maxLength: 4 }),
    },
    { requiredKeys: ['propertyFilters'] },
  ),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.nat(),
})

test('what was sent is read back as it was asked, every digit of it', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const read = readSearchBody(searchBody(asked))
      const ordered = (filters: PropertyFilter[]) => filters.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      expect(
        read && { ...read, filters: { ...read.filters, propertyFilters: ordered(read.filters.propertyFilters) } },
      ).toEqual({
        ...asked,
        filters: { ...asked.filters, propertyFilters: ordered(asked.filters.propertyFilters) },
      })
    }),
    { seed: 4 },
  )
})

test.each([
  '',
  '[]',
  '{}',
  '{"limit":50}',
  '{"limit":500,"offset":0}',
  '{"limit":50,"offset":0,"event_type":"refund"}',
  '{"limit":50,"offset":0,"customer_id":7}',
  '{"limit":50,"offset":0,"event_property_filters":[1]}',
  '{"limit":50,"offset":0,"event_property_filters":{"a":null}}',
])('%s was not written by a search', (body) => {
  expect(readSearchBody(body)).toBeNull()
})
