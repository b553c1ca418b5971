import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageTotalsTable } from '../../../shared/figures/page-totals.ts'
import { NamesContext } from '../../ui/customer-name.tsx'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'

test('a line that is told by its customer has the name, and one that is told by something alike has none', () => {
  const line = { key: 'cus_nordlicht', unit: null, count: 1, figures: {}, numbers: 0, without: null }
  const totals = { lines: [line], all: [], columns: [], by: null, confirmed: false, others: 0 }
  const drawn = (group: 'customerId' | 'eventCode') =>
    renderToStaticMarkup(
      <NamesContext value={new Map([['cus_nordlicht', 'Nordlicht Logistik']])}>
        <FigureTable table={pageTotalsTable(totals, group)} />
      </NamesContext>,
    ).replaceAll(/<[^>]*>/g, ' ')
  expect(drawn('customerId')).toMatch(/cus_nordlicht\s+Nordlicht Logistik/)
  expect(drawn('eventCode')).not.toContain('Nordlicht Logistik')
})
