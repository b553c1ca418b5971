// Lines that have a worth only for a customer, an event code and a whole month: maximum, last, distinct, tiers,
// included quantities. Events are added one by one; a line is computed when it is asked for.
import { compareDecimals, createDecimalSum, type Decimal, type DecimalSum, decimalText } from '../exact/decimal.ts'
import { compareInstants, type Instant } from '../time/instant.ts'
import type { BillingMonth } from './billing-months.ts'
import type { BookedPrice } from './price-book.ts'
import { type Effect, type Quantity, type TaxMark, withEffect } from './rule.ts'
import { NOT_VALUED, type NotValued, type PeriodLine } from './worth.ts'
import type { WorthValue } from './worth-event.ts'

/** What one event, or several alike that are added up already, add to a line. */
export interface LineShare {
  customerId: string | null
  eventCode: string | null
  month: BillingMonth | null
  createdAt: Instant | null
  rule: number
  effect: Effect
  tax: TaxMark
  by: Quantity['by']
  property: string | null
  unit: string | null
  /** Whether the rate card says what its line comes to. */
  isPriced: boolean
  price: BookedPrice | null
  currency: string | null
  why: NotValued | null
  /** Where quantities are added up, with the sign of the effect; else as sent. Null: the number is missing. */
  quantity: Decimal | null
  /** What `distinct` counts different ones of. */
  value: WorthValue | null
  /** How many events it is of; 0: it only decides what its line comes to, and another share counts its event. */
  events: number
  /** The line that it was added to, by its place among the lines; -1: to none yet. */
  place: number
}

/** A line, and what sums need to know of it. */
export interface ComputedLine {
  line: PeriodLine
  /** With the sign of its effect. */
  quantity: Decimal | null
  worth: Decimal | null
  /** The price of one, where that is the same for any quantity. */
  single: Decimal | null
  property: string | null
  tax: Set<TaxMark>
}

/** A line while shares come. Its quantity is one of the last four, by what the rule counts. */
interface Line {
  /** Its place among the lines, from 0. */
  place: number
  /** What all of its shares have in common is read here. */
  first: LineShare
  rules: Set<number>
  tax: Set<TaxMark>
  /** Events with a number, and without. */
  events: number
  numberMissing: number
  /** The worst reason of any share for which the line has no worth; null: none. */
  why: NotValued | null
  /** Undefined: no event with a number is in it. */
  unit: string | null | undefined
  hasSeveralUnits: boolean
  sum: DecimalSum
  most: Decimal | null
  /** The latest number. `isTied`: another one is as late. */
  last: { at: Instant; quantity: Decimal; isTied: boolean } | null
  /** The different values of the property that is counted. */
  values: Set<string>
}

export type PeriodLines = ReturnType<typeof createPeriodLines>

/**
 * Unbounded: as many lines as there are. Keeps the first share of each, so that shares are not to be reused. `lines`
 * gives them in the order of their places, and computes all of them again each time.
 * @param isWhole whether all events of a month are among those that are added: only then has its line a worth
 */
export function createPeriodLines(isWhole: (month: BillingMonth) => boolean) {
  const lines = new Map<string, Line>()

  return {
    /** Adds to the line of the share, and says the line's place in it (`share.place`). */
    add(share: LineShare): void {
      const key = keyOf(share)
      let line = lines.get(key)
      if (line === undefined) {
        line = {
          place: lines.size,
          first: share,
          rules: new Set(),
          tax: new Set(),
          events: 0,
          numberMissing: 0,
          why: null,
          unit: undefined,
          hasSeveralUnits: false,
          sum: createDecimalSum(),
          most: null,
          last: null,
          values: new Set(),
        }
        lines.set(key, line)
      }
      share.place = line.place
      addTo(line, share)
    },
    lines: (): ComputedLine[] => [...lines.values()].map((line) => computedLine(line, isWhole)),
  }
}

/** Added quantities are one line whichever rules add them, so that what reduces does so before tiers are counted. */
function keyOf({ by, rule, month, customerId, eventCode, price }: LineShare): string {
  const kind = by === 'sum' || by === 'events' ? 'added' : rule
  // The length tells where a text ends, whatever it holds.
  const part = (text: string | null) => (text === null ? '-' : `${text.length} ${text}`)
  return `${kind} ${month?.text} ${part(customerId)} ${part(eventCode)} ${price?.valueKey}`
}

function addTo(line: Line, share: LineShare): void {
  const { quantity, value, why, unit, createdAt, by } = share
  line.rules.add(share.rule)
  line.tax.add(share.tax)
  if (quantity === null) {
    line.numberMissing += share.events
    return
  }
  line.events += share.events
  line.why = worse(line.why, why)
  if (line.unit === undefined) line.unit = unit
  else if (unit !== line.unit) {
    line.hasSeveralUnits = true
    line.why = worse(line.why, 'unit-differs')
  }
  if (by === 'events' || by === 'sum') line.sum.add(quantity)
  else if (by === 'last') noteLast(line, quantity, createdAt)
  else if (by === 'distinct') line.values.add(`${value?.kind} ${value?.text}`)
  else if (line.most === null || compareDecimals(quantity, line.most) > 0) line.most = quantity
}

/** Of two reasons the one that `NOT_VALUED` lists first, so that it is the same in whichever order events come. */
export function worse(one: NotValued | null, other: NotValued | null): NotValued | null {
  if (one === null || other === null) return one ?? other
  return NOT_VALUED.indexOf(one) < NOT_VALUED.indexOf(other) ? one : other
}

/** A second number of the same instant ties with the first, unless it is equal: nobody knows which one is the last. */
function noteLast(line: Line, quantity: Decimal, at: Instant | null): void {
  if (at === null) return
  const order = line.last === null ? 1 : compareInstants(at, line.last.at)
  if (order > 0) line.last = { at: { ...at }, quantity, isTied: false }
  else if (order === 0 && line.last !== null && compareDecimals(quantity, line.last.quantity) !== 0) {
    line.last.isTied = true
  }
}

function computedLine(line: Line, isWhole: (month: BillingMonth) => boolean): ComputedLine {
  const { first, events, hasSeveralUnits } = line
  const { customerId, eventCode, month, by, price, effect } = first
  const isTied = by === 'last' && line.last?.isTied === true
  const quantity = events === 0 || hasSeveralUnits || isTied ? null : quantityOf(line)
  const isBelowZero = price !== null && quantity !== null && quantity.digits < 0n
  const isPartOfMonth = first.isPriced && events > 0 && month !== null && !isWhole(month)
  const ownReason = worse(worse(line.why, isTied ? 'last-tied' : null), isBelowZero ? 'below-zero' : null)
  const why = worse(ownReason, isPartOfMonth ? 'part-of-line' : null)
  // What is added has the sign of its effect already.
  const effectLeft = by === 'events' || by === 'sum' ? 'as-sent' : effect
  const isValued = price !== null && quantity !== null && why === null
  const worth = isValued ? withEffect(effectLeft, price.worthOf(quantity)) : null
  return {
    quantity: quantity && withEffect(effectLeft, quantity),
    worth,
    single: price?.single ?? null,
    property: first.property,
    tax: line.tax,
    line: {
      customerId,
      eventCode,
      month: month?.text ?? null,
      rules: [...line.rules].sort((a, b) => a - b),
      by,
      unit: hasSeveralUnits ? null : (line.unit ?? null),
      quantity: quantity && decimalText(quantity),
      events,
      numberMissing: line.numberMissing,
      price: price?.at ?? null,
      currency: first.currency,
      worth: worth && decimalText(worth),
      why,
    },
  }
}

function quantityOf({ first, sum, most, last, values }: Line): Decimal | null {
  switch (first.by) {
    case 'events':
    case 'sum':
      return sum.total()
    case 'maximum':
      return most
    case 'last':
      return last?.quantity ?? null
    case 'distinct':
      return { digits: BigInt(values.size), scale: 0 }
  }
}
