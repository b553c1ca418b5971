// Causes of which price was taken and how it was applied: what is included, the minimum, tiers, prices per so many;
// another price of the rate card, one that the line says itself, a rounded one.
import {
  compareDecimals,
  createDecimalSum,
  type Decimal,
  decimalText,
  dividedExactly,
  minus,
  plus,
  rounded,
  times,
  wholesOf,
  ZERO,
} from '../../../../../../shared/exact/decimal.ts'
import type { BookedPrice } from '../../../../../../shared/worth/price-book.ts'
import { priceDecimal, type RatePrice } from '../../../../../../shared/worth/rate-price.ts'
import type { Attempt, CauseCode } from './cause-attempt.ts'
import {
  isEqual,
  isZero,
  ONE,
  quantityWords,
  shortened,
  shownMoney,
  shownNumber,
  sizeOf,
  wholeNumber,
} from './figures.ts'
import { alteredPrice, atCardPrice, type LineCalculator, pricedBy } from './line-calculator.ts'
import type { LineCase } from './line-case.ts'

/** A cause that changes one thing of a price of the rate card. */
type Change = Pick<Attempt, 'code' | 'words' | 'says'> & { change: Partial<RatePrice> }

/** Yields the causes that lie in how a price of the rate card was applied; none where it has no price for the line. */
export function* cardAttempts(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const { card } = line
  if (card === null) return
  for (const { change, ...cause } of changes(card.price)) {
    yield { ...cause, ...atCardPrice(calculator, alteredPrice(card, change)), isOneByWorth: true }
  }
  yield* includedAfter(card, calculator)
  yield* minimumAdded(line, card, calculator)
  yield* oneTier(card, calculator)
  yield* eachEventPriced(line, card, calculator)
}

/** The changes that a price allows: what it does not have cannot have been forgotten. */
function changes({ included, minimum, tiers, tiered, begun, per }: RatePrice): Change[] {
  const all: Change[] = []
  if (!isZero(priceDecimal(included))) {
    const twice = decimalText(times(priceDecimal(included), { digits: 2n, scale: 0 }))
    all.push(
      {
        code: 'included-forgotten',
        words: 'included quantity not deducted',
        says: () => `The ${shownNumber(priceDecimal(included))} included were not taken off`,
        change: { included: '0' },
      },
      {
        code: 'included-twice',
        words: 'included twice',
        says: () => `The ${shownNumber(priceDecimal(included))} included were taken off twice`,
        change: { included: twice },
      },
    )
  }
  if (minimum !== null) {
    all.push({
      code: 'minimum',
      words: 'minimum forgotten',
      says: () => `Without the minimum of ${shownNumber(priceDecimal(minimum))}`,
      change: { minimum: null },
    })
  }
  if (tiers.length > 1) {
    const isVolume = tiered === 'volume'
    all.push({
      code: 'other-tiering',
      words: isVolume ? 'tiers graduated' : 'tiers by volume',
      says: () =>
        isVolume ? 'Each part at the price of its tier' : 'All at the price of the tier in which the quantity lies',
      change: { tiered: isVolume ? 'graduated' : 'volume' },
    })
  }
  if (begun) {
    all.push({
      code: 'begun-not-rounded',
      words: 'started units not rounded up',
      says: () => `A started ${shownNumber(priceDecimal(per))} charged in part, not as a whole`,
      change: { begun: false },
    })
  }
  if (!isEqual(priceDecimal(per), ONE)) {
    const forgotten = {
      code: 'per-forgotten' as const,
      words: `“per ${shownNumber(priceDecimal(per))}” forgotten`,
      says: () => `The price per ${shownNumber(priceDecimal(per))} charged for each`,
    }
    all.push({ ...forgotten, change: { per: '1', begun: false } })
    if (begun) all.push({ ...forgotten, change: { per: '1' } })
  }
  return all
}

/** With the included quantity taken off the amount, at the first price, and not off the quantity. */
function* includedAfter(card: BookedPrice, calculator: LineCalculator): Generator<Attempt> {
  const { included, tiers, per } = card.price
  const off = priceDecimal(included)
  const whole = alteredPrice(card, { included: '0', minimum: null })
  const ofOne = dividedExactly(priceDecimal(tiers[0]?.price ?? '0'), priceDecimal(per))
  // At one price for all it is the same as before.
  if (isZero(off) || whole === null || ofOne === null || (tiers.length === 1 && !card.price.begun)) return
  yield {
    code: 'included-after',
    words: 'included taken off after pricing',
    says: () => `The whole quantity through the tiers, less ${shownNumber(off)} included at ${shownNumber(ofOne)}`,
    figures: calculator.atPrice((quantity) => atLeast(minus(pricedBy(whole, quantity), times(off, ofOne)), card)),
  }
}

/** A worth, or the minimum of the price where that is more. */
const atLeast = (worth: Decimal, { price: { minimum } }: BookedPrice) => {
  const least = minimum === null ? ZERO : priceDecimal(minimum)
  return compareDecimals(worth, least) < 0 ? least : worth
}

function* minimumAdded(line: LineCase, card: BookedPrice, calculator: LineCalculator): Generator<Attempt> {
  const { minimum } = card.price
  const without = alteredPrice(card, { minimum: null })
  if (minimum === null || without === null) return
  const least = priceDecimal(minimum)
  yield {
    code: 'minimum',
    words: 'minimum added',
    says: () => `The minimum of ${shownMoney(least, line.line.currency)} added on top`,
    figures: calculator.atPrice((quantity) => plus(pricedBy(without, quantity), least)),
  }
}

function* oneTier(card: BookedPrice, calculator: LineCalculator): Generator<Attempt> {
  const { tiers } = card.price
  const [first, last] = [tiers[0], tiers.at(-1)]
  if (tiers.length < 2 || first === undefined || last === undefined) return
  const other = alteredPrice(card, { tiered: card.price.tiered === 'volume' ? 'graduated' : 'volume' })
  const asOther = atCardPrice(calculator, other).figures
  for (const [name, { price }] of [['first', first] as const, ['last', last] as const]) {
    const only = atCardPrice(calculator, alteredPrice(card, { tiers: [{ upTo: null, price }] }))
    // All at the tier in which the quantity lies is what tiers by volume say.
    if (asOther !== null && only.figures !== null && isEqual(asOther.worth, only.figures.worth)) continue
    yield {
      code: 'one-tier',
      words: `all at the ${name} tier`,
      says: () => `All at ${shownNumber(priceDecimal(price))}, the price of the ${name} tier`,
      ...only,
    }
  }
}

/** With each event priced as if it were the whole month. */
function* eachEventPriced(line: LineCase, card: BookedPrice, calculator: LineCalculator): Generator<Attempt> {
  if (card.single !== null || line.by !== 'sum' || calculator.base.quantity === null) return
  const { begun, per } = card.price
  const [included, unit] = [priceDecimal(card.price.included), priceDecimal(per)]
  let worth = ZERO
  let begunOnes = 0n
  for (const event of calculator.parts.flat()) {
    if (event.worth !== null) worth = plus(worth, event.worth)
    else if (event.quantity !== null) {
      worth = plus(worth, pricedBy(card, event.quantity))
      const left = minus(event.quantity, included)
      if (begun && left.digits > 0n) begunOnes += wholesOf(left, unit)
    }
  }
  const counted = wholeNumber(begunOnes)
  const ofBegun = begun ? `, ${quantityWords(times(counted, unit), line.unit)} begun` : ''
  yield {
    code: 'each-event-priced',
    words: 'priced event by event',
    says: () => `Each event priced on its own${ofBegun}`,
    figures: { quantity: calculator.base.quantity, worth },
    quantities: begun ? [counted, times(counted, unit)] : [],
  }
}

/** So many prices of one event code are tried. */
const MOST_PRICES = 500

/** Yields the causes that lie in the price: another one of the rate card, one for all, the line's own, its rounding. */
export function* priceAttempts(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  yield* ofTheCard(line, calculator)
  yield* oneForAll(calculator)
  yield* onTheLine(line, calculator)
  yield* product(calculator)
  yield* priceRounded(line, calculator)
}

function* ofTheCard(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  for (const { booked, code, words } of otherPrices(line)) {
    yield { code, words, says: () => priceName(booked), ...atCardPrice(calculator, booked), isOneByWorth: true }
  }
}

/** "Price 3 of the rate card, 0.07 per 1,000, for customer cus_1, valid from 2025-01-01". */
function priceName({ at, price: { tiers, per, customer, currency, where, validFrom } }: BookedPrice): string {
  const [first] = tiers
  const figure = tiers.length > 1 || first === undefined ? `${tiers.length} tiers` : first.price
  const parts = [
    `Price ${at + 1} of the rate card`,
    `${figure} ${currency}${per === '1' ? '' : ` per ${shownNumber(priceDecimal(per))}`}`,
    customer === null ? 'for any customer' : `for customer ${shortened(customer)}`,
    ...(where === null ? [] : [`for ${shortened(where.name)} ${shortened(where.text)}`]),
    ...(validFrom === null ? [] : [`valid from ${validFrom}`]),
  ]
  return parts.join(', ')
}

/** A price of the rate card that the line may have by mistake. */
interface OtherPrice {
  booked: BookedPrice
  code: CauseCode
  words: string
}

/** All prices of the code but the line's own, each with the cause that it would be, whenever it is valid. */
function otherPrices({ card, customerId, line, prices }: LineCase): OtherPrice[] {
  const currency = card?.price.currency ?? line.currency
  const customer = card?.price.customer ?? null

  return prices.slice(0, MOST_PRICES).flatMap((booked): OtherPrice[] => {
    const { price, valueKey } = booked
    if (booked.at === card?.at) return []
    const named = (code: CauseCode, words: string) => [{ booked, code, words }]
    if (price.currency !== currency) return named('other-currency-price', 'another currency’s price')
    if (price.customer !== null && price.customer !== customer && price.customer !== customerId)
      return named('other-customer-price', 'another customer’s price')
    if (price.customer === null && (card === null || customer !== null)) return named('list-price', 'the list price')
    if (card !== null && valueKey !== card.valueKey) return named('other-value-price', 'the price of another value')
    const isOlder = card !== null && booked.from < card.from
    return named('other-time-price', isOlder ? 'an older price' : 'a newer price')
  })
}

/** Tries one price where prices changed within the period. */
function* oneForAll(calculator: LineCalculator): Generator<Attempt> {
  const priced = calculator.parts.flat().filter(({ price }) => price !== null)
  const [first, last] = [priced[0]?.price ?? null, priced.at(-1)?.price ?? null]
  if (first === null || last === null || isEqual(first, last)) return
  for (const [name, price] of [['earlier', first] as const, ['later', last] as const]) {
    yield {
      code: 'other-time-price',
      words: `the ${name} price`,
      says: () => `All at the ${name} price of the period, ${shownNumber(price)}`,
      figures: calculator.atPrice((quantity) => times(quantity, price)),
      prices: [price],
      isOneByWorth: true,
    }
  }
}

/** The unit price that the line says, in the place of every other. */
function* onTheLine(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const { card } = line
  const price = line.line.unitPrice
  if (price === null || calculator.prices.some((known) => isEqual(known, price))) return
  const sized = sizeOf(price)
  const isPlain = card === null || card.single !== null
  const tiers = [{ upTo: null, price: decimalText(sized) }]
  const changed = isPlain ? [] : [alteredPrice(card, { tiers }), alteredPrice(card, { tiers, per: '1' })]
  const all = [
    (quantity: Decimal) => times(quantity, sized),
    ...changed.flatMap((one) => (one === null ? [] : [(quantity: Decimal) => pricedBy(one, quantity)])),
  ]
  for (const priced of all) {
    yield {
      code: 'another-price',
      words: 'another price',
      says: () => `The price of the line, ${shownNumber(price)}, which is not that of its events`,
      figures: calculator.atPrice(priced),
      prices: [price],
      isOneByWorth: true,
    }
  }
}

/** Tries quantity × unit price where amounts count as they were sent. */
function* product({ parts, base }: LineCalculator): Generator<Attempt> {
  const differences = parts.flat().flatMap(({ differs }): Decimal[] => (differs === null ? [] : [differs]))
  if (differences.length === 0) return
  const more = createDecimalSum()
  for (const differs of differences) more.add(differs)
  yield {
    code: 'product',
    words: 'quantity × unit price',
    says: () => 'Quantity × unit price of each event, in place of its amount',
    figures: { quantity: base.quantity, worth: minus(base.worth, more.total()) },
  }
}

function* priceRounded(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const { card } = line
  const { places } = line.line
  const round = (price: Decimal) => rounded(price, places, 'half-up')
  const cause = {
    code: 'price-rounded' as const,
    words: 'price rounded',
    says: () => `The price rounded to ${places} decimals`,
  }
  if (card === null) {
    const { single } = calculator
    const price = single && round(single)
    if (single === null || price === null || isEqual(price, single)) return
    yield { ...cause, figures: calculator.atPrice((quantity) => times(quantity, price)), prices: [price] }
    return
  }
  const tiers = card.price.tiers.map((tier) => ({ ...tier, price: decimalText(round(priceDecimal(tier.price))) }))
  if (tiers.every(({ price }, at) => isEqual(priceDecimal(price), priceDecimal(card.price.tiers[at]?.price ?? '0'))))
    return
  yield { ...cause, ...atCardPrice(calculator, alteredPrice(card, { tiers })) }
}
