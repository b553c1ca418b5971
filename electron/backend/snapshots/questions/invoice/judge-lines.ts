// This is what becomes of each line of an invoice: usage lines are held against events, and it is said of the others
// why they are not.
import { groupedDigits } from '../../../../../shared/exact/grouped-digits.ts'
import type { DocumentTotal } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { type PlacedPeriod, placedIn } from './billing-calendar.ts'
import { type DocumentLine, productProblem } from './invoice-document.ts'
import { type JudgedClass, type Judging, judgeClass } from './judge-class.ts'
import { type JudgedLine, judgedLine, type LineClass, lineClasses, type UsageLine } from './judged-line.ts'
import type { PeriodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** This is what is known of an invoice before its events are valued. */
export interface Placing {
  /** Days begin in this time zone. */
  zone: string
  /** Whether all of it lies within the whole range. */
  isHeld: (period: PlacedPeriod) => boolean
  /** Whether the snapshot has events of the customer. */
  hasCustomer: (customerId: string) => boolean
}

/** All lines with where they lie, those that are held against no events with why; and those that are to be. */
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

const UNREAD: Record<string, string> = {
  quantity: 'Its quantity is not a number.',
  unitPrice: 'Its unit price is not a number.',
  amount: 'Its amount is not a number.',
  currency: 'Its cell, its column and the column’s head name different currencies.',
  period: 'Its period cannot be read, or could be either of two.',
  from: 'Its first and last day cannot be read, or could be either of two.',
}

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

/** Judges what becomes of usage lines, class by class. */
export const judgeUsage = (
  usage: readonly UsageLine[],
  groups: ReadonlyMap<string, ValuedGroup>,
  judging: Judging,
): JudgedClass[] => lineClasses(usage, groups).map((one) => judgeClass(one, judging))

/** All lines in their order, with what the paper alone says of each: are totals sums, are amounts quantity × price. */
export function judgedLines(
  placed: readonly JudgedLine[],
  classes: readonly LineClass[],
  totals: ReadonlyMap<number, DocumentTotal>,
  places: (currency: string | null) => number,
): JudgedLine[] {
  const held = new Map(classes.flatMap(({ lines, worth }) => lines.map((line) => [line.at, { line, worth }])))
  return placed.map((one) => {
    if (one.verdict === 'total') return { ...one, why: totalWhy(totals.get(one.paper.line)) }
    const { line, worth } = held.get(one.at) ?? { line: one, worth: null }
    return { ...line, problems: productProblems(line, worth, places) }
  })
}

/** Of a line that agrees by tiers, included quantities and the like quantity × price is no amount. */
function productProblems(
  { verdict, paper, currency }: JudgedLine,
  worth: PeriodWorth | null,
  places: (currency: string | null) => number,
): string[] {
  const agrees = verdict === 'agrees' || verdict === 'rounded' || verdict === 'in-doubt'
  const problem = productProblem(paper, places(currency), agrees)
  const isByCard = worth?.lines.some(({ single }) => single === null) ?? false
  return problem === null || (agrees && isByCard) ? [] : [problem]
}

/** Tells what a row of totals says of the lines before it. */
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
