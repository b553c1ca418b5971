// The service's answers must equal those of a plain filter over a list, written independently: Temporal for instants,
// big.js for numbers, plain comparison for the rest.
import Big from 'big.js'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { type EventRecord, type Property, writeEvent } from './event-record.ts'
import { anyEvents, anyValue, hostileTexts, instants, propertyNames } from './fixtures/event-arbitrary.ts'
import { clearDatabase, newDatabase } from './fixtures/store-under-test.ts'
import { startService } from './server.ts'
import { type Gaps, gapChoices } from './service-options.ts'

type Search = {
  customer_id: string
  event_code: string
  event_type: string
  event_id: string
  created_at_from: string
  created_at_to: string
  properties: Property[]
  limit: number
  offset: number
}

const anyFilters = (events: EventRecord[]): fc.Arbitrary<Partial<Search>> =>
  fc.record(
    {
      customer_id: fc.constantFrom('cus_1', 'cus_2', 'CUS_1', 'cus_', ...hostileTexts),
      event_code: fc.constantFrom('api_calls', 'storage_gb_hours', 'api_calls '),
      event_type: fc.constantFrom('credit', 'debit'),
      event_id: fc.constantFrom('none', ...events.map(({ eventId }) => eventId)),
      created_at_from: fc.constantFrom(...instants, '2026-03-01T01:00:00.1+01:00'),
      created_at_to: fc.constantFrom(...instants, '2026-02-28T23:59:59.999999999-00:00'),
      properties: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...propertyNames), anyValue()).map(([name, value]) => ({ name, ...value })),
        { selector: ({ name }) => name, minLength: 1, maxLength: 2 },
      ),
      limit: fc.integer({ min: 0, max: 12 }),
      offset: fc.integer({ min: 0, max: 12 }),
    },
    { requiredKeys: [] },
  )

const anyGaps: fc.Arbitrary<Partial<Gaps>> = fc.record({
  total: fc.constantFrom(...gapChoices.total),
  totalCap: fc.constantFrom(null, 1, 3),
  bounds: fc.constantFrom(...gapChoices.bounds),
  rangePrecision: fc.constantFrom(...gapChoices.rangePrecision),
  order: fc.constantFrom('newest', 'oldest', 'insertion'),
  combine: fc.constantFrom(...gapChoices.combine),
  propertyMatch: fc.constantFrom(...gapChoices.propertyMatch),
})

// Two of three runs use the default settings.
const anyCase = fc
  .tuple(anyEvents(14), fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyGaps }))
  .chain(([events, gaps]) =>
    fc.record({
      events: fc.constant(events),
      gaps: fc.constant(gaps),
      searches: fc.array(anyFilters(events), { minLength: 6, maxLength: 6 }),
    }),
  )

const runs = process.env.EVENTSCOPE_LONG === '1' ? 3_000 : 120

test('a search returns what a filter over the list returns', async () => {
  const database = await newDatabase()
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ events, gaps, searches }) => {
      await clearDatabase(database)
      const service = await startService({ token: 't', records: events, gaps, database })
      try {
        for (const search of searches) expect(await ask(service.url, search)).toBe(expected(events, search, gaps))
      } finally {
        await service.close()
      }
    }),
    { seed: 20260301, numRuns: runs },
  )
})

async function ask(url: string, search: Partial<Search>): Promise<string> {
  const { properties, ...fields } = search
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  if (properties !== undefined) {
    const filters = properties.map(
      ({ name, kind, text }) => `${JSON.stringify(name)}:${kind === 'number' ? text : JSON.stringify(text)}`,
    )
    members.push(`"event_property_filters":{${filters.join(',')}}`)
  }
  const headers = { Authorization: 'Bearer t', 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/events/search`, { method: 'POST', headers, body: `{${members.join(',')}}` })
  return response.text()
}

function expected(events: EventRecord[], search: Partial<Search>, gaps: Partial<Gaps>): string {
  const conditions = conditionsOf(search, gaps)
  const matching = events.filter((event) =>
    gaps.combine === 'or' && conditions.length > 0
      ? conditions.some((condition) => condition(event))
      : conditions.every((condition) => condition(event)),
  )
  const { limit = 50, offset = 0 } = search
  const page = ordered(matching, gaps.order ?? 'newest').slice(offset, offset + limit)
  const counted = { all: matching, page, unfiltered: events }[gaps.total ?? 'all'].length
  const total = Math.min(counted, gaps.totalCap ?? counted)
  return `{"events":[${page.map(writeEvent).join(',')}],"total":${total},"limit":${limit},"offset":${offset}}`
}

type Condition = (event: EventRecord) => boolean

function conditionsOf(search: Partial<Search>, gaps: Partial<Gaps>): Condition[] {
  const { bounds = 'inclusive', rangePrecision = 'exact', propertyMatch = 'typed' } = gaps
  const conditions: Condition[] = []
  const { customer_id, event_code, event_type, event_id, created_at_from, created_at_to } = search
  if (customer_id !== undefined) conditions.push((event) => event.customerId === customer_id)
  if (event_code !== undefined) conditions.push((event) => event.eventCode === event_code)
  if (event_type !== undefined) conditions.push((event) => event.eventType === event_type)
  if (event_id !== undefined) conditions.push((event) => event.eventId === event_id)
  if (created_at_from !== undefined || created_at_to !== undefined) {
    conditions.push((event) => {
      const createdAt = rangePrecision.startsWith('bound-') ? event.createdAt : floor(event.createdAt, rangePrecision)
      const bound = (text: string) => floor(text, rangePrecision)
      const after = created_at_from === undefined ? 1 : compare(createdAt, bound(created_at_from))
      const before = created_at_to === undefined ? 1 : compare(bound(created_at_to), createdAt)
      return (
        (after > 0 || (after === 0 && bounds !== 'exclusive')) &&
        (before > 0 || (before === 0 && bounds === 'inclusive'))
      )
    })
  }
  for (const wanted of search.properties ?? []) {
    conditions.push(({ properties }) =>
      properties.some((property) => property.name === wanted.name && isEqual(property, wanted, propertyMatch)),
    )
  }
  return conditions
}

function floor(instant: string, precision: Gaps['rangePrecision']): string {
  if (precision === 'exact') return instant
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO('UTC')
  const floored = precision.endsWith('days')
    ? time.startOfDay()
    : time.with({ millisecond: 0, microsecond: 0, nanosecond: 0 })
  return floored.toInstant().toString()
}

function isEqual(one: Property, other: Property, match: Gaps['propertyMatch']): boolean {
  if (match === 'text') return one.text === other.text
  if (one.kind !== other.kind) return false
  return one.kind === 'string' ? one.text === other.text : new Big(one.text).eq(new Big(other.text))
}

function compare(one: string, other: string): number {
  return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
}

function ordered(events: EventRecord[], order: Gaps['order']): EventRecord[] {
  switch (order) {
    case 'newest':
      return events.toReversed().toSorted((one, other) => compare(other.createdAt, one.createdAt))
    case 'oldest':
      return events.toSorted((one, other) => compare(one.createdAt, other.createdAt))
    default:
      return events
  }
}
