// Searches the lines of an invoice that differ, with all that their causes may need.
import type { EdgeRange, InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import { formatUtc } from '../../../../../shared/time/instant.ts'
import { startOfDate } from '../../../../../shared/worth/billing-months.ts'
import { type BookedPrice, bookedPrice } from '../../../../../shared/worth/price-book.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { OtherSnapshots } from '../other-snapshots.ts'
import type { Turn } from '../turn.ts'
import { billingCalendar } from './billing-calendar.ts'
import { caseSources, type Edges } from './case-sources.ts'
import type { OtherFigures, Seconds } from './causes/line-case.ts'
import type { JudgedClass } from './judge-class.ts'
import type { JudgedLine, LineClass } from './judged-line.ts'
import { periodWorth } from './period-worth.ts'
import { type FindCauses, type SearchOptions, searchCauses, taxRatesOf } from './search-causes.ts'
import { judgeInUtc } from './utc-lines.ts'
import { groupEvents, type ValuedGroup, valueGroups } from './value-groups.ts'

/** Other customers of one code whose figures a line may have. */
const MOST_CUSTOMERS = 1_000
/** As far as clocks of zones are apart. */
const EDGE_SECONDS = 26 * 3_600

/** What was found out before causes are searched. */
export interface Judged {
  snapshot: LoadedSnapshot
  rows: Uint32Array
  rules: WorthRules
  lines: readonly JudgedLine[]
  classes: readonly JudgedClass[]
  groups: ReadonlyMap<string, ValuedGroup>
  places: (currency: string | null) => number
  again: { has(row: number): boolean }
  held: Seconds
}

/** The edges, as the question names them; a sentence where they cannot be read. */
export async function openEdges(
  { edges }: InvoiceCheckQuestion,
  others: OtherSnapshots,
  turn: Turn,
): Promise<Edges | string> {
  const opened: Edges = { before: null, after: null }
  for (const edge of ['before', 'after'] as const) {
    const id = edges?.[edge] ?? null
    if (id === null) continue
    const loaded = await others.load(id, turn)
    if (typeof loaded === 'string') return loaded
    opened[edge] = loaded
  }
  return opened
}

/** @returns the classes with what was found of their lines, and what explanations of lines need, too */
export async function searchLines(
  judged: Judged,
  question: InvoiceCheckQuestion,
  edges: Edges,
  others: OtherSnapshots,
  find: FindCauses,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<{ classes: LineClass[]; options: SearchOptions }> {
  const { snapshot, rules, lines, classes, groups, places, again, held } = judged
  const { closed, shownZone } = question
  const { zone } = snapshot.table.range
  const late = closed === null ? null : await others.added(snapshot, closed, turn)
  const options: SearchOptions = {
    sources: await caseSources(snapshot, groups, edges, { rules, held, again, late }, turn),
    places,
    inHand: held,
    zone,
    shownZone,
    pricesOf: bookedPrices(rules, zone),
    hasEdges: { before: edges.before !== null, after: edges.after !== null },
    taxRates: taxRatesOf(lines),
    ...otherFigures(
      { ofCustomers: [...groups.values()], ofCodes: await ofSearchedCodes(judged, question, turn) },
      places,
    ),
  }
  const searched = await searchCauses(classes, find, options, turn, report)
  return { classes: await judgeInUtc(searched, options, turn), options }
}

function bookedPrices({ prices }: WorthRules, zone: string): (code: string) => readonly BookedPrice[] {
  const ofCodes = Map.groupBy(
    prices.map((price, at) => ({ price, at })),
    ({ price }) => price.code,
  )
  const booked = new Map<string, readonly BookedPrice[]>()
  return (code) => {
    const known = booked.get(code)
    if (known !== undefined) return known
    const made = (ofCodes.get(code) ?? []).map(({ price, at }) =>
      bookedPrice(price, at, price.validFrom === null ? Number.NEGATIVE_INFINITY : startOfDate(price.validFrom, zone)),
    )
    booked.set(code, made)
    return made
  }
}

/** What the codes of differing lines come to for any customer, in the periods of these lines. */
async function ofSearchedCodes(
  { snapshot, rows, rules, classes, places, again }: Judged,
  { inHand }: InvoiceCheckQuestion,
  turn: Turn,
): Promise<ValuedGroup[]> {
  const searched = classes.filter((one) => one.searched !== null)
  if (searched.length === 0) return []
  const codes = new Set(searched.map(({ code }) => code))
  const periods = new Map(searched.map(({ placed }) => [`${placed.from} ${placed.until}`, placed]))
  const calendar = billingCalendar([...periods.values()])
  const { groups } = await groupEvents(snapshot, rows, { customers: null, codes, mostOfCode: MOST_CUSTOMERS }, turn)
  return valueGroups(snapshot, groups, { rules, inHand, calendarOf: () => calendar, placesOf: places, again }, turn)
}

const needsEdges = ({ causes, utc }: JudgedLine) => (causes?.unasked ?? 0) > 0 || (utc?.unread ?? null) !== null

/** Which small readings would take the events that these lines need, for causes or for days in UTC; null: none is wanted. */
export function edgesWanted(
  classes: readonly LineClass[],
): { lines: number; before: EdgeRange; after: EdgeRange } | null {
  const wanting = classes.filter(({ lines }) => lines.some(needsEdges))
  if (wanting.length === 0) return null
  const from = wanting.reduce((first, { placed }) => Math.min(first, placed.from), Number.POSITIVE_INFINITY)
  const until = wanting.reduce((last, { placed }) => Math.max(last, placed.until), Number.NEGATIVE_INFINITY)
  const customers = new Set(wanting.map(({ customerId }) => customerId))
  const [only = null] = customers
  const customer = customers.size === 1 ? only : null
  const lines = wanting.reduce((sum, one) => sum + one.lines.filter(needsEdges).length, 0)
  return {
    lines,
    before: { from: utc(from - EDGE_SECONDS), until: utc(from), customer },
    after: { from: utc(until), until: utc(until + EDGE_SECONDS), customer },
  }
}

const utc = (seconds: number) => formatUtc({ seconds, nanoseconds: 0 })

/** Most values in a list; with more, nobody would pick a wrong one by mistake. */
const MOST_OTHERS = 1_000

const NO_CODE = 'no code'

/** What a line may have been given by mistake. One list for all lines of a customer or code, and a period and currency. */
interface OtherFiguresOf {
  otherCodes: (one: LineClass) => readonly OtherFigures[]
  otherCustomers: (one: LineClass) => readonly OtherFigures[]
}

/**
 * @param ofCustomers groups of the customers of the invoice
 * @param ofCodes groups of any customer, whose calendars have the periods of the lines
 */
function otherFigures(
  groups: { ofCustomers: readonly ValuedGroup[]; ofCodes: readonly ValuedGroup[] },
  places: (currency: string | null) => number,
): OtherFiguresOf {
  const ofCustomers = Map.groupBy(groups.ofCustomers, ({ customerId }) => customerId)
  const ofCodes = Map.groupBy(groups.ofCodes, ({ eventCode }) => eventCode)
  const known = new Map<string, readonly OtherFigures[]>()

  function listed(
    kind: 'code' | 'customer',
    { placed, currency, customerId, code }: LineClass,
    nameOf: (group: ValuedGroup) => string,
  ): readonly OtherFigures[] {
    const key = JSON.stringify([kind, kind === 'code' ? customerId : code, placed.from, placed.until, currency])
    const made = known.get(key)
    if (made !== undefined) return made
    const candidates = (kind === 'code' ? ofCustomers.get(customerId) : ofCodes.get(code)) ?? []
    const list = candidates.slice(0, MOST_OTHERS).flatMap((group): OtherFigures[] => {
      const worth = periodWorth(group, placed, places)
      const money = worth.money.get(currency)
      return money === undefined ? [] : [{ name: nameOf(group), quantity: worth.quantity, worth: money.worth }]
    })
    known.set(key, list)
    return list
  }

  // The figures of the line's own events are no other's, whatever they come to at its price.
  const others = (list: readonly OtherFigures[], own: string) => list.filter(({ name }) => name !== own)
  return {
    otherCodes: (one) =>
      others(
        listed('code', one, ({ eventCode }) => eventCode ?? NO_CODE),
        one.code ?? NO_CODE,
      ),
    otherCustomers: (one) =>
      others(
        listed('customer', one, ({ customerId }) => customerId),
        one.customerId,
      ),
  }
}
