import { expect, test } from 'vitest'
import type { ValueSummary } from '../../../shared/snapshot/snapshot-rows.ts'
import { seenProperties } from '../../worth/amount-choice.ts'
import {
  keyOptions,
  measureOptions,
  numericNames,
  ROUNDING_OPTIONS,
  roundingLabel,
  typedMeasures,
  usualMeasure,
} from './totals-options.ts'

const summary = (name: string, kinds: ValueSummary['kinds'], texts: string[] = []): ValueSummary => ({
  key: { of: 'property', name },
  kinds,
  distinct: texts.length,
  commonest: texts.map((text) => ({ value: { kind: 'string', text }, count: 1 })),
  numbers: null,
  texts: null,
})

test('a property that is named like a field is another key than the field', () => {
  const options = keyOptions(['event_code', 'Event code', 'Day', '', 'tier'])
  const labels = options.map(({ label }) => label)
  expect(labels.slice(0, 7)).toEqual(['Event code', 'Customer ID', 'Event type', 'Hour', 'Day', 'Week', 'Month'])
  expect(labels.slice(7)).toEqual(['event_code', 'Event code (property)', 'Day (property)', '(no name)', 'tier'])
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
})

test('measures are sums, products of two, minimum and maximum of what has a number', () => {
  const labels = measureOptions(['amount', 'quantity'], false).map(({ label }) => label)
  expect(labels).toEqual([
    'Number of events',
    'Sum of amount',
    'Sum of quantity',
    'Sum of amount × quantity',
    'Minimum of amount',
    'Minimum of quantity',
    'Maximum of amount',
    'Maximum of quantity',
  ])
  expect(measureOptions([], true).map(({ label }) => label)).toEqual(['What they are worth', 'Number of events'])
  expect(typedMeasures('Minimum of rare').map(({ label }) => label)).toContain('Minimum of rare')
})

test('numbers come first, amounts that are text behind them, and other texts not at all', () => {
  const summaries = [
    summary('region', { string: 9 }),
    summary('total_cost', { string: 5 }),
    summary('n', { number: 3 }),
  ]
  const names = [
    ...summaries.map(({ key }) => ({ name: key.of === 'property' ? key.name : '', rows: 1 })),
    { name: 'rare', rows: 1 },
  ]
  expect(numericNames({ summaries, names })).toEqual(['n', 'total_cost', 'rare'])
})

test('what looks like an amount is asked about first, then any number, else events are counted', () => {
  const seen = seenProperties([summary('n', { number: 9 }), summary('amount', { number: 3 })])
  expect(usualMeasure(['n', 'amount'], seen, [])).toEqual({ figure: 'sum', properties: ['amount'] })
  expect(usualMeasure(['n', 'amount'], seen, [{ name: 'amount', meaning: 'none' }])).toEqual({
    figure: 'sum',
    properties: ['n'],
  })
  expect(usualMeasure([], [], [])).toEqual({ figure: 'count' })
})

test('rounding begins as sent, and says its mode', () => {
  expect(ROUNDING_OPTIONS[0]?.label).toBe('As sent')
  expect(roundingLabel({ places: 1, mode: 'half-even' })).toBe('1 decimal, half-even')
})
