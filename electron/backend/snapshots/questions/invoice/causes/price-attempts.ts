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
import { alteredPrice } from './altered-price.ts'
import type { Attempt } from './attempt.ts'
import type { CauseCode } from './cause-codes.ts'
import { isEqual } from './exact-figures.ts'
import { figuresWords, numberWords, shortened } from './figure-words.ts'
import type { LineCase } from './line-case.ts'
import { cardPrices, type LineReckoner, pricedBy } from './line-reckoner.ts'

/** Of one event code. */
const MOST_PRICES = 500

export function* priceAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  yield* ofTheCard(line, reckoner)
  yield* oneForAll(line, reckoner)
  yield* onTheLine(line, reckoner)
  yield* product(line, reckoner)
  yield* priceRounded(line, reckoner)
}

function* ofTheCard(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  for (const { booked, code, words } of otherPrices(line)) {
    const figures = reckoner.atPrice((quantity) => pricedBy(booked, quantity))
    if (figures === null) continue
    yield {
      code,
      words,
      sentence: () => `${priceName(booked)}: ${figuresWords(figures, line)}.`,
      figures,
      prices: cardPrices(booked),
      isOneByWorth: true,
    }
  }
}

/** "Price 3 of the rate card, 0.07 per 1,000, for customer cus_1, valid from 2025-01-01". */
function priceName({ at, price: { tiers, per, customer, currency, where, validFrom } }: BookedPrice): string {
  const [first] = tiers
  const figure = tiers.length > 1 || first === undefined ? `${tiers.length} tiers` : first.price
  const parts = [
    `Price ${at + 1} of the rate card`,
    `${figure} ${currency}${per === '1' ? '' : ` per ${numberWords(priceDecimal(per))}`}`,
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
function* oneForAll(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const priced = reckoner.parts.flat().filter(({ price }) => price !== null)
  const [first, last] = [priced[0]?.price ?? null, priced.at(-1)?.price ?? null]
  if (first === null || last === null || isEqual(first, last)) return
  for (const [name, price] of [['earlier', first] as const, ['later', last] as const]) {
    const figures = reckoner.atPrice((quantity) => times(quantity, price))
    if (figures === null) continue
    yield {
      code: 'other-time-price',
      words: `the ${name} price`,
      sentence: () => `All at the ${name} price of the period, ${numberWords(price)}: ${figuresWords(figures, line)}.`,
      figures,
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
  const sized = price.digits < 0n ? minus({ digits: 0n, scale: 0 }, price) : price
  const isPlain = card === null || card.single !== null
  const tiers = [{ upTo: null, price: decimalText(sized) }]
  const changed = isPlain ? [] : [alteredPrice(card, { tiers }), alteredPrice(card, { tiers, per: '1' })]
  const all = [
    (quantity: Decimal) => times(quantity, sized),
    ...changed.flatMap((one) => (one === null ? [] : [(quantity: Decimal) => pricedBy(one, quantity)])),
  ]
  for (const priced of all) {
    const figures = reckoner.atPrice(priced)
    if (figures === null) continue
    yield {
      code: 'another-price',
      words: 'another price',
      sentence: () =>
        `The price of the line, ${numberWords(price)}, which is not that of its events: ${figuresWords(figures, line)}.`,
      figures,
      prices: [price],
      isOneByWorth: true,
    }
  }
}

/** Where amounts count as sent. */
function* product(line: LineCase, { parts, base }: LineReckoner): Generator<Attempt> {
  const more = createDecimalSum()
  let isAny = false
  for (const { differs } of parts.flat()) {
    if (differs === null) continue
    more.add(differs)
    isAny = true
  }
  if (!isAny) return
  const figures = { quantity: base.quantity, worth: minus(base.worth, more.total()) }
  const sentence = () => `Quantity × unit price of each event, in place of its amount: ${figuresWords(figures, line)}.`
  yield { code: 'product', words: 'quantity × unit price', sentence, figures }
}

function* priceRounded(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { card } = line
  const { places } = line.line
  const round = (price: Decimal) => rounded(price, places, 'half-up')
  if (card === null) {
    const { single } = reckoner
    if (single === null || isEqual(round(single), single)) return
    const price = round(single)
    const figures = reckoner.atPrice((quantity) => times(quantity, price))
    if (figures !== null) yield { ...roundedWords(figures, line), prices: [price] }
    return
  }
  const tiers = card.price.tiers.map((tier) => ({ ...tier, price: decimalText(round(priceDecimal(tier.price))) }))
  if (tiers.every(({ price }, at) => isEqual(priceDecimal(price), priceDecimal(card.price.tiers[at]?.price ?? '0'))))
    return
  const altered = alteredPrice(card, { tiers })
  const figures = altered && reckoner.atPrice((quantity) => pricedBy(altered, quantity))
  if (altered !== null && figures !== null) yield { ...roundedWords(figures, line), prices: cardPrices(altered) }
}

const roundedWords = (figures: Attempt['figures'], line: LineCase) => ({
  code: 'price-rounded' as const,
  words: 'price rounded',
  sentence: () => `The price rounded to ${line.line.places} decimals: ${figuresWords(figures, line)}.`,
  figures,
})
