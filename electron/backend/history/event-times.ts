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

/** The interface's cap: what one answer can hold. */
const PAGE = 100
const FIRST = nanosecondsOf('0000-01-01T00:00:00Z') ?? 0n
const LAST = nanosecondsOf('9999-12-31T23:59:59Z') ?? 0n

/**
 * "When did it start? When did it stop?": the first or the last event of a search, by halving time, in at most
 * `mostEdgeRequests` (shared/search/time-search.ts). Each request asks only whether a segment has any events; the returned rows
 * show whether the service respects it. Only where `total` counts matches is it worth offering. Counts on ranges that tell whole
 * seconds apart; within a second on fractions only if it has more events than one answer holds.
 */
export async function findEdge(
  side: EdgeSide,
  { from, to }: { from: string | null; to: string | null },
  ask: AskBetween,
): Promise<Result<EdgeOutcome>> {
  let requests = 0
  // The last event is the first one where time runs backwards.
  const sign = side === 'first' ? 1n : -1n
  const start = side === 'first' ? (nanosecondsOf(from) ?? FIRST) : -(nanosecondsOf(to) ?? LAST)

  const untrusted = (words: string) => ({ over: succeeded<EdgeOutcome>({ kind: 'untrusted', words, requests }) })

  /** The events from `low` to `high`, by a clock that may run backwards; open ends stay as requested. `over`: nothing more to ask. */
  async function look(low: bigint | null, high: bigint | null, limit: number) {
    requests += 1
    const [early, late] = side === 'first' ? [low, high] : [high, low]
    const asked = await ask(
      early === null ? from : rfc3339Of(early * sign),
      late === null ? to : rfc3339Of(late * sign),
      limit,
    )
    if (!asked.ok) return { over: asked }
    const events = asked.value.events.map((event) => ({ event, at: nanosecondsOf(event.createdAt) }))
    if (events.some(({ at }) => at === null)) return untrusted('A row has no readable time.')
    const placed = events.map(({ event, at }) => ({ event, at: (at ?? 0n) * sign }))
    const isOutside = placed.some(
      ({ at }) => (low !== null && at < low - SECOND) || (high !== null && at > high + SECOND),
    )
    if (isOutside) return untrusted('A row lies outside the requested range.')
    return { placed, total: asked.value.total }
  }

  const all = await look(null, null, 1)
  if ('over' in all) return all.over
  let known = all.placed[0]
  if (known === undefined) return succeeded({ kind: 'none', requests })
  /** Nothing is before it. */
  let low = start < known.at ? start : known.at

  /** Halves until no whole unit lies between; `ahead` keeps cuts off instants at which rows lie. */
  async function halve(unit: bigint, ahead: bigint): Promise<Result<EdgeOutcome> | null> {
    let [before, after] = [ceiling(low, unit), known === undefined ? low : ceiling(known.at, unit)]
    while (before < after) {
      const middle = before + ((after - before) / unit / 2n) * unit
      const looked = await look(low - unit, middle + ahead, 1)
      if ('over' in looked) return looked.over
      const [found] = looked.placed
      if (found === undefined) {
        low = middle + ahead
        before = middle + unit
      } else {
        if (known === undefined || found.at < known.at) known = found
        after = middle
      }
    }
    return null
  }

  const toTheSecond = await halve(SECOND, 0n)
  if (toTheSecond !== null) return toTheSecond
  const around = await look(low - SECOND, known.at + SECOND, PAGE)
  if ('over' in around) return around.over
  const { placed, total } = around
  if (total !== null && placed.length === total && placed.length > 0) {
    const first = placed.reduce((least, one) => (one.at < least.at ? one : least))
    return succeeded({ kind: 'found', source: first.event.source, within: 'exact', requests })
  }
  const toTheMillisecond = await halve(MILLISECOND, MILLISECOND / 2n)
  if (toTheMillisecond !== null) return toTheMillisecond
  return succeeded({ kind: 'found', source: known.event.source, within: 'millisecond', requests })
}

/** The next whole unit at or after it. */
const ceiling = (at: bigint, unit: bigint): bigint => -floorTo(-at, unit)

/** How many events lie in each segment from one edge to the next; two requests at a time. Edges are RFC 3339, in order. */
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
