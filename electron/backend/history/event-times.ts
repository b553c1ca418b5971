// history/ asks which events of a whole search are the first and the last, and how all of them are spread over time.
import pLimit from 'p-limit'
import type { Event } from '../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Distribution, EdgeOutcome, EdgeSide } from '../../../shared/search/time-search.ts'
import { floorTo, MILLISECOND, nanosecondsOf, rfc3339Of, SECOND } from '../snapshots/reading/session/instants.ts'

/** The applied filters between two instants, as RFC 3339 in UTC; null: that side is open. */
export type AskBetween = (
  from: string | null,
  to: string | null,
  limit: number,
) => Promise<Result<{ events: Event[]; total: number | null }>>

/** The most events that one answer can hold, by the interface. */
const MOST_OF_ANSWER = 100
const FIRST = nanosecondsOf('0000-01-01T00:00:00Z') ?? 0n
const LAST = nanosecondsOf('9999-12-31T23:59:59Z') ?? 0n

/**
 * "When did it start? When did it stop?": the first or the last event of a search, by halving time, in at most
 * `mostEdgeRequests` (shared/search/time-search.ts). Each request asks only whether a segment has any events; the
 * returned rows show whether the service respects it. It is worth offering only where `total` counts matches. Counts on
 * ranges that tell whole seconds apart; within a second on fractions only if it has more events than one answer holds.
 */
export async function findEdge(side: EdgeSide, range: OpenRange, ask: AskBetween): Promise<Result<EdgeOutcome>> {
  const search = side === 'first' ? forwardSearch(range, ask) : backwardSearch(range, ask)
  const { look, requests } = search
  const any = await look(null, null, 1)
  if ('over' in any) return any.over
  const [seen] = any.placed
  if (seen === undefined) return succeeded({ kind: 'none', requests: requests() })

  // A service that is not exact to the second may have given an event from just before the range.
  const bound = search.start < seen.at ? search.start : seen.at
  // Whole seconds come first: a service is relied on to tell them apart.
  const toTheSecond = await halved(search, { bound, first: seen }, SECOND, 0n)
  if ('over' in toTheSecond) return toTheSecond.over
  // Where one answer holds all events of the seconds in which the first may lie, their times tell which it is: with a
  // second more on either side, as a service may leave out what lies at the ends of a range.
  const around = await look(toTheSecond.bound - SECOND, toTheSecond.first.at + SECOND, MOST_OF_ANSWER)
  if ('over' in around) return around.over
  const { placed, total } = around
  const isWhole = placed.length > 0 && placed.length === total
  if (isWhole) {
    const first = placed.reduce((least, one) => (one.at < least.at ? one : least))
    return succeeded({ kind: 'found', source: first.event.source, within: 'exact', requests: requests() })
  }
  // Events are dated to whole milliseconds, as a rule: half-way between two of them a cut lies at none.
  const toTheMillisecond = await halved(search, toTheSecond, MILLISECOND, MILLISECOND / 2n)
  if ('over' in toTheMillisecond) return toTheMillisecond.over
  const { source } = toTheMillisecond.first.event
  return succeeded({ kind: 'found', source, within: 'millisecond', requests: requests() })
}

/** RFC 3339; null: that side is open. */
interface OpenRange {
  from: string | null
  to: string | null
}

/**
 * Searches for the first event by a clock of its own, in ns. For the last event it is one that runs backwards, so that
 * `findEdge` and `halved` know only first ones.
 */
interface EdgeSearch {
  /** The range begins there. */
  start: bigint
  /** One request for the events from `low` to `high`; null: from where the range begins, or to where it ends. */
  look(low: bigint | null, high: bigint | null, limit: number): Promise<Looked>
  /** How many were sent so far. */
  requests(): number
}

interface PlacedEvent {
  event: Event
  /** It is by the clock of the search. */
  at: bigint
}

/** The search ends with this outcome: a request failed, or its rows cannot be relied on. */
type Over = { over: Result<EdgeOutcome> }
/** The rows of an answer, and how many there are of them by its `total`; null: it gives none. */
type Looked = Over | { placed: PlacedEvent[]; total: number | null }

function forwardSearch({ from, to }: OpenRange, ask: AskBetween): EdgeSearch {
  let requests = 0
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  const untrusted = (words: string): Over => ({ over: succeeded({ kind: 'untrusted', words, requests }) })
  return {
    start: start ?? FIRST,
    requests: () => requests,
    async look(low, high, limit) {
      requests += 1
      // A look may begin or end a second beyond the range, where events are none of the search's: it is cut there.
      const isFromStart = low === null || (start !== null && low < start)
      const isToEnd = high === null || (end !== null && high > end)
      const asked = await ask(isFromStart ? from : rfc3339Of(low), isToEnd ? to : rfc3339Of(high), limit)
      if (!asked.ok) return { over: asked }
      const { events, total } = asked.value
      const placed: PlacedEvent[] = []
      for (const event of events) {
        const at = nanosecondsOf(event.createdAt)
        if (at === null) return untrusted('A row has no readable time.')
        placed.push({ event, at })
      }
      const isOutside = placed.some(
        ({ at }) => (low !== null && at < low - SECOND) || (high !== null && at > high + SECOND),
      )
      return isOutside ? untrusted('A row lies outside the requested range.') : { placed, total }
    },
  }
}

/** By a clock that runs backwards the last event is the first: each of its instants is the other one below zero. */
function backwardSearch(range: OpenRange, ask: AskBetween): EdgeSearch {
  const { look, requests } = forwardSearch(range, ask)
  const mirrored = (at: bigint | null) => (at === null ? null : -at)
  return {
    start: -(nanosecondsOf(range.to) ?? LAST),
    requests,
    async look(low, high, limit) {
      const looked = await look(mirrored(high), mirrored(low), limit)
      if ('over' in looked) return looked
      return { ...looked, placed: looked.placed.map(({ event, at }) => ({ event, at: -at })) }
    },
  }
}

/** The first event is at one of these two or between them, by the clock of the search. */
interface Sought {
  /** No event is before it. It is in ns. */
  bound: bigint
  /** The first of those that were seen. */
  first: PlacedEvent
}

/**
 * Halves the time in which the first event is sought, at whole units, until no unit is left to cut at.
 * @param unit in ns
 * @param after how long after a whole unit each cut lies, in ns, so that no event lies at one of them
 */
async function halved({ look }: EdgeSearch, sought: Sought, unit: bigint, after: bigint): Promise<Over | Sought> {
  let { bound, first } = sought
  // Left to be cut at are the whole units from `low` on and below `high`: up to the cut at a lower one nothing is
  // found, and up to that at `high` something is.
  let [low, high] = [ceiling(bound, unit), ceiling(first.at, unit)]
  while (low < high) {
    const middle = low + ((high - low) / unit / 2n) * unit
    const cut = middle + after
    // A service may leave out an event that lies exactly where a range begins: this one begins a unit earlier.
    const looked = await look(bound - unit, cut, 1)
    if ('over' in looked) return looked
    const [found] = looked.placed
    if (found === undefined) {
      bound = cut
      low = middle + unit
    } else {
      // Any one event of that time will do to show that the first is no later; which one comes is the service's choice.
      if (found.at < first.at) first = found
      high = middle
    }
  }
  return { bound, first }
}

/** The next whole unit at or after it. */
const ceiling = (at: bigint, unit: bigint): bigint => -floorTo(-at, unit)

/** How many events lie in each segment between edges; two requests at a time. Edges are RFC 3339, in order. */
export async function distribution(texts: readonly string[], ask: AskBetween): Promise<Result<Distribution>> {
  const edges = texts.map((text) => nanosecondsOf(text) ?? 0n)
  let requests = 0
  let trouble: Result<Distribution> | null = null

  async function count(low: bigint, high: bigint): Promise<number> {
    requests += 1
    // An event exactly at an edge belongs to the segment that begins there.
    const asked = await ask(rfc3339Of(low), rfc3339Of(high - 1n), 1)
    if (!asked.ok) trouble ??= asked
    else if (asked.value.total === null)
      trouble ??= succeeded({ kind: 'untrusted', words: 'The service gives no total.', requests })
    else return asked.value.total
    return 0
  }

  const twoAtOnce = pLimit(2)
  // Once one of them is in trouble, those that were not sent yet are not sent any more, and stand as 0.
  const counts = await Promise.all(
    edges.slice(1).map((high, at) => twoAtOnce(async () => (trouble === null ? count(edges[at] ?? 0n, high) : 0))),
  )
  const whole = trouble === null ? await count(edges[0] ?? 0n, edges.at(-1) ?? 0n) : 0
  if (trouble !== null) return trouble
  if (counts.reduce((sum, one) => sum + one, 0) !== whole) {
    return succeeded({ kind: 'untrusted', words: 'The parts do not add up to the total.', requests })
  }
  return succeeded({
    kind: 'counted',
    bins: counts.map((count, at) => ({ from: texts[at] ?? '', to: texts[at + 1] ?? '', count })),
    total: whole,
    requests,
  })
}
