// What a reading sees of a service where the interface is silent, with the requests that showed it.
import { searchBody } from '../../../../shared/search-body.ts'
import type { Finding } from '../reading-state.ts'
import type { ReadingAnswer } from './requests.ts'

const MOST_REQUESTS = 4

/** `findings` with this one: in place of what was found about the same before. */
export function withFinding(
  findings: readonly Finding[],
  found: Pick<Finding, 'about' | 'finding' | 'words'>,
  now: number,
  shownBy: readonly { answer: ReadingAnswer; saw?: string }[],
): Finding[] {
  const requests = shownBy.slice(0, MOST_REQUESTS).map(({ answer, saw }) => ({
    body: searchBody(answer.request),
    saw: saw ?? sawOf(answer),
  }))
  const others = findings.filter(({ about }) => about !== found.about)
  return [...others, { ...found, seenAt: new Date(now).toISOString(), requests }]
}

function sawOf({ events, total, keptOffset }: ReadingAnswer): string {
  const rows = events.length === 1 ? '1 event' : `${events.length} events`
  return `${rows}, total ${total ?? 'missing'}${keptOffset ? '' : ', another offset'}`
}
