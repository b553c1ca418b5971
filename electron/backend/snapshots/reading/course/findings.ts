// What a reading observes of a service in the gaps of docs/interface.md, with the requests that showed it.
import type { SearchRequest } from '../../../../../shared/event/event.ts'
import { searchBody } from '../../../../../shared/search/search-body.ts'
import type { Finding } from '../../reading-state.ts'
import type { ReadingAnswer } from './requests.ts'

/** A request, and its outcome in words. */
export interface Shown {
  request: SearchRequest
  saw: string
}

const MOST_REQUESTS = 4

/** `findings` with this one in place of an earlier one on the same matter. */
export function withFinding(
  findings: readonly Finding[],
  found: Pick<Finding, 'about' | 'finding' | 'words'>,
  now: number,
  shownBy: readonly Shown[],
): Finding[] {
  const requests = shownBy.slice(0, MOST_REQUESTS).map(({ request, saw }) => ({ body: searchBody(request), saw }))
  const others = findings.filter(({ about }) => about !== found.about)
  return [...others, { ...found, seenAt: new Date(now).toISOString(), requests }]
}

/** An answer as evidence for a finding. */
export function shownBy({ request, events, total, keptOffset }: ReadingAnswer): Shown {
  const rows = events.length === 1 ? '1 event' : `${events.length} events`
  return { request, saw: `${rows}, total ${total ?? 'missing'}${keptOffset ? '' : ', another offset'}` }
}
