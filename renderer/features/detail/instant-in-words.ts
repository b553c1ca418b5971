// The service's instant again in the header's zone and in words, beside the exact string, never instead of it.
import { inZone, parseInstant } from '../../../shared/instant.ts'
import { dayWords } from '../../ui/day-words.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As "20 Nov 2026, 15:52:57 Berlin (+01:00)", or null for a text that is no RFC 3339 date-time. */
export function momentInWords(instant: string, zone: string): string | null {
  const seen = inZone(instant, zone)
  if (seen === null) return null
  const date = `${dayWords(seen.date)} ${seen.date.slice(0, seen.date.indexOf('-'))}`
  const place = zone === 'UTC' ? 'UTC' : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} (${seen.offset})`
  return `${date}, ${seen.time} ${place}`
}

/** How long before `now` an instant was, rounded down: "12 s ago", "4 min ago", "in 3 h", "400 days ago"; null when either is unreadable. */
export function distanceInWords(instant: string, now: string): string | null {
  const [then, present] = [parseInstant(instant), parseInstant(now)]
  if (then === null || present === null) return null
  const seconds = present.seconds - then.seconds
  const amount = amountInWords(Math.abs(seconds))
  if (amount === null) return 'just now'
  return seconds > 0 ? `${amount} ago` : `in ${amount}`
}

function amountInWords(seconds: number): string | null {
  if (seconds < 5) return null
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  const days = Math.floor(seconds / DAY)
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
