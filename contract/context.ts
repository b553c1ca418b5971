// What each check is given, and the words and numbers in which it reports an answer.
import { integerOf, membersOf } from './parse-exact.ts'
import type { Report } from './report.ts'
import type { Sample } from './sample.ts'
import type { Searcher } from './searcher.ts'
import { countOf } from './seen-event.ts'
import type { Answer, ServiceClient } from './service-client.ts'

/** A check sends one request at a time, and rejects with `RunAborted` where the run cannot go on. */
export type Context = { client: ServiceClient; searcher: Searcher; report: Report; sample: Sample }

/** An answer in words: the status that refuses, or the number of events. */
export function describeAnswer({ status, json }: Answer): string {
  if (status >= 200 && status < 300) {
    const events = (json as { events?: unknown } | undefined)?.events
    return Array.isArray(events) ? `answers ${status} with ${countOf(events.length)}` : `answers ${status}`
  }
  return status >= 500 ? `fails with ${status}` : `refuses with ${status}`
}

/** The numbers in an answer that may be a search result; null for each that is missing. */
export function countsOf({ json }: Answer) {
  const members = membersOf(json)
  const events = members?.get('events')
  return {
    count: Array.isArray(events) ? events.length : null,
    total: integerOf(members?.get('total')),
    limit: integerOf(members?.get('limit')),
    offset: integerOf(members?.get('offset')),
  }
}
