// The suite's searches, and whether an event matches one.
import { ExactNumber, integerOf, membersOf } from './parse-exact.ts'
import type { Report } from './report.ts'
import {
  countOf,
  equalsSomehow,
  equalsTyped,
  instantOf,
  isLeapSecond,
  type PropertyValue,
  readEvent,
  type SeenEvent,
  textOf,
} from './seen-event.ts'
import type { Answer, ServiceClient } from './service-client.ts'

export type Search = {
  customer_id?: string
  event_code?: string
  event_type?: string
  event_id?: string
  created_at_from?: string
  created_at_to?: string
  properties?: [name: string, value: PropertyValue][]
  limit?: number
  offset?: number
}

/** A search's request body; numbers in property filters digit by digit. */
export function searchText({ properties, ...fields }: Search): string {
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  if (properties !== undefined) {
    const filters = properties.map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${value instanceof ExactNumber ? value.source : JSON.stringify(value)}`,
    )
    members.push(`"event_property_filters":{${filters.join(',')}}`)
  }
  return `{${members.join(',')}}`
}

/**
 * The names of the filters that an event misses whatever choices the service makes in the gaps: inclusive or exclusive
 * bounds, properties compared typed or as text.
 */
export function missedFilters(event: SeenEvent, search: Search): string[] {
  const missed: string[] = []
  if (search.customer_id !== undefined && event.customerId !== search.customer_id) missed.push('customer_id')
  if (search.event_code !== undefined && event.eventCode !== search.event_code) missed.push('event_code')
  if (search.event_type !== undefined && event.eventType !== search.event_type) missed.push('event_type')
  if (search.event_id !== undefined && event.eventId !== search.event_id) missed.push('event_id')
  if (search.created_at_from !== undefined && isBeyond('earlier', event, search.created_at_from))
    missed.push('created_at_from')
  if (search.created_at_to !== undefined && isBeyond('later', event, search.created_at_to)) missed.push('created_at_to')
  for (const [name, wanted] of search.properties ?? []) {
    if (!equalsSomehow(event.properties.get(name), wanted)) missed.push(`event_property_filters.${name}`)
  }
  return missed
}

/** Whether an event matches all filters of a search whatever choices the service makes in the gaps. */
export function surelyMatches(event: SeenEvent, search: Search): boolean {
  const { created_at_from: from, created_at_to: to, properties = [], ...fields } = search
  return (
    missedFilters(event, fields).length === 0 &&
    (from === undefined || isBeyond('later', event, from)) &&
    (to === undefined || isBeyond('earlier', event, to)) &&
    properties.every(([name, wanted]) => {
      const value = event.properties.get(name)
      return value !== undefined && equalsTyped(value, wanted) && textOf(value) === textOf(wanted)
    })
  )
}

/**
 * Whether an event is later or earlier than a bound by at least a millisecond, the precision that every service should
 * have. Leap seconds count as neither.
 */
function isBeyond(side: 'later' | 'earlier', event: SeenEvent, bound: string): boolean {
  const limit = instantOf(bound)
  if (limit === null || isLeapSecond(event.createdAt)) return false
  const distance = side === 'later' ? event.instant - limit : limit - event.instant
  return distance >= 1_000_000n
}

// Sends searches and checks every result against the rules that hold for any search.

/** A parsed search result: `events` are the valid ones, `count` counts all. */
export type Page = { events: SeenEvent[]; count: number; total: number; limit: number; offset: number }

export type Searcher = {
  /** Sends a valid search; null if the answer is not a search result, which is recorded. */
  page(search: Search): Promise<Page | null>
  /** Sends any body and checks nothing. */
  raw(body: string, headers?: Record<string, string | null>): Promise<Answer>
  /** Everything seen in events beyond the interface. */
  extensions: Set<string>
  /** The Content-Types of search results. */
  contentTypes: Set<string>
}

/** `page` and `raw` reject with `RunAborted` where the client does. */
export function createSearcher(client: ServiceClient, report: Report): Searcher {
  const extensions = new Set<string>()
  const contentTypes = new Set<string>()
  const raw: Searcher['raw'] = (body, headers = {}) =>
    client.send({ method: 'POST', path: '/v1/events/search', body, headers })

  return {
    raw,
    extensions,
    contentTypes,
    async page(search) {
      const asked = searchText(search)
      const answer = await raw(asked)
      report.expect('search-answers', answer.status === 200, () => `${asked} is answered with ${answer.status}`)
      if (answer.status !== 200) return null
      contentTypes.add(answer.headers.get('content-type') ?? 'none')
      const page = readPage(answer, asked)
      if (page === null) return null
      judgePage(page, search, asked)
      return page
    },
  }

  function readPage({ json }: Answer, asked: string): Page | null {
    const members = membersOf(json)
    const list = members?.get('events')
    const problems = Array.isArray(list) ? [] : ['events is not an array']
    const count = (field: string): number => {
      const value = integerOf(members?.get(field))
      if (value === null || value < 0) problems.push(`${field} is not an integer from 0`)
      return value ?? 0
    }
    const [total, limit, offset] = [count('total'), count('limit'), count('offset')]
    report.expect('result-shape', members !== null && problems.length === 0, () =>
      members === null ? `the answer to ${asked} is not a JSON object` : `${problems[0]} in the answer to ${asked}`,
    )
    if (!Array.isArray(list) || problems.length > 0) return null
    const events: SeenEvent[] = []
    for (const item of list) {
      const reading = readEvent(item)
      report.expect('event-shape', reading.problems.length === 0, () => reading.problems.join('; '))
      for (const extension of reading.extensions) extensions.add(extension)
      if (reading.event !== null) events.push(reading.event)
    }
    return { events, count: list.length, total, limit, offset }
  }

  function judgePage({ events, count, total, limit, offset }: Page, search: Search, asked: string): void {
    const here = `in the answer to ${asked}`
    const most = search.limit ?? 50
    report.expect('limit-applied', count <= limit, () => `limit is echoed as ${limit} beside ${countOf(count)} ${here}`)
    report.expect('limit-cap', count <= 100 && limit <= 100, () => `${countOf(count)} and limit ${limit} ${here}`)
    if (most <= 100) {
      report.expect('limit-applied', count <= most, () => `${countOf(count)} ${here}`)
      report.expect('limit-applied', limit <= most, () => `limit is echoed as ${limit} ${here}`)
    }
    const skipped = search.offset ?? 0
    report.expect('offset-applied', offset === skipped, () => `offset is echoed as ${offset} ${here}`)
    if (search.limit === undefined) {
      const kept = limit === 50 && count <= 50
      report.expect('default-limit', kept, () => `limit is echoed as ${limit} beside ${countOf(count)} ${here}`)
    }
    if (search.offset === undefined) {
      report.expect('default-offset', offset === 0, () => `offset is echoed as ${offset} ${here}`)
    }
    // If one page holds all matches, both meanings of total give the same number.
    report.expect('total-counts', total >= count, () => `total is ${total} beside ${countOf(count)} ${here}`)
    if (skipped === 0 && count < limit) {
      report.expect('total-counts', total === count, () => `total is ${total} where ${countOf(count)} are all ${here}`)
    }
    const ids = new Set(events.map(({ eventId }) => eventId))
    report.expect('unique-id', ids.size === events.length, () => `an event_id comes twice ${here}`)
  }
}

/** Tells what is wrong where a search returns an event that it should not. */
export const returnsOther = (asked: string, event: { eventId: string } | undefined): string =>
  `${asked} returns ${event?.eventId}, which does not match`
