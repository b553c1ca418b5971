// Causes of the quantity: how it was counted, a unit with a factor too many or too few, everything counted twice. An
// attempt has the figures that the line would have by a cause, and in `quantities` and `prices` what else it may state
// then. The cause fits where the worth is the line's amount, and what the line states is among these (`fitsLine`). Of
// attempts that come to one worth, `isOneByWorth` says that they are one cause, of which the first is told.
import {
  type Decimal,
  dividedExactly,
  plus,
  ROUNDING_MODES,
  rounded,
  times,
  ZERO,
} from '../../../../../../shared/exact/decimal.ts'
import { grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import { currencyExponent } from '../../../../../../shared/worth/money-text.ts'
import { priceDecimal } from '../../../../../../shared/worth/rate-price.ts'
import { type Attempt, type CauseCode, isAverageOf } from './cause-attempt.ts'
import { asSent, type Counting, isNegated } from './count-events.ts'
import {
  atPriceWords,
  type Figures,
  isEqual,
  isShownAs,
  NUMBER_OF_EVENTS,
  ONE,
  quantityWords,
  wholeNumber,
} from './figures.ts'
import type { LineCalculator } from './line-calculator.ts'
import type { LineCase, LineEvent, Timed } from './line-case.ts'

/** Other ways of counting than the rules may have for a line. */
const COUNTINGS: readonly { code: CauseCode; by: Exclude<Counting, 'events'>; words: string; sentence: string }[] = [
  { code: 'sum', by: 'sum', words: 'sum', sentence: 'The sum of its quantities' },
  { code: 'maximum', by: 'maximum', words: 'maximum', sentence: 'The largest quantity of one event' },
  { code: 'last-or-first', by: 'last', words: 'last value', sentence: 'The quantity of the latest event' },
  { code: 'last-or-first', by: 'first', words: 'first value', sentence: 'The quantity of the earliest event' },
  {
    code: 'distinct',
    by: 'different-quantities',
    words: 'different values',
    sentence: 'The number of different quantities',
  },
  {
    code: 'daily-maximum',
    by: 'daily-maximum',
    words: 'each day’s maximum summed',
    sentence: 'The largest quantity of each day, added up',
  },
]

/** Tries every way of counting but the rules' own; none where the rules count events, or the quantity is not known. */
export function* countingAttempts(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const attempt = (code: CauseCode, words: string, sentence: string, figures: Counted): Attempt => {
    // Events and different quantities have no unit.
    const unit = code === 'number-of-events' || code === 'distinct' ? null : line.unit
    const ends = () => `${quantityWords(figures.quantity, unit)}${atPriceWords(calculator.single)}`
    // The last value and the first are two causes of one code, even where they come to one worth.
    const isOneByWorth = code !== 'last-or-first'
    return { code, words, says: () => sentence, ends, figures, isOneByWorth }
  }
  // Each event that is counted is one: there is no other way. And where only some events have money of their own (not
  // `isAlike`), no single price makes a quantity an amount.
  if (line.by === 'events' || line.quantity === null || !calculator.isAlike) return
  const number = numberOfEvents(line, calculator)
  if (number !== null) yield attempt('number-of-events', 'number of events', NUMBER_OF_EVENTS, number)
  for (const { code, by, words, sentence } of COUNTINGS) {
    if (by === line.by) continue
    for (const figures of countedAs(calculator, by)) {
      // Where it comes to the same quantity, it is not by counting that the line differs.
      if (!isEqual(figures.quantity, line.quantity)) yield attempt(code, words, sentence, figures)
    }
  }
}

type Counted = Figures & { quantity: Decimal }

/**
 * The line by the number of its events, even of those whose number is missing; below zero where the rules turn the sign
 * of all of them.
 */
function numberOfEvents(line: LineCase, calculator: LineCalculator): Counted | null {
  const isMissing = (event: LineEvent): event is Timed => event.at !== null && event.moneyKind === 'number-missing'
  const { period, zone, events } = line
  // The rules leave out events whose number is missing: here they count with the others.
  const parts = calculator.within(period, zone, events.filter(isMissing))
  const areTurned = parts.every((part) => part.every(isNegated))
  return countedParts(parts, calculator, ({ length }) => wholeNumber(areTurned ? -length : length))
}

/**
 * The line's events counted in another way, at the line's price, whatever each is worth. Where some of them are taken
 * off, they are counted once more with the signs that were sent.
 */
function countedAs(calculator: LineCalculator, by: Counting): Counted[] {
  const { parts } = calculator
  const events = parts.flat()
  const isMixed = events.some(isNegated) && !events.every(isNegated)
  const ways = isMixed && by !== 'sum' ? [parts, parts.map((part) => part.map(asSent))] : [parts]
  return ways.flatMap((way) => countedParts(way, calculator, (part) => calculator.counted(part, by)) ?? [])
}

/**
 * The quantities of all parts and what they cost together; null: one of them is not known, or has no price.
 * @param countedOf the quantity of one part; null: not known
 */
function countedParts(
  parts: LineCalculator['parts'],
  calculator: LineCalculator,
  countedOf: (part: readonly Timed[]) => Decimal | null,
): Counted | null {
  let [quantity, worth]: [Decimal, Decimal] = [ZERO, ZERO]
  for (const part of parts) {
    if (part.length === 0) continue
    const counted = countedOf(part)
    const cost = counted && calculator.priced(counted)
    if (counted === null || cost === null) return null
    quantity = plus(quantity, counted)
    worth = plus(worth, cost)
  }
  return { quantity, worth }
}

/** A factor by which a quantity, a price or an amount may be too large. */
interface Factor {
  code: CauseCode
  by: Decimal
  words: string
  /** The beginning of its sentence. @param what "quantity", "price" or "amount" */
  says: (what: string) => string
}

/** 1 ÷ the value, which has to be a decimal that ends. */
function inverse(value: Decimal): Decimal {
  const divided = dividedExactly(ONE, value)
  if (divided === null) throw new Error('A factor that no decimal is the inverse of')
  return divided
}

/** Sizes of decimal factors. */
const DECIMAL: readonly [size: number, part: string][] = [
  [100, 'hundredth'],
  [1_000, 'thousandth'],
  [1_000_000, 'millionth'],
]
/** Powers of 1,024 and of 1,000 that are taken for each other: KB and KiB, MB and MiB, GB and GiB. */
const POWERS = ['', '²', '³'] as const

/** So many times too much, and so many times too little. */
function decimalFactors(size: number, part: string): Factor[] {
  const code = 'decimal-factor'
  const many = `${grouped(size)} times`
  return [
    { code, by: wholeNumber(size), words: many, says: (what) => `${many} the ${what}` },
    { code, by: inverse(wholeNumber(size)), words: `a ${part}`, says: (what) => `A ${part} of the ${what}` },
  ]
}

/**
 * The power of 1,024 times too much or too little, and that power in place of the same one of 1,000, or the reverse.
 */
function binaryFactors(power: string, at: number): Factor[] {
  const code = 'binary-units'
  const exponent = at + 1
  const binary = wholeNumber(1_024 ** exponent)
  const ratio = times(binary, { digits: 1n, scale: 3 * exponent })
  const [two, ten] = [`1,024${power}`, `1,000${power}`]
  const taken = (one: string, other: string) => (what: string) => `The ${what} with ${one} taken for ${other}`
  return [
    { code, by: binary, words: `${two} times`, says: (what) => `${two} times the ${what}` },
    { code, by: inverse(binary), words: `divided by ${two}`, says: (what) => `The ${what} divided by ${two}` },
    { code, by: ratio, words: `${two} for ${ten}`, says: taken(two, ten) },
    { code, by: inverse(ratio), words: `${ten} for ${two}`, says: taken(ten, two) },
  ]
}

const FACTORS: readonly Factor[] = [
  ...DECIMAL.flatMap(([size, part]) => decimalFactors(size, part)),
  ...POWERS.flatMap(binaryFactors),
]

const TWICE: Factor = {
  code: 'billed-twice',
  by: wholeNumber(2),
  words: 'billed twice',
  says: () => 'All of its events counted twice',
}

/** Tries every factor. @param calculator null: only the amount can be too large or too small */
export function* unitAttempts(line: LineCase, calculator: LineCalculator | null): Generator<Attempt> {
  yield* byFactor(TWICE, line, calculator)
  const per = line.card === null ? ONE : priceDecimal(line.card.price.per)
  for (const factor of FACTORS) {
    // A price per 1,000 that was charged for each unit makes an amount 1,000 times as large, too: that is the cause
    // `per-forgotten`, unless the line states another quantity.
    const isOfPrice = factor.code === 'decimal-factor' && isEqual(factor.by, per)
    if (!isOfPrice || isOtherQuantity(line)) yield* byFactor(factor, line, calculator)
  }
}

/** Whether the line states another quantity than its events have. */
const isOtherQuantity = ({ quantity, line: { quantity: billed } }: LineCase) =>
  quantity !== null && billed !== null && !isShownAs(quantity, billed)

/** Tries the factor on the quantity, on the amount, and, where it is a decimal one, on one figure of a right amount. */
function* byFactor(factor: Factor, line: LineCase, calculator: LineCalculator | null): Generator<Attempt> {
  yield* onQuantity(factor, calculator)
  yield* onAmount(factor, line, calculator)
  if (factor.code === 'decimal-factor') yield* besideRightAmount(factor, line, calculator)
}

type FactorAttempt = Pick<Attempt, 'code' | 'words' | 'says' | 'isOneByWorth'>

/** What all attempts of a factor have in common. @param what is too large or too small by it */
const attemptOn = (what: 'quantity' | 'amount' | 'price', { code, words, says }: Factor): FactorAttempt => ({
  code,
  words,
  says: () => says(what),
  isOneByWorth: true,
})

/** A quantity with the factor, and what it costs then: other tiers may hold than without. */
function* onQuantity(factor: Factor, calculator: LineCalculator | null): Generator<Attempt> {
  const figures = calculator?.atPrice((quantity) => calculator.priced(times(quantity, factor.by))) ?? null
  if (figures === null || figures.quantity === null) return
  const { quantity, worth } = figures
  yield { ...attemptOn('quantity', factor), figures: { quantity: times(quantity, factor.by), worth } }
}

/** An amount with the factor, beside a quantity and a price that may be right, or have it too. */
function* onAmount(factor: Factor, line: LineCase, calculator: LineCalculator | null): Generator<Attempt> {
  const { by } = factor
  const { quantity, worth } = line
  const prices = [...(calculator?.prices ?? []), ...ownPrices(line)]
  // What was rounded first, and then written in cents, is another amount.
  for (const amount of factor.code === 'decimal-factor' ? roundings(worth, line.line.currency) : [worth]) {
    yield {
      ...attemptOn('amount', factor),
      figures: { quantity, worth: times(amount, by) },
      quantities: quantity === null ? [] : [times(quantity, by)],
      prices: prices.flatMap((price) => [price, times(price, by)]),
    }
  }
}

/** Only the quantity, or only the price, with the factor. */
function* besideRightAmount(factor: Factor, line: LineCase, calculator: LineCalculator | null): Generator<Attempt> {
  const { by } = factor
  const { quantity, worth } = line
  const prices = calculator?.prices ?? []
  if (line.line.quantity !== null && quantity !== null) {
    yield {
      ...attemptOn('quantity', factor),
      figures: { quantity: times(quantity, by), worth },
      prices: [...prices, ...ownPrices(line)],
    }
  }
  if (line.line.unitPrice !== null) {
    yield {
      ...attemptOn('price', factor),
      figures: { quantity, worth },
      prices: [...prices.map((price) => times(price, by)), ...ownPrices(line, by)],
    }
  }
}

/**
 * The unit price that the line states, if it is `by` times the average price of its events; else none. Where events
 * have no single price, a line states their average.
 */
export function ownPrices({ quantity, worth, line: { unitPrice } }: LineCase, by: Decimal = ONE): Decimal[] {
  const price = unitPrice && dividedExactly(unitPrice, by)
  return unitPrice !== null && price !== null && isAverageOf({ quantity, worth }, price) ? [unitPrice] : []
}

/** A worth as it is, and rounded to the decimals of its currency. */
export function roundings(worth: Decimal, currency: string | null): Decimal[] {
  const places = (currency === null ? null : currencyExponent(currency)) ?? 2
  const all = ROUNDING_MODES.map((mode) => rounded(worth, places, mode))
  return [
    worth,
    ...all.filter((one, at) => !isEqual(one, worth) && all.findIndex((other) => isEqual(other, one)) === at),
  ]
}
