// Everything that can be set on the service, with its default: how the interface's gaps are filled, and the faults.
import type { When } from './when.ts'

/** How the service fills the gaps of the interface; docs/service.md tells why each default is what it is. */
export type Gaps = {
  /** What `total` counts: all matches, or the events of the page. */
  total: 'all' | 'page'
  /** Whether created_at_from and created_at_to include their own instant; half-open includes only the former. */
  bounds: 'inclusive' | 'half-open' | 'exclusive'
  /** The order of search results; `unstable` is shuffled anew for every request. */
  order: 'newest' | 'oldest' | 'insertion' | 'shuffled' | 'unstable'
  /** Whether an event must match every filter or one; a range is one filter, each property filter is one. */
  combine: 'and' | 'or'
  /** `typed`: "42" is not 42, and 0.1 is 0.10. `text`: the characters decide, quotes left out of the comparison. */
  propertyMatch: 'typed' | 'text'
  /** What becomes of a limit above the cap: refused, or lowered to the cap and echoed so. */
  overLimit: 'reject' | 'clamp'
  /** The shape of an error's body. */
  errors: 'json' | 'problem' | 'text' | 'html' | 'empty'
  /** A cap below the interface's 100; limits above it, up to 100, are lowered to it; above 100 `overLimit` decides. An omitted limit stays 50. Null: no such cap. */
  clampTo: number | null
  /** The status for a missing, malformed or wrong token. */
  unauthorized: 401 | 403
  /** Whether unknown fields of a search are refused; otherwise a `Warnings` header tells them. */
  strictBody: boolean
}

type Choice = 'total' | 'bounds' | 'order' | 'combine' | 'propertyMatch' | 'overLimit' | 'errors'

/** The readings that a gap allows, the default first. */
export const gapChoices: { readonly [Gap in Choice]: readonly [Gaps[Gap], ...Gaps[Gap][]] } = {
  total: ['all', 'page'],
  bounds: ['inclusive', 'half-open', 'exclusive'],
  order: ['newest', 'oldest', 'insertion', 'shuffled', 'unstable'],
  combine: ['and', 'or'],
  propertyMatch: ['typed', 'text'],
  overLimit: ['reject', 'clamp'],
  errors: ['json', 'problem', 'text', 'html', 'empty'],
}

export const defaultGaps: Gaps = {
  total: gapChoices.total[0],
  bounds: gapChoices.bounds[0],
  order: gapChoices.order[0],
  combine: gapChoices.combine[0],
  propertyMatch: gapChoices.propertyMatch[0],
  overLimit: gapChoices.overLimit[0],
  errors: gapChoices.errors[0],
  clampTo: null,
  unauthorized: 401,
  strictBody: false,
}

/** What goes wrong on purpose. Requests to /v1 are counted from 1, in the order in which they arrive. */
export type Faults = {
  /** How long every answer waits, in milliseconds, give or take the jitter. */
  latency: { ms: number; jitter: number }
  /** Answers of these statuses instead of the true one; the first that applies is taken. */
  fail: { status: number; when: When }[]
  /** Answers 429 above so many requests a second, with Retry-After in seconds or as a date; null: no limit. */
  rateLimit: { perSecond: number; retryAfter: 'seconds' | 'date' } | null
  /** Sends half the body, then closes the connection. */
  cutBody: When
  /** Sends half the body, then nothing more until the client leaves or the service closes. */
  stall: When
  /** Answers 307 with a Location that does not exist. */
  redirect: When
  /** The share of events that are stored twice when the store is filled, as a retried write leaves them. */
  duplicateIds: number
  /** How many new events arrive a second. */
  grow: number
}

const never: When = { kind: 'share', share: 0 }

export const noFaults: Faults = {
  latency: { ms: 0, jitter: 0 },
  fail: [],
  rateLimit: null,
  cutBody: never,
  stall: never,
  redirect: never,
  duplicateIds: 0,
  grow: 0,
}
