// Causes of the unit: a factor too many or too few, and everything counted twice.
import { type Decimal, dividedExactly, times } from '../../../../../../shared/exact/decimal.ts'
import { grouped } from '../../../../../../shared/exact/grouped-digits.ts'
import { priceDecimal } from '../../../../../../shared/worth/rate-card.ts'
import type { Attempt, Figures } from './attempt.ts'
import type { CauseCode } from './cause-codes.ts'
import { isEqual, isRoundedTo } from './exact-figures.ts'
import { figuresWords } from './figure-words.ts'
import type { LineCase } from './line-case.ts'
import type { LineReckoner } from './line-reckoner.ts'

interface Factor {
  code: CauseCode
  by: Decimal
  words: string
  /** Begins the sentence. @param what "quantity" or "amount" */
  says: (what: string) => string
}

const whole = (digits: number): Decimal => ({ digits: BigInt(digits), scale: 0 })
const ONE = whole(1)

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
    { code, by: whole(size), words: many, says: (what) => `${many} the ${what}` },
    { code, by: inverse(whole(size)), words: `a ${part}`, says: (what) => `A ${part} of the ${what}` },
  ]
}

function binaryFactors(power: string, at: number): Factor[] {
  const code = 'binary-units'
  const binary = whole(1_024 ** (at + 1))
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
  by: whole(2),
  words: 'billed twice',
  says: () => 'All of its events counted twice',
}

/** @param reckoner null: only the amount can be too large or too small */
export function* unitAttempts(line: LineCase, reckoner: LineReckoner | null): Generator<Attempt> {
  yield* byFactor(TWICE, line, reckoner)
  const per = line.card === null ? ONE : priceDecimal(line.card.price.per)
  for (const factor of FACTORS) {
    const isPer = factor.code === 'decimal-factor' && isEqual(factor.by, per)
    yield* byFactor(factor, line, reckoner).filter(() => !isPer || isOtherQuantity(line))
  }
}

/** Else a factor as large as the price is for is that price, charged for each. */
const isOtherQuantity = ({ quantity, line: { quantity: billed } }: LineCase) =>
  quantity !== null && billed !== null && !isRoundedTo(quantity, billed, Math.max(billed.scale, 0))

/** Of the quantity, which then goes through the tiers; or of the amount, whatever the quantity is. */
function* byFactor(
  { code, by, words, says }: Factor,
  line: LineCase,
  reckoner: LineReckoner | null,
): Generator<Attempt> {
  const sentence = (what: string, figures: Figures) => () => `${says(what)}: ${figuresWords(figures, line)}.`
  const most = reckoner?.atPrice((quantity) => reckoner.priced(times(quantity, by))) ?? null
  if (most !== null && most.quantity !== null) {
    const figures = { quantity: times(most.quantity, by), worth: most.worth }
    yield { code, words, sentence: sentence('quantity', figures), figures, isOneByWorth: true }
  }
  const figures = { quantity: line.quantity, worth: times(line.worth, by) }
  yield {
    code,
    words,
    sentence: sentence('amount', figures),
    figures,
    quantities: line.quantity === null ? [] : [times(line.quantity, by)],
    prices: (reckoner?.prices ?? []).flatMap((price) => [price, times(price, by)]),
    isOneByWorth: true,
  }
}
