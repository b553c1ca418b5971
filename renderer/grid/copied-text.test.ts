import { expect, test } from 'vitest'
import type { Property } from '../../shared/event/event.ts'
import { someEvent as event, fieldCells, fieldHeads } from '../../shared/event/fixtures/some-event.ts'
import { tabSeparated } from '../ui/copied-table.ts'
import { copiedTable } from './copied-text.ts'

const string = (name: string, text: string): Property => ({ name, kind: 'string', text })
const number = (name: string, text: string): Property => ({ name, kind: 'number', text })

test('tab-separated, events are what a person expects', () => {
  const table = copiedTable([
    event({ properties: [number('amount', '0.10'), string('account', '00042'), string('note', '=SUM(A1:A9)')] }),
    event({ eventId: null, properties: [number('amount', '12345678901234567890'), string('note', 'two\nlines')] }),
  ])
  expect(tabSeparated(table)).toBe(
    [
      [...fieldHeads, 'amount', 'account', 'note'].join('\t'),
      [...fieldCells(), '0.10', "'00042", "'=SUM(A1:A9)"].join('\t'),
      [...fieldCells({ eventId: null }), "'12345678901234567890", '', '"two\nlines"'].join('\t'),
    ].join('\r\n'),
  )
})

test('half a surrogate pair is written as JSON escapes it', () => {
  const table = copiedTable([event({ properties: [string('s', 'x\ud800y'), string('\udc00', '')] })])
  expect(table.rows[0]?.at(-2)?.text).toBe('x\\ud800y')
  expect(table.heads.at(-1)).toBe('\\udc00')
})
