import { expect, test } from 'vitest'
import { figure, line } from './fixtures/some-totals.ts'
import { totalsRows } from './totals-blocks.ts'

const all = (unit: string | null) => ({ ...line(null, [unit], { debit: figure('1') }), keys: [] })
const words = ({ body, foot }: ReturnType<typeof totalsRows>) =>
  [...body, ...foot].map((row) =>
    row.of === 'heading'
      ? row.words
      : `${row.row} ${row.of === 'all' ? 'All' : row.line.keys[0]?.text}, ${row.line.units[0] ?? '?'}`,
  )

test('each currency is a block with its own heading and "All", its lines in the order they came in', () => {
  const lines = [line('b', ['USD'], {}), line('a', ['EUR'], {}), line('c', ['USD'], {}), line('d', [null], {})]
  const rows = totalsRows({ lines, all: [all('EUR'), all('USD'), all(null)] }, 'currency')
  expect(words(rows)).toEqual([
    'EUR',
    '0 a, EUR',
    '1 All, EUR',
    'USD',
    '2 b, USD',
    '3 c, USD',
    '4 All, USD',
    'currency not known',
    '5 d, ?',
    '6 All, ?',
  ])
  expect(rows.foot).toEqual([])
  expect(rows.places).toEqual([1, 2, 4, 5, 6, 8, 9])
  expect(rows.lines.map(({ units }) => units[0])).toEqual(['EUR', 'EUR', 'USD', 'USD', 'USD', null, null])
})

test('of one currency there is no heading, and "All" stays below the lines', () => {
  const rows = totalsRows({ lines: [line('a', ['EUR'], {})], all: [all('EUR')] }, null)
  expect(words(rows)).toEqual(['0 a, EUR', '1 All, EUR'])
  expect(rows.foot).toHaveLength(1)
})

test('quantities are a block a unit, without an "All"', () => {
  const lines = [line('a', ['calls'], {}), line('b', ['GB'], {})]
  expect(words(totalsRows({ lines, all: [] }, 'Quantity of'))).toEqual(['calls', '0 a, calls', 'GB', '1 b, GB'])
})
