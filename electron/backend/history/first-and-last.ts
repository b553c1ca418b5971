// "When did it start? When did it stop?": the first and the last event of a search, by halving time. Each request asks only
// whether a stretch has any events; the returned rows show whether the service respects it.
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { EdgeOutcome, EdgeSide } from '../../../shared/search/time-search.ts'
import { nanosecondsOf, rfc3339Of, SECOND } from '../snapshots/reading/course/instants.ts'
import type { AskBetween } from './ask-between.ts'

const MILLISECOND = 1_000_000n
/** The interface's cap: what one answer can hold. */
const PAGE = 100
const FIRST = nanosecondsOf('0000-01-01T00:00:00Z') ?? 0n
const LAST = nanosecondsOf('9999-12-31T23:59:59Z') ?? 0n

/**
 * The first or the last event of a search, in at most `mostEdgeRequests` (shared/search/time-search.ts). Only where `total` counts matches is it worth offering. Counts on ranges that
 * tell whole seconds apart; within a second on fractions only if it has more events than one answer holds.
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

  /** The events from `low` to `high`, by a clock that may run backwards; open ends stay as requested. */
  async function look(low: bigint | null, high: bigint | null, limit: number) {
    requests += 1
    const [early, late] = side === 'first' ? [low, high] : [high, low]
    const asked = await ask(
      early === null ? from : rfc3339Of(early * sign),
      late === null ? to : rfc3339Of(late * sign),
      limit,
    )
    if (!asked.ok) return asked
    const events = asked.value.events.map((event) => ({ event, at: nanosecondsOf(event.createdAt) }))
    if (events.some(({ at }) => at === null)) return succeeded({ words: 'A row has no readable time.' })
    const placed = events.map(({ event, at }) => ({ event, at: (at ?? 0n) * sign }))
    const isOutside = placed.some(
      ({ at }) => (low !== null && at < low - SECOND) || (high !== null && at > high + SECOND),
    )
    if (isOutside) return succeeded({ words: 'A row lies outside the requested range.' })
    return succeeded({ placed, total: asked.value.total })
  }

  const all = await look(null, null, 1)
  if (!all.ok) return all
  if ('words' in all.value) return succeeded({ kind: 'untrusted', words: all.value.words, requests })
  let known = all.value.placed[0]
  if (known === undefined) return succeeded({ kind: 'none', requests })
  /** Nothing is before it. */
  let low = start < known.at ? start : known.at

  /** Halves until no whole unit lies between; `ahead` keeps cuts off instants at which rows lie. */
  async function halve(unit: bigint, ahead: bigint): Promise<Result<EdgeOutcome> | null> {
    let [before, after] = [ceiling(low, unit), known === undefined ? low : ceiling(known.at, unit)]
    while (before < after) {
      const middle = before + ((after - before) / unit / 2n) * unit
      const looked = await look(low - unit, middle + ahead, 1)
      if (!looked.ok) return looked
      if ('words' in looked.value) return succeeded({ kind: 'untrusted', words: looked.value.words, requests })
      const [found] = looked.value.placed
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
  if (!around.ok) return around
  if ('words' in around.value) return succeeded({ kind: 'untrusted', words: around.value.words, requests })
  const { placed, total } = around.value
  if (total !== null && placed.length === total && placed.length > 0) {
    const first = placed.reduce((least, one) => (one.at < least.at ? one : least))
    return succeeded({ kind: 'found', source: first.event.source, within: 'exact', requests })
  }
  const toTheMillisecond = await halve(MILLISECOND, MILLISECOND / 2n)
  if (toTheMillisecond !== null) return toTheMillisecond
  return succeeded({ kind: 'found', source: known.event.source, within: 'millisecond', requests })
}

/** The next whole unit at or after it. */
function ceiling(at: bigint, unit: bigint): bigint {
  const rest = ((at % unit) + unit) % unit
  return rest === 0n ? at : at + unit - rest
}
