// What the events of one customer and code come to in one stretch of time, added up event by event.
import { compareDecimals, type Decimal, plus, rounded } from '../../../../../shared/exact/decimal.ts'
import { type Rule, withEffect } from '../../../../../shared/worth/rule.ts'
import type { ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import { NOT_VALUED, type NotValued } from '../../../../../shared/worth/worth.ts'

/** Money of one currency. */
export interface StretchMoney {
  /** That have a worth of their own, or are in a line that has one. */
  events: number
  worth: Decimal
  /** Each event's worth rounded to the places of the invoice. */
  halfUp: Decimal
  halfEven: Decimal
  /** Of events that may be duplicates; null: none is. */
  doubt: Decimal | null
}

export interface GroupStretch {
  /** Where the first of its events stands in the group's rows, and the one behind its last. */
  from: number
  until: number
  /** Events that no rule takes, events that are not money by the rules, and events without a number. */
  unruled: number
  apart: number
  numberMissing: number
  /** Part of a month's line. */
  ofLines: number
  notValued: Map<NotValued, number> | null
  /** Of what is added event by event. */
  quantity: Decimal | null
  /** Of one: undefined: none was seen; null: they differ. */
  price: Decimal | null | undefined
  money: Map<string | null, StretchMoney>
}

/** @param at where its first event stands */
export const newStretch = (at: number): GroupStretch => ({
  from: at,
  until: at + 1,
  unruled: 0,
  apart: 0,
  numberMissing: 0,
  ofLines: 0,
  notValued: null,
  quantity: null,
  price: undefined,
  money: new Map(),
})

/** Whether the rules give money to such events. */
export const isMoney = ({ bin }: Pick<ValuedEvent, 'bin'>, rule: Rule | null): rule is Rule =>
  rule !== null && bin !== 'balance' && bin !== 'not-money' && rule.money.by !== 'none'

/** @param rule that takes it; null: none does. @param places decimals to which the invoice rounds */
export function addToStretch(
  stretch: GroupStretch,
  event: ValuedEvent,
  rule: Rule | null,
  isAgain: boolean,
  places: (currency: string | null) => number,
): void {
  if (!isMoney(event, rule)) {
    stretch[rule === null ? 'unruled' : 'apart'] += 1
    return
  }
  if (event.bin === 'number-missing') stretch.numberMissing += 1
  if (event.line !== null) {
    stretch.ofLines += 1
    return
  }
  if (event.bin === 'number-missing') return
  if (event.quantity !== null) {
    const quantity = withEffect(rule.effect, event.quantity)
    stretch.quantity = stretch.quantity === null ? quantity : plus(stretch.quantity, quantity)
  }
  const { worth, currency, why } = event
  if (worth === null) {
    const reason = NOT_VALUED.find((one) => one === why) ?? 'no-price'
    stretch.notValued ??= new Map()
    stretch.notValued.set(reason, (stretch.notValued.get(reason) ?? 0) + 1)
    return
  }
  if (event.price !== null) stretch.price = samePrice(stretch.price, event.price)
  addMoney(stretch.money, currency, worth, isAgain, places(currency))
}

/** The price that both have; undefined: neither has any yet. Null: they differ. */
export function samePrice(
  one: Decimal | null | undefined,
  other: Decimal | null | undefined,
): Decimal | null | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one !== null && other !== null && compareDecimals(one, other) === 0 ? one : null
}

function addMoney(
  money: GroupStretch['money'],
  currency: string | null,
  worth: Decimal,
  isAgain: boolean,
  places: number,
): void {
  const [halfUp, halfEven] =
    worth.scale <= places ? [worth, worth] : [rounded(worth, places, 'half-up'), rounded(worth, places, 'half-even')]
  const known = money.get(currency)
  if (known === undefined) {
    money.set(currency, { events: 1, worth, halfUp, halfEven, doubt: isAgain ? worth : null })
    return
  }
  known.events += 1
  known.worth = plus(known.worth, worth)
  known.halfUp = plus(known.halfUp, halfUp)
  known.halfEven = plus(known.halfEven, halfEven)
  if (isAgain) known.doubt = known.doubt === null ? worth : plus(known.doubt, worth)
}
