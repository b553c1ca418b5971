import { expect, test } from 'vitest'
import { comparedTotals } from './compare-totals.ts'
import type { Figure, TotalsAnswer, TotalsCell, TotalsLine } from './snapshot-totals.ts'

const figure = (exact: string | null): Figure | null =>
  exact === null ? null : { exact, perEvent: null, perLine: null, perTotal: null }

function cell(count: number, debit: string | null, debitMinusCredit = debit): TotalsCell {
  return {
    count,
    numbers: count,
    without: 0,
    beyond: 0,
    credit: null,
    neither: null,
    min: null,
    max: null,
    debit: figure(debit),
    debitMinusCredit: figure(debitMinusCredit),
    share: { count: null, credit: null, debit: null },
  }
}

const line = (key: string, unit: string | null, total: TotalsCell): TotalsLine => ({
  keys: [{ kind: 'string', text: key }],
  units: [unit],
  cells: [],
  total,
})

function answer(lines: TotalsLine[], changed: Partial<TotalsAnswer> = {}): TotalsAnswer {
  return {
    by: ['currency'],
    columns: [],
    otherColumns: 0,
    lines,
    offset: 0,
    lineCount: lines.length,
    all: [],
    cut: [],
    events: 0,
    numbers: 0,
    without: 0,
    beyond: 0,
    ...changed,
  }
}

test('each line is held against the one of its keys and currency, also where only one side has it', () => {
  const before = answer([
    line('api', 'EUR', cell(4, '0.10')),
    line('api', 'USD', cell(1, '-5')),
    line('gone', 'EUR', cell(2, '7.25')),
  ])
  const after = answer([
    line('api', 'EUR', cell(5, '0.30')),
    line('api', 'USD', cell(1, '-4')),
    line('new', 'EUR', cell(1, null)),
  ])
  const { lines } = comparedTotals(before, after)
  expect(lines.map(({ keys, units, changes }) => [keys[0]?.text, units[0], changes.count, changes.debit])).toEqual([
    ['api', 'EUR', { difference: '1', percent: '25.00' }, { difference: '0.20', percent: '200.00' }],
    ['api', 'USD', { difference: '0', percent: '0.00' }, { difference: '1', percent: '20.00' }],
    ['new', 'EUR', { difference: '1', percent: null }, null],
    ['gone', 'EUR', { difference: '-2', percent: '-100.00' }, { difference: '-7.25', percent: '-100.00' }],
  ])
})

test('what one side does not know the unit of is compared with no other unit', () => {
  const before = answer([line('api', null, cell(1, '1'))], { by: [] })
  const after = answer([line('api', 'EUR', cell(1, '1'))])
  const { by, lines } = comparedTotals({ ...before, lines: before.lines.map((one) => ({ ...one, units: [] })) }, after)
  expect(by).toEqual(['currency'])
  expect(lines.map(({ units, before: was, after: is }) => [units, was === null, is === null])).toEqual([
    [['EUR'], true, false],
    [[null], false, true],
  ])
})

test('no difference of debit and credit is told where one side has none to tell', () => {
  const after = answer([line('api', 'EUR', cell(1, '1', null))])
  const { lines } = comparedTotals(answer([line('api', 'EUR', cell(1, '3'))]), after)
  expect(lines[0]?.changes.debitMinusCredit).toBeNull()
  expect(lines[0]?.changes.debit).toEqual({ difference: '-2', percent: '-66.67' })
})

test('what only one answer has is left out where the other has not all of its lines, and how many there are is said', () => {
  const one = cell(1, '1.00')
  const before = answer([line('a', 'EUR', one), line('b', 'EUR', one)], { lineCount: 12_500 })
  const after = answer([line('b', 'EUR', one), line('c', 'EUR', one)])
  const compared = comparedTotals(before, after)
  expect(compared.lines.map(({ keys }) => keys[0]?.text)).toEqual(['b', 'a'])
  expect(compared.lineCount).toBe(12_500)
  expect(comparedTotals(answer(before.lines), after)).toMatchObject({ lineCount: 3, lines: [{}, {}, {}] })
})

test('two valuations are compared by what rules say, and not where an event has no rule', () => {
  const worth = (net: string | null, charged: string, unruled: number): TotalsCell => ({
    ...cell(1, null, net),
    worth: {
      charged,
      reduces: null,
      quantity: null,
      unruled,
      notValued: [],
      share: { charged: null, reduces: null },
    },
  })
  const ofRules = { version: 'x', hasMoney: true, inNoLine: [], noRule: [], unruled: 0, sentBy: [] }
  const of = (api: TotalsCell, sms: TotalsCell) =>
    answer([line('api', 'EUR', api), line('sms', 'EUR', sms)], { worth: ofRules })
  const { lines } = comparedTotals(
    of(worth('3.00', '3.00', 0), worth('2.00', '2.00', 0)),
    of(worth('4.50', '4.50', 0), worth(null, '5.00', 1)),
  )
  expect(lines.map(({ changes }) => [changes.debitMinusCredit, changes.charged])).toEqual([
    [
      { difference: '1.50', percent: '50.00' },
      { difference: '1.50', percent: '50.00' },
    ],
    [null, { difference: '3.00', percent: '150.00' }],
  ])
  const exact = comparedTotals(
    of(worth('1.2345', '1.2345', 0), worth('2.00', '2.00', 0)),
    of(worth('3.7345', '3.7345', 0), worth('2.00', '2.00', 0)),
  )
  expect(exact.lines.map(({ changes }) => changes.charged?.difference)).toEqual(['2.50', '0.00'])
})
