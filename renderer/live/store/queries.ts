// This is what the page asks the backend for, as TanStack Query options: keys, freshness, cancelling, and the progress
// of a call; and the page's one cache of the answers.
import { type Query, type QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/query-core'
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

/** A search page is fresh for 30 s, a single event for 5 min. It is in milliseconds. */
export const PAGE_FRESH_MS = 30_000
export const EVENT_FRESH_MS = 5 * 60_000

/** @param staleTime how long it is fresh, in ms @param now in ms, as Date.now() */
export const isFresh = ({ receivedAt }: { receivedAt: string }, staleTime: number, now: number) =>
  now - Date.parse(receivedAt) < staleTime

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
  }
}

/** Rejects with a FailureError, `not-found` if the service has no event with this ID. */
export function eventQuery(bridge: Bridge, { id, account }: Account, eventId: string) {
  return {
    queryKey: ['event', id, account, eventId],
    queryFn: async ({ signal }: QueryFunctionContext): Promise<EventAnswer> =>
      lastAnswer(await bridge.events.get({ connectionId: id, account, eventId }, { signal }), () => {}),
  }
}

/** Asked again each time that it begins to be shown. */
export const NOT_HELD = { staleTime: 0, gcTime: 0 }

/** Asks how much the local cache holds. */
export const cacheStatusQuery = (bridge: Bridge) => ({
  queryKey: ['cache-status'],
  queryFn: ({ signal }: QueryFunctionContext) => bridge.cache.status(undefined, { signal }),
  ...NOT_HELD,
})

/** Asks which requests were sent last. */
export const activityQuery = (bridge: Bridge) => ({
  queryKey: ['activity'],
  queryFn: ({ signal }: QueryFunctionContext) => bridge.activity.list(undefined, { signal }),
  ...NOT_HELD,
})

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

/** Limits, so that hours of paging do not fill the memory. */
const MOST_ANSWERS = 60
const MOST_BYTES = 32 * 1024 * 1024

/** How many bytes an answer takes, by the first part of its key. Other queries are bounded by their `gcTime`. */
const BYTES_OF = new Map<unknown, (answer: unknown) => number>([
  ['search', (answer) => (answer as SearchAnswer).info.bytes],
  ['event', (answer) => (answer as EventAnswer).info.bytes],
  // The most that one may take: its real size is not known.
  ['snapshot', () => 1024 * 1024],
])

/** The one cache of answers: the backend alone retries, nothing asks by itself, loopback needs no network. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchOnMount: false,
        structuralSharing: false,
        // Memory is bounded by size instead of time.
        gcTime: Number.POSITIVE_INFINITY,
      },
    },
  })
  const cache = client.getQueryCache()
  cache.subscribe(({ query, ...event }) => {
    if (!BYTES_OF.has(query.queryKey[0])) return
    if (event.type === 'updated' && isEmpty(query)) return cache.remove(query)
    const isAnswered = event.type === 'updated' && event.action.type === 'success'
    if (!isAnswered && event.type !== 'added' && event.type !== 'observerAdded') return
    markUsed(query)
    makeRoom(cache)
  })
  return client
}

/** It failed, or was called off, before there was an answer: nothing would ever use it. */
const isEmpty = ({ state, observers }: Query) =>
  state.data === undefined && state.fetchStatus === 'idle' && observers.length === 0

let uses = 0
const lastUses = new WeakMap<Query, number>()

/** The most recently used is dropped last. Call it when an answer is read without an observer. */
export function markUsed(query: Query): void {
  uses += 1
  lastUses.set(query, uses)
}

const lastUse = (query: Query) => lastUses.get(query) ?? 0

/** Drops what was used least recently. Spares what is on screen or under way, and the newest, however large. */
function makeRoom(cache: QueryCache): void {
  const bounded = cache.getAll().filter(({ queryKey }) => BYTES_OF.has(queryKey[0]))
  const latestFirst = bounded.sort((a, b) => lastUse(b) - lastUse(a))
  let bytes = 0
  for (const [at, query] of latestFirst.entries()) {
    const { data, fetchStatus } = query.state
    if (data !== undefined) bytes += BYTES_OF.get(query.queryKey[0])?.(data) ?? 0
    const isSpared = at === 0 || fetchStatus !== 'idle' || query.getObserversCount() > 0
    if (!isSpared && (at >= MOST_ANSWERS || bytes > MOST_BYTES)) cache.remove(query)
  }
}
