import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisLabels, chartAxis, markText } from './chart-axis.ts'

const texts = (...args: Parameters<typeof chartAxis>) => chartAxis(...args).ticks.map(({ text }) => text)

test.each([
  ['2204.10', 1, 0, ['2,500', '1,250', '0']],
  ['933.30', 1, 0.4, ['1,000', '500', '0']],
  ['933.30', 1, 1, ['1,000', '500', '0', '−500']],
  ['0.00042', 1, 0, ['0.0005', '0.00025', '0']],
  ['4000', 1, 0, ['4,000', '2,000', '0']],
  ['100', 0, 1, ['0', '−50', '−100']],
  ['0', 0, 0, []],
  [null, 0, 0, []],
  [`1${'0'.repeat(400)}`, 1, 0, ['0']],
])('beside %s the axis is marked up to a round figure', (largest, above, below, ticks) =>
  expect(texts(above, below, largest, false)).toEqual(ticks),
)

test('counts have no halves', () => {
  expect(texts(1, 0, '1', true)).toEqual(['1', '0'])
  expect(texts(1, 0, '3', true)).toEqual(['4', '2', '0'])
  expect(texts(1, 0, '2450', true)).toEqual(['2,500', '1,250', '0'])
})

test('no bar is above the top, the top is marked, and no two marks are one', () => {
  const part = fc.double({ min: 0.01, max: 1, noNaN: true })
  const size = fc.double({ min: 1e-6, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(part, part, size, fc.boolean(), (other, stacked, largest, isAbove) => {
      const [above, below] = isAbove ? [1 + stacked, other] : [other, 1 + stacked]
      const { top, bottom, ticks } = chartAxis(above, below, String(largest), false)
      expect(top).toBeGreaterThanOrEqual(above * (1 - 1e-6))
      expect(bottom).toBe(below)
      expect(ticks[0]?.at).toBeCloseTo(top, 6)
      expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length)
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(6)
    }),
  )
})

test('marks are as short as there is room for', () => {
  expect(
    [0.00005, 2.5, 7_500, 500_000, 1_500_000, 1_250_000, 20_000_000, 2e12, 1e40, 2.5e-7, -50].map(markText),
  ).toEqual(['0.00005', '2.5', '7,500', '500,000', '1.5M', '1.25M', '20M', '2T', '1E40', '2.5E-7', '−50'])
})

const from = (date: string, days: number) =>
  Array.from({ length: days }, (_, at) => new Date(Date.parse(date) + at * 86_400_000).toISOString().slice(0, 10))
const labelTexts = (...args: Parameters<typeof axisLabels>) => [...axisLabels(...args).values()].map(({ text }) => text)

test('where a cut day of the month before comes first, its name does not touch the next one', () => {
  // "31 Aug" begins with its bar, and the next one, which says its month too, has the middle of its own.
  expect(labelTexts(from('2026-08-31', 31), 'day', 920 / 31).slice(0, 3)).toEqual(['31 Aug', '2 Sep', '4'])
  expect(labelTexts(from('2026-08-31', 31), 'day', 620 / 31).slice(0, 3)).toEqual(['31 Aug', '3 Sep', '6'])
  expect(labelTexts(from('2026-10-01', 31), 'day', 1_300 / 31).slice(0, 3)).toEqual(['1 Oct', '3', '5'])
})

test('hours are named by the clock', () => {
  const hours = Array.from(
    { length: 48 },
    (_, at) => `2026-10-0${1 + Math.floor(at / 24)}T${String(at % 24).padStart(2, '0')}:00Z`,
  )
  expect(labelTexts(hours.slice(4), 'hour', 8).slice(0, 5)).toEqual(['06', '12', '18', '2 Oct', '06'])
})

test('no two labels touch, however many bars there are and however narrow they are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 744 }), fc.double({ min: 8, max: 72, noNaN: true }), (days, width) => {
      const labels = axisLabels(from('2026-01-30', days), 'day', width)
      expect(labels.size).toBeGreaterThan(0)
      let end = -10
      for (const [at, { text, edge }] of labels) {
        const labelWidth = text.length * 6
        const begin =
          edge === 'start' ? 0 : edge === 'end' ? days * width - labelWidth : (at + 0.5) * width - labelWidth / 2
        expect(begin).toBeGreaterThan(end + 4)
        end = begin + labelWidth
      }
    }),
  )
})
