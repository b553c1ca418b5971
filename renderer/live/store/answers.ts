// Where the sessions of one connection get answers: from memory, from the local cache, or from the service.
// TanStack's persister keeps and restores; it is called by its parts, because as a query's `persister` it would answer a
// Refresh from the cache whenever the memory has let go of the query.
import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/query-core'
import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import type { Event, EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'
import type { Bridge } from '../../bridge.ts'
import { createCacheStorage, mayFitBody, TOO_LARGE } from './cache-storage.ts'
import { deserializeAnswer, KEPT_VERSION, serializeAnswer } from './kept-answer.ts'

export type Answer = SearchAnswer | EventAnswer
/** With the key alone an answer is looked up, with its function it is asked for. */
export type AnswerQuery<T extends Answer> = FetchQueryOptions<T, Error, T, QueryKey>

export interface Answers {
  /** What is in memory, at once. */
  recent<T extends Answer>(query: AnswerQuery<T>): T | null
  /** What is in memory or in the local cache, however old; null when nothing is. Never rejects. */
  kept<T extends Answer>(query: AnswerQuery<T>): Promise<T | null>
  /** Asks the service, whatever is kept, and keeps what it answers. */
  fetch<T extends Answer>(query: AnswerQuery<T>): Promise<T>
  /** Aborts what is being fetched. */
  cancel(key: QueryKey): void
  /** Answers that could not be kept since this connection was opened. */
  unkept(): number
  /** Lets go of every answer in memory; what is being fetched continues. */
  clear(): void
  /** Keeps nothing of what was asked for so far; resolves once nothing is being written. Before the cache is cleared. */
  stopKeeping(): Promise<void>
}

/** What is older is asked for again. In milliseconds. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** What memory holds, so that paging on for hours does not fill it: answers, and their bytes as they were sent. */
const MOST_ANSWERS = 60
const MOST_BYTES = 32 * 1024 * 1024

export interface AnswersEffects {
  bridge: Bridge
  queryClient: QueryClient
  connectionId: string
  /** Records every event that the service sends. Never rejects. */
  onSent: (events: readonly Event[]) => Promise<void>
}

export function createAnswers({ bridge, queryClient, connectionId, onSent }: AnswersEffects): Answers {
  const storage = createCacheStorage(bridge, connectionId)
  const persister = experimental_createQueryPersister({
    storage,
    serialize: (query) => (mayFitBody(eventsOf(query.state.data as Answer)) ? serializeAnswer(query) : TOO_LARGE),
    deserialize: deserializeAnswer,
    buster: KEPT_VERSION,
    maxAge: MAX_AGE_MS,
    prefix: 'answer',
    refetchOnRestore: false,
  })
  // A Map iterates in insertion order: what is used is put in again, so the first is the least recently used.
  const inMemory = new Map<string, { key: QueryKey; bytes: number }>()
  /** How often keeping was stopped. */
  let stops = 0
  const writing = new Set<Promise<unknown>>()

  function use(key: QueryKey, { info: { bytes } }: Answer): void {
    const hash = hashKey(key)
    inMemory.delete(hash)
    inMemory.set(hash, { key, bytes })
    let sum = [...inMemory.values()].reduce((total, one) => total + one.bytes, 0)
    for (const [oldest, one] of inMemory) {
      if ((inMemory.size <= MOST_ANSWERS && sum <= MOST_BYTES) || oldest === hash) break
      inMemory.delete(oldest)
      letGo(one.key)
      sum -= one.bytes
    }
  }

  /** What is under way continues, without what was there before: removing its query would take the new answer along. */
  function letGo(queryKey: QueryKey): void {
    const query = queryClient.getQueryCache().find({ queryKey, exact: true })
    if (query === undefined || query.state.fetchStatus === 'idle') queryClient.removeQueries({ queryKey, exact: true })
    else query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
  }

  function recent<T extends Answer>({ queryKey }: AnswerQuery<T>): T | null {
    const answer = queryClient.getQueryData<T>(queryKey) ?? null
    if (answer) use(queryKey, answer)
    return answer
  }

  return {
    recent,
    async kept<T extends Answer>(query: AnswerQuery<T>) {
      const { queryKey } = query
      const held = recent(query)
      if (held) return held
      const answer = await persister.retrieveQuery<T>(hashKey(queryKey))
      if (answer === undefined) return null
      // Unless the service answered meanwhile.
      const newer = recent(query)
      if (newer) return newer
      queryClient.setQueryData<Answer>(queryKey, answer, { updatedAt: Date.parse(answer.info.receivedAt) })
      use(queryKey, answer)
      return answer
    },
    async fetch(query) {
      const { queryKey } = query
      const stopsBefore = stops
      const before = queryClient.getQueryData(queryKey)
      const answer = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => {
        // Only answers are held: what failed or was called off before there was one would never be let go of.
        if (!inMemory.has(hashKey(queryKey))) letGo(queryKey)
        throw error
      })
      if (answer === before) {
        // Called off, it comes back with what was there before, even where that was let go of meanwhile.
        if (!inMemory.has(hashKey(queryKey))) letGo(queryKey)
        return answer
      }
      use(queryKey, answer)
      if (stops === stopsBefore) {
        const written = Promise.all([persister.persistQueryByKey(queryKey, queryClient), onSent(eventsOf(answer))])
        writing.add(written)
        void written.finally(() => writing.delete(written))
      }
      return answer
    },
    cancel: (queryKey) => void queryClient.cancelQueries({ queryKey, exact: true }),
    unkept: () => storage.unkept(),
    clear() {
      for (const { key } of inMemory.values()) letGo(key)
      inMemory.clear()
    },
    async stopKeeping() {
      stops += 1
      await Promise.all(writing)
    },
  }
}

const eventsOf = (answer: Answer) => ('page' in answer ? answer.page.events : [answer.event])
