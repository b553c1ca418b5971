import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Filters, type PropertyFilter, propertyFilterSchema, searchRequestSchema } from '../event/event.ts'
import { parseExact } from '../exact/exact-json.ts'
import { readSearchBody, searchBody } from './search-body.ts'

const settings = { seed: 20261120, numRuns: 300 }
const texts = fc.string({ unit: 'binary' })
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '2'),
  fc.string({ unit: 'binary', minLength: 1 }),
)
const numbers = fc.oneof(
  fc.constantFrom('1E400', '-0', '0.10', '9007199254740993', '1e-400'),
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?$/),
)
const propertyFilter: fc.Arbitrary<PropertyFilter> = fc.oneof(
  fc.record({ name: names, kind: fc.constant('string' as const), text: texts }),
  fc.record({ name: names, kind: fc.constant('number' as const), text: numbers }),
)
const propertyFilters = fc.uniqueArray(propertyFilter, { selector: ({ name }) => name, maxLength: 6 })
const filters: fc.Arbitrary<Filters> = fc.record(
  {
    customerId: texts,
    eventCode: texts,
    eventType: fc.constantFrom('credit' as const, 'debit' as const),
    createdAtFrom: texts,
    createdAtTo: texts,
    eventId: texts,
    propertyFilters,
  },
  { requiredKeys: ['propertyFilters'] },
)
const requests = fc.record({ filters, limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat() })

const FIELDS = {
  customerId: 'customer_id',
  eventCode: 'event_code',
  eventType: 'event_type',
  createdAtFrom: 'created_at_from',
  createdAtTo: 'created_at_to',
  eventId: 'event_id',
} as const

/** The members of an object's text; fails when a name is there twice. */
function members(source: string): Map<string, { source: string; text?: string }> {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') throw new Error(`no object: ${source}`)
  const map = new Map(read.value.members.map(({ name, value }) => [name, value]))
  expect(map.size).toBe(read.value.members.length)
  return map
}

test('says every filter once and exactly, leaves out those that are absent, and always sends limit and offset', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { filters, limit, offset } = request
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

test('what was sent is read back as it was asked, digit for digit', () => {
  fc.assert(
    fc.property(requests, (asked) => {
      const read = readSearchBody(searchBody(asked))
      const ordered = (filters: PropertyFilter[]) => filters.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      expect(
        read && { ...read, filters: { ...read.filters, propertyFilters: ordered(read.filters.propertyFilters) } },
      ).toEqual({
        ...asked,
        filters: { ...asked.filters, propertyFilters: ordered(asked.filters.propertyFilters) },
      })
    }),
    settings,
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
])('a body that no search writes is not read: %s', (body) => {
  expect(readSearchBody(body)).toBeNull()
})
