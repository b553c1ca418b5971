// A reading of events without a rule that gives the amounts of several lines: offered as a rule, and never taken for
// one.
import { type Decimal, decimalText, rounded, times } from '../../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import type { ExplainedLine } from '../../../../../../shared/snapshot/snapshot-invoice.ts'
import { compareInstants, type Instant } from '../../../../../../shared/time/instant.ts'
import { currencyExponent, plainNumber } from '../../../../../../shared/worth/money-text.ts'
import { ratePriceSchema } from '../../../../../../shared/worth/rate-price.ts'
import { type Quantity, ruleSchema } from '../../../../../../shared/worth/rule.ts'
import { printRules } from '../../../../../../shared/worth/rules-text.ts'
import { isNumber, numberOf, type WorthValue } from '../../../../../../shared/worth/worth-event.ts'
import { NO_RULES } from '../../../../../../shared/worth/worth-rules.ts'
import { atOneEnd, different, largest, sumOf, valueKey } from './count-events.ts'
import {
  isEqual,
  isRoundedTo,
  isShownAs,
  isZero,
  NUMBER_OF_EVENTS,
  ONE,
  shortened,
  shownNumber,
  sizeOf,
  wholeNumber,
} from './figures.ts'
import type { Seconds } from './line-case.ts'

/** A usage line whose events have no money by the rules. */
export interface UnruledLine {
  customerId: string
  period: Seconds
  quantity: Decimal | null
  amount: Decimal
  currency: string | null
  /** Decimals that the amounts of the invoice have. */
  places: number
  /** The events of its customer, code and period, in any order. */
  events: readonly UnruledEvent[]
}

export interface UnruledEvent {
  at: Instant | null
  type: string | null
  values: ReadonlyMap<string, WorthValue>
}

/** A reading has to give the amounts of so many customers or periods. */
const LEAST_FITS = 3
/** A price that nobody wrote down is looked for with at most so many decimals. */
const MOST_PLACES = 9

/** A way to count the events of lines. */
interface Reading {
  quantity: Quantity
  /** The quantity of each line; null: it has none by this reading. */
  quantities: (Decimal | null)[]
}

/** A reading with the price by which it gives the amounts of most lines. */
interface Fit {
  reading: Reading
  price: Decimal
  /** How many lines have their amount by it. */
  lines: number
  /** How many customers and periods these are of. */
  fits: number
  /** How many of these lines state the quantity that they have by it. */
  stated: number
}

/**
 * Looks for a reading of lines without a rule, and words it as a rule.
 * @param code of all lines
 * @param lines of it, without several of one customer and period; of another currency than most are left out
 * @returns null where no reading fits three customers or periods, or several fit as well as each other: nobody could
 * tell which
 */
export function offeredReading(code: string, lines: readonly UnruledLine[]): ExplainedLine['offered'] {
  const currency = mostOften(lines.map((line) => line.currency))
  if (currency === null || currencyExponent(currency) === null) return null
  const all = lines.filter((line) => line.currency === currency && !isZero(line.amount))
  if (all.length < LEAST_FITS) return null
  const [best, next] = readingsOf(all)
    .flatMap((reading) => bestPrice(reading, all) ?? [])
    .sort((a, b) => order(b, a))
  if (best === undefined || (next !== undefined && order(best, next) === 0)) return null
  const { reading, price, lines: count, fits } = best
  const which = `${count === all.length ? '' : `${grouped(count)} of `}${countWords(all.length, 'line')}`
  const at = isAmount(best) ? '' : ` at ${shownNumber(sizeOf(price))} ${currency}`
  return {
    words: `${quantityName(reading.quantity)}${at} gives the amounts of ${which}.`,
    fits,
    rules: rulesText(code, best, all, currency),
  }
}

/** More customers and periods first; then an amount that is there before a computed one; then what lines say. */
function order(a: Fit, b: Fit): number {
  return a.fits - b.fits || Number(isAmount(a)) - Number(isAmount(b)) || a.stated - b.stated
}

/** Whether events say their amount themselves: it is a property, counted once. */
const isAmount = ({ reading: { quantity }, price }: Fit) => quantity.by === 'sum' && isEqual(sizeOf(price), ONE)

function mostOften(all: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].reduce<[string | null, number]>((most, one) => (one[1] > most[1] ? one : most), [null, 0])[0]
}

/** All ways to count the events: their number, and each property in each way. */
function readingsOf(lines: readonly UnruledLine[]): Reading[] {
  const names = new Set<string>()
  for (const { events } of lines) for (const { values } of events) for (const name of values.keys()) names.add(name)
  const ofEvents: Reading = {
    quantity: { by: 'events' },
    quantities: lines.map(({ events }) => wholeNumber(events.length)),
  }
  const others = [...names].flatMap((property) => readingsOfProperty(lines, property))
  // If each event has its own value, such as an identifier, counting different values is just counting events.
  return [ofEvents, ...others.filter((one) => one.quantity.by !== 'distinct' || !isSame(one, ofEvents))]
}

const isSame = (a: Reading, b: Reading) =>
  a.quantities.every((quantity, at) => {
    const other = b.quantities[at] ?? null
    return quantity !== null && other !== null && isEqual(quantity, other)
  })

const BYS = ['sum', 'maximum', 'last', 'distinct'] as const

function readingsOfProperty(lines: readonly UnruledLine[], property: string): Reading[] {
  const counted = lines.map(({ events }) => countedBy(events, property))
  return BYS.map((by) => ({ quantity: { by, property }, quantities: counted.map((one) => one[by]) }))
}

/** Counts as the rules do: events without a number are in none, and those without a time are never the last. */
function countedBy(events: readonly UnruledEvent[], property: string): Record<(typeof BYS)[number], Decimal | null> {
  const having = events.flatMap(({ at, values }) => {
    const value = values.get(property)
    const number = numberOf(value, { isTextRead: false })
    return value === undefined ? [] : [{ at, value, quantity: isNumber(number) ? number : null }]
  })
  const dated = having.flatMap(({ at, ...one }) => (at === null ? [] : [{ ...one, at }]))
  dated.sort((a, b) => compareInstants(b.at, a.at))
  return { sum: sumOf(having), maximum: largest(having), last: atOneEnd(dated), distinct: different(having, valueKey) }
}

/** The price by which most lines fit. Two of one quantity say no more than one: a fixed fee would fit anything. */
function bestPrice(reading: Reading, lines: readonly UnruledLine[]): Fit | null {
  const prices = new Map<string, Decimal>()
  for (const [at, line] of lines.entries()) {
    const quantity = reading.quantities[at] ?? null
    if (quantity === null || isZero(quantity)) continue
    const price = shortestPrice(quantity, line)
    if (price !== null) prices.set(plainNumber(price), price)
  }
  let best: Fit | null = null
  for (const price of prices.values()) {
    const fitting = lines.flatMap((line, at) => {
      const quantity = reading.quantities[at] ?? null
      return quantity !== null && isRoundedTo(times(quantity, price), line.amount, line.places)
        ? [{ line, quantity }]
        : []
    })
    const fits = new Set(
      fitting.map(({ line }) => JSON.stringify([line.customerId, line.period.from, line.period.until])),
    )
    const different = new Set(fitting.map(({ quantity }) => plainNumber(quantity)))
    if (fits.size < LEAST_FITS || different.size < 2 || (best !== null && best.fits >= fits.size)) continue
    const stated = fitting.filter(
      ({ line, quantity }) => line.quantity !== null && isShownAs(quantity, line.quantity),
    ).length
    best = { reading, price, lines: fitting.length, fits: fits.size, stated }
  }
  return best
}

/** Finds the price with the fewest decimals by which quantity × price is the amount, also rounded. */
function shortestPrice(quantity: Decimal, { amount, places }: UnruledLine): Decimal | null {
  for (let decimals = 0; decimals <= MOST_PLACES; decimals += 1) {
    const price = divided(amount, quantity, decimals)
    if (!isZero(price) && isRoundedTo(times(quantity, price), amount, places)) return price
  }
  return null
}

/** `a` ÷ `b`, rounded to so many decimals. */
function divided(a: Decimal, b: Decimal, decimals: number): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const [top, bottom] = [a, b].map((one) => one.digits * 10n ** BigInt(scale - one.scale)) as [bigint, bigint]
  // Two digits more than are kept, so that the last of them is rounded once.
  const digits = (top * 10n ** BigInt(decimals + 2)) / bottom
  return rounded({ digits, scale: decimals + 2 }, decimals, 'half-up')
}

function quantityName(quantity: Quantity): string {
  switch (quantity.by) {
    case 'events':
      return NUMBER_OF_EVENTS
    case 'sum':
      return `The sum of “${shortened(quantity.property)}”`
    case 'maximum':
      return `The maximum of “${shortened(quantity.property)}”`
    case 'last':
      return `The last “${shortened(quantity.property)}”`
    case 'distinct':
      return `The number of different values of “${shortened(quantity.property)}”`
  }
}

function rulesText(code: string, fit: Fit, lines: readonly UnruledLine[], currency: string): string {
  const { reading, price } = fit
  const types = new Set(lines.flatMap(({ events }) => events.map(({ type }) => type)))
  const [type] = types
  const isCommon = types.size === 1 && (type === 'credit' || type === 'debit')
  const { quantity } = reading
  const isSent = isAmount(fit) && quantity.by === 'sum'
  const rule = ruleSchema.parse({
    codes: [code],
    type: isCommon ? type : null,
    effect: price.digits < 0n ? 'reversed' : 'as-sent',
    quantity: isSent ? null : quantity,
    money: isSent ? { by: 'amount', property: quantity.property } : { by: 'rate-card' },
    currency: isSent ? { fixed: currency } : null,
  })
  const prices = isSent ? [] : [ratePriceSchema.parse({ code, currency, price: decimalText(sizeOf(price)) })]
  return printRules({ ...NO_RULES, rules: [rule], prices })
}
