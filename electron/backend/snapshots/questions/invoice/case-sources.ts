// The events of a differing line are read here: from the snapshot itself, and small readings of the hours before and
// after it. Each is valued by itself.
import { compareInstants, type Instant } from '../../../../../shared/time/instant.ts'
import { startOfDate } from '../../../../../shared/worth/billing-months.ts'
import { type BookedPrice, priceAt, priceBook } from '../../../../../shared/worth/price-book.ts'
import { withEffect } from '../../../../../shared/worth/rule.ts'
import { eventValuer } from '../../../../../shared/worth/value-event.ts'
import { isMoneyKind } from '../../../../../shared/worth/worth.ts'
import { isNumber, numberOf, type WorthEvent } from '../../../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { eventReader } from '../../money/event-reader.ts'
import { fieldColumn, textAt } from '../../table/loaded-events.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import { allRows } from '../../table/select-rows.ts'
import type { Turn } from '../../table/turn.ts'
import { firstPlace, type LineEvent, type Seconds } from './causes/line-case.ts'
import { groupKey } from './judged-line.ts'
import { groupEvents, type ValuedGroup } from './value-groups.ts'

/** Events of one line that are searched. */
export const MOST_SEARCHED_EVENTS = 200_000
/** Around a line's period, as far as causes reach: a month before and after it, and some hours of other zones. */
const AROUND_SECONDS = 33 * 86_400

export interface CaseSources {
  /** Gives an event of the loaded snapshot. */
  eventAt(row: number): CardedEvent
  /** Null: it has none. */
  idOf(event: LineEvent): string | null
  /** Around a period, in the order of time; their number where they are more than are searched. */
  eventsAround(customerId: string, code: string, period: Seconds, turn: Turn): Promise<readonly CardedEvent[] | number>
}

/** Snapshots of the hours before and after; null: not read. */
export interface Edges {
  before: LoadedSnapshot | null
  after: LoadedSnapshot | null
}

interface Options {
  rules: WorthRules
  /** This is what the snapshot holds: events of the edges that lie in it are its own. */
  held: Seconds
  again: { has(row: number): boolean }
  /** Rows that a closed snapshot does not have; null: none is known. */
  late: ReadonlySet<number> | null
}

/** Only the events of the latest customer and code are kept: ask for all lines of one before those of another. */
export async function caseSources(
  snapshot: LoadedSnapshot,
  groups: ReadonlyMap<string, ValuedGroup>,
  edges: Edges,
  { rules, held, again, late }: Options,
  turn: Turn,
): Promise<CaseSources> {
  const { zone } = snapshot.table.range
  const readEvent = await lineEventReader(
    snapshot,
    rules,
    zone,
    { source: 'snapshot', mayRepeat: (row) => again.has(row), isLate: (row) => late?.has(row) ?? null },
    snapshot.table.rows,
    turn,
  )
  const beside: ((key: string) => readonly CardedEvent[])[] = []
  for (const source of ['before', 'after'] as const) {
    const edge = edges[source]
    if (edge !== null) beside.push(await boundaryEvents(edge, source, rules, zone, held, turn))
  }
  const created = fieldColumn(snapshot.table, 'createdAt').codes
  const { seconds } = snapshot.table.instants
  /** Lines of one customer's code come one after the other. */
  let latest: { key: string; events: readonly CardedEvent[] } | null = null

  async function read(key: string, rows: Uint32Array, during: Turn): Promise<readonly CardedEvent[]> {
    const events: CardedEvent[] = []
    for (const [at, row] of rows.entries()) {
      if (at % 4_096 === 0) await during.breathe()
      events.push(readEvent(row))
    }
    const others = beside.flatMap((of) => of(key))
    return others.length === 0 ? events : inOrderOfTime([...others, ...events])
  }

  return {
    eventAt: readEvent,
    idOf({ source, row, boundaryRow }) {
      const of = source === 'snapshot' ? snapshot : edges[source]
      const at = row ?? boundaryRow
      return of === null || at === undefined ? null : textAt(fieldColumn(of.table, 'eventId'), at)
    },
    async eventsAround(customerId, code, { from, until }, during) {
      const key = groupKey(customerId, code)
      const group = groups.get(key)
      const [start, end] = [from - AROUND_SECONDS, until + AROUND_SECONDS]
      const dated = group?.rows.subarray(0, group.dated) ?? new Uint32Array()
      if (dated.length <= MOST_SEARCHED_EVENTS) {
        if (latest?.key !== key) latest = { key, events: await read(key, dated, during) }
        const { events } = latest
        const secondAt = (at: number) => events[at]?.event.at?.seconds ?? Number.POSITIVE_INFINITY
        const placeOf = (second: number) => firstPlace(events.length, (at) => secondAt(at) >= second)
        return events.slice(placeOf(start), placeOf(end))
      }
      const secondAt = (at: number) => seconds[created[dated[at] ?? 0] ?? 0] ?? Number.POSITIVE_INFINITY
      const placeOf = (second: number) => firstPlace(dated.length, (at) => secondAt(at) >= second)
      const rows = dated.subarray(placeOf(start), placeOf(end))
      return rows.length > MOST_SEARCHED_EVENTS ? rows.length : read(key, rows, during)
    },
  }
}

/** The events are by customer and code. */
async function boundaryEvents(
  edge: LoadedSnapshot,
  source: LineEvent['source'],
  rules: WorthRules,
  zone: string,
  held: Seconds,
  turn: Turn,
): Promise<(key: string) => readonly CardedEvent[]> {
  const { table } = edge
  const marks = { source, mayRepeat: () => false, isLate: () => null }
  const read = await lineEventReader(edge, rules, zone, marks, table.rows, turn)
  const every = allRows(table.rows)
  const { groups } = await groupEvents(edge, every, { customers: null, codes: null, mostOfCode: null }, turn)
  const rowsByKey = new Map(groups.map(({ customerId, eventCode, rows }) => [groupKey(customerId, eventCode), rows]))
  // One snapshot may hold both sides: of each only its own.
  const isBeyond = ({ event: { at } }: CardedEvent) =>
    at !== null && (source === 'before' ? at.seconds < held.from : at.seconds >= held.until)
  return (key) => Array.from(rowsByKey.get(key) ?? [], read).filter(isBeyond)
}

export interface CardedEvent {
  event: LineEvent
  /** It is that of its worth; null: not known, or it has none of its own. */
  currency: string | null
  /** The price of the rate card that it has; null: none, or it carries its own. */
  card: BookedPrice | null
}

interface Marks {
  source: LineEvent['source']
  mayRepeat: (row: number) => boolean
  isLate: (row: number) => boolean | null
}

/** @param count about how many rows it will be asked for */
async function lineEventReader(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  zone: string,
  { source, mayRepeat, isLate }: Marks,
  count: number,
  turn: Turn,
): Promise<(row: number) => CardedEvent> {
  const valuer = eventValuer(rules, zone, null)
  const slotOf = (name: string) => valuer.names.indexOf(name)
  const book = priceBook(rules.prices, (date) => startOfDate(date, zone), slotOf)
  const counted = rules.rules.map(({ quantity }) =>
    quantity === null || quantity.by === 'events' ? -1 : slotOf(quantity.property),
  )
  const eventOf = eventReader(snapshot, valuer.names, await snapshot.properties(valuer.names, turn), count)

  function cardOf(event: WorthEvent): BookedPrice | null {
    return priceAt(book.lists(event), event.createdAt?.seconds ?? null)
  }

  return (row) => {
    const read = eventOf(row)
    const valued = valuer.value(read)
    const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
    const value = rule === null ? null : (read.values[counted[valued.rule ?? 0] ?? -1] ?? null)
    const effect = rule?.effect ?? 'not-money'
    const textNumber = valued.why === 'text' ? numberOf(value, true) : 'no-number'
    const isCarded = rule?.money.by === 'rate-card'
    const event: LineEvent = {
      row: source === 'snapshot' ? row : null,
      ...(source === 'snapshot' ? {} : { boundaryRow: row }),
      source,
      at: read.createdAt,
      type: read.eventType,
      moneyKind: valued.moneyKind,
      effect,
      quantity: valued.quantity && withEffect(effect, valued.quantity),
      textQuantity: isNumber(textNumber) ? withEffect(effect, textNumber) : null,
      value,
      worth: isMoneyKind(valued.moneyKind) ? valued.worth : null,
      price: valued.price,
      differs: valued.differs,
      mayRepeat: source === 'snapshot' && mayRepeat(row),
      isLate: source === 'snapshot' ? isLate(row) : null,
    }
    return { event, currency: valued.worth === null ? null : valued.currency, card: isCarded ? cardOf(read) : null }
  }
}

type Dated = CardedEvent & { event: LineEvent & { at: Instant } }
const isDated = (one: CardedEvent): one is Dated => one.event.at !== null

/** Puts those without a time last. */
function inOrderOfTime(events: readonly CardedEvent[]): CardedEvent[] {
  const dated = events.filter(isDated).sort((a, b) => compareInstants(a.event.at, b.event.at))
  return [...dated, ...events.filter((one) => !isDated(one))]
}
