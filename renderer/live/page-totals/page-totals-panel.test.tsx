import { expect, test } from 'vitest'
import { drawnWithNames } from '../../case/fixtures/drawn-with-names.tsx'
import { KeyName } from '../../case/shown-names.tsx'
import { PageTotalsTable } from './page-totals-panel.tsx'

test('a line that is told by its customer has the name, and one that is told by something alike has none', () => {
  const line = { key: 'cus_nordlicht', unit: null, count: 1, figures: {}, numbers: 0, without: null }
  const totals = { lines: [line], all: [], columns: [], by: null, confirmed: false, others: 0 }
  expect(drawnWithNames(<PageTotalsTable totals={totals} group="customerId" />)).toContain(
    'cus_nordlicht Nordlicht Logistik 1',
  )
  expect(drawnWithNames(<PageTotalsTable totals={totals} group="eventCode" />)).toContain('cus_nordlicht 1')
  expect(drawnWithNames(<KeyName of="customerId" id={null} />)).toBe('')
})
