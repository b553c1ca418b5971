// What a request in the activity asked: in words, and in a form that can be sent again.
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import type { SearchRequest } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { readSearchBody } from '../../../shared/search/search-body.ts'
import { shortened } from '../../ui/excerpt.ts'

export type AskedRequest = { kind: 'search'; request: SearchRequest } | { kind: 'event'; eventId: string }

/** Null for a request that is neither of docs/interface.md section 4. */
export function askedOf({ method, url, body }: Pick<ActivityEntry, 'method' | 'url' | 'body'>): AskedRequest | null {
  const path = /\/v1\/events\/([^/?#]+)$/.exec(url)?.[1]
  if (path === undefined) return null
  if (method === 'GET') return eventOf(path)
  const request = path === 'search' && body !== null ? readSearchBody(body) : null
  return request && { kind: 'search', request }
}

function eventOf(segment: string): AskedRequest | null {
  try {
    return { kind: 'event', eventId: decodeURIComponent(segment) }
  } catch {
    return null
  }
}

/** "Rows 51–100 of Customer ID = cus_1, Type = debit"; "Event evt_1". Long values are cut. */
export function askedWords(asked: AskedRequest): string {
  if (asked.kind === 'event') return `Event ${short(asked.eventId)}`
  const { filters, limit, offset } = asked.request
  const [first, last] = [offset + 1, offset + limit].map((row) => grouped(row))
  const rows = limit === 1 ? `Row ${first}` : `Rows ${first}–${last}`
  const words = filterWords(filters).map(({ name, value }) => `${short(name)} = ${short(value)}`)
  return `${rows} of ${words.length === 0 ? 'all events' : words.join(', ')}`
}

const SHOWN_CHARACTERS = 60

const short = (text: string) => shortened(text, SHOWN_CHARACTERS)
