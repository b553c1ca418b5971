// Searches what gives the figures of a line that differs: each of the named causes by itself, never two together.
import { decimalText } from '../../../../../../shared/exact/decimal.ts'
import type { LineCause } from '../../../../../../shared/snapshot/snapshot-invoice.ts'
import { type Attempt, CAUSE_CODES, type CauseCode, fitsLine, type Stated, type Step, type Tried } from './attempt.ts'
import { figuresWords, isEqual, valueText } from './figures.ts'
import { inOrder, type LineCase, type Timed } from './line-case.ts'
import { type LineReckoner, lineReckoner } from './line-reckoner.ts'
import { otherAttempts } from './other-attempts.ts'
import { countingAttempts, unitAttempts } from './quantity-attempts.ts'
import { eventAttempts, periodAttempts } from './row-attempts.ts'
import { cardAttempts, priceAttempts } from './rule-attempts.ts'

export interface FoundCauses {
  /** Of the forty: those that the line has something for. */
  tried: number
  /** The best first. One alone is "the only one". */
  fits: LineCause[]
  /** Causes that need the events at the edges, which were not read. */
  unasked: number
}

/**
 * As docs/invoice.md tells. The work grows with the events of the line, once for each cause. A line that says what the rules
 * say has nothing to be explained, and nothing is tried.
 */
export function findCauses(line: LineCase): FoundCauses {
  const reckoner = lineReckoner(line)
  const stated: Stated = {
    prices: reckoner?.prices ?? [],
    quantitiesOf: (quantity) => reckoner?.quantitiesOf(quantity) ?? [],
  }
  const base = reckoner?.base ?? { quantity: line.quantity, worth: line.worth }
  if (fitsLine({ figures: base }, line.line, stated)) return { tried: 0, fits: [], unasked: 0 }

  const tried = new Set<CauseCode>()
  const unasked = new Set<CauseCode>()
  const fits: Fitting[] = []
  const found = new Set<string>()
  for (const step of steps(line, reckoner)) {
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

type Fitting = Attempt & Tried

/** `isOnLine`: by the cause it is on the line, though it is not the line's; else it is the line's, and left out. */
export interface MovedEvent {
  event: Timed
  isOnLine: boolean
}

/** In the order of time: events that a cause takes and the rules do not, or the reverse; none where both take the same ones. */
export function movedBy(line: LineCase, cause: LineCause): MovedEvent[] {
  const reckoner = lineReckoner(line)
  if (reckoner === null) return []
  const worth = ({ figures }: Attempt) => figures && decimalText(figures.worth)
  for (const step of [...eventAttempts(line, reckoner), ...periodAttempts(line, reckoner)]) {
    if (!('figures' in step) || step.code !== cause.code || step.words !== cause.words) continue
    if (step.parts === undefined || worth(step) !== cause.worth) continue
    const [own, taken] = [new Set(reckoner.parts.flat()), new Set(step.parts.flat())]
    const moved = [...own.symmetricDifference(taken)]
    return inOrder(moved).map((event) => ({ event, isOnLine: taken.has(event) }))
  }
  return []
}

function* steps(line: LineCase, reckoner: LineReckoner | null): Generator<Step> {
  if (reckoner !== null) {
    yield* countingAttempts(line, reckoner)
    yield* eventAttempts(line, reckoner)
    yield* periodAttempts(line, reckoner)
  }
  yield* unitAttempts(line, reckoner)
  if (reckoner !== null) {
    yield* cardAttempts(line, reckoner)
    yield* priceAttempts(line, reckoner)
  }
  yield* otherAttempts(line, reckoner)
}

/** Equal for what is one cause: it may be come to in two ways. */
function nameOf({ code, words, figures: { quantity, worth }, isOneByWorth = false }: Fitting): string {
  return isOneByWorth
    ? `${code} ${valueText(worth)}`
    : `${code} ${words} ${valueText(worth)} ${quantity && valueText(quantity)}`
}

/** Whether another cause gives the very price that the line says. */
function isNamedOtherwise(fits: readonly Fitting[], { line: { unitPrice } }: LineCase): boolean {
  return fits.some(
    ({ code, prices }) =>
      code !== 'another-price' && unitPrice !== null && prices?.some((price) => isEqual(price, unitPrice)),
  )
}

/** Those that explain more of what the line says before others, then those that give its very amount, then as they are listed. */
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
