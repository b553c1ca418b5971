// Causes of how the price of the rate card was applied: what is included, the minimum, tiers, prices per so many.
import {
  compareDecimals,
  type Decimal,
  decimalText,
  dividedExactly,
  minus,
  plus,
  times,
  wholesOf,
  ZERO,
} from '../../../../../../shared/exact/decimal.ts'
import type { BookedPrice } from '../../../../../../shared/worth/price-book.ts'
import { priceDecimal, type RatePrice } from '../../../../../../shared/worth/rate-card.ts'
import type { Attempt } from './attempt.ts'
import { isEqual, isZero, ONE, quantityWords, shownMoney, shownNumber, wholeNumber } from './figures.ts'
import type { LineCase } from './line-case.ts'
import { alteredPrice, atCardPrice, type LineReckoner, pricedBy } from './line-reckoner.ts'

type Change = Pick<Attempt, 'code' | 'words' | 'says'> & { change: Partial<RatePrice> }

/** None where the rate card has no price for the line. */
export function* cardAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const { card } = line
  if (card === null) return
  for (const { change, ...cause } of changes(card.price)) {
    yield { ...cause, ...atCardPrice(reckoner, alteredPrice(card, change)), isOneByWorth: true }
  }
  yield* includedAfter(card, reckoner)
  yield* minimumAdded(line, card, reckoner)
  yield* oneTier(card, reckoner)
  yield* eachEventPriced(line, card, reckoner)
}

/** Of this price only: what it does not have cannot have been forgotten. */
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
      words: 'begun ones not rounded up',
      says: () => `A begun part of ${shownNumber(priceDecimal(per))} charged as a part`,
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

function* includedAfter(card: BookedPrice, reckoner: LineReckoner): Generator<Attempt> {
  const { included, tiers, per } = card.price
  const off = priceDecimal(included)
  const whole = alteredPrice(card, { included: '0', minimum: null })
  const ofOne = dividedExactly(priceDecimal(tiers[0]?.price ?? '0'), priceDecimal(per))
  // At one price for all it is the same as before.
  if (isZero(off) || whole === null || ofOne === null || (tiers.length === 1 && !card.price.begun)) return
  yield {
    code: 'included-after',
    words: 'included taken off after pricing',
    says: () => `All of it through the tiers, less ${shownNumber(off)} included at ${shownNumber(ofOne)}`,
    figures: reckoner.atPrice((quantity) => atLeast(minus(pricedBy(whole, quantity), times(off, ofOne)), card)),
  }
}

const atLeast = (worth: Decimal, { price: { minimum } }: BookedPrice) => {
  const least = minimum === null ? ZERO : priceDecimal(minimum)
  return compareDecimals(worth, least) < 0 ? least : worth
}

function* minimumAdded(line: LineCase, card: BookedPrice, reckoner: LineReckoner): Generator<Attempt> {
  const { minimum } = card.price
  const without = alteredPrice(card, { minimum: null })
  if (minimum === null || without === null) return
  const least = priceDecimal(minimum)
  yield {
    code: 'minimum',
    words: 'minimum added',
    says: () => `The minimum of ${shownMoney(least, line.line.currency)} added to the rest`,
    figures: reckoner.atPrice((quantity) => plus(pricedBy(without, quantity), least)),
  }
}

function* oneTier(card: BookedPrice, reckoner: LineReckoner): Generator<Attempt> {
  const { tiers } = card.price
  const [first, last] = [tiers[0], tiers.at(-1)]
  if (tiers.length < 2 || first === undefined || last === undefined) return
  const other = alteredPrice(card, { tiered: card.price.tiered === 'volume' ? 'graduated' : 'volume' })
  const asOther = atCardPrice(reckoner, other).figures
  for (const [name, { price }] of [['first', first] as const, ['last', last] as const]) {
    const only = atCardPrice(reckoner, alteredPrice(card, { tiers: [{ upTo: null, price }] }))
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

/** Each event as if it were the month. */
function* eachEventPriced(line: LineCase, card: BookedPrice, reckoner: LineReckoner): Generator<Attempt> {
  if (card.single !== null || line.by !== 'sum' || reckoner.base.quantity === null) return
  const { begun, per } = card.price
  const [included, unit] = [priceDecimal(card.price.included), priceDecimal(per)]
  let worth = ZERO
  let begunOnes = 0n
  for (const event of reckoner.parts.flat()) {
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
    figures: { quantity: reckoner.base.quantity, worth },
    quantities: begun ? [counted, times(counted, unit)] : [],
  }
}
