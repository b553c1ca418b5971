// Retry-After (RFC 9110 section 10.2.3): seconds, or a date on the service's own clock.
import type { FetchedHeaders } from './service-fetch.ts'

/** About 25 days: a timer fires at once for anything longer. */
const LONGEST_MS = 2 ** 31 - 1

/** The wait that a response asks for, 0 to 2 ** 31 - 1 ms; null without a valid Retry-After. */
export function retryAfterMs(headers: Pick<FetchedHeaders, 'get'>, nowMs: number): number | null {
  const asked = headers.get('retry-after')?.trim()
  if (asked === undefined) return null
  if (/^\d+$/.test(asked)) return Math.min(LONGEST_MS, Number(asked) * 1000)
  const until = httpDate(asked)
  if (until === null) return null
  const serviceNow = httpDate(headers.get('date') ?? '') ?? nowMs
  return Math.min(LONGEST_MS, Math.max(0, until - serviceNow))
}

/** An HTTP date (RFC 9110 section 5.6.7, obsolete forms too) as milliseconds since the epoch, or null. */
export function httpDate(text: string): number | null {
  const dateLike = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/.test(text.trim())
  // The asctime form has no zone and means UTC.
  const milliseconds = dateLike ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
  return Number.isNaN(milliseconds) ? null : milliseconds
}
