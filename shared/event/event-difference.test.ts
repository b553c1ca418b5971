import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDifferences, eventDifferences } from './event-difference.ts'

const event = (overrides: Record<string, string> = {}, properties = '{"amount":0.10,"region":"eu"}') => {
  const fields: Record<string, string> = {
    event_id: '"evt_1"',
    customer_id: '"cus_A"',
    event_code: '"api"',
    event_type: '"debit"',
    created_at: '"2026-11-20T09:00:00Z"',
    event_properties: properties,
    ...overrides,
  }
  return `{${Object.entries(fields)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}

describe('one event', () => {
  test.each([
    ['other white space', event().replaceAll(',', ' ,\n\t').replaceAll('":', '" : ')],
    ['another order of fields', `{"event_type":"debit",${event().slice(1).replace(',"event_type":"debit"', '')}`],
    ['another order of properties', event({}, '{"region":"eu","amount":0.10}')],
    ['a number written differently', event({}, '{"amount":1e-1,"region":"eu"}')],
    ['a string escaped differently', event({ customer_id: '"\\u0063us_A"' })],
    ['a field that the interface does not name', event({ trace: '"x"' })],
  ])('%s is no difference', (_, other) => {
    expect(eventDifferences(event(), other)).toEqual([])
    expect(eventDifferences(other, event())).toEqual([])
  })
})

describe('a changed event', () => {
  test.each<[string, string, ReturnType<typeof eventDifferences>]>([
    ['a field', event({ customer_id: '"cus_B"' }), [{ field: 'customer_id', before: '"cus_A"', after: '"cus_B"' }]],
    ['a kind', event({ customer_id: '1' }), [{ field: 'customer_id', before: '"cus_A"', after: '1' }]],
    [
      'digits past a double',
      event({}, '{"amount":0.10000000000000000001,"region":"eu"}'),
      [{ field: 'event_properties.amount', before: '0.10', after: '0.10000000000000000001' }],
    ],
    [
      'a property more and one less',
      event({}, '{"amount":0.10,"zone":1}'),
      [
        { field: 'event_properties.region', before: '"eu"', after: null },
        { field: 'event_properties.zone', before: null, after: '1' },
      ],
    ],
    [
      'a name that repeats',
      event({}, '{"amount":0.10,"region":"eu","region":"us"}'),
      [{ field: 'event_properties.region', before: null, after: '"us"' }],
    ],
    [
      'a property named __proto__',
      event({}, '{"amount":0.10,"region":"eu","__proto__":1}'),
      [{ field: 'event_properties.__proto__', before: null, after: '1' }],
    ],
    [
      'an item inside a property',
      event({}, '{"amount":0.10,"region":["eu",{"a":1}]}'),
      [{ field: 'event_properties.region', before: '"eu"', after: '["eu",{"a":1}]' }],
    ],
    [
      'properties that are not an object',
      event({}, 'null'),
      [{ field: 'event_properties', before: '{"amount":0.10,"region":"eu"}', after: 'null' }],
    ],
  ])('%s', (_, after, expected) => {
    expect(eventDifferences(event(), after)).toEqual(expected)
  })
})

/** Writes a value as JSON with its members in any order and white space anywhere between tokens. */
function rewritten(value: unknown, choose: () => number): string {
  const space = () => ['', ' ', '\n\t'][choose() % 3] ?? ''
  if (Array.isArray(value))
    return `[${space()}${value.map((item) => rewritten(item, choose)).join(`${space()},${space()}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}${space()}:${space()}${rewritten(item, choose)}`,
  )
  const turn = choose() % (members.length + 1)
  return `{${space()}${[...members.slice(turn), ...members.slice(0, turn)].join(`,${space()}`)}${space()}}`
}

test('the same value is one event however it is written; another value never is', () => {
  const properties = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
  fc.assert(
    fc.property(properties, properties, fc.infiniteStream(fc.nat(1000)), (one, two, stream) => {
      const choose = () => stream.next().value as number
      const [a, b] = [one, two].map((value) => `{"event_id":"e","event_properties":${rewritten(value, choose)}}`)
      const again = `{"event_properties":${rewritten(one, choose)},"event_id":"e"}`
      expect(eventDifferences(a as string, again)).toEqual([])
      const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(two))
      expect(eventDifferences(a as string, b as string).length === 0).toBe(same)
    }),
    { numRuns: 200, seed: 3 },
  )
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => [name, sorted(item)])
    .concat([['object']])
}

const smallEvent = (id: string, at: string, properties = '"amount":1') =>
  `{"event_id":"${id}","customer_id":"c","created_at":${at},"event_properties":{${properties}}}`
const fieldsOf = (one: string, other: string, ...ignored: string[]) =>
  contentDifferences(one, other, new Set(ignored)).map(({ field }) => field)

test('a time is its instant; one that cannot be read is what it says', () => {
  const at = (text: string) => smallEvent('a', text)
  expect(fieldsOf(at('"2026-10-01T00:00:00Z"'), at('"2026-10-01T02:00:00.000+02:00"'))).toEqual([])
  expect(fieldsOf(at('"2026-10-01T00:00:00Z"'), at('"2026-10-01T00:00:00.000000001Z"'))).toEqual(['created_at'])
  expect(fieldsOf(at('"soon"'), at('"later"'))).toEqual(['created_at'])
  expect(fieldsOf(at('5'), at('"2026-10-01T00:00:00Z"'))).toEqual(['created_at'])
})

test('what is ignored does not count, by its own name only', () => {
  const [one, other] = [
    smallEvent('a', '"x"', '"amount":1,"event_id":1'),
    smallEvent('b', '"x"', '"amount":2,"event_id":2'),
  ]
  expect(fieldsOf(one, other, 'event_id')).toEqual(['event_properties.amount', 'event_properties.event_id'])
  expect(fieldsOf(one, other, 'event_id', 'event_properties.event_id')).toEqual(['event_properties.amount'])
})
