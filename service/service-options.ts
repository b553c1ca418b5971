// Everything that can be set on the service, with its default: how the interface's gaps are filled, and the faults.
import type { When } from './when.ts'

/** How the service fills the gaps of the interface; docs/service.md tells why each default is what it is. */
export type Gaps = {
  /** What `total` counts: all matches, the events of the page, or all events whatever the filters. */
  total: 'all' | 'page' | 'unfiltered'
  /** The most that `total` ever says; null: no cap. */
  totalCap: number | null
  /** Whether created_at_from and created_at_to include their own instant; half-open includes only the former. */
  bounds: 'inclusive' | 'half-open' | 'exclusive'
  /**
   * How finely created_at_from and created_at_to are compared. `seconds` and `days` drop what is finer from the bounds
   * and from the events; `bound-seconds` and `bound-days` from the bounds alone.
   */
  rangePrecision: 'exact' | 'seconds' | 'days' | 'bound-seconds' | 'bound-days'
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

type Choice = 'total' | 'bounds' | 'rangePrecision' | 'order' | 'combine' | 'propertyMatch' | 'overLimit' | 'errors'

/** The readings that a gap allows, the default first. */
export const gapChoices: { readonly [Gap in Choice]: readonly [Gaps[Gap], ...Gaps[Gap][]] } = {
  total: ['all', 'page', 'unfiltered'],
  bounds: ['inclusive', 'half-open', 'exclusive'],
  rangePrecision: ['exact', 'seconds', 'days', 'bound-seconds', 'bound-days'],
  order: ['newest', 'oldest', 'insertion', 'shuffled', 'unstable'],
  combine: ['and', 'or'],
  propertyMatch: ['typed', 'text'],
  overLimit: ['reject', 'clamp'],
  errors: ['json', 'problem', 'text', 'html', 'empty'],
}

export const defaultGaps: Gaps = {
  total: gapChoices.total[0],
  totalCap: null,
  bounds: gapChoices.bounds[0],
  rangePrecision: gapChoices.rangePrecision[0],
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
  /** How many microseconds an answer waits for each event that its offset skips. */
  offsetCost: number
  /** How many new events arrive a second, with the instants at which they arrive. */
  grow: number
  /** How many new events arrive a second with instants up to a day before they arrive. */
  late: number
  /** How many stored events a second get another amount. */
  amend: number
  /** How many stored events a second are gone. */
  vanish: number
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
  offsetCost: 0,
  grow: 0,
  late: 0,
  amend: 0,
  vanish: 0,
}

/** What generated events look like beyond the usual; a share is a share of the events, from 0 to 1. */
export type SampleTraits = {
  /** How many events are followed by one that equals them but for its event_id and its `request_id`, 1 to 40 ms later. */
  lookAlikes: number
  /** How many carry the property `account` as a number; the others carry it as a string. */
  mixedKinds: number
  /** How many carry `amount` as a string of the same characters. */
  textAmounts: number
  /** The currencies of which each event carries one as the property `currency`; none: no event has that property. */
  currencies: readonly string[]
  /** How many events share one instant; 0: none beyond what is usual. */
  burst: number
}

export const usualSamples: SampleTraits = { lookAlikes: 0, mixedKinds: 0, textAmounts: 0, currencies: [], burst: 0 }
