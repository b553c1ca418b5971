// The local cache as the key-value storage of TanStack's persister. Nothing here rejects: a getItem that does fails its
// query, a setItem that does is an unhandled rejection. What could not be kept is counted instead.
import type { AsyncStorage } from '@tanstack/query-persist-client-core'
import type { SentEvent } from '../../../shared/contract/seen-event.ts'
import type { Bridge } from '../../bridge.ts'

/** In place of a value: it would not fit, and was not written as text to be refused. */
export const TOO_LARGE = ''

/** Under the 4 MiB that a body of the bridge may have, in bytes. */
const LARGEST_BODY = 4 * 1024 * 1024 - 16 * 1024

export interface CacheStorage extends AsyncStorage<string> {
  /** Answers that were too large to be kept, or that the backend did not take. */
  unkept(): number
}

export function createCacheStorage(bridge: Bridge, connectionId: string): CacheStorage {
  let unkept = 0
  const removeItem = (key: string) =>
    bridge.cache.remove({ connectionId, key }).then(
      () => undefined,
      () => undefined,
    )
  return {
    getItem: (key) => bridge.cache.read({ connectionId, key }).catch(() => null),
    async setItem(key, value) {
      const isKept =
        value !== TOO_LARGE &&
        fitsBody({ key, value }) &&
        (await bridge.cache.write({ connectionId, key, value }).then(
          () => true,
          () => false,
        ))
      if (isKept) return
      unkept += 1
      // What was kept before is older than what was seen since: F5 is not to lead back behind that.
      await removeItem(key)
    },
    removeItem,
    unkept: () => unkept,
  }
}

/** Whether a call with this input is small enough for the bridge. What is not is not written as JSON to be refused. */
export function fitsBody(input: { key: string; value: string } | SentEvent[]): boolean {
  const texts = Array.isArray(input) ? input : [{ source: input.value }]
  if (bytesUpTo(texts, LARGEST_BODY) > LARGEST_BODY) return false
  return new TextEncoder().encode(JSON.stringify(input)).length <= LARGEST_BODY
}

/** Whether what is kept of these events may fit: no JSON of them is shorter than their texts. */
export const mayFitBody = (events: readonly Pick<SentEvent, 'source'>[]) =>
  bytesUpTo(events, LARGEST_BODY) <= LARGEST_BODY

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
