// Where the rows on screen came from, how long that took and how old they are, in words.
import type { AnswerInfo } from '../../../shared/event.ts'
import { tookWords } from '../../ui/took-words.ts'

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

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "just now", "3 s ago", "5 min ago", "2 h ago", "4 days ago". A clock that was set back says "just now". */
export function ageWords(receivedAt: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(receivedAt)) / 1000)
  if (!(seconds >= 1)) return 'just now'
  if (seconds < MINUTE) return `${seconds} s ago`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`
  const days = Math.floor(seconds / DAY)
  return days === 1 ? '1 day ago' : `${days} days ago`
}

/** Bytes as sent: "812 bytes", "23.4 kB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
