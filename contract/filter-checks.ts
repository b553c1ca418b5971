// Each filter alone (docs/interface.md 4.2): what is returned matches, and what is known to match is returned.
import { type Context, describeAnswer } from './context.ts'
import { ExactNumber, membersOf } from './parse-exact.ts'
import type { RuleId } from './report.ts'
import { distinctValues } from './sample.ts'
import { missedFilters, returnsOther, type Search, searchText, surelyMatches } from './searcher.ts'
import {
  countOf,
  equalsTyped,
  instantText,
  isLeapSecond,
  type PropertyValue,
  type SeenEvent,
  textOf,
} from './seen-event.ts'

const SECOND = 1_000_000_000n

type NamedValue = [name: string, value: PropertyValue]

/** Reports of each filter whether all events that a search by it returns match. */
export async function checkFilters(context: Context): Promise<void> {
  const { events, nonce } = context.sample
  const values = (of: (event: SeenEvent) => string) => distinctValues(events, (event) => [of(event)], String, 3)

  for (const { value } of values((event) => event.customerId)) {
    await checkFilter(context, 'filter-customer-id', { customer_id: value })
  }
  for (const { value } of values((event) => event.eventCode)) {
    await checkFilter(context, 'filter-event-code', { event_code: value })
  }
  for (const value of ['credit', 'debit']) await checkFilter(context, 'filter-event-type', { event_type: value })
  for (const { value } of values((event) => event.eventId)) {
    await checkFilter(context, 'filter-event-id', { event_id: value })
  }
  await checkFilter(context, 'filter-customer-id', { customer_id: nonce })
  await checkFilter(context, 'filter-event-code', { event_code: nonce })
  await checkFilter(context, 'filter-event-id', { event_id: nonce })
  await checkUnknownType(context)
  await checkLaterPages(context)
  await checkInstants(context)
  await checkPropertyFilters(context, 'filter-string-property', (value) => typeof value === 'string')
  await checkPropertyFilters(context, 'filter-number-property', (value) => value instanceof ExactNumber)
}

// The service may refuse the type or find nothing, but no event can have it.
async function checkUnknownType({ searcher, report }: Context): Promise<void> {
  const answer = await searcher.raw('{"event_type":"transfer"}')
  const events = membersOf(answer.json)?.get('events')
  if (!Array.isArray(events) || events.length === 0) return
  report.expect('filter-event-type', false, () => `event_type "transfer" returns ${countOf(events.length)}`)
}

// A filter that applies to the first page may be ignored on later ones.
async function checkLaterPages({ searcher, report, sample }: Context): Promise<void> {
  const { events } = sample
  const [early, middle, late] = [events[0], events[Math.floor(events.length / 2)], events.at(-1)]
  if (early === undefined || middle === undefined || late === undefined) return
  const property = (fits: (value: PropertyValue) => boolean) =>
    events.flatMap(({ properties }) => [...properties]).filter(([, value]) => fits(value))
  const [text] = property((value) => typeof value === 'string')
  const [number] = property((value) => value instanceof ExactNumber)
  const filters: [RuleId, Search][] = [
    ['filter-customer-id', { customer_id: middle.customerId }],
    ['filter-event-code', { event_code: middle.eventCode }],
    ['filter-event-type', { event_type: middle.eventType }],
    ['filter-event-id', { event_id: middle.eventId }],
    ['filter-created-at-from', { created_at_from: late.createdAt }],
    ['filter-created-at-to', { created_at_to: early.createdAt }],
    ...(text === undefined ? [] : ([['filter-string-property', { properties: [text] }]] as [RuleId, Search][])),
    ...(number === undefined ? [] : ([['filter-number-property', { properties: [number] }]] as [RuleId, Search][])),
  ]
  for (const [rule, filter] of filters) {
    const search = { ...filter, limit: 100, offset: 1 }
    const page = await searcher.page(search)
    if (page === null || page.count === 0) continue
    const wrong = page.events.find((event) => missedFilters(event, filter).length > 0)
    report.expect(rule, wrong === undefined, () => returnsOther(searchText(search), wrong))
  }
}

// A bound at an end of the sample excludes nearly everything, which exposes a service that ignores it.
async function checkInstants(context: Context): Promise<void> {
  const events = context.sample.events.filter(({ createdAt }) => !isLeapSecond(createdAt))
  const marks = [events[0], events[Math.floor(events.length / 2)], events.at(-1)].filter((event) => event !== undefined)
  for (const event of marks) {
    const [before, after] = [instantText(event.instant - SECOND), instantText(event.instant + SECOND)]
    await checkFilter(context, 'filter-created-at-from', { created_at_from: event.createdAt })
    await checkFilter(context, 'filter-created-at-to', { created_at_to: event.createdAt })
    if (before !== null) await checkFilter(context, 'filter-created-at-from', { created_at_from: before })
    if (after !== null) await checkFilter(context, 'filter-created-at-to', { created_at_to: after })
  }
  await checkFilter(context, 'filter-created-at-from', { created_at_from: '9999-01-01T00:00:00Z' })
  await checkFilter(context, 'filter-created-at-to', { created_at_to: '0001-01-01T00:00:00Z' })
}

async function checkPropertyFilters(
  context: Context,
  rule: RuleId,
  fits: (value: PropertyValue) => boolean,
): Promise<void> {
  const { events, nonce } = context.sample
  const named = (event: SeenEvent) => [...event.properties].filter(([, value]) => fits(value))
  // First one value each of several names, then several values.
  const byName = distinctValues<NamedValue>(events, named, ([name]) => name, 6)
  const byValue = distinctValues<NamedValue>(events, named, ([name, value]) => `${name}=${textOf(value)}`, 6)
  const probes = [...byName, ...byValue].map(({ value }) => value)
  for (const property of probes) await checkFilter(context, rule, { properties: [property] })
  const [probe] = probes
  if (probe === undefined) return context.report.cannotCheck(rule, 'no event of the sample has such a property')
  await checkFilter(context, rule, { properties: [[nonce, probe[1]]] })
  await checkFilter(context, rule, { properties: [[probe[0], nonce]] })
  await checkFilter(context, rule, { properties: [['__proto__', nonce]] })
}

async function checkFilter({ searcher, report, sample }: Context, rule: RuleId, filter: Search): Promise<void> {
  const page = await searcher.page({ ...filter, limit: 100 })
  if (page === null) return
  const asked = searchText(filter)
  const wrong = page.events.filter((event) => missedFilters(event, filter).length > 0)
  const known = sample.events.filter((event) => surelyMatches(event, filter))
  // If nothing is known to match, an empty answer proves nothing.
  if (page.count === 0 && known.length === 0) return
  report.expect(rule, wrong.length === 0, () => returnsOther(asked, wrong[0]))
  if (page.count >= page.limit) return
  const ids = new Set(page.events.map(({ eventId }) => eventId))
  const missing = known.find(({ eventId }) => !ids.has(eventId))
  report.expect(rule, missing === undefined, () => `${asked} does not return ${missing?.eventId}, which matches`)
}

// How property values are compared (docs/interface.md 4.2): typed or as text, by value or by characters.

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Reports how the values of property filters are compared: numbers, texts, and one against the other. */
export async function checkPropertyValues(context: Context): Promise<void> {
  const { report, sample } = context
  const number = findProperty(sample.events, (value) => value instanceof ExactNumber)
  const fraction = findProperty(
    sample.events,
    (value) => value instanceof ExactNumber && /^-?\d+\.\d+$/.test(value.source),
  )
  const numeral = findProperty(sample.events, (value) => typeof value === 'string' && NUMBER.test(value))

  report.gap('4.2', 'A string as the filter of a number ("42" for 42)', await probe(context, number, asString))
  report.gap('4.2', 'A number as the filter of a string (42 for "42")', await probe(context, numeral, asNumber))
  report.gap('4.2', 'A number written differently (0.100 for 0.10)', await probe(context, fraction, withZero))

  const [name = sample.nonce] = number ?? []
  for (const [words, value] of [
    ['null', null],
    ['true', true],
    ['an object', {}],
    ['a list', []],
  ] as const) {
    const body = JSON.stringify({ event_property_filters: { [name]: value }, limit: 1 })
    report.gap('4.2', `${words} as the filter of a property`, describeAnswer(await context.searcher.raw(body)))
  }
}

function findProperty(events: SeenEvent[], fits: (value: PropertyValue) => boolean): NamedValue | null {
  for (const { properties } of events) {
    for (const property of properties) if (fits(property[1])) return property
  }
  return null
}

// Rewrites a value so that it matches under one way of comparing only.
async function probe(
  { searcher }: Context,
  property: NamedValue | null,
  rewrite: (value: PropertyValue) => PropertyValue,
): Promise<string> {
  if (property === null) return 'the sample has no such property'
  const [name, value] = property
  const search: Search = { properties: [[name, rewrite(value)]], limit: 100 }
  const page = await searcher.page(search)
  if (page === null) return 'is not answered'
  const found = page.events.some(({ properties }) => equalsTyped(properties.get(name), value))
  return found ? 'matches' : 'does not match'
}

const asString = (value: PropertyValue) => (value instanceof ExactNumber ? value.source : value)
const asNumber = (value: PropertyValue) => (value instanceof ExactNumber ? value : new ExactNumber(value))
const withZero = (value: PropertyValue) => (value instanceof ExactNumber ? new ExactNumber(`${value.source}0`) : value)
