// What the Events pane can show.
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { CallProgress } from './queries.ts'

export interface SearchState {
  request: SearchRequest
  /** The rows on screen, and what they were asked with. */
  shown: ShownRows | null
  /** `behind`: older rows of this very request are on screen meanwhile. `startedAt` is Date.now(). */
  loading: { startedAt: number; progress: CallProgress; behind: boolean } | null
  failure: Failure | null
  /** After `failure` the same is asked again before long, without anybody's doing. */
  autoRetry: boolean
  /** An answer that arrived in the background, behind cached rows or when the service was back, and that differs from the screen. */
  newer: { request: SearchRequest; answer: SearchAnswer } | null
}

export interface ShownRows {
  request: SearchRequest
  answer: SearchAnswer
  fromCache: boolean
  /** Grows with each search that was asked for; the same while rows that were there already are only confirmed. */
  turn: number
}

/** Before the first search. */
export function initialState(limit: number): SearchState {
  return {
    request: { filters: { propertyFilters: [] }, limit, offset: 0 },
    shown: null,
    loading: null,
    failure: null,
    autoRetry: false,
    newer: null,
  }
}

/** Nothing on screen would change but the age. */
export function sameRows(a: SearchAnswer, b: SearchAnswer): boolean {
  return (
    a.page.total === b.page.total &&
    a.page.events.length === b.page.events.length &&
    a.page.events.every((event, index) => event.source === b.page.events[index]?.source)
  )
}

/** The rows on screen are not those of `request`, which failed, or whose answer waits to be shown. */
export function isEarlier({ request, shown, loading }: SearchState): boolean {
  return loading === null && shown !== null && shown.request !== request
}

/** The rows on screen are outdated: others were requested. */
export function isStale(state: SearchState): boolean {
  return state.loading === null ? isEarlier(state) : !state.loading.behind
}
