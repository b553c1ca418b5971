// What becomes of each line of an invoice: usage lines are held against events, and it is said of the others why they are not.
import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import { groupedDigits } from '../../../../../shared/exact/grouped-digits.ts'
import type { PaperTotal } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import { type PaperLine, productProblem } from './invoice-paper.ts'
import { type Judging, judgeClass } from './judge-class.ts'
import { type JudgedLine, type LineClass, lineClasses, type UsageLine } from './judged-line.ts'
import type { ValuedGroup } from './value-groups.ts'

/** What is known of an invoice before its events are valued. */
export interface Placing {
  place: (period: InvoicePeriod) => PlacedPeriod
  /** Whether all of it is in hand. */
  isHeld: (period: PlacedPeriod) => boolean
  /** Whether the snapshot has events of the customer. */
  hasCustomer: (customerId: string) => boolean
}

/** Lines that say whose and when, and usage lines among them. */
export function placeLines(
  lines: readonly PaperLine[],
  placing: Placing,
): { judged: JudgedLine[]; usage: UsageLine[] } {
  const usage: UsageLine[] = []
  const judged = lines.map((paper, at): JudgedLine => {
    const placed = paper.period === null ? null : placing.place(paper.period)
    const line = newLine(paper, at, placed)
    const { means, customerId } = paper
    if (means?.is === 'total') return { ...line, verdict: 'total' }
    if (means?.is === 'not-from-events') return { ...line, verdict: 'not-from-events' }
    const why = notCovered(paper, placed, placing)
    if (means === null || customerId === null || placed === null || why !== null) return { ...line, why: [why ?? ''] }
    usage.push({ judged: line, customerId, code: means.code, placed })
    return line
  })
  return { judged, usage }
}

function newLine(paper: PaperLine, at: number, placed: PlacedPeriod | null): JudgedLine {
  return {
    at,
    paper,
    placed,
    currency: paper.currency,
    verdict: 'not-covered',
    why: [],
    problems: [],
    group: null,
    period: null,
    byRules: null,
    worth: null,
    difference: null,
    doubt: null,
    alsoOn: null,
    utc: null,
    causes: null,
    isSearched: false,
  }
}

const UNREAD: Record<string, string> = {
  quantity: 'Its quantity is not a number.',
  unitPrice: 'Its unit price is not a number.',
  amount: 'Its amount is not a number.',
  currency: 'Its cell, its column and their head do not name one currency.',
  period: 'Its period cannot be read, or could be either of two.',
  from: 'Its first and last day cannot be read, or could be either of two.',
}

function notCovered(
  { means, item, customerSaid, customerId, amount, unread }: PaperLine,
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
      ? 'It does not say whose it is.'
      : `It is not known which customer “${customerSaid.slice(0, 100)}” is. Choose one.`
  }
  if (placed === null) return 'It does not say its period.'
  if (!hasCustomer(customerId)) return `The snapshot has no events of ${customerId.slice(0, 100)}.`
  return isHeld(placed) ? null : 'The snapshot does not hold all of its period.'
}

/** Fills the verdicts of usage lines. */
export function judgeUsage(
  usage: readonly UsageLine[],
  groups: ReadonlyMap<string, ValuedGroup>,
  judging: Judging,
): LineClass[] {
  const classes = lineClasses(usage, groups, judging.places)
  for (const lineClass of classes) judgeClass(lineClass, judging)
  return classes
}

/**
 * Quantity × price, of each line. Of one that agrees by tiers, included quantities and the like it is no amount.
 * @returns how many are wrong
 */
export function judgeProducts(lines: readonly JudgedLine[], places: (currency: string | null) => number): number {
  let wrong = 0
  for (const line of lines) {
    if (line.verdict === 'total') continue
    const agrees = line.verdict === 'agrees' || line.verdict === 'rounded' || line.verdict === 'in-doubt'
    const problem = productProblem(line.paper, places(line.currency), agrees)
    const isByCard = line.period?.lines.some(({ single }) => single === null) ?? false
    if (problem === null || (agrees && isByCard)) continue
    line.problems.push(problem)
    wrong += 1
  }
  return wrong
}

/** What rows of totals say of the lines before them. */
export function judgeTotals(lines: readonly JudgedLine[], totals: ReadonlyMap<number, PaperTotal>): void {
  for (const line of lines) {
    if (line.verdict !== 'total') continue
    const total = totals.get(line.paper.line)
    if (total === undefined) line.why = ['It has no amount that could be compared with lines.']
    else if (total.holds === null) line.why = ['An amount before it is not read, so the sum of its lines is not known.']
    else if (!total.holds) {
      line.why = [
        total.added === null
          ? 'The lines before it have several currencies.'
          : `The lines before it come to ${groupedDigits(total.added)}.`,
      ]
    }
  }
}
