// What a customer's code comes to in one period, from its stretches and its months.
import { type Decimal, minus, plus, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { ReckonedLine } from '../../../../../shared/worth/period-lines.ts'
import { NOT_VALUED, type NotValued } from '../../../../../shared/worth/worth.ts'
import { added } from './causes/figures.ts'
import { firstPlace, type Seconds } from './causes/line-case.ts'
import { addMoney, type GroupStretch, newMoney, type StretchMoney, samePrice } from './group-stretch.ts'
import type { ValuedGroup } from './value-groups.ts'

export interface PeriodWorth {
  /** Where its events stand in the group's rows. */
  from: number
  until: number
  events: number
  unruled: number
  apart: number
  numberMissing: number
  /** Events that have a number and no money of their own, by the reason. */
  notValued: Map<NotValued, number>
  /** Why its months have no money; null: they have some, or there are none. */
  why: NotValued | null
  /** Null: nothing is counted. */
  quantity: Decimal | null
  price: Decimal | null
  /** The lines of its months. */
  lines: ReckonedLine[]
  money: Map<string | null, StretchMoney>
}

/** @param places decimals to which the invoice rounds */
export function periodWorth(
  group: ValuedGroup,
  period: Seconds,
  places: (currency: string | null) => number,
): PeriodWorth {
  const worth: PeriodWorth = {
    from: 0,
    until: 0,
    events: 0,
    unruled: 0,
    apart: 0,
    numberMissing: 0,
    notValued: new Map(),
    why: null,
    quantity: null,
    price: null,
    lines: [],
    money: new Map(),
  }
  let price: Decimal | null | undefined
  for (const [, stretch] of stretchesWithin(group, period)) {
    price = samePrice(price, stretch.price)
    addStretch(worth, stretch)
  }
  price = addMonths(worth, group, period, places, price)
  worth.price = price ?? null
  return worth
}

/** Those with events. */
export function* stretchesWithin(
  { calendar, numbers, stretches }: ValuedGroup,
  period: Seconds,
): Generator<[number: number, stretch: GroupStretch]> {
  const { from, until } = calendar.stretchesOf(period)
  const placeOf = (number: number) => firstPlace(numbers.length, (at) => (numbers[at] ?? 0) >= number)
  for (const number of numbers.slice(placeOf(from), placeOf(until))) {
    const stretch = stretches.get(number)
    if (stretch !== undefined) yield [number, stretch]
  }
}

function addStretch(worth: PeriodWorth, stretch: GroupStretch): void {
  if (worth.events === 0) worth.from = stretch.from
  worth.until = stretch.until
  worth.events += stretch.until - stretch.from
  worth.unruled += stretch.unruled
  worth.apart += stretch.apart
  worth.numberMissing += stretch.numberMissing
  for (const [why, events] of stretch.notValued ?? []) {
    worth.notValued.set(why, (worth.notValued.get(why) ?? 0) + events)
  }
  if (stretch.quantity !== null) worth.quantity = added(worth.quantity, stretch.quantity)
  for (const [currency, money] of stretch.money) addMoney(worth.money, currency, { ...money })
}

function addMonths(
  worth: PeriodWorth,
  group: ValuedGroup,
  period: Seconds,
  places: (currency: string | null) => number,
  singles: Decimal | null | undefined,
): Decimal | null | undefined {
  let price = singles
  for (const { month, lines, without } of monthsWithin(group, period)) {
    if (month.from < period.from || month.until > period.until) {
      worth.why = 'part-of-line'
      continue
    }
    for (const reckoned of lines) {
      worth.lines.push(reckoned)
      const { line, quantity, worth: lineWorth, single } = reckoned
      worth.why = worse(worth.why, line.why)
      if (quantity !== null) worth.quantity = added(worth.quantity, quantity)
      if (lineWorth === null) continue
      price = samePrice(price, single)
      addMoney(worth.money, line.currency, newMoney(lineWorth, line.events, places(line.currency), null))
    }
    if (without !== null) noteDoubt(worth, lines, without)
  }
  return price
}

/** What months are worth less what they are worth without events that may be duplicates. */
function noteDoubt(worth: PeriodWorth, lines: readonly ReckonedLine[], without: readonly ReckonedLine[]): void {
  const sums = new Map<string | null, Decimal>()
  const note = ({ line, worth: lineWorth }: ReckonedLine, sign: typeof plus) => {
    if (lineWorth !== null) sums.set(line.currency, sign(sums.get(line.currency) ?? ZERO, lineWorth))
  }
  for (const line of lines) note(line, plus)
  for (const line of without) note(line, minus)
  for (const [currency, doubt] of sums) {
    const money = worth.money.get(currency)
    if (money !== undefined && doubt.digits !== 0n) money.doubt = added(money.doubt, doubt)
  }
}

/** Those that a period touches. */
export function monthsWithin({ months }: ValuedGroup, { from, until }: Seconds) {
  const first = firstPlace(months.length, (at) => (months[at]?.month.until ?? 0) > from)
  const end = firstPlace(months.length, (at) => (months[at]?.month.from ?? until) >= until)
  return months.slice(first, end)
}

function worse(one: NotValued | null, other: NotValued | null): NotValued | null {
  if (one === null || other === null) return one ?? other
  return NOT_VALUED.indexOf(one) < NOT_VALUED.indexOf(other) ? one : other
}
