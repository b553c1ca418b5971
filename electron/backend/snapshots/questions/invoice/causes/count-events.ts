// The quantity of a line's events, counted as rules count it and as it may be counted by mistake.
import { compareDecimals, createDecimalSum, type Decimal, plus, ZERO } from '../../../../../../shared/exact/decimal.ts'
import { compareInstants } from '../../../../../../shared/time/instant.ts'
import { plainNumber } from '../../../../../../shared/worth/money-text.ts'
import { type Quantity, withEffect } from '../../../../../../shared/worth/rule.ts'
import { negated, ONE, wholeNumber } from './figures.ts'
import type { LineEvent, Timed } from './line-case.ts'
import { dayNumber } from './zone-days.ts'

/** How events are counted: as rules do, or by mistake. */
export type Counting = Quantity['by'] | 'first' | 'daily-maximum' | 'different-quantities'

/**
 * The quantity of events; what reduces counts below zero. Null: no event has a number, or two are equally late.
 * @param zone in which days begin
 */
export function countEvents(events: readonly Timed[], by: Counting, zone: string): Decimal | null {
  if (by === 'events') return numberOf(events)
  if (by === 'sum') return sumOf(events)
  // Of single events a rule takes one as it was sent, such as the largest, and turns its sign only then.
  const areTurned = events.length > 0 && events.every(isNegated)
  const counted = oneOf(areTurned ? events.map(asSent) : events, by, zone)
  return counted && areTurned ? negated(counted) : counted
}

/** Whether the rules count its quantity with the opposite sign. */
export const isNegated = ({ effect }: Timed) => effect === 'reversed' || effect === 'reduces'

/** An event with the quantity that it had before its effect turned the sign. */
export const asSent = (event: Timed): Timed =>
  isNegated(event) ? { ...event, effect: 'as-sent', quantity: event.quantity && negated(event.quantity) } : event

/** The number of events, less those that are taken off; null: there are none. */
function numberOf(events: readonly Timed[]): Decimal | null {
  if (events.length === 0) return null
  let count = 0
  for (const { effect } of events) count += withEffect(effect, ONE).digits < 0n ? -1 : 1
  return wholeNumber(count)
}

/** The sum of quantities; null: no event has a number. */
export function sumOf(events: readonly Pick<LineEvent, 'quantity'>[]): Decimal | null {
  const sum = createDecimalSum()
  let isAny = false
  for (const { quantity } of events) {
    if (quantity === null) continue
    sum.add(quantity)
    isAny = true
  }
  return isAny ? sum.total() : null
}

function oneOf(events: readonly Timed[], by: Exclude<Counting, 'sum' | 'events'>, zone: string) {
  switch (by) {
    case 'maximum':
      return largest(events)
    case 'last':
      return atOneEnd(events.toReversed())
    case 'first':
      return atOneEnd(events)
    case 'distinct':
      return different(events, valueKey)
    case 'different-quantities':
      return different(events, ({ quantity }) => quantity && plainNumber(quantity))
    case 'daily-maximum':
      return dailyMaximum(events, zone)
  }
}

/** The largest quantity; null: no event has a number. */
export function largest(events: readonly Pick<LineEvent, 'quantity'>[]): Decimal | null {
  let most: Decimal | null = null
  for (const { quantity } of events) {
    if (quantity !== null && (most === null || compareDecimals(quantity, most) > 0)) most = quantity
  }
  return most
}

type Dated = Pick<Timed, 'at' | 'quantity'>

/**
 * The first quantity in a list in the order of time, or its reverse; null: none, or two different ones at one instant.
 */
export function atOneEnd(events: readonly Dated[]): Decimal | null {
  let found: Dated | null = null
  for (const event of events) {
    if (event.quantity === null) continue
    if (found === null) found = event
    else if (compareInstants(found.at, event.at) !== 0) break
    else if (found.quantity !== null && compareDecimals(found.quantity, event.quantity) !== 0) return null
  }
  return found?.quantity ?? null
}

/** How many different keys there are; null: no event has one. */
export function different<Event>(events: readonly Event[], keyOf: (event: Event) => string | null): Decimal | null {
  const values = new Set<string>()
  for (const event of events) {
    const key = keyOf(event)
    if (key !== null) values.add(key)
  }
  return values.size === 0 ? null : wholeNumber(values.size)
}

/** The key tells values apart as the rules do: 1 and 1.0 are two. */
export const valueKey = ({ value }: Pick<LineEvent, 'value'>) => value && `${value.kind} ${value.text}`

function dailyMaximum(events: readonly Timed[], zone: string): Decimal | null {
  const days = new Map<number, Decimal>()
  for (const { at, quantity } of events) {
    if (quantity === null) continue
    const day = dayNumber(at.seconds, zone)
    const most = days.get(day)
    if (most === undefined || compareDecimals(quantity, most) > 0) days.set(day, quantity)
  }
  return days.size === 0 ? null : [...days.values()].reduce(plus, ZERO)
}
