// How several filters combine. A filter that matches paired with one that cannot match tells AND from OR; pairs that
// one event matches show whether the service keeps to it.
import type { Context } from './context.ts'
import { NOT_TOLD } from './report.ts'
import type { Sample } from './sample.ts'
import { missedFilters, type Page, returnsOther, type Search, searchText, surelyMatches } from './searcher.ts'
import { instantText, isLeapSecond, type SeenEvent } from './seen-event.ts'

type Combination = 'all must match' | 'one must match'

/** Of each pair, the first is asked for so that the event matches it, and the second so that no event does. */
const TELLING_PAIRS: [matching: FilterName, impossible: FilterName][] = [
  ['customer_id', 'event_code'],
  ['event_code', 'customer_id'],
  ['event_type', 'customer_id'],
  ['event_id', 'event_code'],
  ['event_id', 'customer_id'],
  ['created_at_from', 'customer_id'],
  ['customer_id', 'a property'],
  ['a property', 'customer_id'],
  ['a property', 'another property'],
]

/** Finds out how filters combine and holds the service to it; true if filters of different fields all have to match. */
export async function checkCombination(context: Context): Promise<boolean> {
  const { report, sample } = context
  const event = sample.events.find(({ properties }) => properties.size > 1) ?? sample.events[0]
  if (event === undefined) return false
  const filters = filtersOf(event, sample.nonce)
  const seen = new Map<Combination, string[]>()
  let [fieldsCombineWithAnd, propertiesCombineWithAnd] = [true, true]
  for (const [one, other] of TELLING_PAIRS) {
    const [matching, impossible] = [filters.get(one), filters.get(other)]
    if (matching === undefined || impossible === undefined) continue
    const combination = await tryPair(context, matching, impossible)
    if (combination === null) continue
    seen.set(combination, [...(seen.get(combination) ?? []), `${one} and ${other}`])
    if (combination === 'all must match') continue
    if (other === 'another property') propertiesCombineWithAnd = false
    else fieldsCombineWithAnd = false
  }
  const answer = [...seen].map(([combination, names]) =>
    seen.size === 1 ? combination : `${combination} (${names.join(', ')})`,
  )
  report.gap('4.2', 'How several filters combine', answer.join('; ') || NOT_TOLD)
  const combinesWithAnd = fieldsCombineWithAnd && seen.size > 0
  if (combinesWithAnd) await checkPairs(context, propertiesCombineWithAnd)
  await checkTogether(context, event, combinesWithAnd && propertiesCombineWithAnd)
  return combinesWithAnd
}

/** Null where the two filters cannot tell, or are not answered. */
async function tryPair(context: Context, matching: Filter, impossible: Filter): Promise<Combination | null> {
  const { searcher, report } = context
  if (impossible.never === null) return null
  const both = together(matching.match, impossible.never)
  const page = await searcher.page({ ...both, limit: 100 })
  if (page === null) return null
  const wrong = page.events.find((event) => missedFilters(event, matching.match).length > 0)
  report.expect(
    'filters-together',
    wrong === undefined,
    () => `${searchText(both)} returns ${wrong?.eventId}, which matches neither filter`,
  )
  if (page.count === 0) return 'all must match'
  await checkOtherWay(context, matching, impossible)
  return 'one must match'
}

// If one match is enough, it must not matter which of the two filters matches: otherwise one was ignored.
async function checkOtherWay({ searcher, report }: Context, ignoring: Filter, ignored: Filter): Promise<void> {
  if (ignoring.never === null) return
  const both = together(ignored.match, ignoring.never)
  const page = await searcher.page({ ...both, limit: 1 })
  if (page === null) return
  report.expect(
    'filters-together',
    page.count > 0,
    () => `${ignored.name} is ignored beside ${ignoring.name}, but ${searchText(both)} returns nothing`,
  )
}

// An impossible filter cannot show that the filter beside it is ignored.
async function checkPairs(context: Context, propertiesCombineWithAnd: boolean): Promise<void> {
  for (const [one, other] of pairsToKeep) {
    if (other === 'another property' && !propertiesCombineWithAnd) continue
    const pair = tellingPairOf(context.sample, one, other)
    if (pair === null) continue
    const both = together(pair.one.match, pair.other.match)
    const page = await context.searcher.page({ ...both, limit: 100 })
    if (page !== null) expectAllMatched(context, both, page)
  }
}

/** Checks a page against every filter of its search, and for known matches that it lacks. */
export function expectAllMatched({ report, sample }: Context, search: Search, page: Page): void {
  const wrong = page.events.find((event) => missedFilters(event, search).length > 0)
  report.expect(
    'filters-together',
    wrong === undefined,
    () => `${returnsOther(searchText(search), wrong)} ${wrong && missedFilters(wrong, search).join(' and ')}`,
  )
  if (page.count >= page.limit) return
  const ids = new Set(page.events.map(({ eventId }) => eventId))
  const missing = sample.events.find((event) => surelyMatches(event, search) && !ids.has(event.eventId))
  report.expect(
    'filters-together',
    missing === undefined,
    () => `${searchText(search)} does not return ${missing?.eventId}, which matches them all`,
  )
}

// All filters that one event matches at once, except its id, which alone decides. Both AND and OR return the event, if
// only on a later page.
async function checkTogether(context: Context, event: SeenEvent, combinesWithAnd: boolean): Promise<void> {
  const { searcher, report } = context
  const search: Search = {
    customer_id: event.customerId,
    event_code: event.eventCode,
    event_type: event.eventType,
    properties: [...event.properties].slice(0, 3),
  }
  const page = await searcher.page({ ...search, limit: 100 })
  if (page === null) return
  if (combinesWithAnd) return expectAllMatched(context, search, page)
  if (page.count >= page.limit) return
  const found = page.events.some((other) => surelyMatches(other, { event_id: event.eventId }))
  report.expect(
    'filters-together',
    found,
    () => `${searchText(search)} does not return ${event.eventId}, which matches them all`,
  )
}

function together(one: Search, other: Search): Search {
  const properties = [...(one.properties ?? []), ...(other.properties ?? [])]
  return { ...one, ...other, ...(properties.length > 0 ? { properties } : {}) }
}

// Pairs of filters that one event matches, chosen so that ignoring either one shows.

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
const pairsToKeep: [FilterName, FilterName][] = [
  ...FIELDS.flatMap((one, index) => FIELDS.slice(index + 1).map((other): [FilterName, FilterName] => [one, other])),
  ['a property', 'another property'],
]

/** An event's filters by name; bounds are a second away, so that the event is inside, inclusive or not. */
function filtersOf(event: SeenEvent, nonce: string): Map<FilterName, Filter> {
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

/** Two filters that one event matches, and of which other events match only one; null where the sample has none. */
function tellingPairOf(
  { events, nonce }: Sample,
  one: FilterName,
  other: FilterName,
): { one: Filter; other: Filter } | null {
  let best: { one: Filter; other: Filter; tells: number } | null = null
  const timed = events.filter(({ createdAt }) => !isLeapSecond(createdAt))
  for (const event of candidates(timed, one, other)) {
    const filters = filtersOf(event, nonce)
    const [first, second] = [filters.get(one), filters.get(other)]
    if (first === undefined || second === undefined) continue
    const matches = (match: Search, missed: Search) =>
      events.some((event) => missedFilters(event, match).length === 0 && missedFilters(event, missed).length > 0)
    const tells = Number(matches(first.match, second.match)) + Number(matches(second.match, first.match))
    if (tells > (best?.tells ?? 0)) best = { one: first, other: second, tells }
    if (tells === 2) break
  }
  return best
}

// A late beginning or an early end excludes nearly everything: if it is ignored, wrong events fill the first page in
// any order.
function candidates(events: SeenEvent[], ...names: FilterName[]): SeenEvent[] {
  const [from, to] = [names.includes('created_at_from'), names.includes('created_at_to')]
  if (from && !to) return events.slice(-MOST_CANDIDATES).reverse()
  if (to && !from) return events.slice(0, MOST_CANDIDATES)
  const step = Math.max(1, Math.floor(events.length / MOST_CANDIDATES))
  return events.filter((_event, index) => index % step === Math.floor(step / 2)).slice(0, MOST_CANDIDATES)
}
