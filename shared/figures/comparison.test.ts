// Groups of two snapshots beside each other: percent, days, volume and price, and their order.
import { expect, test } from 'vitest'
import { comparedTotals } from '../snapshot/compare-totals.ts'
import { figure, answer as someAnswer, cell as someCell, line as someLine } from '../snapshot/fixtures/some-totals.ts'
import type { PeriodDays } from '../snapshot/snapshot-periods.ts'
import type { PricedQuantity, TotalsCell, TotalsLine } from '../snapshot/snapshot-totals.ts'
import {
  type ChangeLine,
  type ComparedGroups,
  changesTable,
  comparedGroups,
  type GroupColumns,
  type GroupedAs,
  groupsTable,
} from './comparison.ts'
import { copiedTable, standingOn } from './figure-description.ts'

const DAYS = (count: number): PeriodDays => ({ milliseconds: count * 86_400_000, words: `${count} days` })
const BY_RULES: GroupedAs = {
  figure: 'debitMinusCredit',
  isByRules: true,
  days: { there: DAYS(30), here: DAYS(31) },
  isSoFar: false,
}

const cell = (
  net: string | null,
  priced?: { quantity: string; price: string; of?: string } | PricedQuantity[],
): TotalsCell =>
  someCell({
    debitMinusCredit: net === null ? null : figure(net),
    worth: {
      charged: net,
      reduces: null,
      quantity: null,
      unruled: net === null ? 1 : 0,
      notValued: [],
      share: { charged: null, reduces: null },
      ...(priced && { priced: Array.isArray(priced) ? priced : [{ customer: 'c', of: 'a', ...priced }] }),
    },
  })

const copiedGroups = (groups: ComparedGroups, columns: GroupColumns) => copiedTable(groupsTable(groups, columns))
const line = (name: string, total: TotalsCell, currency = 'EUR') => someLine(name, [currency], total)
const all = (total: TotalsCell): TotalsLine => ({ keys: [], units: ['EUR'], cells: [], total })
const answer = (lines: TotalsLine[], totals: TotalsLine[], lineCount = lines.length) =>
  someAnswer(lines, totals, {
    by: ['Currency'],
    lineCount,
    worth: { version: 'v', hasMoney: true, inNoLine: [], noRule: [], unruled: 0, sentBy: [] },
  })

const parts = (calls: string, price: string) => [
  { customer: 'c', of: 'calls', quantity: calls, price },
  { customer: 'c', of: 'egress', quantity: '1000', price: '0.08' },
]

test('volume, price and neither add up to the difference, of a line and of “All”', () => {
  const there = answer(
    [
      line('calls', cell('27000', { quantity: '54000000', price: '0.0005' })),
      line('seats', cell('100')),
      line('egress', cell('80', { quantity: '1000', price: '0.08' })),
    ],
    [all(cell('27180', parts('54000000', '0.0005')))],
  )
  const here = answer(
    [
      line('calls', cell('27900', { quantity: '62000000', price: '0.00045' })),
      line('seats', cell('150')),
      line('egress', cell('112', { quantity: '1000', price: '0.08' })),
    ],
    [all(cell('28162', parts('62000000', '0.00045')))],
  )
  const { blocks, isSplit, hasRest } = comparedGroups(comparedTotals(there, here), BY_RULES)
  expect([isSplit, hasRest, blocks.length]).toEqual([true, true, 1])
  expect(blocks[0]?.lines.map((one) => [one.line.keys[0]?.text, one.difference, one.split])).toEqual([
    ['calls', '900.00', { volume: '4000.00', price: '-3100.00', rest: '0.00' }],
    ['seats', '50.00', null],
    ['egress', '32.00', { volume: '0.00', price: '0.00', rest: '32.00' }],
  ])
  expect(blocks[0]?.all).toMatchObject({
    difference: '982.00',
    percent: '3.61',
    split: { volume: '4000.00', price: '-3100.00', rest: '82.00' },
    perDay: { there: '906.00', here: '908.45' },
  })
})

test('no percent of nothing, of less than nothing, or of what is so far; none of it is netted without a rule', () => {
  const of = (there: TotalsCell, here: TotalsCell, more: Partial<GroupedAs> = {}) => {
    const compared = comparedTotals(answer([line('a', there)], []), answer([line('a', here)], []))
    return comparedGroups(compared, { ...BY_RULES, ...more }).blocks[0]?.lines[0]
  }
  expect(of(cell('4'), cell('5'))?.percent).toBe('25.00')
  expect(of(cell('0'), cell('5'))?.percent).toBeNull()
  expect(of(cell('-4'), cell('5'))?.percent).toBeNull()
  expect(of(cell('4'), cell('5'), { isSoFar: true })?.percent).toBeNull()
  expect(of(cell(null), cell('5'))).toBeUndefined()
})

test('what one side does not have is compared with nothing; the largest difference of a currency is first', () => {
  const there = answer([line('gone', cell('-7.5')), line('same', cell('2'))], [])
  const here = answer([line('new', cell('5')), line('same', cell('2')), line('new', cell('900'), 'USD')], [])
  const { blocks } = comparedGroups(comparedTotals(there, here), BY_RULES)
  const shown = blocks.map(({ units, lines }) => [
    units[0],
    ...lines.map((one) => [one.line.keys[0]?.text, one.there, one.here, one.difference]),
  ])
  expect(shown).toEqual([
    ['EUR', ['gone', '-7.5', null, '7.50'], ['new', null, '5', '5.00'], ['same', '2', '2', '0.00']],
    ['USD', ['new', null, '900', '900.00']],
  ])
})

test('“All” is split by its own quantities and prices, also while lines are left out or have none', () => {
  const there = answer([line('a', cell('1'))], [all(cell('2', { quantity: '2', price: '1' }))], 2)
  const here = answer([line('a', cell('1'))], [all(cell('3', { quantity: '3', price: '1' }))])
  const { blocks, isSplit } = comparedGroups(comparedTotals(there, here), BY_RULES)
  expect(blocks[0]?.all?.split).toEqual({ volume: '1.00', price: '0.00', rest: '0.00' })
  expect(isSplit).toBe(true)
})

test('a line says what is not in its money, by the name of its side', () => {
  const part = { eventCode: 'build_minutes', property: 'quantity', otherSent: 0, quantities: [] }
  const notIn = {
    parts: [{ ...part, why: 'text' as const, events: 3, sent: [{ text: '150', isText: true, events: 3 }] }],
    untold: 0,
  }
  const lacking = cell('2')
  lacking.notIn = notIn
  const compared = comparedTotals(answer([line('a', cell('1'))], []), answer([line('a', lacking)], []))
  const columns: GroupColumns = {
    keys: ['Event code'],
    unit: 'Currency',
    before: 'September',
    after: 'October',
    words: ({ keys }) => [keys[0]?.text ?? ''],
    isPerDay: false,
    isOfMoney: true,
  }
  const { heads, rows } = copiedGroups(comparedGroups(compared, BY_RULES), columns)
  expect(heads.at(-1)).toBe('Not in the total')
  expect(rows[0]?.at(-1)?.text).toBe('October without 3 events of build_minutes whose quantity is text: “150” 3 times')
})

test('what has no unit is a block for each event code, with no “All” across them, also in a copy', () => {
  const of = (code: string, debit: string) => ({
    ...someLine('c', [null], someCell({ debit: figure(debit) })),
    code,
  })
  const sent = (...lines: TotalsLine[]) => someAnswer(lines, [], { by: [], isApart: true })
  const compared = comparedTotals(sent(of('calls', '250000')), sent(of('calls', '250005'), of('gigabytes', '7')))
  const groups = comparedGroups(compared, { ...BY_RULES, figure: 'debit', isByRules: false })
  expect(groups.blocks.map(({ code, all, lines }) => [code, all, ...lines.map((one) => one.difference)])).toEqual([
    ['calls', null, '5'],
    ['gigabytes', null, '7'],
  ])
  const columns: GroupColumns = {
    keys: ['Customer ID'],
    unit: 'Unit',
    before: 'a',
    after: 'b',
    words: () => ['c'],
    isPerDay: false,
    isOfMoney: false,
  }
  expect(copiedGroups(groups, columns).rows.map((row) => row[1]?.text)).toEqual([
    'calls (unit not set)',
    'gigabytes (unit not set)',
  ])
})

test('a copy has every line and “All” in the columns of the screen', () => {
  const priced = { quantity: '2', price: '1' }
  const there = answer(
    [line('a', cell('1', { quantity: '1', price: '1' }))],
    [all(cell('1', { quantity: '1', price: '1' }))],
  )
  const here = answer([line('a', cell('2', priced))], [all(cell('2', priced))])
  const groups = comparedGroups(comparedTotals(there, here), BY_RULES)
  const columns: GroupColumns = {
    keys: ['Event code'],
    unit: 'Currency',
    before: 'September',
    after: 'October',
    words: ({ keys }) => [keys[0]?.text ?? ''],
    isPerDay: true,
    isOfMoney: true,
  }
  const { heads, rows } = copiedGroups(groups, columns)
  expect(heads).toEqual([
    'Event code',
    'Currency',
    'September',
    'October',
    'Difference',
    'Percent',
    'Volume',
    'Price',
    'September, per day',
    'October, per day',
  ])
  expect(rows.map((row) => row.map((one) => one?.text ?? null))).toEqual([
    ['a', 'EUR', '1', '2', '1.00', '100.00', '1.00', '0.00', '0.03', '0.06'],
    ['All', 'EUR', '1', '2', '1.00', '100.00', '1.00', '0.00', '0.03', '0.06'],
  ])
})

test('what changed is copied with every figure, also those that no line has, and with how many lines are left out', () => {
  const none = { charged: null, reduces: null, net: null, debit: null, credit: null, neither: null }
  const change: ChangeLine = {
    kind: 'gone',
    keys: [{ kind: 'time', text: '2026-10-01' }],
    before: 3,
    after: 0,
    unit: 'EUR',
    currency: 'EUR',
    figures: { ...none, charged: '-5', net: '-5' },
    without: null,
    units: null,
  }
  const table = changesTable([change, { ...change, kind: 'added', keys: [null] }], 'Day', 1_200, 1)
  const { heads, rows } = copiedTable(changesTable([change], 'Day', 1_200))
  expect(heads.slice(0, 6)).toEqual(['Change', 'Day', 'Unit', 'Events before', 'Events now', 'Charged'])
  expect(heads).toHaveLength(11)
  expect(rows[0]?.slice(0, 5).map((cell) => cell?.text)).toEqual(['Gone', '2026-10-01', 'EUR', '3', '0'])
  expect(rows[0]?.[1]?.kind).toBe('day')
  expect(rows[1]).toEqual([{ kind: 'string', text: '1,200 more lines are left out' }])
  // The screen has those alone that some line has, and fewer lines.
  expect(standingOn(table, 'screen').columns.map(({ head }) => head)).toEqual([
    ...['Change', 'Day', 'Events', 'Unit'],
    ...['Charged', 'Total'],
  ])
  expect([table.blocks[0]?.rows.length, table.more]).toEqual([1, expect.stringMatching(/^1 more line is not shown/)])
})
