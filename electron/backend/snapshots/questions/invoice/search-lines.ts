// Searches causes of the lines of an invoice that differ, with all that these may need: the events around the period of
// a line, the prices of its code, and the figures of other codes and customers.
import { type Decimal, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { BoundaryRange, InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import { formatUtc } from '../../../../../shared/time/instant.ts'
import { startOfDate } from '../../../../../shared/worth/billing-months.ts'
import { type BookedPrice, bookedPrice } from '../../../../../shared/worth/price-book.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import { memoized } from '../memoized.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import { billingCalendar, placedIn } from './billing-calendar.ts'
import { type BoundarySnapshots, caseSources } from './case-sources.ts'
import { isEqual, moneyWithCurrency, placeWords } from './causes/figures.ts'
import { lineCalculator } from './causes/line-calculator.ts'
import { between, isTimed, type LineCase, type OtherFigures, type Seconds } from './causes/line-case.ts'
import type { JudgedClass } from './judge-class.ts'
import { type JudgedLine, type LineClass, type UtcFinding, withFound } from './judged-line.ts'
import { periodWorth } from './period-worth.ts'
import { inOrderOfEvents, lineCase, type SearchOptions, searchCauses, taxRatesOf } from './search-causes.ts'
import { groupEvents, type ValuedGroup, valueGroups } from './value-groups.ts'

/** Other customers of one code whose figures a line may have. */
const MOST_CUSTOMERS = 1_000
/** The clocks of two zones are at most so far apart. */
const BOUNDARY_SECONDS = 26 * 3_600

/** An invoice whose lines are judged, before causes of differences are searched. */
export interface Judged {
  snapshot: LoadedSnapshot
  /** The events that the invoice is held against. */
  rows: Uint32Array
  rules: WorthRules
  /** All lines; those of usage have no verdict of their own here, but in their class. */
  lines: readonly JudgedLine[]
  /** The lines of usage, in classes of those that are of the same events. */
  classes: readonly JudgedClass[]
  /** The events of the invoice's customers, by `groupKey` of customer and code. */
  groups: ReadonlyMap<string, ValuedGroup>
  /** Decimals that the amounts of a currency have in the invoice. */
  places: (currency: string | null) => number
  /** Rows that may be duplicates of one before them. */
  repeated: { has(row: number): boolean }
  /** All events of this range are in the snapshot. */
  wholeRange: Seconds
}

/**
 * The snapshots of the hours before and after the period that the question names; a sentence: why one cannot be read.
 */
export async function openBoundaryEvents(
  { edges }: InvoiceCheckQuestion,
  others: OtherSnapshots,
  turn: Turn,
): Promise<BoundarySnapshots | string> {
  const opened: BoundarySnapshots = { before: null, after: null }
  for (const side of ['before', 'after'] as const) {
    const id = edges?.[side] ?? null
    if (id === null) continue
    const loaded = await others.load(id, turn)
    if (typeof loaded === 'string') return loaded
    opened[side] = loaded
  }
  return opened
}

/**
 * Searches the causes of lines that differ, and looks at lines whose period is said in UTC.
 * @returns the classes with what was found of their lines; `options`: what lines are searched, and later explained,
 * with
 */
export async function searchLines(
  judged: Judged,
  question: InvoiceCheckQuestion,
  boundary: BoundarySnapshots,
  others: OtherSnapshots,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<{ classes: LineClass[]; options: SearchOptions }> {
  const { snapshot, rules, lines, classes, groups, places, repeated, wholeRange } = judged
  const { closed, shownZone } = question
  const { zone } = snapshot.table.range
  /** Rows that came after the month was closed; null: it is not known. */
  const late = closed === null ? null : await others.added(snapshot, closed, turn)
  const options: SearchOptions = {
    sources: await caseSources(snapshot, groups, boundary, { rules, wholeRange, repeated, late }, turn),
    places,
    wholeRange,
    zone,
    shownZone,
    pricesOf: bookedPrices(rules, zone),
    hasBoundaryEvents: { before: boundary.before !== null, after: boundary.after !== null },
    taxRates: taxRatesOf(lines),
    ...otherFigures([...groups.values()], await ofSearchedCodes(judged, question, turn)),
  }
  const searched = await searchCauses(classes, options, turn, report)
  return { classes: await judgeInUtc(searched, options, turn), options }
}

/** The prices of the rate card for a code, ready to be calculated with. `at`: their places on the card. */
function bookedPrices({ prices }: WorthRules, zone: string): (code: string) => readonly BookedPrice[] {
  const ofCodes = Map.groupBy(
    prices.map((price, at) => ({ price, at })),
    ({ price }) => price.code,
  )
  return memoized((code: string) =>
    (ofCodes.get(code) ?? []).map(({ price, at }) =>
      bookedPrice(price, at, price.validFrom === null ? Number.NEGATIVE_INFINITY : startOfDate(price.validFrom, zone)),
    ),
  )
}

/** What the codes of differing lines come to for any customer, in the periods of these lines. */
async function ofSearchedCodes(
  { snapshot, rows, rules, classes, places, repeated }: Judged,
  { wholeRange }: InvoiceCheckQuestion,
  turn: Turn,
): Promise<ValuedGroup[]> {
  const searched = classes.filter((one) => one.searched !== null)
  if (searched.length === 0) return []
  const codes = new Set(searched.map(({ code }) => code))
  const periods = new Map(searched.map(({ placed }) => [`${placed.from} ${placed.until}`, placed]))
  const calendar = billingCalendar([...periods.values()])
  const { groups } = await groupEvents(snapshot, rows, { customers: null, codes, mostOfCode: MOST_CUSTOMERS }, turn)
  return valueGroups(snapshot, groups, { rules, wholeRange, calendarOf: () => calendar, places, repeated }, turn)
}

/** Whether a cause of the line, or its days in UTC, needs events beyond its period that were not read. */
const needsBoundaryEvents = ({ causes, utc }: JudgedLine) =>
  (causes?.unasked ?? 0) > 0 || (utc?.unread ?? null) !== null

/**
 * The small readings that would take the events which these lines need, and for how many lines; null: none is needed.
 * `customer`: the only one whose events are needed; null: there are several.
 */
export function boundaryEventsWanted(
  classes: readonly LineClass[],
): { lines: number; before: BoundaryRange; after: BoundaryRange } | null {
  const wanting = classes.filter(({ lines }) => lines.some(needsBoundaryEvents))
  if (wanting.length === 0) return null
  const from = wanting.reduce((first, { placed }) => Math.min(first, placed.from), Number.POSITIVE_INFINITY)
  const until = wanting.reduce((last, { placed }) => Math.max(last, placed.until), Number.NEGATIVE_INFINITY)
  const customers = new Set(wanting.map(({ customerId }) => customerId))
  const [only = null] = customers
  const customer = customers.size === 1 ? only : null
  const lines = wanting.reduce((sum, one) => sum + one.lines.filter(needsBoundaryEvents).length, 0)
  return {
    lines,
    before: { from: utc(from - BOUNDARY_SECONDS), until: utc(from), customer },
    after: { from: utc(until), until: utc(until + BOUNDARY_SECONDS), customer },
  }
}

const utc = (seconds: number) => formatUtc({ seconds, nanoseconds: 0 })

/** Most values in a list; with more, nobody would pick a wrong one by mistake. */
const MOST_OTHERS = 1_000

const NO_CODE = 'no code'

/**
 * What a line may have been given by mistake: figures of its customer's other codes, and of its code's other customers.
 * @param ofCustomers groups of the customers of the invoice
 * @param ofCodes groups of any customer, whose calendars have the periods of the lines
 */
function otherFigures(
  ofCustomers: readonly ValuedGroup[],
  ofCodes: readonly ValuedGroup[],
): Pick<SearchOptions, 'otherCodes' | 'otherCustomers'> {
  const byCustomer = Map.groupBy(ofCustomers, ({ customerId }) => customerId)
  const byCode = Map.groupBy(ofCodes, ({ eventCode }) => eventCode)
  /** Lines of one customer, or of one code, share a list where their period and currency are the same. */
  const known = new Map<string, readonly OtherFigures[]>()

  function others(kind: 'code' | 'customer', { placed, currency, customerId, code }: LineClass) {
    const [shared, own] = kind === 'code' ? [customerId, code] : [code, customerId]
    const candidates = (kind === 'code' ? byCustomer.get(customerId) : byCode.get(code)) ?? []
    const key = JSON.stringify([kind, shared, placed.from, placed.until, currency])
    const list =
      known.get(key) ??
      candidates.slice(0, MOST_OTHERS).flatMap((group): OtherFigures[] => {
        const { money, quantity } = periodWorth(group, placed)
        const worth = money.get(currency)?.worth
        const name = kind === 'code' ? (group.eventCode ?? NO_CODE) : group.customerId
        return worth === undefined ? [] : [{ name, quantity, worth }]
      })
    known.set(key, list)
    // The figures of the line's own events are no other's, whatever they come to at its price.
    return list.filter(({ name }) => name !== own)
  }

  return { otherCodes: (one) => others('code', one), otherCustomers: (one) => others('customer', one) }
}

// Lines whose periods the file says in UTC. They are valued by days of the billing zone; what days in UTC come to is
// told beside it, and which of their hours were not read.

/** The classes with what days in UTC come to, of lines held against events, and `why` where that differs. */
async function judgeInUtc(classes: readonly LineClass[], options: SearchOptions, turn: Turn): Promise<LineClass[]> {
  const found = new Map<number, JudgedLine>()
  for (const one of inOrderOfEvents(classes)) {
    const lines = one.lines.filter(({ paper, worth }) => paper.isUtc && worth !== null)
    const [first] = lines
    if (first === undefined) continue
    const inUtc = placedIn(one.placed.period, 'UTC')
    if (inUtc.from === one.placed.from && inUtc.until === one.placed.until) continue
    await turn.breathe()
    const worth = one.worth?.money.get(one.currency)?.worth ?? ZERO
    const around = await options.sources.eventsAround(one.customerId, one.code, one.placed, turn)
    const unread = unreadHours(inUtc, options)
    const other =
      typeof around === 'number' ? 'not-known' : worthInUtc({ ...lineCase(first, one, around, options), worth }, inUtc)
    const why = other === null ? [] : [bothWorths(worth, other, unread, one.currency, options.zone)]
    for (const line of lines) found.set(line.at, { ...line, utc: { unread, other }, why: [...line.why, ...why] })
  }
  return withFound(classes, found)
}

/** What the events of the line come to by days in UTC; null: the same as in the billing zone. */
function worthInUtc(line: LineCase, inUtc: Seconds): UtcFinding['other'] {
  const calculator = lineCalculator(line)
  const figures = calculator?.figures(calculator.within(inUtc, 'UTC')) ?? null
  if (figures !== null) return isEqual(figures.worth, line.worth) ? null : figures.worth
  // It cannot be calculated. Yet it is the same where no event lies in the hours by which the two periods differ.
  const { period } = line
  const shifts: Seconds[] = [
    { from: Math.min(period.from, inUtc.from), until: Math.max(period.from, inUtc.from) },
    { from: Math.min(period.until, inUtc.until), until: Math.max(period.until, inUtc.until) },
  ]
  const timed = line.events.filter(isTimed)
  return shifts.some((shift) => between(timed, shift).length > 0) ? 'not-known' : null
}

/** "its last hour (UTC) was not read": the hours of the period that no reading holds; null: all are read. */
function unreadHours({ from, until }: Seconds, { wholeRange, hasBoundaryEvents }: SearchOptions): string | null {
  const [first, last] = [
    hasBoundaryEvents.before ? 0 : Math.max(0, wholeRange.from - from),
    hasBoundaryEvents.after ? 0 : Math.max(0, until - wholeRange.until),
  ]
  const words = [hoursWords('first', first), hoursWords('last', last)].filter((one) => one !== null)
  if (words.length === 0) return null
  return `its ${words.join(' and ')} (UTC) ${first + last === 3_600 ? 'was' : 'were'} not read`
}

function hoursWords(which: 'first' | 'last', seconds: number): string | null {
  if (seconds === 0) return null
  return seconds === 3_600 ? `${which} hour` : `${which} ${Number((seconds / 3_600).toFixed(2))} hours`
}

/** "In Berlin its events are worth 744.00 EUR, in UTC 747.00 EUR." */
function bothWorths(
  worth: Decimal,
  other: Decimal | 'not-known',
  unread: string | null,
  currency: string | null,
  zone: string,
): string {
  const here = `By days in ${placeWords(zone)} its events are worth ${moneyWithCurrency(worth, currency)}`
  if (other === 'not-known') return `${here}; what they are by days in UTC is not known.`
  const asFar = unread === null ? '' : ` as far as they were read: ${unread}`
  return `${here}, by days in UTC ${moneyWithCurrency(other, currency)}${asFar}.`
}
