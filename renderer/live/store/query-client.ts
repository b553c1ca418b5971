// The page's one cache of answers: when it asks by itself (never), and how much of its answers memory holds.
import { type Query, type QueryCache, QueryClient } from '@tanstack/query-core'
import type { EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'

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

/** Only the backend retries, nothing asks again by itself, and loopback works without a network. */
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
  cache.subscribe((event) => {
    const isAnswered = event.type === 'updated' && event.action.type === 'success'
    if (!isAnswered && event.type !== 'added' && event.type !== 'observerAdded') return
    markUsed(event.query)
    if (BYTES_OF.has(event.query.queryKey[0])) makeRoom(cache)
  })
  return client
}

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
