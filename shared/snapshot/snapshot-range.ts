// The range of a snapshot: read from what people write, whole days and months in its zone, and said in words.
import { readDateInput } from '../time/date-input.ts'
import {
  compareInstants,
  formatUtc,
  type Instant,
  inZone,
  isZone,
  noSuch,
  parseInstant,
  SHORT_MONTHS,
  unknownZone,
} from '../time/instant.ts'
import type { SnapshotRange, SnapshotSummary } from './snapshot.ts'

/** It is as typed; absent or empty: open. `to` belongs to the range with all of its day or month, `until` does not. */
export interface RangeInput {
  from?: string | undefined
  to?: string | undefined
  until?: string | undefined
  zone: string
}

export type RangeReading =
  | { ok: true; range: SnapshotRange }
  | { ok: false; field: 'from' | 'to' | 'until' | 'zone'; message: string }

export const NOTHING_IN_RANGE = 'The end is before the start: nothing can be in this range.'

/**
 * Reads a range whose ends are months (`2026-11`), days (`2026-11-20`), times as the zone's clock shows them, or RFC
 * 3339 instants. Refuses an hour that the clock shows twice, an end beside another end, and a range that holds no
 * instant.
 */
export function readSnapshotRange({ from = '', to = '', until = '', zone }: RangeInput): RangeReading {
  if (!isZone(zone)) return { ok: false, field: 'zone', message: unknownZone(zone) }
  if (to.trim() !== '' && until.trim() !== '') {
    return { ok: false, field: 'until', message: 'Give either "to" or "until": a range has one end.' }
  }
  const start = readEdge(from, zone, 'from')
  if (!start.ok) return { ok: false, field: 'from', message: start.message }
  const end = until.trim() === '' ? readEdge(to, zone, 'to') : readEdge(until, zone, 'from')
  const field = until.trim() === '' ? 'to' : 'until'
  if (!end.ok) return { ok: false, field, message: end.message }
  const endsBefore = field === 'to' ? nanosecondAfter(end.instant) : end.instant
  if (start.instant !== null && endsBefore !== null && compareInstants(start.instant, endsBefore) >= 0) {
    return { ok: false, field, message: NOTHING_IN_RANGE }
  }
  return { ok: true, range: { from: utcOf(start.instant), until: utcOf(endsBefore), zone } }
}

/** Gives the range of a snapshot: one without an end goes up to where its reading ended. */
export const rangeRead = ({ range, until }: Pick<SnapshotSummary, 'range' | 'until'>): SnapshotRange => ({
  ...range,
  until: range.until ?? until,
})

/** "from 1 Nov 2026 00:00:00 up to, not including, 1 Dec 2026 00:00:00, UTC". */
export function rangeWords({ from, until, zone }: SnapshotRange): string {
  const start = from === null ? 'from the first event' : `from ${instantWords(from, zone)}`
  return `${start} ${endWords(until, zone)}, ${zone}`
}

/** @param end an instant in words, which is not in the range */
export const upToWords = (end: string): string => `up to, not including, ${end}`

/**
 * An end that was typed to the second was moved by a nanosecond, so that it is in the range: "…:00.000000001Z" is said
 * as it was typed, "…:00Z".
 */
function endWords(until: string | null, zone: string): string {
  if (until === null) return 'up to the moment of reading'
  const beforeLastDigit = /^(.+\.\d{8})1Z$/.exec(until)?.[1]
  if (beforeLastDigit === undefined) return upToWords(instantWords(until, zone))
  return `up to and including ${instantWords(`${beforeLastDigit.replace(/\.?0+$/, '')}Z`, zone)}`
}

type ReadEdge = { ok: true; instant: Instant | null } | { ok: false; message: string }

function readEdge(typed: string, zone: string, edge: 'from' | 'to'): ReadEdge {
  const month = /^(\d{4})-(\d{2})$/.exec(typed.trim())
  const reading = readDateInput(month === null ? typed : dayOfMonth(month[0], edge), zone, edge)
  switch (reading.kind) {
    case 'empty':
      return { ok: true, instant: null }
    case 'instant':
      return { ok: true, instant: parseInstant(reading.utc) }
    case 'ambiguous': {
      const [first, second] = reading.choices
      const message = `The clock shows ${typed.trim()} twice in ${zone}: write ${first.utc} or ${second.utc}.`
      return { ok: false, message }
    }
    case 'invalid':
      return { ok: false, message: month === null ? reading.message : noSuch('month', month[0]) }
  }
}

/** The first or the last day of `YYYY-MM`; of a month that does not exist a day that does not either. */
function dayOfMonth(month: string, edge: 'from' | 'to'): string {
  if (edge === 'from') return `${month}-01`
  const [year = 0, number = 0] = month.split('-').map(Number)
  if (number < 1 || number > 12) return `${month}-00`
  const next = new Date(0)
  next.setUTCFullYear(year, number, 0)
  return `${month}-${String(next.getUTCDate()).padStart(2, '0')}`
}

function nanosecondAfter(instant: Instant | null): Instant | null {
  if (instant === null) return null
  const { seconds, nanoseconds } = instant
  return nanoseconds === 999_999_999
    ? { seconds: seconds + 1, nanoseconds: 0 }
    : { seconds, nanoseconds: nanoseconds + 1 }
}

const utcOf = (instant: Instant | null) => (instant === null ? null : formatUtc(instant))

/** The last instant that belongs to a range with this end: searches include theirs. What is no instant stays. */
export function lastInstantBefore(until: string): string {
  const at = parseInstant(until)
  if (at === null) return until
  const { seconds, nanoseconds } = at
  return formatUtc(
    nanoseconds === 0 ? { seconds: seconds - 1, nanoseconds: 999_999_999 } : { seconds, nanoseconds: nanoseconds - 1 },
  )
}

/** "1 Nov 2026 00:00:00 (+01:00)" by the clock of the zone; as it is where it is no RFC 3339 date-time. */
export function instantWords(utc: string, zone: string): string {
  const seen = inZone(utc, zone)
  if (seen === null) return utc
  const [year, month, day] = seen.date.split('-')
  const offset = seen.offset === 'Z' ? '' : ` (${seen.offset})`
  return `${Number(day)} ${SHORT_MONTHS[Number(month) - 1]} ${year} ${seen.time}${seen.fraction}${offset}`
}
