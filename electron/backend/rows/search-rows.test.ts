// The quick way to read an answer gives what the exact parser gives, or leaves the answer to it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_FIELD_NAMES } from '../../../shared/event/event-fields.ts'
import type { ExactNode } from '../../../shared/exact/exact-json.ts'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { growthProblems } from '../../../shared/exact/fixtures/linear-work.ts'
import { damaged, referenceJson } from '../../../shared/exact/fixtures/reference-json.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { parseSearchRows, scanRows } from './search-rows.ts'

const usual = JSON.stringify({
  events: [
    {
      event_id: 'evt_1',
      customer_id: 'cus_ä',
      event_code: 'api_calls',
      event_type: 'debit',
      created_at: '2026-11-20T14:52:57.133Z',
      event_properties: { amount: 12.5, list: [{}, [], [1, { a: null }]], note: '"}],' },
      more: true,
    },
    { event_id: 'evt_2' },
    {},
  ],
  total: 3,
  limit: 100,
  offset: 0,
})

/** What a reading goes by, as the exact parser has it. */
function exactly(text: string, most: number) {
  const parsed = parseSearchPage(text, most)
  if (!parsed.ok) return parsed
  const { events, total, limit, offset } = parsed.page
  const rows = events.map(({ problems: _problems, extra: _extra, ...row }) => row)
  return { ok: true, page: { events: rows, total, limit, offset } }
}

function quickly(text: string, most: number) {
  const parsed = parseSearchRows(Buffer.from(text), most)
  if (!parsed.ok) return parsed
  const { events, ...counts } = parsed.page
  const rows = events.map(({ eventId, customerId, eventCode, eventType, createdAt, source, properties }) => {
    return { eventId, customerId, eventCode, eventType, createdAt, source, properties }
  })
  return { ok: true, page: { events: rows, ...counts } }
}

/** The answer as a plain recursive parser reads it: of its events the text and the fields that are strings. */
function plainly(text: string, most: number) {
  const answer = referenceJson(text)
  const member = (node: ExactNode | null, name: string) =>
    node?.kind === 'object' ? (node.members.find((one) => one.name === name)?.value ?? null) : null
  const textOf = (node: ExactNode | null) => (node?.kind === 'string' ? node.text : null)
  const count = (name: string) => {
    const node = member(answer, name)
    return node === null ? null : Number(node.source)
  }
  const events = member(answer, 'events')
  return {
    events: (events?.kind === 'array' ? events.items : []).slice(0, most).map((event) => ({
      source: event.source,
      eventId: textOf(member(event, 'event_id')),
      customerId: textOf(member(event, 'customer_id')),
      eventCode: textOf(member(event, 'event_code')),
      eventType: textOf(member(event, 'event_type')),
      createdAt: textOf(member(event, 'created_at')),
    })),
    total: count('total'),
    limit: count('limit'),
    offset: count('offset'),
  }
}

const quoted = (text: string) => JSON.stringify(text)
const answersOf = (text: string): Record<string, string> => ({
  'an event': `{"events":[{"event_id":${quoted(text)},"created_at":${quoted(text)},${quoted(text)}:1},{}],"total":1}`,
  'what is none': text,
})

const value = fc.oneof(
  anyText().map((text) => JSON.stringify(text)),
  fc.constantFrom('0', '-0', '3', '1e2', '9007199254740993', '-1', '2.0', 'null', 'true', '{}', '[]', '"\\u0061"', ''),
  fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one)),
)
const object = (names: string[], values: fc.Arbitrary<string> = value) =>
  fc
    .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, anyText(4)), values), {
      maxLength: 7,
    })
    .map((members) => `{${members.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join(' , ')}}`)
const event = object([...EVENT_FIELD_NAMES, '__proto__'])
const events = fc
  .array(fc.oneof({ weight: 9, arbitrary: event }, value), { maxLength: 4 })
  .map((list) => `[${list.join(',\n')}]`)
const count = fc.oneof(fc.nat(200).map(String), value)
const answers = fc.oneof(
  fc
    .tuple(events, count, count, count)
    .map(([list, total, limit, offset]) => `{"events":${list},"total":${total},"limit":${limit},"offset":${offset}}`),
  object(['events', 'total', 'limit', 'offset'], fc.oneof(events, count)),
)

describe('parseSearchRows', () => {
  test('reads any answer as the exact parser does', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 0, max: 5 }), (text, most) => {
        expect(quickly(text, most)).toEqual(exactly(text, most))
      }),
      { numRuns: 1_000 },
    )
  })

  test('reads a usual answer that was cut or changed anywhere as the exact parser does', () => {
    const change = fc.record({
      at: fc.nat(usual.length - 1),
      length: fc.nat(3),
      by: fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', ' ', '\u0001', 'é'),
    })
    fc.assert(
      fc.property(change, ({ at, length, by }) => {
        const text = usual.slice(0, at) + by + usual.slice(at + length)
        expect(quickly(text, 10)).toEqual(exactly(text, 10))
        expect(quickly(usual.slice(0, at), 10)).toEqual(exactly(usual.slice(0, at), 10))
      }),
      { numRuns: 500 },
    )
  })

  test('what it takes without the exact parser is what a plain recursive parser reads', () => {
    let taken = 0
    fc.assert(
      fc.property(
        damaged(fc.oneof(fc.constant(usual), answers)).map((text) => text.toWellFormed()),
        fc.integer({ min: 0, max: 5 }),
        (text, most) => {
          const page = scanRows(Buffer.from(text), most)
          if (page === null) return
          taken += 1
          const events = page.events.map(({ source, eventId, customerId, eventCode, eventType, createdAt }) => {
            return { source, eventId, customerId, eventCode, eventType, createdAt }
          })
          expect({ ...page, events }).toEqual(plainly(text, most))
        },
      ),
      { numRuns: 1_000 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  test('takes what services write without the exact parser', () => {
    expect(scanRows(Buffer.from(usual), 10)?.events.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2', null])
    expect(scanRows(Buffer.from(usual), 1)?.events).toHaveLength(1)
    expect(scanRows(Buffer.from(usual.replace('"total"', '"warnings":[{"a":[]}],"total"')), 10)).not.toBeNull()
  })

  test.each([
    ['an escape in an ID', usual.replace('evt_1', 'evt_\\u0031')],
    ['an escape in the name of a field', usual.replace('"event_id"', '"event\\u005fid"')],
    ['an escape in the name of a count', usual.replace('"total"', '"tot\\u0061l"')],
    ['a field given twice', usual.replace('"more":true', '"event_id":"evt_9"')],
    ['a count given twice', usual.replace('"limit":100', '"total":4')],
    ['events given twice', usual.replace('"limit":100', '"events":[]')],
    ['a count that is a text', usual.replace('"total":3', '"total":"3"')],
    ['a field of another type', usual.replace('"evt_2"', '2')],
    ['something that is not an event', usual.replace('{}]', '7]')],
    ['a total that is not a plain number', usual.replace('"total":3', '"total":3e0')],
    ['a limit of 0', usual.replace('"limit":100', '"limit":0')],
    ['text behind the end', `${usual} x`],
  ])('leaves %s to it', (_, text) => {
    expect(text).not.toBe(usual)
    expect(scanRows(Buffer.from(text), 10)).toBeNull()
    expect(quickly(text, 10)).toEqual(exactly(text, 10))
  })

  test('texts that are not of one byte a character, and bytes that are no UTF-8', () => {
    const [row] = scanRows(Buffer.from(usual), 1)?.events ?? []
    expect(row?.customerId).toBe('cus_ä')
    const { bytes, start, end } = row?.utf8 ?? { bytes: Buffer.of(), start: 0, end: 0 }
    expect(bytes.toString('utf8', start, end)).toBe(row?.source)
    const broken = Buffer.from(usual)
    broken[broken.indexOf(0xc3) + 1] = 0x20
    expect(scanRows(broken, 1)).toBeNull()
    expect(parseSearchRows(broken, 1)).toMatchObject({
      ok: false,
      why: 'unfit',
      problems: [expect.stringContaining('not UTF-8')],
    })
  })

  test.each(Object.keys(answersOf('')))('its work grows as the answer does: %s', (name) => {
    expect(growthProblems((text) => parseSearchRows(Buffer.from(answersOf(text)[name] ?? ''), 10))).toEqual([])
  })

  test('more values than an answer may hold', () => {
    const many = `{"events":[${'{"event_properties":[0,0,0,0,0,0,0,0,0]},'.repeat(50_001)}{}],"total":1,"limit":1,"offset":0}`
    expect(scanRows(Buffer.from(many), 10)).toBeNull()
    expect(parseSearchRows(Buffer.from(many), 10)).toMatchObject({ ok: false, why: 'too-many-values' })
  })
})
