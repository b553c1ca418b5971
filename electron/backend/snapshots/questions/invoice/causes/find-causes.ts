// Searches what gives the figures of a line that differs: each of the named causes by itself, never two together.
import { type Decimal, decimalText, plus, rounded, times } from '../../../../../../shared/exact/decimal.ts'
import type { InvoiceLine, LineCause } from '../../../../../../shared/snapshot/snapshot-invoice.ts'
import { plainNumber } from '../../../../../../shared/worth/money-text.ts'
import {
  type Attempt,
  CAUSE_CODES,
  type CauseCode,
  fitsLine,
  type Stated,
  type Step,
  type Tried,
} from './cause-attempt.ts'
import {
  type Figures,
  figuresWords,
  isEqual,
  isRoundedTo,
  negated,
  ONE,
  roundsTo,
  shortened,
  shownNumber,
} from './figures.ts'
import { type LineCalculator, lineCalculator } from './line-calculator.ts'
import { inOrder, type LineCase, type OtherFigures, type Timed } from './line-case.ts'
import { countingAttempts, ownPrices, roundings, unitAttempts } from './quantity-attempts.ts'
import { eventAttempts, periodAttempts } from './row-attempts.ts'
import { cardAttempts, priceAttempts } from './rule-attempts.ts'

/**
 * Searches the causes of a line, as docs/invoice.md tells. The work grows with the events of the line, once for each
 * cause. A line that says what the rules say has nothing to be explained, and nothing is tried.
 * @returns `fits`: the causes that fit, the best first; `tried`: how many of the forty the line has something for;
 * `unasked`: how many could not be tried, as they need events around the period that were not read
 */
export function findCauses(line: LineCase): NonNullable<InvoiceLine['causes']> {
  const calculator = lineCalculator(line)
  const stated: Stated = {
    prices: calculator?.prices ?? [],
    quantitiesOf: (quantity) => calculator?.quantitiesOf(quantity) ?? [],
  }
  const base = calculator?.base ?? { quantity: line.quantity, worth: line.worth }
  if (fitsLine({ figures: base }, line.line, stated)) return { tried: 0, fits: [], unasked: 0 }

  const tried = new Set<CauseCode>()
  const unasked = new Set<CauseCode>()
  const fits: Fitting[] = []
  /** Names of causes that fit (`nameOf`): one may be come to in two ways. */
  const found = new Set<string>()
  for (const step of steps(line, calculator)) {
    if ('unasked' in step) {
      unasked.add(step.unasked)
      continue
    }
    if ('ruledOut' in step) {
      tried.add(step.ruledOut)
      continue
    }
    const { figures } = step
    if (figures === null) continue
    tried.add(step.code)
    const attempt = { ...step, figures }
    if (!fitsLine(attempt, line.line, stated)) continue
    const name = nameOf(attempt)
    if (!found.has(name)) fits.push(attempt)
    found.add(name)
  }
  const named = fits.filter(({ code }) => code !== 'another-price' || !isNamedOtherwise(fits, line))
  return {
    tried: tried.size,
    fits: bestFirst(named, line, stated).map((one) => causeOf(one, line)),
    unasked: unasked.size,
  }
}

/** An attempt that fits. */
type Fitting = Attempt & Tried

/** An event that a cause puts on a line or takes off it. */
export interface MovedEvent {
  event: Timed
  /**
   * Whether it is on the line by the cause, though by the rules it is not; else it is left out, though it is the
   * line's.
   */
  isOnLine: boolean
}

/** The events that a cause moves, in the order of time; none where it takes those of the rules. */
export function movedBy(line: LineCase, cause: LineCause): MovedEvent[] {
  const calculator = lineCalculator(line)
  if (calculator === null) return []
  const worth = ({ figures }: Attempt) => figures && decimalText(figures.worth)
  for (const step of [...eventAttempts(line, calculator), ...periodAttempts(line, calculator)]) {
    if (!('figures' in step) || step.code !== cause.code || step.words !== cause.words) continue
    if (step.parts === undefined || worth(step) !== cause.worth) continue
    const [own, taken] = [new Set(calculator.parts.flat()), new Set(step.parts.flat())]
    const moved = [...own.symmetricDifference(taken)]
    return inOrder(moved).map((event) => ({ event, isOnLine: taken.has(event) }))
  }
  return []
}

/** Tries all causes. @param calculator null: those that need more than the worth of the line are not tried */
function* steps(line: LineCase, calculator: LineCalculator | null): Generator<Step> {
  if (calculator !== null) {
    yield* countingAttempts(line, calculator)
    yield* eventAttempts(line, calculator)
    yield* periodAttempts(line, calculator)
  }
  yield* unitAttempts(line, calculator)
  if (calculator !== null) {
    yield* cardAttempts(line, calculator)
    yield* priceAttempts(line, calculator)
  }
  yield* otherAttempts(line, calculator)
}

/** A name that two attempts share which are one cause. */
function nameOf({ code, words, figures: { quantity, worth }, isOneByWorth = false }: Fitting): string {
  return isOneByWorth
    ? `${code} ${plainNumber(worth)}`
    : `${code} ${words} ${plainNumber(worth)} ${quantity && plainNumber(quantity)}`
}

/** Whether another cause than `another-price` gives the very price that the line states. */
function isNamedOtherwise(fits: readonly Fitting[], { line: { unitPrice } }: LineCase): boolean {
  return fits.some(
    ({ code, prices }) =>
      code !== 'another-price' && unitPrice !== null && prices?.some((price) => isEqual(price, unitPrice)),
  )
}

/**
 * Causes that explain more of the line first: its quantity, its unit price, or both; then those that give its very
 * amount and not one that is rounded to it; then in the order of `CAUSE_CODES`.
 */
function bestFirst(fits: readonly Fitting[], { line }: LineCase, stated: Stated): Fitting[] {
  const explained = ({ figures, prices = stated.prices }: Fitting) =>
    (line.quantity !== null && figures.quantity !== null ? 1 : 0) +
    (line.unitPrice !== null && prices?.some((price) => isEqual(price, line.unitPrice ?? price)) ? 1 : 0)
  const exact = ({ figures }: Fitting) => (isEqual(figures.worth, line.amount) ? 1 : 0)
  const place = ({ code }: Attempt) => CAUSE_CODES.indexOf(code)
  return fits.toSorted((a, b) => explained(b) - explained(a) || exact(b) - exact(a) || place(a) - place(b))
}

function causeOf({ code, words, says, ends, figures }: Fitting, line: LineCase): LineCause {
  const { quantity, worth } = figures
  return {
    code,
    words,
    sentence: `${says()}: ${ends?.() ?? figuresWords(figures, line)}.`,
    quantity: quantity && decimalText(quantity),
    worth: decimalText(worth),
  }
}

// Causes of rounding, of tax, and of figures that belong to another line.

function* otherAttempts(line: LineCase, calculator: LineCalculator | null): Generator<Step> {
  yield* signTurned(line)
  yield* roundedOtherwise(line)
  yield* taxIncluded(line, calculator)
  yield* ofAnother(line, calculator, 'other-code', line.otherCodes)
  yield* ofAnother(line, calculator, 'other-customer', line.otherCustomers)
}

/** Tries the worth with the other sign, only where the amount has that sign. */
function* signTurned({ quantity, worth, line: { amount } }: LineCase): Generator<Step> {
  if (amount.digits * worth.digits >= 0n) return
  yield {
    code: 'sign-reversed',
    words: 'sign reversed',
    says: () => 'The amount with its sign reversed',
    figures: { quantity, worth: negated(worth) },
    quantities: quantity === null ? [] : [negated(quantity)],
    isOneByWorth: true,
  }
}

function* roundedOtherwise(line: LineCase): Generator<Step> {
  const { worth, quantity } = line
  const { places } = line.line
  if (worth.scale <= places || isEqual(rounded(worth, places, 'half-up'), worth)) return
  const unit = 10n ** BigInt(worth.scale - places)
  const cut: Decimal = { digits: worth.digits / unit, scale: places }
  /** One in the last decimal, away from zero. */
  const last: Decimal = { digits: worth.digits < 0n ? -1n : 1n, scale: places }
  for (const [words, how, to] of [
    ['cut off', 'digits cut off', cut] as const,
    ['rounded up', 'any remainder rounded up', plus(cut, last)] as const,
  ]) {
    // Where that is proper rounding as well, the line agrees.
    if (isRoundedTo(worth, to, places)) continue
    yield {
      code: 'rounded-otherwise',
      words,
      says: () => `${shownNumber(worth)} with ${how} after ${places} decimals`,
      figures: { quantity, worth: to },
    }
  }
}

function* taxIncluded(line: LineCase, calculator: LineCalculator | null): Generator<Step> {
  for (const rate of line.taxRates) {
    if (rate.digits <= 0n) continue
    const factor = plus(ONE, times(rate, { digits: 1n, scale: 2 }))
    const prices = [...(calculator?.prices ?? []), ...ownPrices(line)]
    // Tax is added to what was rounded before.
    for (const net of roundings(line.worth, line.line.currency)) {
      yield {
        code: 'tax-included',
        words: 'tax included',
        says: () => `With ${shownNumber(rate)} % tax, the rate of a tax line`,
        figures: { quantity: line.quantity, worth: times(net, factor) },
        prices: [...prices, ...prices.map((price) => times(price, factor))],
        isOneByWorth: true,
      }
    }
  }
}

/** So many of one worth, or one quantity, are tried: more of them would say nothing more. */
const MOST_ALIKE = 20

function* ofAnother(
  line: LineCase,
  calculator: LineCalculator | null,
  code: 'other-code' | 'other-customer',
  list: readonly OtherFigures[],
): Generator<Step> {
  if (list.length === 0) return
  yield { ruledOut: code }
  const whose = code === 'other-code' ? 'code' : 'customer'
  const words = `another ${whose}’s figures`
  const { amount, quantity: lineQuantity, places } = line.line
  const isSameAsLine = ({ quantity, worth }: Figures) =>
    isEqual(worth, line.worth) &&
    (quantity === null ? line.quantity === null : line.quantity !== null && isEqual(quantity, line.quantity))
  for (const { name, ...figures } of list.filter(({ worth }) => roundsTo(worth, amount, places)).slice(0, MOST_ALIKE)) {
    if (isSameAsLine(figures)) continue
    yield { code, words, says: () => `Of ${whose} ${shortened(name)}`, figures, prices: null, isOneByWorth: true }
  }
  // It may be the other's quantity, at the price of this line.
  if (lineQuantity === null || calculator === null || calculator.quantities.length !== 1) return
  const isOfLine = ({ quantity }: Figures) => quantity !== null && isEqual(quantity, lineQuantity)
  for (const { name, quantity } of list.filter(isOfLine).slice(0, MOST_ALIKE)) {
    const worth = quantity && calculator.priced(quantity)
    if (quantity === null || worth === null || isEqual(worth, line.worth)) continue
    const says = () => `The quantity of ${whose} ${shortened(name)}`
    yield { code, words, says, figures: { quantity, worth }, isOneByWorth: true }
  }
}
