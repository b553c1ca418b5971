import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, decimalText, minus, plus, readPlain, times } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { comparedTotals, shareCustomers, volumeAndPrice } from './compare-totals.ts'
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

const of = (quantity: string, price: string, name = 'a') => [{ customer: 'c', of: name, quantity, price }]

test.each([
  [
    'tokens of Bluefin: more of them',
    of('335000000', '0.000013'),
    of('620000000', '0.000013'),
    '3705.00',
    '3705.00',
    '0.00',
  ],
  [
    'calls of Zephyr: more of them, cheaper',
    of('54000000', '0.0005'),
    of('62000000', '0.00045'),
    '900.00',
    '4000.00',
    '-3100.00',
  ],
])('%s', (_, before, after, difference, volume, price) => {
  expect(volumeAndPrice(before, after, difference, 'USD')).toEqual({ volume, price, rest: '0.00' })
})

test('what is not quantity × price stands apart', () => {
  expect(volumeAndPrice(of('100', '0.08'), of('100', '0.08'), '1', 'EUR')).toEqual({
    volume: '0.00',
    price: '0.00',
    rest: '1.00',
  })
})

test('each customer, code and unit is computed apart and then added up, so that a grouping changes nothing', () => {
  const before = [...of('335000000', '0.000013', 'tokens'), ...of('54000000', '0.0005', 'calls')]
  const after = [...of('620000000', '0.000013', 'tokens'), ...of('62000000', '0.00045', 'calls')]
  const wanted = { volume: '7705.00', price: '-3100.00', rest: '0.00' }
  expect(volumeAndPrice(before, after, '4605', 'USD')).toEqual(wanted)
  expect(volumeAndPrice(before, after.toReversed(), '4605', 'USD')).toEqual(wanted)
  const gone = [...before, ...of('10', '1', 'gone')]
  expect(volumeAndPrice(gone, after, '4595', 'USD')).toEqual({ ...wanted, rest: '-10.00' })
})

test('of two customers each code and unit is computed, whoever they are', () => {
  const [one, other] = [of('62', '2'), of('31', '2').map((part) => ({ ...part, customer: 'd' }))]
  expect(shareCustomers(one, other)).toBe(false)
  expect(volumeAndPrice(one, other, '-62', 'USD')).toBeNull()
  expect(volumeAndPrice(one, other, '-62', 'USD', false)).toEqual({ volume: '-62.00', price: '0.00', rest: '0.00' })
  expect(shareCustomers([...one, ...other], one)).toBe(true)
})

test('a new price within the later period is one; of several earlier ones only the same are compared', () => {
  const two = [...of('10', '2'), ...of('30', '1')]
  expect(volumeAndPrice(of('30', '2'), two, '-10', 'EUR')).toEqual({ volume: '20.00', price: '-30.00', rest: '0.00' })
  expect(volumeAndPrice(two, [...of('40', '1'), ...of('10', '2')], '10', 'EUR')).toMatchObject({ volume: '10.00' })
  expect(volumeAndPrice(two, of('30', '2'), '10', 'EUR')).toBeNull()
})

test('without a price on both sides, or in two units, nothing is split', () => {
  expect(volumeAndPrice(undefined, of('1', '1'), '1', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1'), undefined, '1', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1', 'GB'), of('1', '1', 'MB'), '0', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1', 'GB'), of('1', '1'), '0', 'EUR')).toBeNull()
})

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 12 }))
  .map(([digits, scale]) => decimalText({ digits, scale }))

test('the parts add up to the difference, to the last digit', () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, decimals, decimals, (q1, p1, q2, p2, more) => {
      const worth = (quantity: string, price: string) => times(readPlain(quantity), readPlain(price))
      const difference = plus(minus(worth(q2, p2), worth(q1, p1)), readPlain(more))
      const split = volumeAndPrice(of(q1, p1), of(q2, p2), decimalText(difference), 'EUR')
      if (split === null) throw new Error('It is not split')
      const { volume, price, rest } = split
      const sum = [volume, price, rest].map(readPlain).reduce(plus)
      expect(compareDecimals(sum, difference)).toBe(0)
      expect(compareDecimals(readPlain(rest), readPlain(more))).toBe(0)
    }),
    runs(2_804, 500),
  )
})
