import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, plus, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { type DifferenceGroup, differenceGroups } from './difference-groups.ts'
import { bookedFrom, day, days, decimal, event, october } from './fixtures/october.ts'
import type { LineEvent } from './line-case.ts'

const worth = (time: string, money: string, more: Partial<LineEvent> = {}) =>
  event(time, null, { worth: decimal(money), ...more })

/** Whole numbers 1, 2, 4 …: no two sets of them have one sum. */
const doubling = () => days(20).map((one) => worth(day(one, '12:00'), `${2 ** (one - 1)}.00`))
const all = String(2 ** 20 - 1)

const plainGroups = (groups: readonly DifferenceGroup[]) =>
  groups.map((group) => [group.words, group.events.length, decimalText(group.worth)])

const given = (amount: number, events: readonly LineEvent[], sum = all) =>
  plainGroups(differenceGroups(october({ amount: `${amount}.00` }, sum, events, { quantity: null })))

test('one event, two, a run of days', () => {
  const total = Number(all)
  expect(given(total - 8, doubling())).toEqual([['1 event', 1, '8.00']])
  expect(given(total + 8 + 512, doubling())).toEqual([['2 events', 2, '520.00']])
  expect(given(total - 4 - 8 - 16, doubling())).toEqual([['3 events from 2026-10-03 to 2026-10-05', 3, '28.00']])
})

test('a group that fits twice says how often, and comes once', () => {
  const even = days().map((one) => worth(day(one, '12:00'), '24.00'))
  expect(given(744 - 24, even, '744')).toEqual([['1 event: 31 events fit, each by itself', 1, '24.00']])
  expect(given(744 - 240, even, '744')).toEqual([['10 events from 2026-10-01 to 2026-10-10', 10, '240.00']])
})

test('a day, a type, late ones, repeats, those without a quantity', () => {
  const marked = (more: Partial<LineEvent>) => [
    ...doubling().map((one, at) => (at === 1 || at === 4 || at === 9 ? { ...one, ...more } : one)),
  ]
  const amount = Number(all) - 2 - 16 - 512
  expect(given(amount, marked({ type: 'credit' }))).toEqual([['3 events of type credit', 3, '530.00']])
  expect(given(amount, marked({ isLate: true }))).toEqual([
    ['3 events that came after the month was closed', 3, '530.00'],
  ])
  expect(given(amount, marked({ mayRepeat: true }))).toEqual([['3 events that may be repeats', 3, '530.00']])
  const threeADay = doubling().map((one, at) => ({
    ...one,
    at: event(day(1 + Math.floor(at / 3), `12:0${at % 3}`), null).at,
  }))
  expect(given(Number(all) - 8 - 16 - 32, threeADay)).toEqual([['3 events of 2026-10-02', 3, '56.00']])
})

test('a group is measured by what the line comes to once rounded', () => {
  const events = ['746.667', '1.234', '5'].map((money, at) => worth(day(at + 1, '12:00'), money))
  const line = october({ amount: '751.67' }, '752.901', events, { quantity: null })
  expect(plainGroups(differenceGroups(line))).toEqual([['1 event', 1, '1.234']])
})

test('an amount that agrees, and events without a worth of their own, have no groups', () => {
  expect(given(Number(all), doubling())).toEqual([])
  const card = bookedFrom({ price: '1', included: '5' })
  const counted = days().map((one) => event(day(one, '12:00'), '10'))
  expect(differenceGroups(october({ amount: '295.00' }, '305', counted, { card }))).toEqual([])
})

test('every group has the difference, and what was left out is found', () => {
  const cents = fc.integer({ min: -5_000, max: 50_000 }).filter((one) => one !== 0)
  const arbitrary = fc.tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 31 }), cents), { minLength: 3, maxLength: 60 }),
    fc.nat(),
    fc.nat(),
  )
  fc.assert(
    fc.property(arbitrary, ([all, one, other]) => {
      const events = all
        .toSorted(([a], [b]) => a - b)
        .map(([number, money]) => event(day(number, '12:00'), null, { worth: { digits: BigInt(money), scale: 2 } }))
      const total = events.reduce((sum, { worth }) => plus(sum, worth ?? ZERO), ZERO)
      const left = new Set([events[one % events.length], events[other % events.length]])
      const without = events
        .filter((each) => !left.has(each))
        .reduce((sum, { worth }) => plus(sum, worth ?? ZERO), ZERO)
      const off = total.digits - without.digits
      if (off === 0n || without.digits === 0n) return
      const line = october({ amount: decimalText(without) }, decimalText(total), events, { quantity: null })
      const groups = differenceGroups(line)
      expect(groups.some((group) => group.events.length <= 2)).toBe(true)
      expect(groups.length).toBeLessThanOrEqual(5)
      for (const group of groups) {
        const sum = group.events.reduce((money, { worth }) => plus(money, worth ?? ZERO), ZERO)
        expect([off, -off]).toContain(sum.digits)
        expect(group.worth).toEqual(sum)
      }
      const sizes = groups.map((group) => group.events.length)
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    }),
    { seed: 20261124, numRuns: 300 },
  )
})
