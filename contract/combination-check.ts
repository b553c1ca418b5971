// How several filters combine: pairs of a filter that some event matches and one that none does tell the reading; pairs
// that one event matches tell whether it is kept.
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

/** Names the reading and holds the service to it; tells whether filters of different fields must all match. */
export async function checkCombination(context: Context): Promise<boolean> {
  const { report, sample } = context
  const event = sample.events.find(({ properties }) => properties.size > 1) ?? sample.events[0]
  if (event === undefined) return false
  const filters = filtersOf(event, sample.nonce)
  const seen = new Map<Combination, string[]>()
  let [fieldsAll, propertiesAll] = [true, true]
  for (const [one, other] of TELLING_PAIRS) {
    const [matching, impossible] = [filters.get(one), filters.get(other)]
    if (matching === undefined || impossible === undefined) continue
    const combination = await tryPair(context, matching, impossible)
    if (combination === null) continue
    seen.set(combination, [...(seen.get(combination) ?? []), `${one} and ${other}`])
    if (combination === 'all must match') continue
    if (other === 'another property') propertiesAll = false
    else fieldsAll = false
  }
  const answer = [...seen].map(([combination, names]) =>
    seen.size === 1 ? combination : `${combination} (${names.join(', ')})`,
  )
  report.gap('4.2', 'How several filters combine', answer.join('; ') || 'could not be told')
  const areAll = fieldsAll && seen.size > 0
  if (areAll) await checkPairs(context, propertiesAll)
  await checkTogether(context, event, areAll && propertiesAll)
  return areAll
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

// Where one match is enough, it is so whichever of the two filters has it: otherwise one filter was not looked at.
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

// An impossible filter cannot tell that the other one is ignored, nor that a filter is ignored only where it matches.
async function checkPairs(context: Context, propertiesAll: boolean): Promise<void> {
  for (const [one, other] of pairsToKeep) {
    if (other === 'another property' && !propertiesAll) continue
    const witness = witnessOf(context.sample, one, other)
    if (witness === null) continue
    const both = together(witness.one.match, witness.other.match)
    const page = await context.searcher.page({ ...both, limit: 100 })
    if (page !== null) expectAllMatched(context, both, page)
  }
}

/** Holds a page against every filter of its search, and against what the sample holds for it. */
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

// Every filter that one event matches, at once, but for its id, beside which no other filter would be seen ignored:
// either reading returns it, if only on a later page.
async function checkTogether(context: Context, event: SeenEvent, areAll: boolean): Promise<void> {
  const { searcher, report } = context
  const search: Search = {
    customer_id: event.customerId,
    event_code: event.eventCode,
    event_type: event.eventType,
    properties: [...event.properties].slice(0, 3),
  }
  const page = await searcher.page({ ...search, limit: 100 })
  if (page === null) return
  if (areAll) return expectAllMatched(context, search, page)
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
