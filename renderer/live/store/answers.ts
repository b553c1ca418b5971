// The sessions of one connection get answers here: from memory, from the local cache, or from the service.
import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/query-core'
import { z } from 'zod'
import type { SentEvent } from '../../../shared/contract/contract.ts'
import type { Event, EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { parseEventText, parseSearchPage } from '../../../shared/search/search-page.ts'
import { type Bridge, outcomeOf } from '../../bridge.ts'
import { isFresh, markUsed } from './queries.ts'

export type Answer = SearchAnswer | EventAnswer

/** With the key alone an answer is looked up, with its function it is asked for. */
export interface AnswerQuery<T extends Answer> extends Pick<FetchQueryOptions<T>, 'queryKey' | 'queryFn'> {
  /** How old an answer in memory may be, in ms since the service sent it. Left out: the service is asked. */
  staleTime?: number
}

export type Answers = ReturnType<typeof createAnswers>

export interface AnswersEffects {
  bridge: Bridge
  queryClient: QueryClient
  connectionId: string
  /** Records every event that the service sends. Never rejects. */
  onSent: (events: readonly Event[]) => Promise<void>
}

export function createAnswers({ bridge, queryClient, connectionId, onSent }: AnswersEffects) {
  const localCache = createLocalCache(bridge, connectionId)
  const cache = queryClient.getQueryCache()
  /** How often keeping was stopped: what was asked for before the last stop is not written when it arrives. */
  let stops = 0
  /** Resolves once all that has been begun is written. */
  let writing: Promise<unknown> = Promise.resolve()

  function recent<T extends Answer>({ queryKey }: AnswerQuery<T>): T | null {
    const query = cache.find({ queryKey, exact: true })
    if (query?.state.data === undefined) return null
    markUsed(query)
    return query.state.data as T
  }

  return {
    /** Gives at once what is in memory. */
    recent,
    /** Tells what is in memory or in the local cache, however old; null when nothing is. Never rejects. */
    async kept<T extends Answer>(query: AnswerQuery<T>): Promise<T | null> {
      const held = recent(query)
      if (held) return held
      const answer = await localCache.read(query.queryKey)
      if (answer === null) return null
      // Unless the service answered meanwhile.
      return recent(query) ?? queryClient.setQueryData<T>(query.queryKey, answer as T) ?? null
    },
    /** What memory or the local cache has, no older than `staleTime`; else asks the service, and keeps its answer. */
    async fetch<T extends Answer>({ staleTime = NEVER_FRESH, ...query }: AnswerQuery<T>): Promise<T> {
      const isUsable = (answer: Answer | null) => answer !== null && isFresh(answer.info, staleTime, Date.now())
      const held = recent(query)
      if (isUsable(held)) return held as T
      return queryClient.fetchQuery<T>({
        ...query,
        staleTime: NEVER_FRESH,
        // The client calls a persister in place of the query's own function, which it hands over as `ask`. Looking into
        // the local cache is thus a part of the request, and whoever cancels the request cancels both.
        async persister(ask, context) {
          const stopsBefore = stops
          const kept = staleTime === NEVER_FRESH ? null : await localCache.read(query.queryKey)
          if (isUsable(kept)) return kept as T
          context.signal.throwIfAborted()
          const answer = await ask(context)
          if (stops === stopsBefore && !context.signal.aborted) {
            const written = [localCache.write(query.queryKey, answer), onSent(eventsOf(answer))]
            writing = Promise.all([writing, ...written])
          }
          return answer
        },
      })
    },
    /** Aborts what is being fetched. */
    cancel: (queryKey: QueryKey) => void queryClient.cancelQueries({ queryKey, exact: true }),
    /** Answers that could not be kept since this connection was opened. */
    unkept: localCache.unkept,
    /** Lets go of every answer in memory; what is being fetched continues. */
    clear(): void {
      const held = ['search', 'event'].flatMap((what) => cache.findAll({ queryKey: [what, connectionId] }))
      for (const query of held) {
        if (query.state.fetchStatus === 'idle') cache.remove(query)
        // This query is being fetched: removed, it would take the answer along that arrives. A query that is cancelled
        // returns to the data that it had when its fetch began, unless data was set by hand (`manual`): then to that.
        else query.setData(undefined, { manual: true })
      }
    },
    /** Keeps nothing of what was asked for so far; resolves once nothing is being written: the cache can be cleared. */
    async stopKeeping(): Promise<void> {
      stops += 1
      await writing
    },
  }
}

/** It is below 0: where this machine's clock went back, an answer would be of the future, and fresh. */
const NEVER_FRESH = Number.NEGATIVE_INFINITY

/** One thing at a time: what began in an earlier turn is aborted, and changes nothing, whatever arrives late. */
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
    /** What `fetch` gives, or why there is nothing; null when the turn was over before it answered. Never rejects. */
    async fetch<T extends Answer>(query: AnswerQuery<T>) {
      const isSame = mark()
      underWay = query.queryKey
      const outcome = await outcomeOf(() => answers.fetch(query))
      if (!isSame()) return null
      underWay = null
      return outcome
    },
  }
}

// Answers are kept as their events' exact texts, and what cannot be read from them again. They are parsed again when
// they come back, so that nothing is believed because it once was right. Nothing here rejects: what could not be kept
// is counted.

/** What is older is asked for again. It is in milliseconds. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** Grows whenever the shape below does; what was kept in another one is dropped. */
export const KEPT_VERSION = '2'

/** It stays, in bytes, under the 4 MiB that a body of the bridge may have. */
const LARGEST_BODY = 4 * 1024 * 1024 - 16 * 1024

function createLocalCache(bridge: Pick<Bridge, 'cache'>, connectionId: string) {
  let unkept = 0
  const nameOf = (key: QueryKey) => `answer-${hashKey(key)}`
  const remove = (key: string) => bridge.cache.remove({ connectionId, key }).catch(() => null)

  return {
    /** Null when nothing is kept; what is too old, or no longer parses, is removed. */
    async read(queryKey: QueryKey): Promise<Answer | null> {
      const key = nameOf(queryKey)
      const text = await bridge.cache.read({ connectionId, key }).catch(() => null)
      if (text === null) return null
      const answer = answerIn(text)
      if (answer === null) await remove(key)
      return answer
    },
    async write(queryKey: QueryKey, answer: Answer): Promise<void> {
      const key = nameOf(queryKey)
      // No JSON of the events is shorter than their texts: what is too large is not written as JSON to be refused.
      const value = bytesUpTo(eventsOf(answer), LARGEST_BODY) > LARGEST_BODY ? null : keptText(answer)
      const fits = value !== null && fitsBody({ key, value })
      if (fits && (await outcomeOf(() => bridge.cache.write({ connectionId, key, value }))).ok) return
      unkept += 1
      // What was kept before is older than what was seen since: F5 is not to lead back behind that.
      await remove(key)
    },
    /** Answers that were too large to be kept, or that the backend did not take. */
    unkept: () => unkept,
  }
}

const eventsOf = (answer: Answer): readonly Event[] => ('page' in answer ? answer.page.events : [answer.event])

/** Whether a call with this input is small enough for the bridge. What is not is not written as JSON to be refused. */
export function fitsBody(input: { key: string; value: string } | SentEvent[]): boolean {
  const texts = Array.isArray(input) ? input : [{ source: input.value }]
  if (bytesUpTo(texts, LARGEST_BODY) > LARGEST_BODY) return false
  return new TextEncoder().encode(JSON.stringify(input)).length <= LARGEST_BODY
}

/** Counts the events' texts in UTF-8, which no JSON of them is shorter than, until it is more than `most`. */
function bytesUpTo(events: readonly Pick<SentEvent, 'source'>[], most: number): number {
  let bytes = 0
  for (const { source } of events) {
    // A text has no fewer bytes than UTF-16 units.
    bytes += source.length > most ? source.length : new TextEncoder().encode(source).length
    if (bytes > most) break
  }
  return bytes
}

const count = z.int().nullable()

const keptSchema = z.object({
  /** The version; its name is older than this code. */
  buster: z.literal(KEPT_VERSION),
  info: z.object({
    receivedAt: z.iso.datetime(),
    serviceDate: z.string().nullable(),
    durationMs: z.number(),
    attempts: z.int(),
    requestId: z.string().nullable(),
    bytes: z.int(),
  }),
  /** The exact text of a single event, or of each event of a page. */
  events: z.union([z.string(), z.array(z.string())]),
  page: z
    .object({
      sent: z.int(),
      total: count,
      limit: count,
      offset: count,
      problems: z.array(z.object({ field: z.string(), message: z.string() })),
    })
    .nullable(),
})
type Kept = z.infer<typeof keptSchema>

/** JSON that `answerIn` reads. It holds of each event only the exact text, which is parsed again. */
export function keptText(answer: Answer): string {
  const kept: Kept = {
    buster: KEPT_VERSION,
    info: answer.info,
    ...('page' in answer ? partsOfPage(answer) : { events: answer.event.source, page: null }),
  }
  return JSON.stringify(kept)
}

function partsOfPage({ page: { events, ...page } }: SearchAnswer): Pick<Kept, 'events' | 'page'> {
  return { events: events.map(({ source }) => source), page }
}

/** Null for a text that is too old, of another version, or that does not hold what was once read. */
export function answerIn(text: string): Answer | null {
  const kept = parseKept(text, keptSchema)
  if (kept === null || Date.now() - Date.parse(kept.info.receivedAt) > MAX_AGE_MS) return null
  const { events, page, info } = kept
  if (typeof events === 'string') {
    const read = parseEventText(events)
    return read.ok ? { event: read.event, info } : null
  }
  const read = parseSearchPage(`{"events":[${events.join(',')}]}`)
  if (page === null || !read.ok || read.page.events.some(({ source }, at) => source !== events[at])) return null
  // What was wrong with the envelope cannot be read from the events again.
  return { page: { events: read.page.events, ...page }, info }
}
