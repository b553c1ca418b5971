// Where the rows on screen came from, how long that took and how old they are, in words.
import type { AnswerInfo } from '../../../shared/event/event.ts'
import { tookWords } from '../../../shared/time/duration-words.ts'
import { ageWords } from '../../ui/age-words.ts'

/** Rows younger than this, in ms, are as good as new. */
const NEW_MS = 60_000

/**
 * As "from the service, 142 ms" (with its age once that is a minute), or "from the cache, 3 min ago". `nowMs` and the age
 * are this machine's clock.
 */
export function sourceWords(info: AnswerInfo, fromCache: boolean, nowMs: number): string {
  const age = ageWords(info.receivedAt, nowMs)
  if (fromCache) return `from the cache, ${age}`
  const took = `from the service, ${tookWords(info.durationMs)}`
  return nowMs - Date.parse(info.receivedAt) < NEW_MS ? took : `${took}, ${age}`
}
