import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEventText } from '../search/search-page.ts'
import type { Event, Property } from './event.ts'
import { buildEventTable, type TableOptions, tableRow } from './event-table.ts'
import { someEvent as event, fieldCount } from './fixtures/some-event.ts'

const string = (name: string, text: string): Property => ({ name, kind: 'string', text })
const number = (name: string, text: string): Property => ({ name, kind: 'number', text })

function tableOf(events: readonly Event[], options: TableOptions = {}) {
  const builder = buildEventTable(options)
  const rows = events.map(tableRow)
  for (const row of rows) builder.note(row)
  const { columns, cells } = builder.table()
  return {
    columns,
    heads: columns.map(({ head }) => head),
    rows: rows.map((row) => cells(row).map((cell) => cell?.text ?? '')),
  }
}

function read(source: string): Event {
  const answer = parseEventText(source)
  if (!answer.ok) throw new Error(answer.problems.join())
  return answer.event
}

describe('a table of events', () => {
  test('has a column for every property of any row, in order of first sight', () => {
    const { heads, rows } = tableOf([
      event({ properties: [string('a', '1'), string('a', '2')] }),
      event({ properties: [number('b', '3'), string('__proto__', 'x')], extra: [string('event_id', 'odd')] }),
    ])
    expect(heads.slice(fieldCount)).toEqual(['a', 'a (2)', 'b', '__proto__', 'event_id (2)'])
    expect(rows.map((row) => row.slice(fieldCount))).toEqual([
      ['1', '2', '', '', ''],
      ['', '', '3', 'x', 'odd'],
    ])
  })

  test('has unique heads and rows as wide as them, with every value once, whatever the names', () => {
    const names = fc.constantFrom('a', 'a (2)', 'event_id', '__proto__', '', 'source', '\ud800', '\\ud800')
    const properties = fc.array(
      names.map((name) => string(name, 'x')),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(properties, properties), { maxLength: 5 }), (lists) => {
        const { heads, rows } = tableOf(lists.map(([properties, extra]) => event({ properties, extra })))
        expect(new Set(heads).size).toBe(heads.length)
        for (const [at, row] of rows.entries()) {
          expect(row.length).toBe(heads.length)
          const [properties, extra] = lists[at]!
          expect(row.filter((text) => text === 'x')).toHaveLength(properties.length + extra.length)
        }
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  test('takes 100,000 properties of one name, or of names that are taken, without standing still', () => {
    const taken = Array.from({ length: 50_000 }, (_, at) => string(`a (${at})`, 'x'))
    const many = Array.from({ length: 50_000 }, () => string('a', 'x'))
    const { heads, rows } = tableOf([event({ properties: [...taken, ...many] })])
    expect(new Set(heads).size).toBe(100_000 + fieldCount)
    expect(rows[0]?.filter((text) => text === 'x')).toHaveLength(100_000)
  })

  test('has the chosen columns in the order chosen, also one that no event has', () => {
    const { heads, rows } = tableOf(
      [
        event({ properties: [string('a', '1'), string('b', '2'), string('a', '3')], extra: [string('x', 'y')] }),
        event({ eventId: null, properties: [number('b', '4')], problems: [{ field: 'event_id', message: 'is null' }] }),
      ],
      { chosen: [{ property: 'a' }, { field: 'eventId' }, { property: 'none' }, { property: 'b' }] },
    )
    expect(heads).toEqual(['a', 'a (2)', 'event_id', 'none', 'b'])
    expect(rows).toEqual([
      ['1', '3', 'evt_1', '', '2'],
      ['', '', '', '', '4'],
    ])
  })

  test('has all properties in one column when they are too many, as exact as apart', () => {
    const properties = Array.from({ length: 6 }, (_, at) => number(`p${at}`, '1.50'))
    const events = [
      event({ properties: [...properties, string('"q"', '\ud800')] }),
      event({ extra: [string('x', 'y')] }),
    ]
    const { heads, rows } = tableOf(events, { most: fieldCount + 7 })
    expect(heads.slice(fieldCount)).toEqual(['event_properties', 'other_fields'])
    const text = `{${properties.map(({ name }) => `"${name}":1.50`).join()},"\\"q\\"":"\\ud800"}`
    expect(rows.map((row) => row.slice(fieldCount))).toEqual([
      [text, ''],
      ['{}', '{"x":"y"}'],
    ])
    expect(tableOf(events, { most: fieldCount + 8 }).heads).toHaveLength(fieldCount + 8)
    const chosen = [{ field: 'eventId' as const }, { property: 'p1' }, { property: 'p3' }]
    const few = tableOf(events, { most: 2, chosen })
    expect(few.heads).toEqual(['event_id', 'event_properties'])
    expect(few.rows[0]).toEqual(['evt_1', '{"p1":1.50,"p3":1.50}'])
  })

  test('counts what each column holds', () => {
    const { columns } = tableOf([
      event({ properties: [string('a', '1'), number('a', '2')] }),
      event({ eventId: null, properties: [number('a', '3')] }),
    ])
    const kinds = Object.fromEntries(columns.map(({ head, kinds }) => [head, kinds]))
    expect(kinds.event_id).toEqual({ string: 1, number: 0, boolean: 0, null: 0, json: 0 })
    expect(kinds.a).toEqual({ string: 1, number: 1, boolean: 0, null: 0, json: 0 })
    expect(kinds['a (2)']).toMatchObject({ string: 0, number: 1 })
  })

  const fields = {
    event_id: '"evt_1"',
    customer_id: '"c"',
    event_code: '"e"',
    event_type: '"credit"',
    created_at: '"2026-11-20T12:00:00Z"',
    event_properties: '{}',
  }
  const sent = (changed: Record<string, string>) =>
    `{${Object.entries({ ...fields, ...changed })
      .map(([name, value]) => `"${name}":${value}`)
      .join()}}`

  test.each([
    sent({ event_id: '7' }),
    sent({ created_at: 'null' }),
    sent({ event_properties: '[1]' }),
    sent({}).replace('{', '{"event_id":"other",'),
  ])('keeps an event whole that its columns cannot hold: %s', (source) => {
    const { heads, rows } = tableOf([event({}), read(source)])
    expect(heads.at(-1)).toBe('source')
    expect(rows.map((row) => row.at(-1))).toEqual(['', source])
  })

  test.each([
    sent({ event_type: '"refund"' }),
    sent({ created_at: '"yesterday"' }),
    sent({ event_id: '""' }),
    sent({ event_properties: '{"a":true,"b":1,"b":2}' }),
    '{}',
  ])('says of an odd event all there is in its columns: %s', (source) => {
    expect(tableOf([read(source)]).heads).not.toContain('source')
  })
})

describe('a table that leaves something out', () => {
  const events = [
    event({ properties: [number('amount', '1'), string('margin', 'secret')], extra: [string('trace', 'secret')] }),
    { ...read('{"event_id":7,"event_properties":{"amount":2,"margin":"secret"}}'), eventId: null },
  ]
  const leave = [{ property: 'margin' }, { field: 'customerId' as const }]

  test('has all else, and nothing that the interface does not name, so that no part of it slips through', () => {
    for (const together of [false, true]) {
      const { heads, rows } = tableOf(events, { leave, together })
      expect(heads).toHaveLength(fieldCount)
      expect(heads).not.toContain('customer_id')
      expect(heads.at(-1)).toBe(together ? 'event_properties' : 'amount')
      expect(rows.map((row) => row.at(-1))).toEqual(together ? ['{"amount":1}', '{"amount":2}'] : ['1', '2'])
      expect(JSON.stringify([heads, rows])).not.toMatch(/secret|margin|trace|cus_/)
    }
    // Also where there are too many columns for one each.
    const few = tableOf(events, { leave, most: 0 })
    expect(JSON.stringify([few.heads, few.rows])).not.toMatch(/secret|margin|trace/)
  })

  test('has the chosen properties in one column where they are to be together, and none where none is chosen', () => {
    const chosen = [{ property: 'amount' }, { field: 'eventCode' as const }]
    expect(tableOf(events, { chosen, together: true })).toMatchObject({
      heads: ['event_code', 'event_properties'],
      rows: [
        [expect.any(String), '{"amount":1}'],
        ['', '{"amount":2}'],
      ],
    })
    expect(tableOf(events, { chosen: [{ field: 'eventCode' }], together: true }).heads).toEqual(['event_code'])
  })
})
