// A sample of the service's events: it gives the checks values that are known to match, and shows what the data is
// like.
import { ExactNumber } from './parse-exact.ts'
import type { Report } from './report.ts'
import type { Searcher } from './searcher.ts'
import { type SeenEvent, sameEvent } from './seen-event.ts'

/** Events that exist, and a text that occurs in none of them. */
export type Sample = {
  /** Distinct events, earliest first. */
  events: SeenEvent[]
  /** The total of the unfiltered search; null if it failed. */
  total: number | null
  /** A text that is not an id, code or property of any event. */
  nonce: string
}

/** An event's path; null where no URL has its id: a lone surrogate has no UTF-8, and "." and ".." are resolved away. */
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

// Traits of the data that the interface allows and clients have to handle.

/** Reports properties of mixed kinds and crowded instants, from the sample alone. */
export function checkData({ report, sample }: { report: Report; sample: Sample }): void {
  report.gap('2', 'Properties that are now a string, now a number', mixedKinds(sample.events))
  const crowd = largestGroup(sample.events, ({ instant }) => instant)
  report.gap('2', 'The most events of one instant', `${crowd} in the sample of ${sample.events.length}`)
}

const MOST_NAMES = 5

function mixedKinds(events: SeenEvent[]): string {
  const kinds = new Map<string, Set<string>>()
  for (const [name, value] of events.flatMap(({ properties }) => [...properties])) {
    kinds.set(name, (kinds.get(name) ?? new Set()).add(value instanceof ExactNumber ? 'number' : 'string'))
  }
  const mixed = [...kinds].flatMap(([name, { size }]) => (size > 1 ? [JSON.stringify(name)] : []))
  const more = mixed.length > MOST_NAMES ? ` and ${mixed.length - MOST_NAMES} more` : ''
  return mixed.length === 0 ? 'none in the sample' : `${mixed.slice(0, MOST_NAMES).join(', ')}${more}`
}

function largestGroup<Item>(items: Item[], keyOf: (item: Item) => unknown): number {
  const sizes = new Map<unknown, number>()
  for (const item of items) sizes.set(keyOf(item), (sizes.get(keyOf(item)) ?? 0) + 1)
  return [...sizes.values()].reduce((most, size) => Math.max(most, size), 0)
}

// Whether events changed while the suite ran.

const MOST_LOOKED_UP = 5

/** Takes the sample again at the end: a rule may seem broken because an event changed meanwhile. */
export async function checkStillness({
  searcher,
  report,
  sample,
}: {
  searcher: Searcher
  report: Report
  sample: Sample
}): Promise<void> {
  const again = await takeSample(searcher, sample.nonce)
  const now = new Map(again.events.map((event) => [event.eventId, event]))
  const amended = sample.events.filter((event) => {
    const other = now.get(event.eventId)
    return other !== undefined && !sameEvent(event, other)
  })
  // An event that is missing may only have moved to another page.
  const absent = sample.events.filter(({ eventId }) => !now.has(eventId)).slice(0, MOST_LOOKED_UP)
  let gone = 0
  for (const { eventId } of absent) {
    const page = await searcher.page({ event_id: eventId, limit: 1 })
    if (page !== null && page.count === 0) gone++
  }
  const seen = [
    ...(again.total === sample.total ? [] : [`total went from ${sample.total} to ${again.total}`]),
    ...(amended.length === 0 ? [] : [`${amended.length} of ${sample.events.length} events came with other values`]),
    ...(gone === 0 ? [] : [`${gone} of ${absent.length} that were looked up are gone`]),
  ]
  report.gap('1', 'Whether events hold still while the suite runs', seen.join(', ') || 'yes')
}
