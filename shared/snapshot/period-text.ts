// How an hour, day, week or month is written as a key (`KeyValue` of kind `time`).
import { utcText } from '../time/instant.ts'
import type { Period } from './snapshot-key.ts'

const DAY = 86_400
/** 1970 began on a Thursday. */
const MONDAY = 3

/** The period that a second since the epoch is in. @param offset how far the zone's clock is ahead of UTC then, in seconds */
export function periodText(every: Period, seconds: number, offset: number): string {
  const local = seconds + offset
  const day = Math.floor(local / DAY)
  switch (every) {
    case 'hour':
      return `${civil(Math.floor(local / 3_600) * 3_600).slice(0, -4)}${offsetText(offset)}`
    case 'day':
      return dateText(day)
    case 'week':
      return dateText(weekOf(day) * 7 - MONDAY)
    case 'month':
      return dateText(day).slice(0, -3)
    default:
      return every satisfies never
  }
}

/** Weeks are counted by their Mondays. @param day days since the epoch */
export const weekOf = (day: number) => Math.floor((day + MONDAY) / 7)

/** `YYYY-MM-DDTHH:MM:SSZ`; a zone's clock can show a year before 0000, which has six digits and a sign. */
const civil = (seconds: number) => utcText(seconds, '')
const dateText = (day: number) => civil(day * DAY).slice(0, -10)

/** `+01:00`; of clocks before 1900, that were set by the sun, with seconds. */
function offsetText(offset: number): string {
  const size = Math.abs(offset)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `${offset < 0 ? '-' : '+'}${two(size / 3_600)}:${two((size % 3_600) / 60)}${rest}`
}
