// Reads the events around the period of a line: those of the snapshot itself, and of small readings of the hours before
// and after it, which are other snapshots.
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

/** Snapshots of the hours before and after the open one; null: they were not read. */
export interface BoundarySnapshots {
  before: LoadedSnapshot | null
  after: LoadedSnapshot | null
}

interface Options {
  rules: WorthRules
  /** The snapshot has all events of this range: those that another one has of it, too, are not taken twice. */
  wholeRange: Seconds
  /** Rows that may be duplicates of one before them. */
  repeated: { has(row: number): boolean }
  /** Rows that came after the month was closed; null: it is not known. */
  late: ReadonlySet<number> | null
}

/**
 * What events of lines are read from. Only those of the latest customer and code are kept: ask for all lines of one
 * before those of another.
 * @param groups the valued events of the snapshot by customer and code (`groupKey`), which lie there in the order of
 * time
 */
export async function caseSources(
  snapshot: LoadedSnapshot,
  groups: ReadonlyMap<string, ValuedGroup>,
  boundary: BoundarySnapshots,
  { rules, wholeRange, repeated, late }: Options,
  turn: Turn,
) {
  const { zone } = snapshot.table.range
  const readEvent = await lineEventReader(
    snapshot,
    rules,
    zone,
    { source: 'snapshot', mayRepeat: (row) => repeated.has(row), isLate: (row) => late?.has(row) ?? null },
    snapshot.table.rows,
    turn,
  )
  /** The events of each boundary snapshot, by customer and code. */
  const beside: ((key: string) => readonly CardedEvent[])[] = []
  for (const source of ['before', 'after'] as const) {
    const other = boundary[source]
    if (other !== null) beside.push(await boundaryEvents(other, source, rules, zone, wholeRange, turn))
  }
  const created = fieldColumn(snapshot.table, 'createdAt').codes
  const { seconds } = snapshot.table.instants
  /** All events of the customer and code that were asked for last. */
  let latest: { key: string; events: readonly CardedEvent[] } | null = null

  /**
   * The events of a group and those of the boundary snapshots, in the order of time.
   * @param key of its customer and code
   * @param group undefined: the snapshot itself has none
   * @param from the index of its first event that is read @param until the one behind the last
   */
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
    /** The event of a row of the loaded snapshot. */
    eventAt: readEvent,
    /** The ID of an event; null: it has none. */
    idOf({ source, row }: LineEvent): string | null {
      const ofSource = source === 'snapshot' ? snapshot : boundary[source]
      return ofSource && textAt(fieldColumn(ofSource.table, 'eventId'), row)
    },
    /**
     * The events of a customer and code from a month before a period until a month after it, in the order of time. A
     * number: so many there are, which are more than are searched.
     */
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
      // Few enough events are read once for all lines. Of more, those around the period are found by their times before
      // any is read.
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

/** The function gives the events of another snapshot that lie before, or after, the whole range, by `groupKey`. */
async function boundaryEvents(
  other: LoadedSnapshot,
  source: LineEvent['source'],
  rules: WorthRules,
  zone: string,
  wholeRange: Seconds,
  turn: Turn,
): Promise<(key: string) => readonly CardedEvent[]> {
  const { table } = other
  const marks = { source, mayRepeat: () => false, isLate: () => null }
  const read = await lineEventReader(other, rules, zone, marks, table.rows, turn)
  const every = allRows(table.rows)
  const { groups } = await groupEvents(other, every, { customers: null, codes: null, mostOfCode: null }, turn)
  const rowsByKey = new Map(groups.map(({ customerId, eventCode, rows }) => [groupKey(customerId, eventCode), rows]))
  // One snapshot may hold the hours on both sides, and is then read twice: each time for one side.
  const isBeyond = ({ event: { at } }: CardedEvent) =>
    at !== null && (source === 'before' ? at.seconds < wholeRange.from : at.seconds >= wholeRange.until)
  return (key) => Array.from(rowsByKey.get(key) ?? [], (row) => read(row)).filter(isBeyond)
}

/** An event of a line, and the price of the rate card by which it is valued. */
export interface CardedEvent {
  event: LineEvent
  /** The currency of its worth; null: not known, or it has no worth of its own. */
  currency: string | null
  /** Null: the rate card has no price for it, or it carries its own. */
  card: BookedPrice | null
}

/** What `LineEvent` says of rows besides what their events say. */
interface Marks {
  source: LineEvent['source']
  mayRepeat: (row: number) => boolean
  isLate: (row: number) => boolean | null
}

/**
 * The function reads the event of a row, which is valued where its worth is not given. Properties are read only of
 * events whose rule counts one, or has a price on the rate card.
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
  /** By rule: the index of the property that it counts among `valuer.names`; -1: it counts none. */
  const countedSlots = rules.rules.map(({ quantity }) =>
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
    const slot = countedSlots[valued.rule ?? -1] ?? -1
    const isCarded = rule?.money.by === 'rate-card'
    const read = slot >= 0 || isCarded ? eventOf(row) : null
    const value = read?.values[slot] ?? null
    const effect = rule?.effect ?? 'not-money'
    // A number that was sent as text is missing for the rules; a cause may be that it was read as one.
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

/** Sorts events by time, those without one last. */
function inOrderOfTime(events: readonly CardedEvent[]): CardedEvent[] {
  const dated = events.filter(isDated).sort((a, b) => compareInstants(a.event.at, b.event.at))
  return [...dated, ...events.filter((one) => !isDated(one))]
}
