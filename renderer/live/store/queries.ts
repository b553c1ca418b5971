// What the page asks the backend for, as TanStack Query options: keys, freshness, cancelling, and the progress of a
// call.
import type { QueryFunctionContext } from '@tanstack/query-core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { EventAnswer, SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { Progress } from '../../../shared/search/search-page.ts'
import { type Bridge, FailureError } from '../../bridge.ts'

/** How far a call has come: the attempt under way, or the wait before the next one (`at`: Date.now() when it began). */
export interface CallProgress {
  attempt: number
  /** How many attempts there are at most. */
  of: number
  waiting: { next: number; waitMs: number; asked: boolean; because: Failure; at: number } | null
}

/** A search page is fresh for 30 s, a single event for 5 min. In milliseconds. */
export const PAGE_FRESH_MS = 30_000
export const EVENT_FRESH_MS = 5 * 60_000

type Account = Pick<Connection, 'id' | 'account'>

/** Rejects with a FailureError. `onProgress` is called for each attempt, and for each wait before the next one. */
export function searchQuery(
  bridge: Bridge,
  { id, account }: Account,
  request: SearchRequest,
  onProgress: (progress: CallProgress) => void,
  /** `once`: a single attempt, for background requests. */
  options: { once?: boolean } = {},
) {
  return {
    queryKey: ['search', id, account, request],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<SearchAnswer> =>
      lastAnswer(
        await bridge.events.search({ connectionId: id, account, request, ...options }, { signal }),
        onProgress,
      ),
    staleTime: PAGE_FRESH_MS,
  }
}

/** Rejects with a FailureError, `not-found` if the service has no event with this ID. */
export function eventQuery(bridge: Bridge, { id, account }: Account, eventId: string) {
  return {
    queryKey: ['event', id, account, eventId],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<EventAnswer> =>
      lastAnswer(await bridge.events.get({ connectionId: id, account, eventId }, { signal }), () => {}),
    staleTime: EVENT_FRESH_MS,
  }
}

/** Not held in memory: asked again each time that it begins to be shown. */
export function cacheStatusQuery(bridge: Bridge) {
  return {
    queryKey: ['cache-status'],
    queryFn: ({ signal }: QueryFunctionContext) => bridge.cache.status(undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  }
}

/** Not held in memory: asked again each time that it begins to be shown. */
export function activityQuery(bridge: Bridge) {
  return {
    queryKey: ['activity'],
    queryFn: ({ signal }: QueryFunctionContext) => bridge.activity.list(undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  }
}

/** Reads a call's progress to its end. A stream that ends without an answer is a failure of the bridge. */
export async function lastAnswer<T>(
  progress: AsyncIterable<Progress<T>>,
  onProgress: (progress: CallProgress) => void,
): Promise<T> {
  let attempt = 1
  for await (const step of progress) {
    switch (step.type) {
      case 'attempt':
        attempt = step.attempt
        onProgress({ attempt, of: step.of, waiting: null })
        break
      case 'waiting': {
        const { next, of, waitMs, asked, because } = step
        onProgress({ attempt, of, waiting: { next, waitMs, asked, because, at: Date.now() } })
        break
      }
      case 'answer':
        return step.answer
      default:
        step satisfies never
    }
  }
  throw new FailureError({ kind: 'bridge', reason: 'backend-gone', detail: 'The answer ended before it was complete.' })
}
