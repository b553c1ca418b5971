// A day begins and ends in a zone at these instants, to the nanosecond.
import { Temporal } from 'temporal-polyfill'
import { compareInstants, formatUtc, inZone, parseInstant } from './instant.ts'

/** Its first instant, whatever the clock shows then. */
export function firstMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime(zone)
}

/** The second at which a day begins, since 1970. @param day a date that there is, as YYYY-MM-DD */
export const firstSecond = (day: string, zone: string): number =>
  wholeSeconds(firstMoment(Temporal.PlainDate.from(day), zone))

/** Whether an instant is the first of a day in a zone. */
export function beginsDay(instant: string, zone: string): boolean {
  const day = inZone(instant, zone)?.date
  const at = parseInstant(instant)
  if (day === undefined || at === null) return false
  const first = parseInstant(utcOf(firstMoment(Temporal.PlainDate.from(day), zone)))
  return first !== null && compareInstants(first, at) === 0
}

/** Its last nanosecond: the second midnight where it comes twice, the moment before the jump where it is skipped. */
export function lastMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  const last = day.toPlainDateTime('23:59:59.999999999').toZonedDateTime(zone, { disambiguation: 'later' })
  return last.toPlainDate().equals(day) ? last : firstMoment(day.add({ days: 1 }), zone).subtract({ nanoseconds: 1 })
}

/** Seconds since the epoch, the fraction cut off towards the past. */
export function wholeSeconds(moment: { epochMilliseconds: number }): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

/** Writes it as `formatUtc` does. */
export function utcOf(moment: { epochMilliseconds: number; epochNanoseconds: bigint }): string {
  const seconds = wholeSeconds(moment)
  return formatUtc({ seconds, nanoseconds: Number(moment.epochNanoseconds - BigInt(seconds) * 1_000_000_000n) })
}
