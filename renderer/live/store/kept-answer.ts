// What the local cache keeps of an answer: its events' exact texts and what cannot be read from them again.
// Parsed again when it comes back, so that nothing is believed because it once was right.
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { z } from 'zod'
import type { EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'
import { parseEventText, parseSearchPage } from '../../../shared/search/search-page.ts'

/** Grows whenever the shape below does; what was kept in another one is dropped. */
export const KEPT_VERSION = '2'

const count = z.int().nullable()

const infoSchema = z.object({
  receivedAt: z.iso.datetime(),
  serviceDate: z.string().nullable(),
  durationMs: z.number(),
  attempts: z.int(),
  requestId: z.string().nullable(),
  bytes: z.int(),
})

const keptSchema = z.object({
  buster: z.string(),
  queryHash: z.string(),
  queryKey: z.array(z.unknown()),
  updatedAt: z.number(),
  info: infoSchema,
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
type KeptAnswer = z.infer<typeof keptSchema>

/** A query whose data is a SearchAnswer or an EventAnswer, as text. */
export function serializeAnswer({ buster, queryHash, queryKey, state }: PersistedQuery): string {
  const answer = state.data as SearchAnswer | EventAnswer
  const kept: KeptAnswer = {
    buster,
    queryHash,
    queryKey: [...queryKey],
    updatedAt: state.dataUpdatedAt,
    info: answer.info,
    ...('page' in answer ? partsOfPage(answer) : { events: answer.event.source, page: null }),
  }
  return JSON.stringify(kept)
}

function partsOfPage({ page: { events, ...page } }: SearchAnswer): Pick<KeptAnswer, 'events' | 'page'> {
  return { events: events.map(({ source }) => source), page }
}

/** Throws on a text that no longer parses: then TanStack's persister drops it, and the query continues without it. */
export function deserializeAnswer(text: string): PersistedQuery {
  const kept = keptSchema.parse(JSON.parse(text))
  const { buster, queryHash, queryKey, updatedAt } = kept
  return {
    buster,
    queryHash,
    queryKey,
    state: {
      data: answerOf(kept),
      dataUpdateCount: 1,
      dataUpdatedAt: updatedAt,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      isInvalidated: false,
      status: 'success',
      fetchStatus: 'idle',
    },
  }
}

function answerOf({ events, page, info }: KeptAnswer): SearchAnswer | EventAnswer {
  if (typeof events === 'string') {
    const read = parseEventText(events)
    if (!read.ok) throw new TypeError('The cached event cannot be read.')
    return { event: read.event, info }
  }
  const read = parseSearchPage(`{"events":[${events.join(',')}]}`)
  if (page === null || !read.ok || read.page.events.some(({ source }, at) => source !== events[at]))
    throw new TypeError('The cached page cannot be read.')
  // What was wrong with the envelope cannot be read from the events again.
  return { page: { events: read.page.events, ...page }, info }
}
