// A mistake that was planted is always among the causes that fit. Each is planted by whole numbers, apart from the
// search.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import type { CauseCode } from './cause-attempt.ts'
import { findCauses } from './find-causes.ts'
import { BERLIN, bookedFrom, NOTHING_BESIDE, OCTOBER, secondsOf } from './fixtures/october.ts'
import type { LineCase, LineEvent } from './line-case.ts'

const settings = { seed: 20261123, numRuns: 300 }
const DAY = 86_400

/** A price is so many millionths. */
const PRICE = 12_345n

interface Used {
  second: number
  quantity: bigint
  isCredit: boolean
  mayRepeat: boolean
  isLate: boolean
}

const used: fc.Arbitrary<Used> = fc.record({
  second: fc.integer({ min: OCTOBER.from - 2 * DAY, max: OCTOBER.until + 2 * DAY }),
  quantity: fc.bigInt({ min: 1n, max: 5_000n }),
  isCredit: fc.boolean(),
  mayRepeat: fc.boolean(),
  isLate: fc.boolean(),
})
/** As many as leave something in any of the periods, and on any day in none of two at one second. */
const month = fc
  .uniqueArray(used, { minLength: 5, maxLength: 40, selector: ({ second }) => second })
  .map((all) => all.toSorted((a, b) => a.second - b.second))

const signed = ({ quantity, isCredit }: Used) => (isCredit ? -quantity : quantity)
const within = (all: readonly Used[], from: number, until: number) =>
  all.filter(({ second }) => second >= from && second < until)
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
const most = (all: readonly bigint[]) => all.reduce((max, one) => (one > max ? one : max))
const quantityOf = (all: readonly Used[]) => sum(all.map(signed))

/** Half away from zero: hundredths of so many millionths. */
function cents(millionths: bigint): Decimal {
  const size = millionths < 0n ? -millionths : millionths
  const hundredths = (size + 5_000n) / 10_000n
  return { digits: millionths < 0n ? -hundredths : hundredths, scale: 2 }
}

function eventOf(one: Used, at: number, isOfCard: boolean): LineEvent {
  const quantity = { digits: signed(one), scale: 0 }
  return {
    row: at,
    source: 'snapshot',
    at: { seconds: one.second, nanoseconds: 0 },
    type: one.isCredit ? 'credit' : 'debit',
    moneyKind: one.isCredit ? 'reduces' : 'charged',
    effect: one.isCredit ? 'reduces' : 'as-sent',
    quantity,
    value: null,
    worth: isOfCard ? null : { digits: quantity.digits * PRICE, scale: 6 },
    price: isOfCard ? null : { digits: PRICE, scale: 6 },
    differs: null,
    mayRepeat: one.mayRepeat,
    isLate: one.isLate,
  }
}

interface Planted {
  code: CauseCode
  /** What the invoice says. */
  quantity: bigint
  millionths: bigint
}

function lineOf(
  all: readonly Used[],
  stated: Pick<Planted, 'quantity' | 'millionths'>,
  more: Partial<LineCase>,
): LineCase {
  const isOfCard = more.card != null
  const inPeriod = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
  return {
    customerId: 'customer',
    line: {
      quantity: { digits: stated.quantity, scale: 0 },
      unitPrice: null,
      amount: cents(stated.millionths),
      currency: 'EUR',
      places: 2,
    },
    period: OCTOBER,
    month: '2026-10',
    zone: BERLIN,
    shownZone: 'America/New_York',
    events: all.map((one, at) => eventOf(one, at, isOfCard)),
    hasBoundaryEvents: { before: true, after: true },
    by: 'sum',
    quantity: { digits: inPeriod, scale: 0 },
    worth: { digits: inPeriod * PRICE, scale: 6 },
    card: null,
    prices: [],
    unit: null,
    ...NOTHING_BESIDE,
    ...more,
  }
}

/** Where the days of October begin; the 25th has 25 hours. */
const DAYS = Array.from({ length: 31 }, (_, at) => secondsOf(`2026-10-${String(at + 1).padStart(2, '0')} 00:00`))

/** Of events that carry their price. */
function plantedIn(all: readonly Used[]): Planted[] {
  const inPeriod = within(all, OCTOBER.from, OCTOBER.until)
  const at = (code: CauseCode, quantity: bigint): Planted => ({ code, quantity, millionths: quantity * PRICE })
  const of = (code: CauseCode, events: readonly Used[]) => at(code, quantityOf(events))
  const utc = [Date.UTC(2026, 9, 1) / 1_000, Date.UTC(2026, 10, 1) / 1_000] as const
  const newYork = [
    secondsOf('2026-10-01 00:00', 'America/New_York'),
    secondsOf('2026-11-01 00:00', 'America/New_York'),
  ] as const
  const days = Map.groupBy(inPeriod, ({ second }) => DAYS.findLastIndex((from) => from <= second))
  const quantities = inPeriod.map(signed)
  const total = quantityOf(inPeriod)
  const hasBoth = inPeriod.some(({ isCredit }) => isCredit) && inPeriod.some(({ isCredit }) => !isCredit)
  if (inPeriod.length === 0) return []
  return [
    at(
      'number-of-events',
      inPeriod.every(({ isCredit }) => isCredit) ? -BigInt(inPeriod.length) : BigInt(inPeriod.length),
    ),
    ...(hasBoth || !inPeriod.some(({ isCredit }) => isCredit) ? [at('maximum', most(quantities))] : []),
    at('last-or-first', quantities.at(-1) ?? 0n),
    at('last-or-first', quantities[0] ?? 0n),
    ...(hasBoth || !inPeriod.some(({ isCredit }) => isCredit)
      ? [at('daily-maximum', sum([...days.values()].map((day) => most(day.map(signed)))))]
      : []),
    ...(hasBoth
      ? [
          of(
            'one-type',
            inPeriod.filter(({ isCredit }) => !isCredit),
          ),
          of(
            'one-type',
            inPeriod.filter(({ isCredit }) => isCredit),
          ),
        ]
      : []),
    at('sign-reversed', sum(inPeriod.map(({ quantity }) => quantity))),
    of(
      'repeats-left-out',
      inPeriod.filter(({ mayRepeat }) => !mayRepeat),
    ),
    of(
      'late-left-out',
      inPeriod.filter(({ isLate }) => !isLate),
    ),
    at('billed-twice', 2n * total),
    of('utc', within(all, ...utc)),
    of('shown-zone', within(all, ...newYork)),
    of('end-included', within(all, OCTOBER.from, OCTOBER.until + DAY)),
    of('end-included', within(all, OCTOBER.from, OCTOBER.until + 1)),
    of('day-missing', within(all, OCTOBER.from + DAY, OCTOBER.until)),
    of('day-missing', within(all, OCTOBER.from, OCTOBER.until - DAY)),
    at('decimal-factor', 1_000n * total),
    { code: 'decimal-factor', quantity: total, millionths: 100n * total * PRICE },
    at('binary-units', 1_024n * total),
  ]
}

const isZeroCents = (millionths: bigint) => cents(millionths).digits === 0n

test('what was planted in a line of events with a price is among the causes', () => {
  const seen = new Set<CauseCode>()
  fc.assert(
    fc.property(month, (all) => {
      const inPeriod = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
      for (const planted of plantedIn(all)) {
        // No mistake, or nothing but 0.00 is left of it.
        if (planted.quantity === inPeriod && cents(planted.millionths).digits === cents(inPeriod * PRICE).digits)
          continue
        if (isZeroCents(planted.millionths) && planted.millionths !== 0n) continue
        const found = findCauses(lineOf(all, planted, {}))
        expect(found.fits.map(({ code }) => code)).toContain(planted.code)
        seen.add(planted.code)
        for (const { worth } of found.fits) {
          expect(Math.abs(Number(worth) - Number(cents(planted.millionths).digits) / 100)).toBeLessThan(0.00501)
        }
      }
    }),
    settings,
  )
  // None of them was left out by chance.
  expect(seen).toEqual(
    new Set([
      'number-of-events',
      'maximum',
      'last-or-first',
      'daily-maximum',
      'one-type',
      'sign-reversed',
      'repeats-left-out',
      'late-left-out',
      'billed-twice',
      'utc',
      'shown-zone',
      'end-included',
      'day-missing',
      'decimal-factor',
      'binary-units',
    ]),
  )
})

const tiers = fc.record({
  first: fc.bigInt({ min: 100n, max: 20_000n }),
  prices: fc.uniqueArray(fc.bigInt({ min: 1n, max: 90_000n }), { minLength: 2, maxLength: 2 }),
  included: fc.bigInt({ min: 1n, max: 3_000n }),
})

test('what was planted in a line of tiers is among the causes', () => {
  const found = new Set<CauseCode>()
  fc.assert(
    fc.property(month, tiers, (used, { first, prices: [low = 1n, high = 2n], included }) => {
      const all = used.map((one) => ({ ...one, isCredit: false }))
      const inPeriod = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
      if (inPeriod === 0n) return
      const text = (millionths: bigint) => `0.${String(millionths).padStart(6, '0')}`
      const card = bookedFrom({
        included: String(included),
        tiers: [
          { upTo: String(first), price: text(low) },
          { upTo: null, price: text(high) },
        ],
      })
      const left = (off: bigint) => (inPeriod > off ? inPeriod - off : 0n)
      const graduated = (quantity: bigint) =>
        quantity <= first ? quantity * low : first * low + (quantity - first) * high
      const volume = (quantity: bigint) => quantity * (quantity <= first ? low : high)
      const worth = graduated(left(included))
      const planted: Omit<Planted, 'quantity'>[] = [
        { code: 'included-forgotten', millionths: graduated(inPeriod) },
        { code: 'included-twice', millionths: graduated(left(2n * included)) },
        { code: 'other-tiering', millionths: volume(left(included)) },
        { code: 'one-tier', millionths: left(included) * low },
        {
          code: 'each-event-priced',
          millionths: sum(
            within(all, OCTOBER.from, OCTOBER.until).map(({ quantity }) =>
              graduated(quantity > included ? quantity - included : 0n),
            ),
          ),
        },
      ]
      for (const { code, millionths } of planted) {
        if (cents(millionths).digits === cents(worth).digits) continue
        if (isZeroCents(millionths) && millionths !== 0n) continue
        const line = lineOf(
          all,
          { quantity: inPeriod, millionths },
          { card, prices: [card], worth: { digits: worth, scale: 6 } },
        )
        const codes = findCauses(line).fits.map((fit) => fit.code)
        // All at the first tier is by volume where the quantity lies in it.
        expect(codes).toContain(code === 'one-tier' && left(included) <= first ? 'other-tiering' : code)
        found.add(code)
      }
    }),
    settings,
  )
  expect(found.size).toBe(5)
})

test('a right line, and one that is right when rounded, has no cause', () => {
  fc.assert(
    fc.property(month, (all) => {
      const quantity = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
      if (isZeroCents(quantity * PRICE)) return
      const right = lineOf(all, { quantity, millionths: quantity * PRICE }, {})
      expect(findCauses(right)).toEqual({ tried: 0, fits: [], unasked: 0 })
    }),
    settings,
  )
})

test('how many are tried does not depend on what the amount is, and those that are not asked are not tried', () => {
  fc.assert(
    fc.property(month, fc.bigInt({ min: 1n, max: 10n ** 12n }), (all, more) => {
      const inPeriod = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
      const one = (millionths: bigint, rest: Partial<LineCase> = {}) =>
        findCauses(lineOf(all, { quantity: inPeriod + 1n, millionths }, rest))
      const known = one((inPeriod + 1n) * PRICE)
      expect(one(inPeriod * PRICE + more).tried).toBe(known.tried)
      const edgeless = one((inPeriod + 1n) * PRICE, { hasBoundaryEvents: { before: false, after: false } })
      expect(edgeless.tried + edgeless.unasked).toBe(known.tried)
      expect(edgeless.unasked).toBe(3)
    }),
    settings,
  )
})

test('a zone that is the billing zone is no cause', () => {
  const inUtc = { from: Date.UTC(2026, 9, 1) / 1_000, until: Date.UTC(2026, 10, 1) / 1_000 }
  fc.assert(
    fc.property(month, fc.constantFrom('UTC', 'Africa/Abidjan'), (all, shownZone) => {
      const inPeriod = quantityOf(within(all, inUtc.from, inUtc.until))
      const berlins = quantityOf(within(all, OCTOBER.from, OCTOBER.until))
      const figures = { quantity: { digits: inPeriod, scale: 0 }, worth: { digits: inPeriod * PRICE, scale: 6 } }
      const line = lineOf(
        all,
        { quantity: berlins, millionths: berlins * PRICE },
        { ...figures, period: inUtc, zone: 'UTC', shownZone },
      )
      const { fits } = findCauses(line)
      expect(fits.filter(({ code }) => code === 'utc' || code === 'shown-zone')).toEqual([])
      const inBerlin = { ...lineOf(all, { quantity: inPeriod, millionths: inPeriod * PRICE }, {}), shownZone: 'UTC' }
      expect(findCauses(inBerlin).fits.filter(({ code }) => code === 'shown-zone')).toEqual([])
    }),
    settings,
  )
})
