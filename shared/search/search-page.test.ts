import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Event, eventKey, type Property } from '../event/event.ts'
import { EVENT_FIELDS, type EventField, FIELD_KEYS } from '../event/event-fields.ts'
import { someMembers } from '../event/fixtures/some-event.ts'
import { parseEventText, parseSearchPage, whyNoEvent } from './search-page.ts'

const settings = { seed: 20261120, numRuns: 200 }
const text = fc.string({ unit: 'binary' })
const numberText = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?$/)
const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', '', '10', '2'), text)
const createdAt = fc
  .tuple(
    fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.stringMatching(/^[0-9]{0,12}$/),
  )
  .map(([date, digits]) => date.toISOString().replace('Z', `${digits}Z`))
const property: fc.Arbitrary<Property> = fc.oneof(
  fc.record({ name: names, text }).map(({ name, text }): Property => {
    const raw = JSON.stringify(text).slice(1, -1)
    return { name, kind: 'string', text, ...(raw.includes('\\') ? { raw } : {}) }
  }),
  fc.record({ name: names, kind: fc.constant('number' as const), text: numberText }),
)

type Model = Pick<Event, EventField['key'] | 'properties'>
const anyFields = Object.fromEntries(FIELD_KEYS.map((key) => [key, text])) as Record<EventField['key'], typeof text>
const model: fc.Arbitrary<Model> = fc.record({
  ...anyFields,
  eventId: fc.string({ minLength: 1, unit: 'binary' }),
  eventType: fc.constantFrom('credit', 'debit'),
  createdAt,
  properties: fc.uniqueArray(property, { selector: ({ name }) => name, maxLength: 6 }),
})

describe('parseSearchPage', () => {
  test('gives back every field and digit of a page that fits, and has nothing to say about it', () => {
    fc.assert(
      fc.property(
        fc.array(model, { maxLength: 4 }),
        fc.nat(),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(),
        (models, total, limit, offset) => {
          const answer = parseSearchPage(
            `{"events":[${models.map(written).join(', ')}],"total":${total},"limit":${limit},"offset":${offset}}`,
          )
          const events = models.map((model): Event => ({ ...model, extra: [], problems: [], source: written(model) }))
          expect(answer).toEqual({
            ok: true,
            page: { events, sent: events.length, total, limit, offset, problems: [] },
          })
        },
      ),
      settings,
    )
  })

  test('a field is null exactly when it is no string, and then it is named', () => {
    const fields = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at'] as const
    const value = fc.option(fc.oneof(fc.constantFrom('debit', '2026-11-20T14:52:57Z'), fc.jsonValue({ maxDepth: 2 })), {
      nil: undefined,
    })
    fc.assert(
      fc.property(
        fc.record({ event_id: value, customer_id: value, event_code: value, event_type: value, created_at: value }),
        (object) => {
          const event = read(JSON.stringify({ ...object, event_properties: {} }))
          const values = [event.eventId, event.customerId, event.eventCode, event.eventType, event.createdAt]
          fields.forEach((field, index) => {
            const sent = object[field]
            expect(values[index]).toBe(typeof sent === 'string' ? sent : null)
            const messages = event.problems.filter((problem) => problem.field === field).map(({ message }) => message)
            if (sent === undefined) expect(messages).toEqual(['is missing'])
            else if (typeof sent !== 'string')
              expect(messages).toEqual([expect.stringMatching(/^is .+, not a string$/)])
          })
        },
      ),
      settings,
    )
  })

  test('is ok exactly when the answer is an object whose events are an array, and never throws', () => {
    const page = fc.record(
      {
        events: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
        total: fc.jsonValue(),
        limit: fc.jsonValue(),
        offset: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(page, fc.jsonValue()), (value) => {
        const answer = parseSearchPage(JSON.stringify(value))
        const events = value !== null && typeof value === 'object' && 'events' in value ? value.events : undefined
        expect(answer.ok).toBe(Array.isArray(events))
        if (answer.ok)
          expect(answer.page.events.map(({ source }) => JSON.parse(source))).toEqual(JSON.parse(JSON.stringify(events)))
        else expect(answer.problems.length).toBeGreaterThan(0)
      }),
      settings,
    )
  })

  test.each([
    ['<html>', [expect.stringMatching(/^The answer is not JSON: /)]],
    ['', [expect.stringMatching(/^The answer is not JSON: /)]],
    ['[]', ['The answer is an array, not an object']],
    ['null', ['The answer is null, not an object']],
    ['{}', ['events is missing', 'total is missing', 'limit is missing', 'offset is missing']],
    [
      '{"events":{},"total":"1","limit":50,"offset":0}',
      ['events is an object, not an array', 'total is a string, not an integer'],
    ],
  ])('%s is not a page', (answer, problems) => {
    expect(parseSearchPage(answer)).toEqual({ ok: false, why: 'unfit', problems })
  })

  test.each([
    ['1', 1, null],
    ['0', 0, null],
    ['-0', 0, null],
    ['9007199254740991', 9007199254740991, null],
    ['9007199254740992', null, 'is 9007199254740992, which cannot be'],
    ['-1', null, 'is -1, which cannot be'],
    ['1.5', null, 'is 1.5, not an integer'],
    ['"1"', null, 'is a string, not an integer'],
    ['null', null, 'is null, not an integer'],
  ])('total %s', (sent, total, message) => {
    const answer = parseSearchPage(`{"events":[],"total":${sent},"limit":50,"offset":0}`)
    const problems = message === null ? [] : [{ field: 'total', message }]
    expect(answer).toEqual({ ok: true, page: { events: [], sent: 0, total, limit: 50, offset: 0, problems } })
    if (answer.ok && total === 0) expect(Object.is(answer.page.total, 0)).toBe(true)
  })

  test('a limit of 0 is no limit', () => {
    const answer = parseSearchPage('{"events":[],"total":0,"limit":0,"offset":0}')
    expect(answer).toMatchObject({
      page: { limit: null, problems: [{ field: 'limit', message: 'is 0, which cannot be' }] },
    })
  })

  test('of fields sent twice the last counts, as for JSON.parse, and that is said', () => {
    const answer = parseSearchPage('{"total":1,"events":[{}],"events":[],"total":2,"limit":50,"offset":0,"events":[]}')
    expect(answer).toMatchObject({
      ok: true,
      page: {
        events: [],
        total: 2,
        problems: [
          { field: 'total', message: 'occurs 2 times: most programs keep only the last' },
          { field: 'events', message: 'occurs 3 times: most programs keep only the last' },
        ],
      },
    })
  })

  test('something among the events that is not an event stays a row', () => {
    const answer = parseSearchPage('{"events":[ [1, 2.50] ],"total":1,"limit":50,"offset":0}')
    const problems = [{ field: 'events[0]', message: 'is an array, not an object' }]
    expect(answer).toMatchObject({ page: { events: [{ eventId: null, source: '[1, 2.50]', problems }], problems } })
  })

  test('of more events than may be kept the first are, and how many came is said', () => {
    const answer = parseSearchPage(
      `{"total":7,"events":[{"event_id":"a"},{"event_id":"b"},3,${'{},'.repeat(90)}4],"limit":2}`,
      2,
    )
    expect(answer).toMatchObject({
      page: { events: [{ eventId: 'a' }, { eventId: 'b' }], sent: 94, total: 7, limit: 2 },
    })
    const broken = parseSearchPage('{"events":[{},{},{"event_id":}]}', 1)
    expect(broken).toMatchObject({ ok: false, why: 'unfit' })
  })

  test('of more than 500,000 members and items nothing is used', () => {
    const values = (count: number) => `{"events":[{},${'1,'.repeat(count - 4)}1],"total":1}`
    expect(parseSearchPage(values(500_000), 1)).toMatchObject({ ok: true, page: { sent: 499_998 } })
    const problems = ['The answer holds more than 500,000 values.']
    expect(parseSearchPage(values(500_001), 1)).toEqual({ ok: false, why: 'too-many-values', problems })
  })

  test('what does not fit is listed up to a bound, the rest is counted', () => {
    const members = Array.from({ length: 1_000 }, (_, index) => `"a${index}":null,"a${index}":null`)
    const event = `{${members},"event_properties":{${members}}}`
    const answer = parseSearchPage(`{"events":[${event},${'0,'.repeat(998)}0],${members}}`)
    if (!answer.ok) throw new Error('A page was expected')
    const { events, problems } = answer.page
    expect(problems.length).toBe(101)
    // Names that repeat, counts that are missing, and what is not an event.
    expect(problems.at(-1)).toEqual({ field: 'the answer', message: `has 1,902 more problems, which are not listed` })
    expect(events[0]?.problems.length).toBe(101)
    expect(events[0]?.problems.at(-1)).toEqual({
      field: 'event',
      message: `has ${(3_900 + EVENT_FIELDS.length).toLocaleString('en')} more problems, which are not listed`,
    })
  })

  test('a problem names a long name by its start', () => {
    const answer = parseSearchPage(`{"events":[{"event_properties":{"${'n'.repeat(1_000_000)}":null}}]}`)
    const lastProblem = answer.ok && answer.page.events[0]?.problems.at(-1)
    expect(lastProblem).toEqual({
      field: `event_properties.${'n'.repeat(60)}…`,
      message: 'is null, not a string or a number',
    })
  })
})

describe('parseEventText', () => {
  const whole = JSON.parse(`{${someMembers()},"event_properties":{}}`) as object

  test.each([
    [{ event_id: '' }, 'event_id', 'is empty'],
    [{ event_type: 'refund' }, 'event_type', 'is "refund", neither credit nor debit'],
    [{ event_type: 'Credit' }, 'event_type', 'is "Credit", neither credit nor debit'],
    [{ created_at: '2026-11-20T14:52:57+01:00' }, 'created_at', 'is "2026-11-20T14:52:57+01:00", not in UTC'],
    [{ created_at: '2026-11-20' }, 'created_at', 'is "2026-11-20", not an RFC 3339 date-time'],
    [{ created_at: '2026-02-30T00:00:00Z' }, 'created_at', 'is "2026-02-30T00:00:00Z", not an RFC 3339 date-time'],
    [{ event_properties: [] }, 'event_properties', 'is an array, not an object'],
    [{ event_properties: { a: true } }, 'event_properties.a', 'is a boolean, not a string or a number'],
    [{ event_properties: { a: null } }, 'event_properties.a', 'is null, not a string or a number'],
    [{ event_properties: { a: { b: 1 } } }, 'event_properties.a', 'is an object, not a string or a number'],
    [{ event_properties: { a: [] } }, 'event_properties.a', 'is an array, not a string or a number'],
    [{ event_type: 'x'.repeat(100) }, 'event_type', `is "${'x'.repeat(60)}…", neither credit nor debit`],
  ])('%j', (change, field, message) => {
    expect(read(JSON.stringify({ ...whole, ...change })).problems).toEqual([{ field, message }])
  })

  test('keeps what the interface does not name, in order, twice if it came twice', () => {
    const source = '{"event_id":"e","z":1.0,"a":{"b": [ 1e400 ]},"__proto__":"p","z":null}'
    const event = read(` ${source}\n`)
    expect(event.source).toBe(source)
    expect(event.extra).toEqual([
      { name: 'z', kind: 'number', text: '1.0' },
      { name: 'a', kind: 'json', text: '{"b": [ 1e400 ]}' },
      { name: '__proto__', kind: 'string', text: 'p' },
      { name: 'z', kind: 'null', text: 'null' },
    ])
    expect(event.problems).toContainEqual({ field: 'z', message: 'occurs 2 times: most programs keep only the last' })
  })

  test('keeps every one of properties that repeat, and how a string was spelled', () => {
    const event = read('{"event_properties":{"a":1,"b":"\\u0041","a":2,"c":"\\ud800","d":"\\n"}}')
    expect(event.properties).toEqual([
      { name: 'a', kind: 'number', text: '1' },
      { name: 'b', kind: 'string', text: 'A', raw: '\\u0041' },
      { name: 'a', kind: 'number', text: '2' },
      { name: 'c', kind: 'string', text: '\ud800', raw: '\\ud800' },
      { name: 'd', kind: 'string', text: '\n', raw: '\\n' },
    ])
    expect(event.problems).toContainEqual({
      field: 'event_properties.a',
      message: 'occurs 2 times: most programs keep only the last',
    })
  })

  test('a value nested 100,000 deep is kept as it is', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(read(`{"event_properties":{"a":${deep}}}`).properties).toEqual([{ name: 'a', kind: 'json', text: deep }])
  })

  test('only what is not a JSON object is refused', () => {
    expect(parseEventText('{}').ok).toBe(true)
    expect(parseEventText('"e"')).toMatchObject({ ok: false, problems: ['The answer is a string, not an object'] })
    expect(parseEventText('{')).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^The answer is not JSON: /)],
    })
  })

  test.each(['{}', ' {"a":1}', '"e"', '[{}]', '7', '{', ''])(
    '%j is an event without being built where it is one',
    (text) => {
      const parsed = parseEventText(text)
      expect(whyNoEvent(text)).toEqual(parsed.ok ? null : parsed)
    },
  )

  test('eventKey is the id, or else the source', () => {
    expect(eventKey(read('{"event_id":"e"}'))).toBe('e')
    expect(eventKey(read('{"event_id":5}'))).toBe('{"event_id":5}')
  })
})

function read(source: string): Event {
  const answer = parseEventText(source)
  if (!answer.ok) throw new Error(answer.problems.join())
  return answer.event
}

function written(model: Model): string {
  const q = JSON.stringify
  const properties = model.properties.map(({ name, kind, text }) => `${q(name)}: ${kind === 'number' ? text : q(text)}`)
  const fields = EVENT_FIELDS.map(({ name, key }) => `${q(name)}:${q(model[key])}`)
  fields.splice(2, 0, `"event_properties":{${properties.join(' ,')}}`)
  return `{ ${fields.reverse().join(',\n  ')}}`
}
