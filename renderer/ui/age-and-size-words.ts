// How old and how large something is, in the largest unit that fits.
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { parseInstant } from '../../shared/time/instant.ts'

/** Less than this is "just now", in seconds. */
const JUST_NOW = 5
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Says how old what this machine received is: "just now", "12 s ago", "400 days ago". `nowMs` is Date.now(); a clock
 * that was set back says "just now".
 */
export function ageWords(receivedAt: string, nowMs: number): string {
  const seconds = Math.floor((nowMs - Date.parse(receivedAt)) / 1000)
  return seconds >= JUST_NOW ? `${amountWords(seconds)} ago` : 'just now'
}

/** Says how far any instant is before `now` or after it: also "in 3 h"; null where either is no RFC 3339 date-time. */
export function distanceWords(instant: string, now: string): string | null {
  const [then, present] = [parseInstant(instant), parseInstant(now)]
  if (then === null || present === null) return null
  const seconds = present.seconds - then.seconds
  if (Math.abs(seconds) < JUST_NOW) return 'just now'
  return seconds > 0 ? `${amountWords(seconds)} ago` : `in ${amountWords(-seconds)}`
}

/** Rounded down. */
function amountWords(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`
  const days = Math.floor(seconds / DAY)
  return days === 1 ? '1 day' : `${grouped(days)} days`
}

/** "812 bytes", "8.2 kB", "268 MB": in thousands and millions of bytes, as discs and file managers count. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < 999_500 ? `${rounded(bytes / 1000)} kB` : `${rounded(bytes / 1_000_000)} MB`
}

const rounded = (amount: number) => amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })
