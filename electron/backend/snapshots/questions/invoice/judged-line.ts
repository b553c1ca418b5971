// A line of an invoice with what became of it, and those of the same customer, code, currency and period: their events are the
// same, and are worth something once.
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceLine, LineVerdict, LineWorth } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import type { PaperLine } from './invoice-paper.ts'
import { type PeriodWorth, periodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

export interface JudgedLine {
  /** Its place among all lines, from 0. */
  at: number
  paper: PaperLine
  placed: PlacedPeriod | null
  /** Of the line, else that of its events. */
  currency: string | null
  verdict: LineVerdict
  /** Sentences. */
  why: string[]
  /** Problems of the line itself, a sentence each. */
  problems: string[]
  /** Its events; null: it has none, or is not held against any. */
  group: ValuedGroup | null
  period: PeriodWorth | null
  /** What it is held against; null: nothing. */
  byRules: LineWorth | null
  worth: Decimal | null
  difference: Decimal | null
  doubt: Decimal | null
  alsoOn: number | null
  /** Of a line whose period is said in UTC, and is not that of the billing zone; null: there is nothing to know. */
  utc: UtcFinding | null
  causes: InvoiceLine['causes']
  /** Whether causes are to be searched. */
  isSearched: boolean
}

/** What is known of a line by days in UTC. */
export interface UtcFinding {
  /** "its last hour (UTC) was not read"; null: all were read. */
  unread: string | null
  /** What its events come to by days in UTC, as far as they were read; null: the same. */
  other: Decimal | 'not-known' | null
}

/** Rows of the loaded snapshot, in the order of time. */
export function lineRows({ group, period }: JudgedLine): Uint32Array {
  return group === null || period === null ? new Uint32Array() : group.rows.subarray(period.from, period.until)
}

export interface LineClass {
  customerId: string
  code: string
  placed: PlacedPeriod
  currency: string | null
  lines: JudgedLine[]
  /** Null if no event has this code. */
  group: ValuedGroup | null
  worth: PeriodWorth | null
  /** Whose period it overlaps, and whose events are its own too; null: none. */
  overlaps: LineClass | null
}

/** A usage line, and where it belongs. */
export interface UsageLine {
  judged: JudgedLine
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
): LineClass[] {
  const worths = new Map<string, PeriodWorth>()
  const classes = new Map<string, LineClass>()
  for (const { judged, customerId, code, placed } of usage) {
    const key = groupKey(customerId, code)
    const group = groups.get(key) ?? null
    const { from, until } = placed.period
    const name = `${from} ${until} ${key}`
    const worth = group === null ? null : (worths.get(name) ?? periodWorth(group, placed, places))
    if (worth !== null) worths.set(name, worth)
    const currency = judged.paper.currency ?? onlyCurrency(worth)
    judged.currency = currency
    const full = `${currency === null ? '-' : `${currency.length} ${currency}`} ${name}`
    const known = classes.get(full) ?? { customerId, code, placed, currency, lines: [], group, worth, overlaps: null }
    classes.set(full, known)
    known.lines.push(judged)
  }
  return withOverlaps([...classes.values()])
}

function onlyCurrency(worth: PeriodWorth | null): string | null {
  if (worth === null || worth.money.size !== 1) return null
  const [only = null] = worth.money.keys()
  return only
}

/** Of periods that overlap the one that begins first has the events; of those the shortest. */
function withOverlaps(classes: LineClass[]): LineClass[] {
  const latest = new Map<string, LineClass>()
  for (const one of classes.toSorted((a, b) => a.placed.from - b.placed.from || a.placed.until - b.placed.until)) {
    const key = JSON.stringify([one.customerId, one.code, one.currency])
    const before = latest.get(key)
    if (before !== undefined && before.placed.until > one.placed.from) one.overlaps = before
    else latest.set(key, one)
  }
  return classes
}
