// Pairs of filters that one event matches, chosen so that ignoring either one shows.
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

/** A filter's value that the event matches, and one that no event matches, or null if there is none. */
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

/** All pairs of filters that one event can match: each field with each other, and two properties. */
export const pairsToKeep: [FilterName, FilterName][] = [
  ...FIELDS.flatMap((one, index) => FIELDS.slice(index + 1).map((other): [FilterName, FilterName] => [one, other])),
  ['a property', 'another property'],
]

/** An event's filters by name; bounds are a second away, so that the event is inside whether they are inclusive or not. */
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

/** Two filters that one event matches, if possible such that other events match only one of them. */
export function witnessOf(
  { events, nonce }: Sample,
  one: FilterName,
  other: FilterName,
): { one: Filter; other: Filter } | null {
  let best: { one: Filter; other: Filter; tells: number } | null = null
  const timed = events.filter(({ createdAt }) => !isLeapSecond(createdAt))
  // Other events cannot match the id, so only one filter of the pair can be matched alone.
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

// A late beginning or an early end excludes nearly everything: if it is ignored, wrong events fill the first page in any
// order.
function candidates(events: SeenEvent[], ...names: FilterName[]): SeenEvent[] {
  const [from, to] = [names.includes('created_at_from'), names.includes('created_at_to')]
  if (from && !to) return events.slice(-MOST_CANDIDATES).reverse()
  if (to && !from) return events.slice(0, MOST_CANDIDATES)
  const step = Math.max(1, Math.floor(events.length / MOST_CANDIDATES))
  return events.filter((_event, index) => index % step === Math.floor(step / 2)).slice(0, MOST_CANDIDATES)
}
