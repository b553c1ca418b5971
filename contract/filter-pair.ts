// The filters that one event matches, and the event at which two of them are best seen kept together.
import type { Sample } from './sample.ts'
import { missedFilters, type Search } from './search.ts'
import { instantText, isLeapSecond, type SeenEvent } from './seen-event.ts'

const SECOND = 1_000_000_000n

export type FilterName =
  | 'customer_id'
  | 'event_code'
  | 'event_type'
  | 'event_id'
  | 'created_at_from'
  | 'created_at_to'
  | 'a property'
  | 'another property'

/** A filter as the event matches it, and as no event does; null where there is no such value. */
export type Filter = { name: FilterName; match: Search; never: Search | null }

const FIELDS: FilterName[] = [
  'customer_id',
  'event_code',
  'event_type',
  'event_id',
  'created_at_from',
  'created_at_to',
  'a property',
]

/** The pairs of filters that one event can match: each with each, and two properties. */
export const pairsToKeep: [FilterName, FilterName][] = [
  ...FIELDS.flatMap((one, index) => FIELDS.slice(index + 1).map((other): [FilterName, FilterName] => [one, other])),
  ['a property', 'another property'],
]

/** The filters of an event, by name; bounds a second away from it, so that it lies inside whether they include their own instant or not. */
export function filtersOf(event: SeenEvent, nonce: string): Map<FilterName, Filter> {
  const filters: Filter[] = [
    { name: 'customer_id', match: { customer_id: event.customerId }, never: { customer_id: nonce } },
    { name: 'event_code', match: { event_code: event.eventCode }, never: { event_code: nonce } },
    { name: 'event_type', match: { event_type: event.eventType }, never: null },
    { name: 'event_id', match: { event_id: event.eventId }, never: { event_id: nonce } },
    {
      name: 'created_at_from',
      match: { created_at_from: instantText(event.instant - SECOND) ?? event.createdAt },
      never: { created_at_from: '9999-01-01T00:00:00Z' },
    },
    {
      name: 'created_at_to',
      match: { created_at_to: instantText(event.instant + SECOND) ?? event.createdAt },
      never: { created_at_to: '0001-01-01T00:00:00Z' },
    },
  ]
  const names: FilterName[] = ['a property', 'another property']
  for (const [index, property] of [...event.properties].slice(0, 2).entries()) {
    const name = names[index] ?? 'a property'
    filters.push({ name, match: { properties: [property] }, never: { properties: [[property[0], nonce]] } })
  }
  return new Map(filters.map((filter) => [filter.name, filter]))
}

const MOST_CANDIDATES = 12

/** Two filters that one event matches and, where the sample has such events, others match only the one or the other. */
export function witnessOf(
  { events, nonce }: Sample,
  one: FilterName,
  other: FilterName,
): { one: Filter; other: Filter } | null {
  let best: { one: Filter; other: Filter; tells: number } | null = null
  const timed = events.filter(({ createdAt }) => !isLeapSecond(createdAt))
  // No other event has the id, so only the other filter can be matched alone.
  const most = one === 'event_id' || other === 'event_id' ? 1 : 2
  for (const event of candidates(timed, one, other)) {
    const filters = filtersOf(event, nonce)
    const [first, second] = [filters.get(one), filters.get(other)]
    if (first === undefined || second === undefined) continue
    const matches = (match: Search, missed: Search) =>
      events.some((event) => missedFilters(event, match).length === 0 && missedFilters(event, missed).length > 0)
    const tells = Number(matches(first.match, second.match)) + Number(matches(second.match, first.match))
    if (tells > (best?.tells ?? 0)) best = { one: first, other: second, tells }
    if (tells === most) break
  }
  return best
}

// A late beginning and an early end leave out nearly everything: what comes when they are ignored fills the first page,
// whatever the order.
function candidates(events: SeenEvent[], ...names: FilterName[]): SeenEvent[] {
  const [from, to] = [names.includes('created_at_from'), names.includes('created_at_to')]
  if (from && !to) return events.slice(-MOST_CANDIDATES).reverse()
  if (to && !from) return events.slice(0, MOST_CANDIDATES)
  const step = Math.max(1, Math.floor(events.length / MOST_CANDIDATES))
  return events.filter((_event, index) => index % step === Math.floor(step / 2)).slice(0, MOST_CANDIDATES)
}
