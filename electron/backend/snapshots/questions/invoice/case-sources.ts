// The events of a differing line are read here: from the snapshot itself, and small readings of the hours before and
// after it. Each is valued by itself.
import { compareInstants, type Instant } from '../../../../../shared/time/instant.ts'
import { startOfDate } from '../../../../../shared/worth/billing-months.ts'
import { type BookedPrice, priceAt, priceBook } from '../../../../../shared/worth/price-book.ts'
import { withEffect } from '../../../../../shared/worth/rule.ts'
import { eventValuer, type ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import { isMoneyKind } from '../../../../../shared/worth/worth.ts'
import { isNumber, numberOf, type WorthEvent } from '../../../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { eventReader, textsOf } from '../../money/event-reader.ts'
import { fieldColumn, rowInstants, textAt } from '../../table/loaded-events.ts'
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

export type CaseSources = Awaited<ReturnType<typeof caseSources>>

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
) {
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

  /** Reads those of its events that have these indexes, and what lies beside them. */
  async function read(
    key: string,
    group: ValuedGroup | undefined,
    { from, until }: { from: number; until: number },
    during: Turn,
  ): Promise<readonly CardedEvent[]> {
    const events: CardedEvent[] = []
    for (let at = from; group !== undefined && at < until; at += 1) {
      if (at % 4_096 === 0) await during.breathe()
      events.push(readEvent(group.rows[at] ?? 0, group.valuedAt(at)))
    }
    const others = beside.flatMap((of) => of(key))
    return others.length === 0 ? events : inOrderOfTime([...others, ...events])
  }

  return {
    /** Gives an event of the loaded snapshot. */
    eventAt: readEvent,
    /** Null: it has none. */
    idOf({ source, row }: LineEvent): string | null {
      const ofSource = source === 'snapshot' ? snapshot : edges[source]
      return ofSource && textAt(fieldColumn(ofSource.table, 'eventId'), row)
    },
    /** Around a period, in the order of time; their number where they are more than are searched. */
    async eventsAround(
      customerId: string,
      code: string,
      { from, until }: Seconds,
      during: Turn,
    ): Promise<readonly CardedEvent[] | number> {
      const key = groupKey(customerId, code)
      const group = groups.get(key)
      const [start, end] = [from - AROUND_SECONDS, until + AROUND_SECONDS]
      const dated = group?.dated ?? 0
      if (dated <= MOST_SEARCHED_EVENTS) {
        if (latest?.key !== key) latest = { key, events: await read(key, group, { from: 0, until: dated }, during) }
        const { events } = latest
        const secondAt = (at: number) => events[at]?.event.at?.seconds ?? Number.POSITIVE_INFINITY
        const placeOf = (second: number) => firstPlace(events.length, (at) => secondAt(at) >= second)
        return events.slice(placeOf(start), placeOf(end))
      }
      const secondAt = (at: number) => seconds[created[group?.rows[at] ?? 0] ?? 0] ?? Number.POSITIVE_INFINITY
      const placeOf = (second: number) => firstPlace(dated, (at) => secondAt(at) >= second)
      const places = { from: placeOf(start), until: placeOf(end) }
      const count = places.until - places.from
      return count > MOST_SEARCHED_EVENTS ? count : read(key, group, places, during)
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
  return (key) => Array.from(rowsByKey.get(key) ?? [], (row) => read(row)).filter(isBeyond)
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

/**
 * Reads an event. It is valued where what it is worth is not given, and of its properties those are read that its rule
 * counts or prices.
 * @param count about how many rows it will be asked for
 */
async function lineEventReader(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  zone: string,
  { source, mayRepeat, isLate }: Marks,
  count: number,
  turn: Turn,
): Promise<(row: number, valued?: ValuedEvent) => CardedEvent> {
  const valuer = eventValuer(rules, zone, null)
  const slotOf = (name: string) => valuer.names.indexOf(name)
  const book = priceBook(rules.prices, (date) => startOfDate(date, zone), slotOf)
  const counted = rules.rules.map(({ quantity }) =>
    quantity === null || quantity.by === 'events' ? -1 : slotOf(quantity.property),
  )
  const eventOf = eventReader(snapshot, valuer.names, await snapshot.properties(valuer.names, turn), count)

  const instantOf = rowInstants(snapshot.table)
  const typeOf = textsOf(fieldColumn(snapshot.table, 'eventType'))

  function cardOf(event: WorthEvent): BookedPrice | null {
    return priceAt(book.lists(event), event.createdAt?.seconds ?? null)
  }

  return (row, valued = valuer.value(eventOf(row))) => {
    const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
    const slot = counted[valued.rule ?? -1] ?? -1
    const isCarded = rule?.money.by === 'rate-card'
    const read = slot >= 0 || isCarded ? eventOf(row) : null
    const value = read?.values[slot] ?? null
    const effect = rule?.effect ?? 'not-money'
    const textNumber = valued.why === 'text' ? numberOf(value, { isTextRead: true }) : 'no-number'
    const event: LineEvent = {
      source,
      row,
      at: instantOf(row),
      type: typeOf(row),
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
    const card = isCarded && read !== null ? cardOf(read) : null
    return { event, currency: valued.worth === null ? null : valued.currency, card }
  }
}

type Dated = CardedEvent & { event: LineEvent & { at: Instant } }
const isDated = (one: CardedEvent): one is Dated => one.event.at !== null

/** Puts those without a time last. */
function inOrderOfTime(events: readonly CardedEvent[]): CardedEvent[] {
  const dated = events.filter(isDated).sort((a, b) => compareInstants(a.event.at, b.event.at))
  return [...dated, ...events.filter((one) => !isDated(one))]
}
