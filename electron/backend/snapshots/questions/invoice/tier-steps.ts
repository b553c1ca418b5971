// The steps from a quantity to its worth: included quantity, tiers, begun units, minimum; or each price of the events.
import {
  compareDecimals,
  type Decimal,
  minus,
  plus,
  rounded,
  times,
  wholesOf,
  ZERO,
} from '../../../../../shared/exact/decimal.ts'
import { countWords } from '../../../../../shared/exact/grouped-digits.ts'
import type { ExplainedLine, TierStep } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import { bookedPrice } from '../../../../../shared/worth/price-book.ts'
import { priceDecimal, type RatePrice } from '../../../../../shared/worth/rate-price.ts'
import { shownNumber } from './causes/figures.ts'
import { eventsOfPeriod, type LineCase, type LineEvent } from './causes/line-case.ts'
import type { PeriodWorth } from './period-worth.ts'

/** Most event prices that are listed one by one. */
const MOST_PRICES = 20

interface Step {
  words: string
  worth: Decimal
  priced?: NonNullable<TierStep['priced']>
}

/**
 * The steps from the quantity of a line to the worth of its events.
 * @param worth of the events in its period
 * @param prices of the rate card
 */
export function tierSteps(
  line: LineCase,
  worth: PeriodWorth,
  prices: readonly RatePrice[],
): NonNullable<ExplainedLine['tierSteps']> {
  const { currency, places } = line.line
  const steps = [...stepsOfEvents(line), ...stepsOfMonths(worth, prices, currency)]
  const rest = minus(
    line.worth,
    steps.reduce((sum, step) => plus(sum, step.worth), ZERO),
  )
  if (rest.digits !== 0n) steps.push({ words: 'other amounts', worth: rest })
  return {
    quantity: worth.quantity === null ? String(worth.events) : plainNumber(worth.quantity),
    steps: steps.map((step): TierStep => ({ ...step, worth: plainMoney(step.worth, currency) })),
    worth: plainMoney(line.worth, currency),
    rounded: roundedWorth(line.worth, places, currency),
  }
}

/** The worth rounded to the decimals of the invoice; null: it has no more than these. */
function roundedWorth(worth: Decimal, places: number, currency: string | null) {
  const halfUp = rounded(worth, places, 'half-up')
  if (compareDecimals(halfUp, worth) === 0) return null
  const halfEven = rounded(worth, places, 'half-even')
  const how = compareDecimals(halfUp, halfEven) === 0 ? '' : 'half up, '
  return { worth: plainMoney(halfUp, currency), words: `rounded ${how}to ${countWords(places, 'decimal')}` }
}

/** Steps for events with a worth of their own: one for each price. */
function stepsOfEvents(line: LineCase): Step[] {
  const events = eventsOfPeriod(line).filter(({ worth }) => worth !== null)
  const byPrice = Map.groupBy(events, ({ price }) => (price === null ? null : plainNumber(price)))
  if (byPrice.size > MOST_PRICES)
    return [{ words: `${countWords(events.length, 'event')} at different prices`, worth: sumOf(events) }]
  return [...byPrice].flatMap(([price, alike]): Step[] => {
    const worth = sumOf(alike)
    const first = alike[0]?.price ?? null
    const quantity = alike.reduce((sum, event) => plus(sum, event.quantity ?? ZERO), ZERO)
    if (price === null || first === null)
      return [{ words: `${countWords(alike.length, 'event')} with an amount of their own`, worth }]
    const product = times(quantity, first)
    const differs = minus(worth, product)
    const priced = { quantity: plainNumber(quantity), price }
    const step = { words: `${shownNumber(quantity)} at ${price}`, worth: product, priced }
    if (differs.digits === 0n) return [step]
    return [step, { words: 'amounts that are not quantity × unit price', worth: differs }]
  })
}

const sumOf = (events: readonly LineEvent[]) => events.reduce((sum, { worth }) => plus(sum, worth ?? ZERO), ZERO)

/** Steps for events that only a whole month prices, by the rate card; month by month where there are several. */
function stepsOfMonths({ lines }: PeriodWorth, prices: readonly RatePrice[], currency: string | null): Step[] {
  const valued = lines.filter(({ line, worth }) => worth !== null && line.currency === currency)
  return valued.flatMap(({ line, quantity, worth }): Step[] => {
    const price = line.price === null ? undefined : prices[line.price]
    const before = valued.length > 1 && line.month !== null ? `${line.month}: ` : ''
    const steps =
      price === undefined || quantity === null || quantity.digits < 0n
        ? [{ words: quantity === null ? 'by the rate card' : shownNumber(quantity), worth: worth ?? ZERO }]
        : stepsOfPrice(price, quantity, worth ?? ZERO)
    return steps.map((step) => ({ ...step, words: `${before}${step.words}` }))
  })
}

/** Steps at one price of the rate card. @param worth what they come to in all; what is missing is the minimum */
function stepsOfPrice(price: RatePrice, quantity: Decimal, worth: Decimal): Step[] {
  const [per, included] = [priceDecimal(price.per), priceDecimal(price.included)]
  const steps: Step[] = []
  const isAllIncluded = compareDecimals(quantity, included) <= 0
  if (included.digits !== 0n) {
    const first = isAllIncluded ? quantity : included
    const priced = { quantity: plainNumber(first), price: '0' }
    steps.push({ words: `first ${shownNumber(first)} at 0 (included)`, worth: ZERO, priced })
  }
  const left = isAllIncluded ? ZERO : minus(quantity, included)
  const counted = price.begun ? { digits: wholesOf(left, per), scale: 0 } : left
  const isPer = compareDecimals(per, { digits: 1n, scale: 0 }) !== 0
  if (price.begun && isPer)
    steps.push({ words: `${shownNumber(left)} are ${shownNumber(counted)} × begun ${shownNumber(per)}`, worth: ZERO })
  for (const part of bookedPrice(price, 0, 0).inTiers(quantity)) {
    if (part.quantity.digits <= 0n) continue
    const unit = isPer && !price.begun ? ` per ${shownNumber(per)}` : ''
    steps.push({
      words: `${shownNumber(part.quantity)} at ${shownNumber(priceDecimal(part.written))}${unit}`,
      worth: part.worth,
      ...(isPer ? {} : { priced: { quantity: plainNumber(part.quantity), price: part.written } }),
    })
  }
  const sum = steps.reduce((total, step) => plus(total, step.worth), ZERO)
  const rest = minus(worth, sum)
  if (price.minimum !== null && rest.digits !== 0n)
    steps.push({ words: `to the minimum of ${shownNumber(priceDecimal(price.minimum))}`, worth: rest })
  return steps
}
