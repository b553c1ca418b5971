// The effects of a reading, passed in so that tests drive it with a clock of their own.
import type { AnswerInfo, SearchRequest } from '../../../../../shared/event/event.ts'
import type { Result } from '../../../../../shared/failure/failure.ts'
import type { RowsPage } from '../../../rows/search-rows.ts'

/** The part of `EventService.searchRows`' answer that a reading uses. */
export interface SearchedRows {
  page: RowsPage
  info: Pick<AnswerInfo, 'serviceDate'>
}

export interface ReadingEffects {
  /** One attempt of POST /v1/events/search; the reading itself decides about retries. Aborting ends it with `cancelled`. */
  search(request: SearchRequest, signal: AbortSignal): Promise<Result<SearchedRows>>
  /** This machine's clock, milliseconds since the epoch: what is written down. It may be set back. */
  now(): number
  /** Milliseconds of a clock that is never set back: what waits and durations are measured by. */
  elapsed(): number
  /** Resolves after `ms`, or once `signal` is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** A number in [0, 1). */
  random(): number
}
