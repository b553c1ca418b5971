// Where the sessions of one connection get answers: from memory, from the local cache, or from the service, one thing at a
// time.
import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/query-core'
import type { Event } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import { type Answer, createKeptAnswers, eventsOf } from './kept-answers.ts'
import { markUsed } from './queries.ts'

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

export interface AnswersEffects {
  bridge: Bridge
  queryClient: QueryClient
  connectionId: string
  /** Records every event that the service sends. Never rejects. */
  onSent: (events: readonly Event[]) => Promise<void>
}

export function createAnswers({ bridge, queryClient, connectionId, onSent }: AnswersEffects): Answers {
  const keptAnswers = createKeptAnswers(bridge, connectionId)
  const cache = queryClient.getQueryCache()
  /** How often keeping was stopped, and memory cleared. */
  let stops = 0
  let clears = 0
  const writing = new Set<Promise<unknown>>()

  /** What is under way continues, without what was there before: removing its query would take the new answer along. */
  function letGo(queryKey: QueryKey, exact = true): void {
    for (const query of cache.findAll({ queryKey, exact })) {
      if (query.state.fetchStatus === 'idle') cache.remove(query)
      else query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
    }
  }

  function recent<T extends Answer>({ queryKey }: AnswerQuery<T>): T | null {
    const query = cache.find({ queryKey, exact: true })
    if (query?.state.data === undefined) return null
    markUsed(query)
    return query.state.data as T
  }

  return {
    recent,
    async kept<T extends Answer>(query: AnswerQuery<T>) {
      const { queryKey } = query
      const held = recent(query)
      if (held) return held
      const answer = await keptAnswers.read(queryKey)
      if (answer === null) return null
      // Unless the service answered meanwhile.
      const newer = recent(query)
      if (newer) return newer
      queryClient.setQueryData<Answer>(queryKey, answer, { updatedAt: Date.parse(answer.info.receivedAt) })
      return answer as T
    },
    async fetch(query) {
      const { queryKey } = query
      const [stopsBefore, clearsBefore] = [stops, clears]
      const before = queryClient.getQueryData(queryKey)
      const answer = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => {
        // Only answers are held: what failed or was called off before there was one would stay without being used.
        if (queryClient.getQueryData(queryKey) === undefined || clears > clearsBefore) letGo(queryKey)
        throw error
      })
      if (answer === before) {
        // Called off, it comes back with what was there before, even where that was let go of meanwhile.
        if (clears > clearsBefore) letGo(queryKey)
        return answer
      }
      if (stops === stopsBefore) {
        const written = Promise.all([keptAnswers.write(queryKey, answer), onSent(eventsOf(answer))])
        writing.add(written)
        void written.finally(() => writing.delete(written))
      }
      return answer
    },
    cancel: (queryKey) => void queryClient.cancelQueries({ queryKey, exact: true }),
    unkept: keptAnswers.unkept,
    clear() {
      clears += 1
      for (const what of ['search', 'event']) letGo([what, connectionId], false)
    },
    async stopKeeping() {
      stops += 1
      await Promise.all(writing)
    },
  }
}

type FetchOutcome<T> = { ok: true; answer: T } | { ok: false; failure: Failure }

export type Turns = ReturnType<typeof createTurns>

/** One thing at a time: what began in an earlier turn is aborted, and changes nothing any more, whatever arrives late. */
export function createTurns(answers: Pick<Answers, 'fetch' | 'cancel'>) {
  let turn = 0
  let underWay: QueryKey | null = null

  /** To be called before something is awaited: the function tells afterwards whether it is still the same turn. */
  function mark() {
    const mine = turn
    return () => mine === turn
  }

  return {
    /** Grows with each turn. */
    number: () => turn,
    /** Ends this turn and what it fetches. */
    next() {
      turn += 1
      if (underWay) answers.cancel(underWay)
      underWay = null
    },
    mark,
    /** Asks the service; null when the turn was over before it answered. Never rejects. */
    async fetch<T extends Answer>(query: AnswerQuery<T>) {
      const isSame = mark()
      underWay = query.queryKey
      const outcome = await answers.fetch(query).then(
        (answer): FetchOutcome<T> => ({ ok: true, answer }),
        (error: unknown): FetchOutcome<T> => ({ ok: false, failure: failureOf(error) }),
      )
      if (!isSame()) return null
      underWay = null
      return outcome
    },
  }
}
