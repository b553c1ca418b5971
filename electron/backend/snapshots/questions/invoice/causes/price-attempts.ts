// Causes of which price was taken: another one of the rate card, one that the line says itself, a rounded one.
import {
  createDecimalSum,
  type Decimal,
  decimalText,
  minus,
  rounded,
  times,
} from '../../../../../../shared/exact/decimal.ts'
import type { BookedPrice } from '../../../../../../shared/worth/price-book.ts'
import { priceDecimal } from '../../../../../../shared/worth/rate-card.ts'
import type { Attempt, CauseCode } from './attempt.ts'
import { isEqual, shortened, shownNumber, sizeOf } from './figures.ts'
import type { LineCase } from './line-case.ts'
import { alteredPrice, atCardPrice, type LineReckoner, pricedBy } from './line-reckoner.ts'

/** Of one event code. */
const MOST_PRICES = 500

export function* priceAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  yield* ofTheCard(line, reckoner)
  yield* oneForAll(reckoner)
  yield* onTheLine(line, reckoner)
  yield* product(reckoner)
  yield* priceRounded(line, reckoner)
}

function* ofTheCard(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  for (const { booked, code, words } of otherPrices(line)) {
    yield { code, words, says: () => priceName(booked), ...atCardPrice(reckoner, booked), isOneByWorth: true }
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

interface OtherPrice {
  booked: BookedPrice
  code: CauseCode
  words: string
}

/** Each under one name, whenever it is valid. */
function otherPrices({ card, customerId, line, prices }: LineCase): OtherPrice[] {
  const currency = card?.price.currency ?? line.currency
  const customer = card?.price.customer ?? null

  return prices.slice(0, MOST_PRICES).flatMap((booked): OtherPrice[] => {
    const { price, valueKey } = booked
    if (booked.at === card?.at) return []
    const named = (code: CauseCode, words: string) => [{ booked, code, words }]
    if (price.currency !== currency) return named('other-currency-price', 'another currency’s price')
    if (price.customer !== null && price.customer !== customer && price.customer !== customerId) {
      return customerId == null ? [] : named('other-customer-price', 'another customer’s price')
    }
    if (price.customer === null && (card === null || customer !== null)) return named('list-price', 'the list price')
    if (card !== null && valueKey !== card.valueKey) return named('other-value-price', 'the price of another value')
    const isOlder = card !== null && booked.from < card.from
    return named('other-time-price', isOlder ? 'an older price' : 'a newer price')
  })
}

/** Where prices changed within the period. */
function* oneForAll(reckoner: LineReckoner): Generator<Attempt> {
  const priced = reckoner.parts.flat().filter(({ price }) => price !== null)
  const [first, last] = [priced[0]?.price ?? null, priced.at(-1)?.price ?? null]
  if (first === null || last === null || isEqual(first, last)) return
  for (const [name, price] of [['earlier', first] as const, ['later', last] as const]) {
    yield {
      code: 'other-time-price',
      words: `the ${name} price`,
      says: () => `All at the ${name} price of the period, ${shownNumber(price)}`,
      figures: reckoner.atPrice((quantity) => times(quantity, price)),
      prices: [price],
      isOneByWorth: true,
    }
  }
}

/** The unit price that the line says, in the place of every other. */
function* onTheLine(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { card } = line
  const price = line.line.unitPrice
  if (price === null || reckoner.prices.some((known) => isEqual(known, price))) return
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
      figures: reckoner.atPrice(priced),
      prices: [price],
      isOneByWorth: true,
    }
  }
}

/** Where amounts count as sent. */
function* product({ parts, base }: LineReckoner): Generator<Attempt> {
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

function* priceRounded(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { card } = line
  const { places } = line.line
  const round = (price: Decimal) => rounded(price, places, 'half-up')
  const cause = {
    code: 'price-rounded' as const,
    words: 'price rounded',
    says: () => `The price rounded to ${places} decimals`,
  }
  if (card === null) {
    const { single } = reckoner
    const price = single && round(single)
    if (single === null || price === null || isEqual(price, single)) return
    yield { ...cause, figures: reckoner.atPrice((quantity) => times(quantity, price)), prices: [price] }
    return
  }
  const tiers = card.price.tiers.map((tier) => ({ ...tier, price: decimalText(round(priceDecimal(tier.price))) }))
  if (tiers.every(({ price }, at) => isEqual(priceDecimal(price), priceDecimal(card.price.tiers[at]?.price ?? '0'))))
    return
  yield { ...cause, ...atCardPrice(reckoner, alteredPrice(card, { tiers })) }
}
