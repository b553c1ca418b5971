// This says which questions about time can be asked for the search on screen, at what cost, or why not; and their
// answers where the page holds every match.
import type { Event } from '../../../shared/event/event.ts'
import { isWholeAnswer, knownTotal } from '../../../shared/search/paging.ts'
import {
  distributionRequests,
  mostEdgeRequests,
  type TimeEdges,
  timeEdges,
} from '../../../shared/search/time-search.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { compareInstants, type Instant, parseInstant } from '../../../shared/time/instant.ts'
import type { ShownRows } from '../store/search-session.ts'
import type { FoundEdge, Spread, TimeAnswer } from '../store/time-questions.ts'

/** Why nothing can be asked; null where something can. */
export function whyNoTimes(shown: ShownRows | null): string | null {
  if (shown === null) return 'There are no rows yet.'
  const { request, answer } = shown
  if (answer.page.total === 0) return 'There are no events.'
  return knownTotal(request, answer.page) === null
    ? 'The total of this service may count this page only, so nothing can be found by counting.'
    : null
}

/** Whether the page holds every match, by the service's own total, so that nothing has to be requested. */
export const isWhole = ({ request, answer }: ShownRows) => isWholeAnswer(request, answer.page)

/** Counts the requests for the first or the last event, at most. */
export function edgeRequests({ request: { filters } }: ShownRows): number {
  return mostEdgeRequests(filters.createdAtFrom ?? null, filters.createdAtTo ?? null)
}

export type SpreadOffer = ({ kind: 'edges'; requests: number } & TimeEdges) | { kind: 'not'; why: string }

/**
 * The segments that are counted: of the filters' range, or of what was found where it is open. No end means `now`, RFC
 * 3339 UTC, by the service's clock.
 */
export function spreadOffer(
  shown: ShownRows,
  edges: { first: TimeAnswer<FoundEdge>; last: TimeAnswer<FoundEdge> },
  zone: string,
  now: string,
): SpreadOffer {
  const { createdAtFrom, createdAtTo } = shown.request.filters
  const from = createdAtFrom ?? instantOf(edges.first)
  if (from === null) return { kind: 'not', why: 'Set From, or find the first event, to count from there.' }
  const read = readSnapshotRange({ from, to: createdAtTo ?? instantOf(edges.last) ?? now, zone })
  const found =
    read.ok && read.range.from && read.range.until ? timeEdges(read.range.from, read.range.until, zone) : null
  if (found === null) return { kind: 'not', why: 'There is no time between the start and the end.' }
  return { kind: 'edges', ...found, requests: distributionRequests(found.edges.length - 1) }
}

function instantOf(edge: TimeAnswer<FoundEdge>): string | null {
  return edge.state === 'answered' && edge.answer.kind === 'found' ? edge.answer.event.createdAt : null
}

interface Placed {
  event: Event
  at: Instant
}

function placed(events: readonly Event[]): Placed[] {
  return events.flatMap((event) => {
    const at = event.createdAt === null ? null : parseInstant(event.createdAt)
    return at === null ? [] : [{ event, at }]
  })
}

/** Finds them where the page holds every match, so that nothing is requested. Events without a time are left out. */
export function edgesOf(events: readonly Event[]): { first: FoundEdge; last: FoundEdge } {
  const [some, ...others] = placed(events)
  if (some === undefined) return { first: { kind: 'none', requests: 0 }, last: { kind: 'none', requests: 0 } }
  let [first, last] = [some, some]
  for (const one of others) {
    if (compareInstants(one.at, first.at) < 0) first = one
    if (compareInstants(one.at, last.at) > 0) last = one
  }
  return { first: foundIn(first), last: foundIn(last) }
}

const foundIn = ({ event }: Placed): FoundEdge => ({ kind: 'found', event, within: 'exact', requests: 0 })

/** Counts what `edgesOf` takes. A bin includes its start but not its end. Events outside every bin are not counted. */
export function spreadOf(events: readonly Event[], { unit, edges }: TimeEdges): Spread {
  const limits = edges.flatMap((edge) => parseInstant(edge) ?? [])
  const counts = new Array<number>(limits.length - 1).fill(0)
  for (const { at } of placed(events)) {
    const bin = limits.findLastIndex((limit) => compareInstants(limit, at) <= 0)
    if (bin >= 0 && bin < counts.length) counts[bin] = (counts[bin] ?? 0) + 1
  }
  const bins = counts.map((count, at) => ({ from: edges[at] ?? '', to: edges[at + 1] ?? '', count }))
  return { kind: 'counted', bins, total: counts.reduce((sum, count) => sum + count, 0), requests: 0, unit }
}
