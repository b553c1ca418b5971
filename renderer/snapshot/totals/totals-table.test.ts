import { expect, test } from 'vitest'
import { answer, figure, line, question } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { shownTotals } from './shown-totals.ts'
import { countOfGroups, pinnedFigures } from './totals-table.tsx'

const SUM = { figure: 'sum', properties: ['amount'] } as const
const all = (unit: string | null, total: Parameters<typeof line>[2]) => ({ ...line(null, [unit], total), keys: [] })
const shownOf = (lines: Parameters<typeof answer>[0], alls: typeof lines, more = {}, asked = question()) =>
  shownTotals(
    { rounded: 'perTotal' },
    { ...SUM, properties: ['amount'] },
    asked,
    answer(lines, alls, more),
    'amount-major',
  )

test('one figure a currency: the net, or what there is without one', () => {
  const net = all('EUR', { debit: figure('5'), credit: figure('2.5'), debitMinusCredit: figure('2.5') })
  const apart = all('USD', { debit: figure('1200'), credit: figure('3') })
  const none = all(null, {})
  expect(pinnedFigures(shownOf([], [net, apart, none]))).toEqual([
    { unit: 'EUR', figures: [{ name: 'Debit − credit', text: '2.50' }], without: null },
    {
      unit: 'USD',
      without: null,
      figures: [
        { name: 'Credit', text: '3.00' },
        { name: 'Debit', text: '1,200.00' },
      ],
    },
  ])
  expect(pinnedFigures(shownOf([], [net]))).toEqual([])
})

test('it says of how many groups and events', () => {
  const customers = question({ by: [{ of: 'field', field: 'customerId' }] })
  const lines = [line('a', ['EUR'], {}), line('a', ['USD'], {}), line('b', ['USD'], {}), line(null, ['USD'], {})]
  expect(countOfGroups(shownOf(lines, [], { events: 3_220 }, customers))).toBe('2 customers · 3,220 events')
  expect(countOfGroups(shownOf(lines, [], { events: 1, lineCount: 12_000 }))).toBe('12,000 lines · 1 event')
  const regions = question({ by: [{ of: 'property', name: 'region' }] })
  expect(countOfGroups(shownOf(lines, [], { events: 2 }, regions))).toBe('2 values of region · 2 events')
})
