// time/ reads and compares instants, days and zones, and puts them into words.
// RFC 3339 date-times to the nanosecond: compared, and shown in a zone.
// The service's own string is what is kept and shown; `Date` alone would truncate it and roll Feb 30 over.
import { Temporal } from 'temporal-polyfill'
import { readDateTime, utcText } from './rfc3339.ts'
import { usualInstant } from './usual-instant.ts'
import { zoneName } from './zone-name.ts'

/** Seconds since the epoch, and nanoseconds from 0 to 999,999,999 on top. */
export interface Instant {
  seconds: number
  nanoseconds: number
}

/**
 * A strict RFC 3339 date-time with any offset, or null. Digits past the ninth of the fraction are cut off for comparing.
 * The leap second 23:59:60Z that ends a month counts as the next second. In UTC the year must be 0000 to 9999.
 */
export function parseInstant(text: string): Instant | null {
  const usual = usualInstant(text)
  if (usual !== null) return usual
  const parts = readDateTime(text)
  if (!parts) return null
  return { seconds: parts.seconds, nanoseconds: Number(parts.fraction.slice(1, 10).padEnd(9, '0')) }
}

/** Of a date-time: since 1970, with what is finer cut off; null as `parseInstant`. */
export function epochMicroseconds(text: string): bigint | null {
  const at = parseInstant(text)
  return at && BigInt(at.seconds) * 1_000_000n + BigInt(Math.floor(at.nanoseconds / 1_000))
}

/** Negative when `a` is earlier, positive when it is later, 0 when both are the same nanosecond. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.nanoseconds - b.nanoseconds
}

/** `YYYY-MM-DDTHH:MM:SS[.fraction without trailing zeros]Z`. */
export function formatUtc(instant: Instant): string {
  const digits = String(instant.nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return utcText(instant.seconds, digits === '' ? '' : `.${digits}`)
}

/** `2026-11-20`, `14:52:57`, `.133167118` exactly as sent (empty when none), and `Z` (only in zone UTC) or `+01:00`. */
export interface ZonedText {
  date: string
  time: string
  fraction: string
  offset: string
}

/** The pieces of a date-time as seen in a zone; null when it is no RFC 3339 date-time or the zone is unknown. */
export function inZone(text: string, zone: string): ZonedText | null {
  const parts = readDateTime(text)
  if (!parts || !isZone(zone)) return null
  const { seconds, fraction, leap } = parts
  const seen = clockIn(zone, leap ? seconds - 1 : seconds)
  return { ...seen, time: leap ? seen.time.replace(/59$/, '60') : seen.time, fraction }
}

/** The first question to Intl costs a start that knows UTC alone some 15 ms. */
const knownZones = new Map([['UTC', true]])

/** Whether the runtime knows this IANA zone (or `UTC`). Bare offsets such as `+01:00` are no zones. */
export function isZone(text: string): boolean {
  let known = knownZones.get(text)
  if (known === undefined) {
    known = /^[A-Za-z]/.test(text) && isAcceptedByIntl(text)
    knownZones.set(text, known)
  }
  return known
}

/** Every zone the runtime knows, by its current name in alphabetical order, `UTC` first. */
export function zones(): string[] {
  const others = new Set(Intl.supportedValuesOf('timeZone').map(zoneName))
  others.delete('UTC')
  return ['UTC', ...[...others].sort()]
}

function clockIn(zone: string, seconds: number): { date: string; time: string; offset: string } {
  if (zone === 'UTC') {
    const [date = '', time = ''] = utcText(seconds, '').slice(0, -1).split('T')
    return { date, time, offset: 'Z' }
  }
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString(), offset: at.offset }
}

function isAcceptedByIntl(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false // a RangeError: the only way Intl says that it does not know a zone
  }
}
