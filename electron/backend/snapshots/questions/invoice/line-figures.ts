// Whether the quantity and the unit price that a line states can be those of its events.
import {
  compareDecimals,
  type Decimal,
  dividedExactly,
  minus,
  times,
  wholesOf,
  ZERO,
} from '../../../../../shared/exact/decimal.ts'
import { priceDecimal, type RatePrice } from '../../../../../shared/worth/rate-card.ts'
import { isAverage, isEqual, ONE, roundsTo, shownNumber, sizeOf, wholeNumber } from './causes/figures.ts'
import type { PaperLine } from './invoice-paper.ts'
import type { PeriodWorth } from './period-worth.ts'

/**
 * What contradicts the events, a sentence each. A quantity may be rounded as it is shown, less what is included, or of so many
 * as the price is per; a unit price may be that of a tier, or the one that comes of amount and quantity.
 * @param ofCode prices of the rate card for this code
 * @param card the rate card
 */
export function figureProblems(
  line: PaperLine,
  worth: PeriodWorth,
  ofCode: readonly RatePrice[],
  card: readonly RatePrice[],
): string[] {
  const problems: string[] = []
  const { linePrices, prices } = pricesFor(worth, ofCode, card)
  const { quantity, unitPrice, amount } = line
  if (quantity !== null && worth.quantity !== null && !isQuantityOf(quantity, worth, ofCode, card)) {
    problems.push(`The line says ${shownNumber(quantity)}, and its events come to ${shownNumber(worth.quantity)}.`)
  }
  if (unitPrice === null) return problems
  const single = worth.price ?? null
  const known = single === null ? [] : [single, ...prices.map(({ per }) => times(single, priceDecimal(per)))]
  if (single === null && linePrices.length > 0) {
    for (const { tiers } of prices) for (const { price } of tiers) known.push(priceDecimal(price))
  }
  if (known.length === 0 || known.some(fits(sizeOf(unitPrice)))) return problems
  const hasAverage = quantity !== null && amount !== null && isAverage({ quantity, worth: amount }, unitPrice)
  if (single === null && hasAverage) return problems
  const wanted =
    single === null ? 'by the rate card it has another one' : `that of its events is ${shownNumber(single)}`
  problems.push(`The line has the unit price ${shownNumber(unitPrice)}, and ${wanted}.`)
  return problems
}

function pricesFor(worth: PeriodWorth, ofCode: readonly RatePrice[], card: readonly RatePrice[]) {
  const linePrices = worth.lines.flatMap(({ line: { price } }) => (price === null ? [] : (card[price] ?? [])))
  return {
    linePrices,
    prices: linePrices.length > 0 ? linePrices : ofCode.map((price) => ({ ...price, included: '0', begun: false })),
  }
}

/** Whether a quantity can be that of the events, as `figureProblems` has it. */
export function isQuantityOf(
  stated: Decimal,
  worth: PeriodWorth,
  ofCode: readonly RatePrice[],
  card: readonly RatePrice[],
): boolean {
  const { prices } = pricesFor(worth, ofCode, card)
  return worth.quantity === null || quantitiesOf(worth.quantity, prices).some(fits(sizeOf(stated)))
}

const fits = (stated: Decimal) => (one: Decimal) =>
  isEqual(stated, sizeOf(one)) || roundsTo(sizeOf(one), stated, Math.max(stated.scale, 0))

/** As an invoice may count what events come to. */
function quantitiesOf(quantity: Decimal, prices: readonly RatePrice[]): Decimal[] {
  const counted = [quantity]
  for (const { per: perText, included: includedText, begun } of prices) {
    const [per, included] = [priceDecimal(perText), priceDecimal(includedText)]
    const left = compareDecimals(quantity, included) > 0 ? minus(quantity, included) : ZERO
    for (const figure of [quantity, left]) {
      counted.push(figure)
      if (isEqual(per, ONE)) continue
      counted.push(begun ? wholeNumber(wholesOf(figure, per)) : (dividedExactly(figure, per) ?? figure))
    }
  }
  return counted
}
