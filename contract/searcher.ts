// Sends searches and checks every result against the rules that hold for any search.
import { integerOf, membersOf } from './exact-json.ts'
import type { Report } from './report.ts'
import { type Search, searchText } from './search.ts'
import { readEvent, type SeenEvent } from './seen-event.ts'
import type { Answer, ServiceClient } from './service-client.ts'

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
    report.expect('limit-applied', count <= limit, () => `limit is echoed as ${limit} beside ${count} events ${here}`)
    report.expect('limit-cap', count <= 100 && limit <= 100, () => `${count} events and limit ${limit} ${here}`)
    if (most <= 100) {
      report.expect('limit-applied', count <= most, () => `${count} events ${here}`)
      report.expect('limit-applied', limit <= most, () => `limit is echoed as ${limit} ${here}`)
    }
    const skipped = search.offset ?? 0
    report.expect('offset-applied', offset === skipped, () => `offset is echoed as ${offset} ${here}`)
    if (search.limit === undefined) {
      const kept = limit === 50 && count <= 50
      report.expect('default-limit', kept, () => `limit is echoed as ${limit} beside ${count} events ${here}`)
    }
    if (search.offset === undefined) {
      report.expect('default-offset', offset === 0, () => `offset is echoed as ${offset} ${here}`)
    }
    // If one page holds all matches, both meanings of total give the same number.
    report.expect('total-counts', total >= count, () => `total is ${total} beside ${count} events ${here}`)
    if (skipped === 0 && count < limit) {
      report.expect('total-counts', total === count, () => `total is ${total} where ${count} events are all ${here}`)
    }
    const ids = new Set(events.map(({ eventId }) => eventId))
    report.expect('unique-id', ids.size === events.length, () => `an event_id comes twice ${here}`)
  }
}
