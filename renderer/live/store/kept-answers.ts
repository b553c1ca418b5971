// The answers of one connection in the local cache: their events' exact texts, and what cannot be read from them again.
// Parsed again when they come back, so that nothing is believed because it once was right. Nothing here rejects: what could
// not be kept is counted.
import { hashKey, type QueryKey } from '@tanstack/query-core'
import { z } from 'zod'
import type { SentEvent } from '../../../shared/contract/contract.ts'
import type { Event, EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { parseEventText, parseSearchPage } from '../../../shared/search/search-page.ts'
import type { Bridge } from '../../bridge.ts'

export type Answer = SearchAnswer | EventAnswer

/** What is older is asked for again. In milliseconds. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** Grows whenever the shape below does; what was kept in another one is dropped. */
export const KEPT_VERSION = '2'

/** Under the 4 MiB that a body of the bridge may have, in bytes. */
const LARGEST_BODY = 4 * 1024 * 1024 - 16 * 1024

export function createKeptAnswers(bridge: Pick<Bridge, 'cache'>, connectionId: string) {
  let unkept = 0
  const nameOf = (key: QueryKey) => `answer-${hashKey(key)}`
  const remove = (key: string) => bridge.cache.remove({ connectionId, key }).catch(() => null)

  /** Whether the backend took it. */
  async function isTaken(key: string, answer: Answer): Promise<boolean> {
    // No JSON of the events is shorter than their texts: what is too large is not written as JSON to be refused.
    if (bytesUpTo(eventsOf(answer), LARGEST_BODY) > LARGEST_BODY) return false
    const value = keptText(answer)
    if (!fitsBody({ key, value })) return false
    return bridge.cache.write({ connectionId, key, value }).then(
      () => true,
      () => false,
    )
  }

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
      if (await isTaken(key, answer)) return
      unkept += 1
      // What was kept before is older than what was seen since: F5 is not to lead back behind that.
      await remove(key)
    },
    /** Answers that were too large to be kept, or that the backend did not take. */
    unkept: () => unkept,
  }
}

export const eventsOf = (answer: Answer): readonly Event[] => ('page' in answer ? answer.page.events : [answer.event])

/** Whether a call with this input is small enough for the bridge. What is not is not written as JSON to be refused. */
export function fitsBody(input: { key: string; value: string } | SentEvent[]): boolean {
  const texts = Array.isArray(input) ? input : [{ source: input.value }]
  if (bytesUpTo(texts, LARGEST_BODY) > LARGEST_BODY) return false
  return new TextEncoder().encode(JSON.stringify(input)).length <= LARGEST_BODY
}

/** Of the events' texts in UTF-8, which no JSON of them is shorter than; counted until it is more than `most`. */
function bytesUpTo(events: readonly Pick<SentEvent, 'source'>[], most: number): number {
  let bytes = 0
  for (const { source } of events) {
    // As bytes a text is no shorter than in UTF-16 units.
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

/** JSON that `answerIn` reads. Of each event it holds only the exact text, which is parsed again. */
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
