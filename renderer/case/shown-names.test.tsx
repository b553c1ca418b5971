import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_TEXTS } from '../../shared/event/event-fields.ts'
import { PageTotalsTable } from '../live/page-totals/page-totals-table.tsx'
import { EventCells } from '../snapshot/figures/event-table.tsx'
import { KeyName, NamesContext } from './shown-names.tsx'

const names = new Map([['cus_nordlicht', 'Nordlicht Logistik']])

const drawn = (children: ReactNode) =>
  renderToStaticMarkup(
    <NamesContext value={names}>
      <table>
        <tbody>
          <tr>{children}</tr>
        </tbody>
      </table>
    </NamesContext>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a customer has a name behind the ID in the cells of an event, wherever these are drawn', () => {
  const event = { ...NO_TEXTS, customerId: 'cus_nordlicht', properties: [], extra: [], problems: [], source: '' }
  expect(drawn(<EventCells event={event} zone="UTC" />)).toBe('– – – missing cus_nordlicht Nordlicht Logistik')
  expect(drawn(<EventCells event={{ ...event, customerId: 'cus_1' }} zone="UTC" />)).toBe('– – – missing cus_1')
})

test('a line that is told by its customer has the name, and one that is told by something alike has none', () => {
  const line = { key: 'cus_nordlicht', unit: null, count: 1, figures: {}, numbers: 0, without: null }
  const totals = { lines: [line], all: [], columns: [], by: null, confirmed: false, others: 0 }
  expect(drawn(<PageTotalsTable totals={totals} group="customerId" />)).toContain('cus_nordlicht Nordlicht Logistik 1')
  expect(drawn(<PageTotalsTable totals={totals} group="eventCode" />)).toContain('cus_nordlicht 1')
  expect(drawn(<KeyName of="customerId" id={null} />)).toBe('')
})
