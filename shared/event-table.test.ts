import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, Property } from './event.ts'
import { createEventTable, tableRow } from './event-table.ts'
import { parseEventText } from './search-page.ts'

const event = (more: Partial<Event>): Event => ({
  eventId: 'evt_1',
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  createdAt: '2026-11-20T14:57:05.426210Z',
  properties: [],
  extra: [],
  problems: [],
  source: '{}',
  ...more,
})
const string = (name: string, text: string): Property => ({ name, kind: 'string', text })
const number = (name: string, text: string): Property => ({ name, kind: 'number', text })

function tableOf(events: readonly Event[]) {
  const table = createEventTable()
  const rows = events.map(tableRow)
  for (const row of rows) table.note(row)
  expect(table.heads()).toHaveLength(table.width())
  return { heads: table.heads(), rows: rows.map((row) => table.cells(row).map((cell) => cell?.text ?? '')) }
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
    expect(heads.slice(5)).toEqual(['a', 'a (2)', 'b', '__proto__', 'event_id (2)'])
    expect(rows.map((row) => row.slice(5))).toEqual([
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
        const { heads, rows } = tableOf(lists.map(([own, extra]) => event({ properties: own, extra })))
        expect(new Set(heads).size).toBe(heads.length)
        for (const [at, row] of rows.entries()) {
          expect(row.length).toBe(heads.length)
          const [own, extra] = lists[at]!
          expect(row.filter((text) => text === 'x')).toHaveLength(own.length + extra.length)
        }
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  test('takes 100,000 properties of one name, or of names that are taken, without standing still', () => {
    const taken = Array.from({ length: 50_000 }, (_, at) => string(`a (${at})`, 'x'))
    const many = Array.from({ length: 50_000 }, () => string('a', 'x'))
    const { heads, rows } = tableOf([event({ properties: [...taken, ...many] })])
    expect(new Set(heads).size).toBe(100_005)
    expect(rows[0]?.filter((text) => text === 'x')).toHaveLength(100_000)
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
