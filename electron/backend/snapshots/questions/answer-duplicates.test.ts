import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlain } from '../../../../shared/exact/decimal.ts'
import { groupsInOrder, type OrderedGroup, type Standing } from './answer-duplicates.ts'

let row = 0
const one = (
  tooMuch: string | null,
  { unit = 'EUR', isByRules = true, count = 2, standing = 'open' as Standing } = {},
): OrderedGroup & { text: string } => {
  row += 1
  return {
    group: Array.from({ length: count }, () => row),
    standing,
    tooMuch: tooMuch === null ? null : readPlain(tooMuch),
    unit: { isByRules, name: unit },
    text: `${standing} ${isByRules ? '' : 'sent '}${tooMuch === null ? count : `${tooMuch} ${unit}`}`,
  }
}

/** In which they are listed. */
const textsOf = (groups: readonly ReturnType<typeof one>[]) =>
  groupsInOrder(groups).map(([first]) => groups.find(({ group }) => group[0] === first)?.text)

test('the largest money is first whatever its sign, exactly; without money the largest group', () => {
  const groups = [
    one(null),
    one('9.5'),
    one('-1249.00'),
    one(null, { count: 7 }),
    one('1249.0000000000000000000001'),
    one('10'),
  ]
  expect(textsOf(groups)).toEqual([
    'open 1249.0000000000000000000001 EUR',
    'open -1249.00 EUR',
    'open 10 EUR',
    'open 9.5 EUR',
    'open 7',
    'open 2',
  ])
})

test('units are not compared: that of most groups is first, and all by the rules before what is as sent', () => {
  const groups = [
    one('99999', { unit: 'JPY' }),
    one('5', { isByRules: false, unit: 'EUR' }),
    one('1'),
    one('2'),
    one('7', { unit: 'CHF' }),
  ]
  expect(textsOf(groups)).toEqual(['open 2 EUR', 'open 1 EUR', 'open 7 CHF', 'open 99999 JPY', 'open sent 5 EUR'])
})

test('what is in no figure comes after what is', () => {
  const groups = [one('50', { standing: 'marked' }), one('40', { standing: 'against' }), one('30'), one(null)]
  expect(textsOf(groups)).toEqual(['open 30 EUR', 'open 2', 'against 40 EUR', 'marked 50 EUR'])
})

test('every group is listed once, and equal ones stay as they came', () => {
  const any = fc.record({
    tooMuch: fc.option(fc.constantFrom('1', '2.5', '-2.50', '0')),
    unit: fc.constantFrom('EUR', 'USD'),
    isByRules: fc.boolean(),
    count: fc.integer({ min: 2, max: 3 }),
    standing: fc.constantFrom<Standing[]>('open', 'against', 'marked'),
  })
  fc.assert(
    fc.property(fc.array(any), (all) => {
      const groups = all.map(({ tooMuch, ...rest }) => one(tooMuch, rest))
      const listed = groupsInOrder(groups)
      expect(new Set(listed)).toEqual(new Set(groups.map(({ group }) => group)))
      expect(listed).toHaveLength(groups.length)
      // Listed again, nothing moves.
      const again = listed.map((group) => groups.find((each) => each.group === group)!)
      expect(groupsInOrder(again)).toEqual(listed)
    }),
  )
})
