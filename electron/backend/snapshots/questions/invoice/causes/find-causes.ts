// Searches what gives the figures of a line that differs: each of the named causes by itself, never two together.
import { decimalText } from '../../../../../../shared/exact/decimal.ts'
import type { LineCause } from '../../../../../../shared/snapshot/snapshot-invoice.ts'
import { type Attempt, type Figures, fitsLine, type Stated, type Step } from './attempt.ts'
import { cardAttempts } from './card-attempts.ts'
import { CAUSE_CODES, type CauseCode } from './cause-codes.ts'
import { countingAttempts } from './counting-attempts.ts'
import { eventAttempts } from './event-attempts.ts'
import { isEqual, valueText } from './exact-figures.ts'
import type { LineCase } from './line-case.ts'
import { type LineReckoner, lineReckoner } from './line-reckoner.ts'
import { otherAttempts } from './other-attempts.ts'
import { periodAttempts } from './period-attempts.ts'
import { priceAttempts } from './price-attempts.ts'
import { unitAttempts } from './unit-attempts.ts'

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
  if (fitsLine(asTheRules(base), line.line, stated)) return { tried: 0, fits: [], unasked: 0 }

  const tried = new Set<CauseCode>()
  const unasked = new Set<CauseCode>()
  const fits: Attempt[] = []
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
    tried.add(step.code)
    if (!fitsLine(step, line.line, stated)) continue
    const name = nameOf(step)
    if (found.has(name)) continue
    found.add(name)
    fits.push(step)
  }
  const named = fits.filter(({ code }) => code !== 'another-price' || !isNamedOtherwise(fits, line))
  return { tried: tried.size, fits: bestFirst(named, line, stated).map(causeOf), unasked: unasked.size }
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
function nameOf({ code, words, figures: { quantity, worth }, isOneByWorth = false }: Attempt): string {
  return isOneByWorth
    ? `${code} ${valueText(worth)}`
    : `${code} ${words} ${valueText(worth)} ${quantity && valueText(quantity)}`
}

/** No cause: what the line would say without one. */
const asTheRules = (figures: Figures): Attempt => ({ code: 'sum', words: '', sentence: () => '', figures })

/** Whether another cause gives the very price that the line says. */
function isNamedOtherwise(fits: readonly Attempt[], { line: { unitPrice } }: LineCase): boolean {
  return fits.some(
    ({ code, prices }) =>
      code !== 'another-price' && unitPrice !== null && prices?.some((price) => isEqual(price, unitPrice)),
  )
}

/** Those that explain more of what the line says before others, then those that give its very amount, then as they are listed. */
function bestFirst(fits: readonly Attempt[], { line }: LineCase, stated: Stated): Attempt[] {
  const explained = ({ figures, prices = stated.prices }: Attempt) =>
    (line.quantity !== null && figures.quantity !== null ? 1 : 0) +
    (line.unitPrice !== null && prices?.some((price) => isEqual(price, line.unitPrice ?? price)) ? 1 : 0)
  const exact = ({ figures }: Attempt) => (isEqual(figures.worth, line.amount) ? 1 : 0)
  const place = ({ code }: Attempt) => CAUSE_CODES.indexOf(code)
  return fits.toSorted((a, b) => explained(b) - explained(a) || exact(b) - exact(a) || place(a) - place(b))
}

function causeOf({ code, words, sentence, figures: { quantity, worth } }: Attempt): LineCause {
  return {
    code,
    words,
    sentence: sentence(),
    quantity: quantity && decimalText(quantity),
    worth: decimalText(worth),
  }
}
