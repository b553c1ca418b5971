// The answers about time where the page holds every match: nothing is requested.
import type { Event } from '../../../shared/event/event.ts'
import type { TimeEdges } from '../../../shared/search/time-search.ts'
import { compareInstants, parseInstant } from '../../../shared/time/instant.ts'
import type { FoundEdge, Spread } from '../store/time-questions.ts'

interface Placed {
  event: Event
  at: NonNullable<ReturnType<typeof parseInstant>>
}

function placed(events: readonly Event[]): Placed[] {
  return events.flatMap((event) => {
    const at = event.createdAt === null ? null : parseInstant(event.createdAt)
    return at === null ? [] : [{ event, at }]
  })
}

/** Events without a time are left out. */
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

/** A bin includes its start but not its end. Events without a time, or outside every bin, are not counted. */
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
