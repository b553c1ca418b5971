// How several filters combine: pairs of a filter that some event matches and one that none does.
import type { Context } from './context.ts'
import { missedFilters, type Search, searchText, surelyMatches } from './search.ts'
import type { SeenEvent } from './seen-event.ts'

type Combination = 'all must match' | 'one must match'

export async function checkCombination(context: Context): Promise<void> {
  const { report, sample } = context
  const event = sample.events.find(({ properties }) => properties.size > 1) ?? sample.events[0]
  if (event === undefined) return
  const seen = new Map<Combination, string[]>()
  for (const [name, matching, impossible] of pairsOf(event, sample.nonce)) {
    const combination = await tryPair(context, matching, impossible)
    if (combination !== null) seen.set(combination, [...(seen.get(combination) ?? []), name])
  }
  const answer = [...seen].map(([combination, names]) =>
    seen.size === 1 ? combination : `${combination} (${names.join(', ')})`,
  )
  report.gap('4.2', 'How several filters combine', answer.join('; ') || 'could not be told')
  await checkTogether(context, event)
}

function pairsOf(event: SeenEvent, nonce: string): [name: string, matching: Search, impossible: Search][] {
  const properties = [...event.properties]
  const pairs: [string, Search, Search][] = [
    ['customer_id and event_code', { customer_id: event.customerId }, { event_code: nonce }],
    ['event_code and customer_id', { event_code: event.eventCode }, { customer_id: nonce }],
    ['event_type and customer_id', { event_type: event.eventType }, { customer_id: nonce }],
    ['event_id and event_code', { event_id: event.eventId }, { event_code: nonce }],
    ['created_at_from and customer_id', { created_at_from: event.createdAt }, { customer_id: nonce }],
  ]
  const [first, second] = properties
  if (first !== undefined) {
    pairs.push(['customer_id and a property', { customer_id: event.customerId }, { properties: [[first[0], nonce]] }])
    pairs.push(['a property and customer_id', { properties: [first] }, { customer_id: nonce }])
  }
  if (first !== undefined && second !== undefined) {
    pairs.push(['two properties', { properties: [first] }, { properties: [[second[0], nonce]] }])
  }
  return pairs
}

async function tryPair(
  { searcher, report }: Context,
  matching: Search,
  impossible: Search,
): Promise<Combination | null> {
  const properties = [...(matching.properties ?? []), ...(impossible.properties ?? [])]
  const both: Search = { ...matching, ...impossible, ...(properties.length > 0 ? { properties } : {}) }
  const page = await searcher.page({ ...both, limit: 100 })
  if (page === null) return null
  const wrong = page.events.find((event) => missedFilters(event, matching).length > 0)
  report.expect(
    'filters-together',
    wrong === undefined,
    () => `${searchText(both)} returns ${wrong?.eventId}, which matches neither filter`,
  )
  return page.count === 0 ? 'all must match' : 'one must match'
}

// Every filter that one event matches, at once: either reading returns it, if only on a later page.
async function checkTogether({ searcher, report }: Context, event: SeenEvent): Promise<void> {
  const search: Search = {
    event_id: event.eventId,
    customer_id: event.customerId,
    event_code: event.eventCode,
    event_type: event.eventType,
    properties: [...event.properties].slice(0, 3),
  }
  const page = await searcher.page({ ...search, limit: 100 })
  if (page === null || page.count >= page.limit) return
  const found = page.events.some((other) => surelyMatches(other, { event_id: event.eventId }))
  report.expect(
    'filters-together',
    found,
    () => `${searchText(search)} does not return ${event.eventId}, which matches them all`,
  )
}
