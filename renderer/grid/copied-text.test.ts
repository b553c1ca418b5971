import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Property } from '../../shared/event/event.ts'
import {
  someEvent as event,
  fieldCells,
  fieldCount,
  fieldHeads,
  someMembers,
} from '../../shared/event/fixtures/some-event.ts'
import { anyText } from '../../shared/exact/fixtures/any-text.ts'
import { parseEventText } from '../../shared/search/search-page.ts'
import { copiedForSpreadsheet } from '../ui/clipboard.ts'
import { copiedTable, SELECTION_FORMATS } from './copied-text.ts'

const string = (name: string, text: string): Property => ({ name, kind: 'string', text })
const number = (name: string, text: string): Property => ({ name, kind: 'number', text })

test('tab-separated cells keep digits, leading zeros and line breaks, and hold no formula', () => {
  const table = copiedTable([
    event({ properties: [number('amount', '0.10'), string('account', '00042'), string('note', '=SUM(A1:A9)')] }),
    event({ eventId: null, properties: [number('amount', '12345678901234567890'), string('note', 'two\nlines')] }),
  ])
  expect(copiedForSpreadsheet(table).text).toBe(
    [
      [...fieldHeads, 'amount', 'account', 'note'].join('\t'),
      [...fieldCells(), '0.10', '00042', "'=SUM(A1:A9)"].join('\t'),
      [...fieldCells({ eventId: null }), '12345678901234567890', '', '"two\nlines"'].join('\t'),
    ].join('\r\n'),
  )
})

test('half a surrogate pair is copied as JSON escapes it', () => {
  const table = copiedTable([event({ properties: [string('s', 'x\ud800y'), string('\udc00', '')] })])
  expect(table.rows[0]?.at(-2)?.text).toBe('x\\ud800y')
  expect(table.heads.at(-1)).toBe('\\udc00')
})

function sentEvent(id: string, properties = '{}') {
  const parsed = parseEventText(`{${someMembers({ eventId: id })},"event_properties":${properties}}`)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.event
}

const textOf = (name: string, ids: string[]) =>
  SELECTION_FORMATS.find((format) => format.name === name)?.copied(
    ids.map((id) => sentEvent(id)),
    [],
  ).text

test('IDs are copied one a line, or as a JSON array that reads back', () => {
  expect(textOf('Event IDs, one per line', ['a', 'b'])).toBe('a\nb')
  fc.assert(
    fc.property(fc.array(anyText()), (ids) => {
      expect(JSON.parse(textOf('Event IDs as a JSON array', ids) ?? '')).toEqual(ids)
    }),
  )
})

test('JSON is copied as it was sent, to the digit', () => {
  const one = sentEvent('a', '{"n":1.000000000000000000001}')
  const text = SELECTION_FORMATS.find(({ name }) => name === 'JSON as sent')?.copied([one, one], []).text
  expect(text).toBe(`[${one.source},\n${one.source}]`)
})

test('a Markdown table has a row for each event and no cell that breaks out of its own', () => {
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1, maxLength: 5 }), (ids) => {
      const lines = (textOf('Markdown table', ids) ?? '').split('\n')
      expect(lines).toHaveLength(ids.length + 2)
      for (const line of lines) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(fieldCount + 1)
    }),
  )
  expect(textOf('Markdown table', ['<script>a_b*c'])).toContain('&lt;script>a\\_b\\*c')
})

test('rows are copied with the columns shown, in their order, or with all of them, as text and as a table', () => {
  const one = sentEvent('evt_1', '{"amount":0.10,"day":"2026-10-01","account":"00042"}')
  const copied = (name: string) =>
    SELECTION_FORMATS.find((format) => format.name === name)?.copied(
      [one],
      [{ property: 'account' }, { field: 'eventId' }, { property: 'amount' }],
    )
  expect(copied('Rows, columns shown')?.text).toBe('account\tevent_id\tamount\r\n00042\tevt_1\t0.10')
  expect(copied('Rows, columns shown')?.html).toContain('<td>0.10</td>')
  expect(copied('Rows, all columns')?.text).toContain('amount\tday\taccount')
  expect(copied('Rows, all columns')?.html).toContain('>2026-10-01</td>')
})
