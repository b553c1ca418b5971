// A line of an invoice with what became of it, and those of the same customer, code, currency and period: their events are the
// same, and are worth something once.
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceLine, LineVerdict, LineWorth } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import type { DocumentLine } from './invoice-document.ts'
import { type PeriodWorth, periodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** A step of the check adds what it found in a line of its own, and leaves the one it was given as it is. */
export interface JudgedLine {
  /** Its place among all lines, from 0. */
  readonly at: number
  readonly paper: DocumentLine
  readonly placed: PlacedPeriod | null
  /** Of the line, else that of its events. */
  readonly currency: string | null
  readonly verdict: LineVerdict
  /** Sentences. */
  readonly why: readonly string[]
  /** Problems of the line itself, a sentence each. */
  readonly problems: readonly string[]
  /** What it is held against; null: nothing. */
  readonly byRules: LineWorth | null
  readonly worth: Decimal | null
  readonly difference: Decimal | null
  readonly doubt: Decimal | null
  readonly alsoOn: number | null
  /** Of a line whose period is said in UTC, and is not that of the billing zone; null: there is nothing to know. */
  readonly utc: UtcFinding | null
  readonly causes: InvoiceLine['causes']
}

/** A line, and where its period lies. */
export type PlacedLine = Pick<JudgedLine, 'at' | 'paper' | 'placed'>

/** @param found all else that is known of it */
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

/** What is known of a line by days in UTC. */
export interface UtcFinding {
  /** "its last hour (UTC) was not read"; null: all were read. */
  unread: string | null
  /** What its events come to by days in UTC, as far as they were read; null: the same. */
  other: Decimal | 'not-known' | null
}

/** Usage lines of one customer, code, currency and period. */
export interface LineClass<Line = JudgedLine> {
  customerId: string
  code: string
  placed: PlacedPeriod
  currency: string | null
  lines: readonly Line[]
  /** Null if no event has this code. */
  group: ValuedGroup | null
  worth: PeriodWorth | null
  /** The first line whose period it overlaps, and whose events are its own too; null: none. */
  overlaps: number | null
}

/** Rows of the loaded snapshot, in the order of time; none of lines that are held against no events. */
export function lineRows(lineClass: LineClass | undefined): Uint32Array {
  const { group = null, worth = null } = lineClass ?? {}
  return group === null || worth === null ? new Uint32Array() : group.rows.subarray(worth.from, worth.until)
}

/** The classes with these lines in place of those that they were. @param found by their places among all lines */
export const withFound = (classes: readonly LineClass[], found: ReadonlyMap<number, JudgedLine>): LineClass[] =>
  classes.map((one) => ({ ...one, lines: one.lines.map((line) => found.get(line.at) ?? line) }))

/** A usage line, and where it belongs. */
export interface UsageLine extends PlacedLine {
  customerId: string
  code: string
  placed: PlacedPeriod
}

/** A key for a customer and event code; the length keeps pairs distinct. */
export const groupKey = (customerId: string, code: string | null) =>
  code === null ? `${customerId.length} ${customerId}` : `${customerId.length} ${customerId}${code}`

/** @param places decimals to which the invoice rounds */
export function lineClasses(
  usage: readonly UsageLine[],
  groups: ReadonlyMap<string, ValuedGroup>,
  places: (currency: string | null) => number,
): LineClass<UsageLine>[] {
  const worths = new Map<string, PeriodWorth>()
  const classes = new Map<string, Omit<LineClass, 'lines'> & { lines: UsageLine[] }>()
  for (const line of usage) {
    const { customerId, code, placed } = line
    const key = groupKey(customerId, code)
    const group = groups.get(key) ?? null
    const { from, until } = placed.period
    const name = `${from} ${until} ${key}`
    const worth = group === null ? null : (worths.get(name) ?? periodWorth(group, placed, places))
    if (worth !== null) worths.set(name, worth)
    const currency = line.paper.currency ?? onlyCurrency(worth)
    const full = `${currency === null ? '-' : `${currency.length} ${currency}`} ${name}`
    const known = classes.get(full) ?? { customerId, code, placed, currency, lines: [], group, worth, overlaps: null }
    classes.set(full, known)
    known.lines.push(line)
  }
  return withOverlaps([...classes.values()])
}

function onlyCurrency(worth: PeriodWorth | null): string | null {
  if (worth === null || worth.money.size !== 1) return null
  const [only = null] = worth.money.keys()
  return only
}

/** Of periods that overlap the one that begins first has the events; of those the shortest. */
function withOverlaps(classes: LineClass<UsageLine>[]): LineClass<UsageLine>[] {
  const latest = new Map<string, LineClass<UsageLine>>()
  for (const one of classes.toSorted((a, b) => a.placed.from - b.placed.from || a.placed.until - b.placed.until)) {
    const key = JSON.stringify([one.customerId, one.code, one.currency])
    const before = latest.get(key)
    if (before !== undefined && before.placed.until > one.placed.from)
      one.overlaps = before.lines[0]?.paper.line ?? null
    else latest.set(key, one)
  }
  return classes
}
