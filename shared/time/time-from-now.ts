// Times that people reckon from now: "last 3 hours", "an hour ago".
import type { Temporal } from 'temporal-polyfill'
import { formatUtc } from './instant.ts'

export type TimeFromNow =
  /** From an instant to now, RFC 3339 UTC. */
  | { kind: 'span'; from: string; to: string }
  /** RFC 3339 UTC. */
  | { kind: 'moment'; utc: string }

/** `typed` is in lower case, with single spaces. Null where it is none. */
export function readTimeFromNow(typed: string, now: Temporal.Instant): TimeFromNow | null {
  if (typed === 'now') return { kind: 'moment', utc: utcOf(now) }
  const [, lasting = '1', lastingUnit] = /^(?:the )?(?:last|past) (?:(\d{1,4}) )?(minute|hour)s?$/.exec(typed) ?? []
  if (lastingUnit !== undefined) return { kind: 'span', from: earlier(now, lasting, lastingUnit), to: utcOf(now) }
  const [, passed = '', passedUnit] = /^(\d{1,4}|an?) (minute|hour)s? ago$/.exec(typed) ?? []
  return passedUnit === undefined ? null : { kind: 'moment', utc: earlier(now, passed, passedUnit) }
}

/** `count` in digits; "a" and "an" are one. */
function earlier(now: Temporal.Instant, count: string, unit: string): string {
  const number = count.startsWith('a') ? 1 : Number(count)
  return utcOf(now.subtract(unit === 'hour' ? { hours: number } : { minutes: number }))
}

/** To the second: nobody means a fraction by "last hour". */
const utcOf = ({ epochMilliseconds }: Temporal.Instant) =>
  formatUtc({ seconds: Math.floor(epochMilliseconds / 1_000), nanoseconds: 0 })
