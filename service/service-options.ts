// The service's settings and their defaults: how the interface's gaps are filled, the faults, the traits of sample
// events.

/** How the service fills the gaps of the interface; docs/service.md tells why each default is what it is. */
export type Gaps = {
  /** `total` counts all matches, the events of the page, or all events whatever the filters. */
  total: 'all' | 'page' | 'unfiltered'
  /** The highest `total` ever reported; null: no cap. */
  totalCap: number | null
  /** Whether created_at_from and created_at_to include their own instant; half-open includes only the former. */
  bounds: 'inclusive' | 'half-open' | 'exclusive'
  /**
   * The precision of range filters. `seconds` and `days` truncate the bounds and the events before they are compared,
   * `bound-seconds` and `bound-days` the bounds alone.
   */
  rangePrecision: 'exact' | 'seconds' | 'days' | 'bound-seconds' | 'bound-days'
  /** The order of search results; `unstable` is reshuffled for every request. */
  order: 'newest' | 'oldest' | 'insertion' | 'shuffled' | 'unstable'
  /** Whether an event must match every filter or one; a range is one filter, each property filter is one. */
  combine: 'and' | 'or'
  /** `typed`: "42" is not 42, and 0.1 is 0.10. `text`: characters are compared, so "42" is 42, and 0.1 is not 0.10. */
  propertyMatch: 'typed' | 'text'
  /** Whether a limit above the cap is refused, or lowered to the cap and echoed as such. */
  overLimit: 'reject' | 'clamp'
  /** The shape of an error's body. */
  errors: 'json' | 'problem' | 'text' | 'html' | 'empty'
  /**
   * A cap below 100, to which limits up to 100 are lowered; `overLimit` decides above 100. An omitted limit stays 50.
   * Null: no such cap.
   */
  clampTo: number | null
  /** The status for a missing, malformed or wrong token. */
  unauthorized: 401 | 403
  /** Whether unknown fields of a search are refused; otherwise a `Warnings` header names them. */
  strictBody: boolean
}

type Choice = 'total' | 'bounds' | 'rangePrecision' | 'order' | 'combine' | 'propertyMatch' | 'overLimit' | 'errors'

/** The choices for each gap, the default first. */
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

/** Faults to inject. Requests to /v1 are counted from 1, in order of arrival. */
export type Faults = {
  /** Delays every response by so many milliseconds, plus or minus the jitter. */
  latency: { ms: number; jitter: number }
  /** Replaces responses by errors of these statuses; the first that applies is taken. */
  fail: { status: number; when: FaultTrigger }[]
  /** Answers 429 above so many requests a second, with Retry-After in seconds or as a date; null: no limit. */
  rateLimit: { perSecond: number; retryAfter: 'seconds' | 'date' } | null
  /** Sends half the body, then closes the connection. */
  cutBody: FaultTrigger
  /** Sends half the body, then nothing more until the client leaves or the service closes. */
  stall: FaultTrigger
  /** Answers 307 with a Location that does not exist. */
  redirect: FaultTrigger
  /** The share of events that are stored twice at the start, as after a retried write. */
  duplicateIds: number
  /** Delays a response by so many microseconds for each event that its offset skips. */
  offsetCost: number
  /** For so many seconds a search's total is repeated, whatever happens meanwhile; 0: never. */
  totalAge: number
  /** Matches behind this place are never shown: a page to there is refused, or ends there. Null: no such end. */
  resultWindow: { places: number; end: 'refuse' | 'empty' } | null
  /** Whether an offset is lowered to a multiple of the limit, and echoed so. */
  floorOffset: boolean
  /** How many seconds the Date header is ahead; null: there is none. */
  dateSkew: number | null
  /** New events a second, created when they arrive. */
  grow: number
  /** New events a second, created up to a day before they arrive. */
  late: number
  /** Stored events a second whose amount changes in place. */
  amend: number
  /** Stored events a second that are removed. */
  vanish: number
}

const never: FaultTrigger = { kind: 'share', share: 0 }

export const noFaults: Faults = {
  latency: { ms: 0, jitter: 0 },
  fail: [],
  rateLimit: null,
  cutBody: never,
  stall: never,
  redirect: never,
  duplicateIds: 0,
  offsetCost: 0,
  totalAge: 0,
  resultWindow: null,
  floorOffset: false,
  dateSkew: 0,
  grow: 0,
  late: 0,
  amend: 0,
  vanish: 0,
}

/** Traits of generated events; shares are from 0 to 1. */
export type SampleTraits = {
  /** The share that is followed by a copy with another event_id and `request_id`, 1 to 40 ms later. */
  lookAlikes: number
  /** The share whose property `account` is a number instead of a string. */
  mixedKinds: number
  /** The share whose property `amount` is a string instead of a number. */
  textAmounts: number
  /** Each event has one of these as its property `currency`; with none, events have no such property. */
  currencies: readonly string[]
  /** How many events share one instant; 0: no such group. */
  burst: number
}

export const usualSamples: SampleTraits = { lookAlikes: 0, mixedKinds: 0, textAmounts: 0, currencies: [], burst: 0 }

// When a fault is injected: into a share of requests, or into requests with certain numbers.

export type FaultTrigger =
  | { kind: 'share'; share: number }
  | { kind: 'numbers'; ranges: { from: number; to: number }[] }

/** Parses `0.05` (a share), `all`, `#3`, `#3,#7` or `#2-5` (request numbers, from 1); null for anything else. */
export function readFaultTrigger(text: string): FaultTrigger | null {
  if (text === 'all') return { kind: 'share', share: 1 }
  if (/^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text)) return { kind: 'share', share: Number(text) }
  const ranges = text.split(',').map((part) => {
    const match = /^#(\d{1,9})(?:-#?(\d{1,9}))?$/.exec(part.trim())
    if (match?.[1] === undefined) return null
    const from = Number(match[1])
    const to = Number(match[2] ?? from)
    return from < 1 || to < from ? null : { from, to }
  })
  return ranges.includes(null) ? null : { kind: 'numbers', ranges: ranges.filter((range) => range !== null) }
}

/** Whether the fault hits this request. Calls `random` exactly once for a share, so that a seed repeats it. */
export function isTriggered(trigger: FaultTrigger, number: number, random: () => number): boolean {
  switch (trigger.kind) {
    case 'share':
      return trigger.share > 0 && random() < trigger.share
    case 'numbers':
      return trigger.ranges.some(({ from, to }) => from <= number && number <= to)
  }
}
