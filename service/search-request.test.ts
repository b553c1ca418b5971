import { describe, expect, test } from 'vitest'
import { readSearch } from './search-request.ts'
import { defaultGaps } from './service-options.ts'

describe('readSearch', () => {
  test('applies the defaults', () => {
    expect(readSearch('{}', defaultGaps)).toEqual({
      ok: true,
      request: { properties: [], limit: 50, offset: 0 },
      unknownFields: [],
    })
  })

  test('reads every field', () => {
    const body = `{"customer_id":"c","event_code":"k","event_type":"credit","event_id":"e","created_at_from":"2026-01-01T00:00:00+01:00",
      "created_at_to":"2026-01-02T00:00:00.5Z","event_property_filters":{"n":0.10,"s":"00042","__proto__":1},"limit":100,"offset":7,"__proto__":{}}`
    expect(readSearch(body, defaultGaps)).toEqual({
      ok: true,
      request: {
        customerId: 'c',
        eventCode: 'k',
        eventType: 'credit',
        eventId: 'e',
        from: { key: '2025-12-31T23:00:00', utc: '2025-12-31T23:00:00Z' },
        to: { key: '2026-01-02T00:00:00.5', utc: '2026-01-02T00:00:00.5Z' },
        properties: [
          { name: 'n', kind: 'number', text: '0.10' },
          { name: 's', kind: 'string', text: '00042' },
          { name: '__proto__', kind: 'number', text: '1' },
        ],
        limit: 100,
        offset: 7,
      },
      unknownFields: ['__proto__'],
    })
  })

  test.each([
    ['{"limit":-1}', 'limit', 'must not be negative'],
    ['{"limit":1.5}', 'limit', 'must be an integer'],
    ['{"limit":"10"}', 'limit', 'must be an integer, not string'],
    ['{"limit":null}', 'limit', 'must be an integer, not null'],
    ['{"limit":101}', 'limit', 'at most 100, not 101'],
    ['{"limit":1e400}', 'limit', 'must be an integer'],
    ['{"offset":-1}', 'offset', 'must not be negative'],
    ['{"offset":0.1}', 'offset', 'must be an integer'],
    ['{"offset":9007199254740993}', 'offset', 'from 0 to 9007199254740991'],
    ['{"offset":[]}', 'offset', 'must be an integer, not array'],
    ['{"customer_id":42}', 'customer_id', 'must be a string, not number'],
    ['{"customer_id":null}', 'customer_id', 'must be a string, not null'],
    ['{"event_code":{}}', 'event_code', 'must be a string, not object'],
    ['{"event_id":true}', 'event_id', 'must be a string, not boolean'],
    ['{"event_type":"transfer"}', 'event_type', 'must be credit or debit'],
    ['{"created_at_from":"2026-02-30T00:00:00Z"}', 'created_at_from', 'a day that does not exist'],
    ['{"created_at_to":"yesterday"}', 'created_at_to', 'RFC 3339'],
    ['{"created_at_to":1767225600}', 'created_at_to', 'must be a string'],
    ['{"event_property_filters":[]}', 'event_property_filters', 'must be an object, not array'],
    ['{"event_property_filters":{"a":null}}', 'event_property_filters.a', 'must be a string or a number, not null'],
    ['{"event_property_filters":{"a":{"b":1}}}', 'event_property_filters.a', 'not object'],
    ['{"event_property_filters":{"a":1,"b":2,"a":3}}', 'event_property_filters.a', 'is given twice'],
    ['{"limit":1,"limit":1}', 'limit', 'is given twice'],
    ['{"nonsense":1,"nonsense":1}', 'nonsense', 'is given twice'],
    ['[]', null, 'The body must be a JSON object, not array'],
    ['{"limit":', null, 'The body is not valid JSON'],
  ])('%s names %s: %s', (body, field, problem) => {
    expect(readSearch(body, defaultGaps)).toEqual({ ok: false, field, problem: expect.stringContaining(problem) })
  })

  test('takes integers however they are written', () => {
    expect(readSearch('{"limit":1e1,"offset":50.0}', defaultGaps)).toMatchObject({ request: { limit: 10, offset: 50 } })
  })

  test('bounds the number of property filters', () => {
    const filters = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i])))
    expect(readSearch(`{"event_property_filters":${filters(100)}}`, defaultGaps)).toMatchObject({ ok: true })
    expect(readSearch(`{"event_property_filters":${filters(101)}}`, defaultGaps)).toMatchObject({
      ok: false,
      field: 'event_property_filters',
      problem: expect.stringContaining('at most 100'),
    })
  })

  test('lowers a limit to the cap where asked to, and leaves an omitted one at 50', () => {
    const clamping = { ...defaultGaps, overLimit: 'clamp' } as const
    const capped = { ...defaultGaps, clampTo: 25 }
    expect(readSearch('{"limit":101}', clamping)).toMatchObject({ request: { limit: 100 } })
    expect(readSearch('{"limit":60}', capped)).toMatchObject({ request: { limit: 25 } })
    expect(readSearch('{"limit":20}', capped)).toMatchObject({ request: { limit: 20 } })
    expect(readSearch('{}', capped)).toMatchObject({ request: { limit: 50 } })
    expect(readSearch('{"limit":101}', capped)).toMatchObject({ ok: false, field: 'limit' })
  })

  test('refuses unknown fields where asked to', () => {
    expect(readSearch('{"foo":1}', { ...defaultGaps, strictBody: true })).toMatchObject({ ok: false, field: 'foo' })
  })
})
