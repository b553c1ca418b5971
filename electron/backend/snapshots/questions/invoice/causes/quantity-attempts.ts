// Causes of the quantity: how it was counted, a unit with a factor too many or too few, everything counted twice.
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

/** None where events are counted one by one, without a quantity, or where only some events have money of their own. */
export function* countingAttempts(line: LineCase, calculator: LineCalculator): Generator<Attempt> {
  const attempt = (code: CauseCode, words: string, sentence: string, figures: Counted): Attempt => {
    // Events and different quantities have no unit.
    const unit = code === 'number-of-events' || code === 'distinct' ? null : line.unit
    const ends = () => `${quantityWords(figures.quantity, unit)}${atPriceWords(calculator.single)}`
    return { code, words, says: () => sentence, ends, figures, isOneByWorth: code !== 'last-or-first' }
  }
  // Of events that are counted each is one, and there is nothing else to count.
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

/** All events, whatever their values, even without a number. */
function numberOfEvents(line: LineCase, calculator: LineCalculator): Counted | null {
  const isMissing = (event: LineEvent): event is Timed => event.at !== null && event.moneyKind === 'number-missing'
  const parts = calculator.within(line.period, line.zone, line.events.filter(isMissing))
  const areTurned = parts.every((part) => part.every(isNegated))
  return countedParts(parts, calculator, ({ length }) => wholeNumber(areTurned ? -length : length))
}

/**
 * At the price of the line, whatever its events are worth; where some are taken off, also by what they say themselves.
 */
function countedAs(calculator: LineCalculator, by: Counting): Counted[] {
  const { parts } = calculator
  const events = parts.flat()
  const isMixed = events.some(isNegated) && !events.every(isNegated)
  const ways = isMixed && by !== 'sum' ? [parts, parts.map((part) => part.map(asSent))] : [parts]
  return ways.flatMap((way) => countedParts(way, calculator, (part) => calculator.counted(part, by)) ?? [])
}

/** The quantities of all parts and what they cost; null: one of them is not known, or has no price. */
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

interface Factor {
  code: CauseCode
  by: Decimal
  words: string
  /** Begins the sentence. @param what "quantity", "price" or "amount" */
  says: (what: string) => string
}

function inverse(value: Decimal): Decimal {
  const divided = dividedExactly(ONE, value)
  if (divided === null) throw new Error('A factor that no decimal is the inverse of')
  return divided
}

const DECIMAL: readonly [size: number, part: string][] = [
  [100, 'hundredth'],
  [1_000, 'thousandth'],
  [1_000_000, 'millionth'],
]
const POWERS = ['', '²', '³'] as const

function decimalFactors(size: number, part: string): Factor[] {
  const code = 'decimal-factor'
  const many = `${grouped(size)} times`
  return [
    { code, by: wholeNumber(size), words: many, says: (what) => `${many} the ${what}` },
    { code, by: inverse(wholeNumber(size)), words: `a ${part}`, says: (what) => `A ${part} of the ${what}` },
  ]
}

function binaryFactors(power: string, at: number): Factor[] {
  const code = 'binary-units'
  const binary = wholeNumber(1_024 ** (at + 1))
  const ratio = times(binary, { digits: 1n, scale: 3 * (at + 1) })
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

/** @param calculator null: only the amount can be too large or too small */
export function* unitAttempts(line: LineCase, calculator: LineCalculator | null): Generator<Attempt> {
  yield* byFactor(TWICE, line, calculator)
  const per = line.card === null ? ONE : priceDecimal(line.card.price.per)
  for (const factor of FACTORS) {
    const isPer = factor.code === 'decimal-factor' && isEqual(factor.by, per)
    yield* byFactor(factor, line, calculator).filter(() => !isPer || isOtherQuantity(line))
  }
}

/** Else a factor as large as the price is for is that price, charged for each. */
const isOtherQuantity = ({ quantity, line: { quantity: billed } }: LineCase) =>
  quantity !== null && billed !== null && !isShownAs(quantity, billed)

/** Tries the factor on the quantity, before the tiers; on the amount; or on one figure beside a right amount. */
function* byFactor(
  { code, by, words, says }: Factor,
  line: LineCase,
  calculator: LineCalculator | null,
): Generator<Attempt> {
  const most = calculator?.atPrice((quantity) => calculator.priced(times(quantity, by))) ?? null
  if (most !== null && most.quantity !== null) {
    const figures = { quantity: times(most.quantity, by), worth: most.worth }
    yield { code, words, says: () => says('quantity'), figures, isOneByWorth: true }
  }
  const { worth } = line
  const { currency, quantity, unitPrice } = line.line
  const known = [...(calculator?.prices ?? []), ...ownPrices(line)]
  const isOfUnits = code === 'decimal-factor'
  // What was rounded first, and then written in cents, is another amount.
  for (const amount of isOfUnits ? roundings(worth, currency) : [worth]) {
    yield {
      code,
      words,
      says: () => says('amount'),
      figures: { quantity: line.quantity, worth: times(amount, by) },
      quantities: line.quantity === null ? [] : [times(line.quantity, by)],
      prices: known.flatMap((price) => [price, times(price, by)]),
      isOneByWorth: true,
    }
  }
  if (!isOfUnits) return
  // The quantity or the price alone, beside an amount that is right.
  if (quantity !== null && line.quantity !== null) {
    const figures = { quantity: times(line.quantity, by), worth }
    yield { code, words, says: () => says('quantity'), figures, prices: known, isOneByWorth: true }
  }
  if (unitPrice !== null) {
    const factored = [...(calculator?.prices ?? []).map((price) => times(price, by)), ...ownPrices(line, by)]
    const figures = { quantity: line.quantity, worth }
    yield { code, words, says: () => says('price'), figures, prices: factored, isOneByWorth: true }
  }
}

/** The unit price that the line states, where it is so many times what its events come to each. */
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
