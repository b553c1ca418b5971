import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeyName, NamesContext } from '../../case/shown-names.tsx'
import { PageTotalsTable } from './page-totals-table.tsx'

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

test('a line that is told by its customer has the name, and one that is told by something alike has none', () => {
  const line = { key: 'cus_nordlicht', unit: null, count: 1, figures: {}, numbers: 0, without: null }
  const totals = { lines: [line], all: [], columns: [], by: null, confirmed: false, others: 0 }
  expect(drawn(<PageTotalsTable totals={totals} group="customerId" />)).toContain('cus_nordlicht Nordlicht Logistik 1')
  expect(drawn(<PageTotalsTable totals={totals} group="eventCode" />)).toContain('cus_nordlicht 1')
  expect(drawn(<KeyName of="customerId" id={null} />)).toBe('')
})
