// A line of an invoice with what the check found of it, and the classes of lines: those of one customer, event code,
// currency and period, which are all of the same events, so that together they may bill what these are worth once.
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceLine, LineVerdict, LineWorth } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import type { DocumentLine } from './invoice-document.ts'
import { type PeriodWorth, periodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** A step of the check makes a new line with what it found, and leaves the one it was given as it is. */
export interface JudgedLine {
  /** Its index among all lines. */
  readonly at: number
  /** The line as it stands in the file. */
  readonly paper: DocumentLine
  /** Its period in the billing zone; null: it has none that could be read. */
  readonly placed: PlacedPeriod | null
  /** The currency of the line, else of its events; null: neither has one. */
  readonly currency: string | null
  readonly verdict: LineVerdict
  /** Reasons for the verdict, a sentence each. */
  readonly why: readonly string[]
  /** What is wrong with the line itself, whatever its events are worth, a sentence each. */
  readonly problems: readonly string[]
  /** What its events come to by the rules, as it is shown; null: the line is held against no events. */
  readonly byRules: LineWorth | null
  /** The worth of its events, not rounded; null: the line is held against no events. */
  readonly worth: Decimal | null
  /** Its amount less the worth; null: the verdict does not compare the two. */
  readonly difference: Decimal | null
  /** The worth of those of its events that may be duplicates; null: none may. */
  readonly doubt: Decimal | null
  /** The number of the line that bills these events too, so that this one bills them again; null: none does. */
  readonly alsoOn: number | null
  /** What days in UTC come to, of a line whose period is said in UTC; null: of any other, or they are the same days. */
  readonly utc: UtcFinding | null
  /** What may have given another amount than the worth; null: it was not searched for. */
  readonly causes: InvoiceLine['causes']
}

/** A line of the file, and where its period lies. */
export type PlacedLine = Pick<JudgedLine, 'at' | 'paper' | 'placed'>

/** A line with what is known of it; all else is null or empty. */
export const judgedLine = (
  { at, paper, placed }: PlacedLine,
  found: Pick<JudgedLine, 'verdict'> & Partial<Omit<JudgedLine, keyof PlacedLine>>,
): JudgedLine => ({ ...NOTHING_FOUND, at, paper, placed, currency: paper.currency, ...found })

const NOTHING_FOUND = {
  why: [],
  problems: [],
  byRules: null,
  worth: null,
  difference: null,
  doubt: null,
  alsoOn: null,
  utc: null,
  causes: null,
}

/** A line by days in UTC. */
export interface UtcFinding {
  /** "its last hour (UTC) was not read"; null: all were read. */
  unread: string | null
  /** What its events come to, as far as they were read; null: the same as by days of the billing zone. */
  other: Decimal | 'not-known' | null
}

/** The usage lines of one customer, event code, currency and period, in the order of the file. */
export interface LineClass<Line = JudgedLine> {
  customerId: string
  code: string
  placed: PlacedPeriod
  currency: string | null
  lines: readonly Line[]
  /** The events of the customer and code, in whichever period; null: there are none. */
  group: ValuedGroup | null
  /** What those in the period come to, in every currency; null: there is no group. */
  worth: PeriodWorth | null
  /** The number of a line whose period overlaps this one and begins first, so that it has the events; null: none. */
  overlaps: number | null
}

/** The events of a class: rows of the loaded snapshot, by time; none where lines are held against no events. */
export function lineRows(lineClass: LineClass | undefined): Uint32Array {
  const { group = null, worth = null } = lineClass ?? {}
  return group === null || worth === null ? new Uint32Array() : group.rows.subarray(worth.from, worth.until)
}

/** The classes with lines replaced by what was found of them since. @param found by the index among all lines */
export const withFound = (classes: readonly LineClass[], found: ReadonlyMap<number, JudgedLine>): LineClass[] =>
  classes.map((one) => ({ ...one, lines: one.lines.map((line) => found.get(line.at) ?? line) }))

/** A line that is held against events: its customer, event code and period are known. */
export interface UsageLine extends PlacedLine {
  customerId: string
  code: string
  placed: PlacedPeriod
}

/** A text for a customer and an event code. The length before them keeps "a" + "bc" from being "ab" + "c". */
export const groupKey = (customerId: string, code: string | null) => `${customerId.length} ${customerId}${code ?? ''}`

/** Puts lines into classes, in the order in which their first lines stand in the file. @param groups by `groupKey` */
export function lineClasses(
  usage: readonly UsageLine[],
  groups: ReadonlyMap<string, ValuedGroup>,
): LineClass<UsageLine>[] {
  const worths = new Map<string, PeriodWorth>()
  const classes = new Map<string, Omit<LineClass, 'lines'> & { lines: UsageLine[] }>()
  for (const line of usage) {
    const { customerId, code, placed } = line
    const { from, until } = placed.period
    const ofGroup = groupKey(customerId, code)
    const ofPeriod = JSON.stringify([ofGroup, from, until])
    const group = groups.get(ofGroup) ?? null
    const worth = group === null ? null : (worths.get(ofPeriod) ?? periodWorth(group, placed))
    if (worth !== null) worths.set(ofPeriod, worth)
    const currency = line.paper.currency ?? onlyCurrency(worth)
    const ofClass = JSON.stringify([ofPeriod, currency])
    const known = classes.get(ofClass)
    if (known !== undefined) known.lines.push(line)
    else classes.set(ofClass, { customerId, code, placed, currency, lines: [line], group, worth, overlaps: null })
  }
  noteOverlaps([...classes.values()])
  return [...classes.values()]
}

/** The currency of all that a line's events are worth; null: they have none, or several. */
function onlyCurrency(worth: PeriodWorth | null): string | null {
  if (worth === null || worth.money.size !== 1) return null
  const [only = null] = worth.money.keys()
  return only
}

/**
 * Notes which classes overlap one before them. Of those that overlap, the class that begins first has the events; of
 * those that begin together the shortest.
 */
function noteOverlaps(classes: readonly LineClass<UsageLine>[]): void {
  /** By customer, code and currency: the latest class that overlaps none. */
  const latest = new Map<string, LineClass<UsageLine>>()
  for (const one of classes.toSorted((a, b) => a.placed.from - b.placed.from || a.placed.until - b.placed.until)) {
    const key = JSON.stringify([one.customerId, one.code, one.currency])
    const before = latest.get(key)
    const isOverlapped = before !== undefined && before.placed.until > one.placed.from
    if (isOverlapped) one.overlaps = before.lines[0]?.paper.line ?? null
    else latest.set(key, one)
  }
}
