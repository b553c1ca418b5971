// What the events of one customer and code come to in one stretch of time, added up event by event.
import { compareDecimals, type Decimal, plus, rounded } from '../../../../../shared/exact/decimal.ts'
import { type Rule, withEffect } from '../../../../../shared/worth/rule.ts'
import type { ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import { NOT_VALUED, type NotValued } from '../../../../../shared/worth/worth.ts'
import { added } from './causes/figures.ts'

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
    stretch.quantity = added(stretch.quantity, withEffect(rule.effect, event.quantity))
  }
  const { worth, currency, why } = event
  if (worth === null) {
    const reason = NOT_VALUED.find((one) => one === why) ?? 'no-price'
    stretch.notValued ??= new Map()
    stretch.notValued.set(reason, (stretch.notValued.get(reason) ?? 0) + 1)
    return
  }
  if (event.price !== null) stretch.price = samePrice(stretch.price, event.price)
  addMoney(stretch.money, currency, newMoney(worth, 1, places(currency), isAgain ? worth : null))
}

/** The price that both have; undefined: neither has any yet. Null: they differ. */
export function samePrice(
  one: Decimal | null | undefined,
  other: Decimal | null | undefined,
): Decimal | null | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one !== null && other !== null && compareDecimals(one, other) === 0 ? one : null
}

/** @param places to which each worth is rounded. @param doubt null: none of the events may be a duplicate */
export function newMoney(worth: Decimal, events: number, places: number, doubt: Decimal | null): StretchMoney {
  if (worth.scale <= places) return { events, worth, halfUp: worth, halfEven: worth, doubt }
  const [halfUp, halfEven] = [rounded(worth, places, 'half-up'), rounded(worth, places, 'half-even')]
  return { events, worth, halfUp, halfEven, doubt }
}

/** @param money is kept, and grows with what is added later */
export function addMoney(sums: GroupStretch['money'], currency: string | null, money: StretchMoney): void {
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
