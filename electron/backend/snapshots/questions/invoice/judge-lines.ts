// What becomes of each line of an invoice: usage lines are held against events, and of the others it is said why they
// are not.
import { groupedDigits } from '../../../../../shared/exact/grouped-digits.ts'
import type { DocumentTotal } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { type PlacedPeriod, placedIn } from './billing-calendar.ts'
import { type DocumentLine, productProblem } from './invoice-document.ts'
import { type JudgedClass, type Judging, judgeClass } from './judge-class.ts'
import { type JudgedLine, judgedLine, type LineClass, lineClasses, type UsageLine } from './judged-line.ts'
import type { PeriodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** What lines are placed by, before any event is valued. */
export interface Placing {
  /** The time zone in which days begin. */
  zone: string
  /** Whether the snapshot holds all of a period. */
  isHeld: (period: PlacedPeriod) => boolean
  /** Whether the snapshot has events of the customer. */
  hasCustomer: (customerId: string) => boolean
}

/**
 * Places lines in time.
 * @returns `placed`: all lines, with the verdict of those that are held against no events; `usage`: the others, which
 * are to be held against events
 */
export function placeLines(
  lines: readonly DocumentLine[],
  placing: Placing,
): { placed: JudgedLine[]; usage: UsageLine[] } {
  const usage: UsageLine[] = []
  const all = lines.map((paper, at): JudgedLine => {
    const placed = paper.period === null ? null : placedIn(paper.period, placing.zone)
    const line = { at, paper, placed }
    const { means, customerId } = paper
    if (means?.is === 'total' || means?.is === 'not-from-events') return judgedLine(line, { verdict: means.is })
    const why = notCovered(paper, placed, placing)
    if (means === null || customerId === null || placed === null || why !== null)
      return judgedLine(line, { verdict: 'not-covered', why: [why ?? ''] })
    usage.push({ ...line, customerId, code: means.code, placed })
    // Its class is judged later, and then says what becomes of it.
    return judgedLine(line, { verdict: 'not-covered' })
  })
  return { placed: all, usage }
}

/** By the meaning of a cell: why a line is not covered where that cell cannot be read. */
const UNREAD: Record<string, string> = {
  quantity: 'Its quantity is not a number.',
  unitPrice: 'Its unit price is not a number.',
  amount: 'Its amount is not a number.',
  currency: 'Its cell, its column and the column’s head name different currencies.',
  period: 'Its period cannot be read, or could be either of two.',
  from: 'Its first and last day cannot be read, or could be either of two.',
}

/** Why a line cannot be held against events, a sentence; null: it can. */
function notCovered(
  { means, item, customerSaid, customerId, amount, unread }: DocumentLine,
  placed: PlacedPeriod | null,
  { isHeld, hasCustomer }: Placing,
): string | null {
  const [first] = unread
  if (first !== undefined) return UNREAD[first] ?? 'One of its cells cannot be read.'
  if (amount === null) return 'It has no amount.'
  if (means === null) {
    return item === ''
      ? 'It does not say what it is for.'
      : 'It is not known what it is for. Choose an event code, or say that it is a fee, a discount or tax.'
  }
  if (customerId === null) {
    return customerSaid === null
      ? 'It does not say which customer it is for.'
      : `It is not known which customer “${customerSaid.slice(0, 100)}” is. Choose one.`
  }
  if (placed === null) return 'It does not say its period.'
  if (!hasCustomer(customerId)) return `The snapshot has no events of ${customerId.slice(0, 100)}.`
  return isHeld(placed) ? null : 'The snapshot does not hold all of its period.'
}

/** Puts usage lines into classes of those that are of the same events, and judges class by class. */
export const judgeUsage = (
  usage: readonly UsageLine[],
  groups: ReadonlyMap<string, ValuedGroup>,
  judging: Judging,
): JudgedClass[] => lineClasses(usage, groups).map((one) => judgeClass(one, judging))

/**
 * All lines in their order, usage lines as their classes have them, with what is wrong with the invoice itself: totals
 * that are no sums, amounts that are not quantity × price.
 * @param placed all lines, as `placeLines` gives them
 * @param totals by the numbers of their lines
 * @param places decimals that the amounts of a currency have in the invoice
 */
export function judgedLines(
  placed: readonly JudgedLine[],
  classes: readonly LineClass[],
  totals: ReadonlyMap<number, DocumentTotal>,
  places: (currency: string | null) => number,
): JudgedLine[] {
  const usage = new Map(classes.flatMap(({ lines, worth }) => lines.map((line) => [line.at, { line, worth }])))
  return placed.map((one) => {
    if (one.verdict === 'total') return { ...one, why: totalWhy(totals.get(one.paper.line)) }
    const { line, worth } = usage.get(one.at) ?? { line: one, worth: null }
    return { ...line, problems: productProblems(line, worth, places) }
  })
}

/**
 * What is wrong with quantity × price of a line, if anything. A line that agrees with its events at no single price, as
 * with tiers or included quantities, need not have that for its amount.
 */
function productProblems(
  { verdict, paper, currency }: JudgedLine,
  worth: PeriodWorth | null,
  places: (currency: string | null) => number,
): string[] {
  const agrees = verdict === 'agrees' || verdict === 'rounded' || verdict === 'in-doubt'
  const problem = productProblem(paper, places(currency), agrees)
  const hasNoSinglePrice = worth?.lines.some(({ single }) => single === null) ?? false
  return problem === null || (agrees && hasNoSinglePrice) ? [] : [problem]
}

/** Why a row of totals is not the sum of lines before it; none where it is. */
function totalWhy(total: DocumentTotal | undefined): string[] {
  if (total === undefined) return ['It has no amount that could be compared with lines.']
  if (total.holds === null) return ['An amount before it could not be read, so the sum of its lines is not known.']
  if (total.holds) return []
  return [
    total.added === null
      ? 'The lines before it are in several currencies.'
      : `The lines before it come to ${groupedDigits(total.added)}.`,
  ]
}
