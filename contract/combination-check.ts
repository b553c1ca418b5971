// How several filters combine. A filter that matches paired with one that cannot match tells AND from OR; pairs that one
// event matches show whether the service keeps to it.
import type { Context } from './context.ts'
import { type Filter, type FilterName, filtersOf, pairsToKeep, witnessOf } from './filter-pair.ts'
import { missedFilters, type Search, searchText, surelyMatches } from './search.ts'
import type { Page } from './searcher.ts'
import type { SeenEvent } from './seen-event.ts'

type Combination = 'all must match' | 'one must match'

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
  report.gap('4.2', 'How several filters combine', answer.join('; ') || 'could not be told')
  const combinesWithAnd = fieldsCombineWithAnd && seen.size > 0
  if (combinesWithAnd) await checkPairs(context, propertiesCombineWithAnd)
  await checkTogether(context, event, combinesWithAnd && propertiesCombineWithAnd)
  return combinesWithAnd
}

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
    const witness = witnessOf(context.sample, one, other)
    if (witness === null) continue
    const both = together(witness.one.match, witness.other.match)
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
    () =>
      `${searchText(search)} returns ${wrong?.eventId}, which does not match ${wrong && missedFilters(wrong, search).join(' and ')}`,
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

// All filters that one event matches at once, except its id, which alone decides. Both AND and OR return the event, if only
// on a later page.
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
