import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisLabels } from './chart-labels.ts'

const from = (date: string, days: number) =>
  Array.from({ length: days }, (_, at) => new Date(Date.parse(date) + at * 86_400_000).toISOString().slice(0, 10))
const texts = (...args: Parameters<typeof axisLabels>) => [...axisLabels(...args).values()].map(({ text }) => text)

test('where a cut day of the month before comes first, its name does not touch the next one', () => {
  // "31 Aug" begins with its bar, and the next one, which says its month too, has the middle of its own.
  expect(texts(from('2026-08-31', 31), 'day', 920 / 31).slice(0, 3)).toEqual(['31 Aug', '2 Sep', '4'])
  expect(texts(from('2026-08-31', 31), 'day', 620 / 31).slice(0, 3)).toEqual(['31 Aug', '3 Sep', '6'])
  expect(texts(from('2026-10-01', 31), 'day', 1_300 / 31).slice(0, 3)).toEqual(['1 Oct', '3', '5'])
})

test('hours are named by the clock', () => {
  const hours = Array.from(
    { length: 48 },
    (_, at) => `2026-10-0${1 + Math.floor(at / 24)}T${String(at % 24).padStart(2, '0')}:00Z`,
  )
  expect(texts(hours.slice(4), 'hour', 8).slice(0, 5)).toEqual(['06', '12', '18', '2 Oct', '06'])
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
