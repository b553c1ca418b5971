// What the events of one customer and code come to. Time is cut into segments where any period of the customer's lines
// begins or ends: in each of them events are added up one by one. Events that are worth something only as a whole
// month, such as a maximum, are added up by month. What a period comes to is made of its segments and its months.
import { compareDecimals, type Decimal, minus, plus, rounded, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { BillingMonth } from '../../../../../shared/worth/billing-months.ts'
import { type ComputedLine, worse } from '../../../../../shared/worth/period-lines.ts'
import { type Rule, withEffect } from '../../../../../shared/worth/rule.ts'
import type { ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import { NOT_VALUED, type NotValued } from '../../../../../shared/worth/worth.ts'
import type { BillingCalendar } from './billing-calendar.ts'
import { added } from './causes/figures.ts'
import { firstPlace, type Seconds } from './causes/line-case.ts'

/** Money in one currency. */
export interface SegmentMoney {
  /** Events that have a worth of their own, or are in a month's line that has one. */
  events: number
  worth: Decimal
  /** The same, where each event's worth is rounded to the decimals of the invoice before it is added, in two ways. */
  halfUp: Decimal
  halfEven: Decimal
  /** The worth of those events that may be duplicates; null: none may. */
  doubt: Decimal | null
}

/** What the events of a group in one segment of time come to. */
export interface GroupSegment {
  /** The index of its first event in the group's rows, and the one behind its last. */
  from: number
  until: number
  /** Events that no rule takes, events that are not money by the rules, and events whose number is missing. */
  unruled: number
  apart: number
  numberMissing: number
  /** Events that are part of a month's line. */
  ofLines: number
  /** Events that have a number and no money of their own, by the reason. */
  notValued: Map<NotValued, number>
  /** The quantity of events that are added one by one; null: none has one. */
  quantity: Decimal | null
  /** The price of one by which events are valued; undefined: none has a price; null: they have several. */
  price: Decimal | null | undefined
  /** By currency. */
  money: Map<string | null, SegmentMoney>
}

/** A segment with one event, of which nothing is added yet. @param at the index of the event in the group's rows */
export const newSegment = (at: number): GroupSegment => ({
  from: at,
  until: at + 1,
  unruled: 0,
  apart: 0,
  numberMissing: 0,
  ofLines: 0,
  notValued: new Map(),
  quantity: null,
  price: undefined,
  money: new Map(),
})

/** Whether the rules give money to such events. */
export const isMoney = ({ moneyKind }: Pick<ValuedEvent, 'moneyKind'>, rule: Rule | null): rule is Rule =>
  rule !== null && moneyKind !== 'balance' && moneyKind !== 'not-money' && rule.money.by !== 'none'

/**
 * Adds an event.
 * @param rule that takes it; null: none does
 * @param isRepeated whether it may be a duplicate of one before it
 * @param places decimals that the amounts of a currency have in the invoice
 */
export function addToSegment(
  segment: GroupSegment,
  event: ValuedEvent,
  rule: Rule | null,
  isRepeated: boolean,
  places: (currency: string | null) => number,
): void {
  if (!isMoney(event, rule)) {
    segment[rule === null ? 'unruled' : 'apart'] += 1
    return
  }
  if (event.moneyKind === 'number-missing') segment.numberMissing += 1
  if (event.line !== null) {
    segment.ofLines += 1
    return
  }
  if (event.moneyKind === 'number-missing') return
  if (event.quantity !== null) {
    segment.quantity = added(segment.quantity, withEffect(rule.effect, event.quantity))
  }
  const { worth, currency, why } = event
  if (worth === null) {
    const reason = NOT_VALUED.find((one) => one === why) ?? 'no-price'
    segment.notValued.set(reason, (segment.notValued.get(reason) ?? 0) + 1)
    return
  }
  if (event.price !== null) segment.price = samePrice(segment.price, event.price)
  addMoney(segment.money, currency, newMoney(worth, 1, places(currency), isRepeated ? worth : null))
}

/** The price that two have, of which one may have none (undefined); null: they have different prices. */
function samePrice(one: Decimal | null | undefined, other: Decimal | null | undefined): Decimal | null | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one !== null && other !== null && compareDecimals(one, other) === 0 ? one : null
}

/** Money of one event, or line. @param places to which it is rounded @param doubt null: no event may be a duplicate */
function newMoney(worth: Decimal, events: number, places: number, doubt: Decimal | null): SegmentMoney {
  if (worth.scale <= places) return { events, worth, halfUp: worth, halfEven: worth, doubt }
  const [halfUp, halfEven] = [rounded(worth, places, 'half-up'), rounded(worth, places, 'half-even')]
  return { events, worth, halfUp, halfEven, doubt }
}

/** Adds money to the sums of its currency. @param money the first of a currency is kept, and grows with the others */
function addMoney(sums: GroupSegment['money'], currency: string | null, money: SegmentMoney): void {
  const known = sums.get(currency)
  if (known === undefined) {
    sums.set(currency, money)
    return
  }
  known.events += money.events
  known.worth = plus(known.worth, money.worth)
  known.halfUp = plus(known.halfUp, money.halfUp)
  known.halfEven = plus(known.halfEven, money.halfEven)
  if (money.doubt !== null) known.doubt = added(known.doubt, money.doubt)
}

/** What events of a group that have money only as a whole month come to in one month. */
export interface GroupMonth {
  month: BillingMonth
  lines: ComputedLine[]
  /** The lines without events that may be duplicates; null: no event of the group may be one. */
  without: ComputedLine[] | null
}

/** What a group comes to, by time. */
export interface PeriodGroup {
  calendar: BillingCalendar
  /** Decimals that the amounts of a currency have in the invoice. */
  places: (currency: string | null) => number
  /** By the number that the calendar gives a segment; -1: events that are in no period. */
  segments: Map<number, GroupSegment>
  /** The numbers of segments with events, in the order of time; -1 is none of them. */
  numbers: number[]
  /** Months with such events, in the order of time. */
  months: GroupMonth[]
}

/** All segments and months of a period as one. */
export interface PeriodWorth extends GroupSegment {
  /** All events of the period. */
  events: number
  /** Why its months have no money, or one of them has none; null: they have, or there are none. */
  why: NotValued | null
  /** The lines of its months. */
  lines: ComputedLine[]
}

/** What a group comes to in a period. */
export function periodWorth(group: PeriodGroup, period: Seconds): PeriodWorth {
  const worth: PeriodWorth = { ...newSegment(0), until: 0, events: 0, why: null, lines: [] }
  for (const [, segment] of segmentsWithin(group, period)) addSegment(worth, segment)
  addMonths(worth, group, period)
  return worth
}

/** The segments of a period in which the group has events. */
export function* segmentsWithin(
  { calendar, numbers, segments }: PeriodGroup,
  period: Seconds,
): Generator<[number: number, segment: GroupSegment]> {
  const { from, until } = calendar.segmentsOf(period)
  const placeOf = (number: number) => firstPlace(numbers.length, (at) => (numbers[at] ?? 0) >= number)
  for (const number of numbers.slice(placeOf(from), placeOf(until))) {
    const segment = segments.get(number)
    if (segment !== undefined) yield [number, segment]
  }
}

/** Adds a segment; those of a period have to come in the order of time. */
function addSegment(worth: PeriodWorth, segment: GroupSegment): void {
  if (worth.events === 0) worth.from = segment.from
  worth.until = segment.until
  worth.events += segment.until - segment.from
  worth.unruled += segment.unruled
  worth.apart += segment.apart
  worth.numberMissing += segment.numberMissing
  worth.ofLines += segment.ofLines
  worth.price = samePrice(worth.price, segment.price)
  for (const [why, events] of segment.notValued) worth.notValued.set(why, (worth.notValued.get(why) ?? 0) + events)
  if (segment.quantity !== null) worth.quantity = added(worth.quantity, segment.quantity)
  for (const [currency, money] of segment.money) addMoney(worth.money, currency, { ...money })
}

/** Adds the months of a period. One that the period does not hold whole has no money in it. */
function addMonths(worth: PeriodWorth, group: PeriodGroup, period: Seconds): void {
  for (const { month, lines, without } of monthsWithin(group, period)) {
    if (month.from < period.from || month.until > period.until) {
      worth.why = 'part-of-line'
      continue
    }
    for (const computedLine of lines) {
      worth.lines.push(computedLine)
      const { line, quantity, worth: lineWorth, single } = computedLine
      worth.why = worse(worth.why, line.why)
      if (quantity !== null) worth.quantity = added(worth.quantity, quantity)
      if (lineWorth === null) continue
      worth.price = samePrice(worth.price, single)
      addMoney(worth.money, line.currency, newMoney(lineWorth, line.events, group.places(line.currency), null))
    }
    if (without !== null) noteDoubt(worth, lines, without)
  }
}

/** Adds to the doubt what lines are worth less what they are worth without events that may be duplicates. */
function noteDoubt(worth: PeriodWorth, lines: readonly ComputedLine[], without: readonly ComputedLine[]): void {
  const sums = new Map<string | null, Decimal>()
  const note = ({ line, worth: lineWorth }: ComputedLine, sign: typeof plus) => {
    if (lineWorth !== null) sums.set(line.currency, sign(sums.get(line.currency) ?? ZERO, lineWorth))
  }
  for (const line of lines) note(line, plus)
  for (const line of without) note(line, minus)
  for (const [currency, doubt] of sums) {
    const money = worth.money.get(currency)
    if (money !== undefined && doubt.digits !== 0n) money.doubt = added(money.doubt, doubt)
  }
}

/** The months that a period touches. */
export function monthsWithin({ months }: PeriodGroup, { from, until }: Seconds) {
  const first = firstPlace(months.length, (at) => (months[at]?.month.until ?? 0) > from)
  const end = firstPlace(months.length, (at) => (months[at]?.month.from ?? until) >= until)
  return months.slice(first, end)
}
