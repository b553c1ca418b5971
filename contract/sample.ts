// A sample of the service's events, which gives the checks values that are known to match.
import type { Searcher } from './searcher.ts'
import type { SeenEvent } from './seen-event.ts'

/** Events that exist, and a text that occurs in none of them. */
export type Sample = {
  /** Distinct events, earliest first. */
  events: SeenEvent[]
  /** The total of the unfiltered search; null if it failed. */
  total: number | null
  /** A text that is not an id, code or property of any event. */
  nonce: string
}

/** An event's path; null if no URL can carry its id: a lone surrogate has no UTF-8, and "." and ".." are resolved away. */
export function pathOf(eventId: string): string | null {
  if (!eventId.isWellFormed() || ['', '.', '..'].includes(eventId)) return null
  return `/v1/events/${encodeURIComponent(eventId)}`
}

/** Samples the beginning, the middle and the end of an unfiltered search. */
export async function takeSample(searcher: Searcher, nonce: string): Promise<Sample> {
  const found = new Map<string, SeenEvent>()
  const take = async (offset: number) => {
    const page = await searcher.page(offset === 0 ? { limit: 100 } : { limit: 100, offset })
    for (const event of page?.events ?? []) found.set(event.eventId, event)
    return page
  }
  const first = await take(0)
  if (first !== null && first.count > 0 && first.count >= first.limit) {
    await take(first.count)
    if (first.total > 3 * first.count) {
      await take(Math.floor(first.total / 2))
      await take(Math.max(0, first.total - first.count))
    }
  }
  const events = [...found.values()].sort((one, other) => Number(one.instant - other.instant))
  return { events, total: first?.total ?? null, nonce }
}

/** Up to `count` distinct values, spread evenly over the sample, each with an event that has it. */
export function distinctValues<Value>(
  events: SeenEvent[],
  valuesOf: (event: SeenEvent) => Value[],
  keyOf: (value: Value) => string,
  count: number,
): { value: Value; event: SeenEvent }[] {
  const distinct = new Map<string, { value: Value; event: SeenEvent }>()
  for (const event of events) {
    for (const value of valuesOf(event)) {
      const key = keyOf(value)
      if (!distinct.has(key)) distinct.set(key, { value, event })
    }
  }
  const all = [...distinct.values()]
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_item, index) => index % step === 0).slice(0, count)
}
