import { expect, test } from 'vitest'
import { chartBars } from './chart-bars.ts'
import { answer, cell, figure, line } from './fixtures/some-totals.ts'
import type { MeasureChoice } from './totals-choice.ts'

const SUM: MeasureChoice = { figure: 'sum', properties: ['amount'] }
const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03']
const day = (text: string, total: Parameters<typeof cell>[0], unit: string | null = 'EUR') =>
  line(text, [unit], total ?? {}, 'time')

test('debits stand above the line and credits below, whichever sign they were sent with', () => {
  const lines = [
    day('2026-11-01', { debit: figure('100'), credit: figure('25') }),
    day('2026-11-03', { debit: figure('-10'), credit: figure('-50') }),
  ]
  const { bars, above, below, largest } = chartBars(SUM, answer(lines, []), ['EUR'], DAYS)
  expect(bars.map(({ parts }) => parts.map(({ side, isBelow, height }) => [side, isBelow, height]))).toEqual([
    [
      ['debit', false, 1],
      ['credit', true, 0.25],
    ],
    [],
    [
      ['debit', true, 0.1],
      ['credit', true, 0.5],
    ],
  ])
  expect([above, below, largest]).toEqual([1, 0.6, '100'])
})

test('another currency is not drawn on the same scale', () => {
  const lines = [day('2026-11-01', { debit: figure('5') }), day('2026-11-01', { debit: figure('9999') }, 'JPY')]
  const { bars, largest } = chartBars(SUM, answer(lines, []), ['EUR'], DAYS)
  expect(bars[0]?.parts).toEqual([{ side: 'debit', text: '5', isBelow: false, height: 1 }])
  expect(largest).toBe('5')
})

test('heights hold where no double does, and the texts stay exact', () => {
  const huge = `1${'0'.repeat(400)}`
  const lines = [
    day('2026-11-01', { debit: figure(huge) }),
    day('2026-11-02', { debit: figure(`5${'0'.repeat(399)}`) }),
  ]
  const { bars } = chartBars(SUM, answer(lines, []), ['EUR'], DAYS)
  expect(bars.map(({ parts }) => parts[0]?.height)).toEqual([1, 0.5, undefined])
  expect(bars[0]?.parts[0]?.text).toBe(huge)
})

test('events are drawn by what they are, and a cut period says so', () => {
  const counted = { ...line('2026-11-01', [], { count: 6 }, 'time'), cells: [cell({ count: 3 }), cell({ count: 2 })] }
  const columns = [
    { kind: 'string' as const, text: 'debit' },
    { kind: 'string' as const, text: 'credit' },
  ]
  const { bars } = chartBars(
    { figure: 'count' },
    answer([counted], [], { by: [], columns, cut: ['2026-11-01'] }),
    [],
    DAYS,
  )
  expect(bars[0]?.parts.map(({ side, text }) => [side, text])).toEqual([
    ['debit', '3'],
    ['credit', '2'],
    ['other', '1'],
  ])
  expect(bars.map(({ isCut }) => isCut)).toEqual([true, false, false])
})

test('what came twice is said of its period and unit, a credit without its sign', () => {
  const worth = (charged: string | null, reduces: string | null) => ({
    worth: { charged, reduces, quantity: null, unruled: 0, notValued: [], share: { charged: null, reduces: null } },
  })
  const drawn = answer([day('2026-11-01', worth('900.00', null)), day('2026-11-03', worth('900.00', '-99.20'))], [])
  const twice = answer(
    [
      day('2026-11-01', worth('40.00', null)),
      day('2026-11-01', worth('7.00', null), 'USD'),
      day('2026-11-03', worth('0.00', '-49.60')),
    ],
    [],
  )
  const { bars } = chartBars({ figure: 'worth' }, drawn, ['EUR'], DAYS, twice)
  expect(bars.map((bar) => bar.twice)).toEqual([
    [{ side: 'charged', text: '40.00' }],
    [],
    [{ side: 'credited', text: '49.60' }],
  ])
  expect(chartBars({ figure: 'worth' }, drawn, ['EUR'], DAYS).bars.flatMap((bar) => bar.twice)).toEqual([])
})
