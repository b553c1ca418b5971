// Stretches of time in words.
import type { TimeUnit } from '../../../shared/search/time-edges.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { dayWords, longDayWords } from '../../ui/instant-words.ts'

/** The stretch that begins at `from`, RFC 3339: "Tue 3 Nov 2026", "3 Nov 14:00", "Week of 2 Nov 2026", "Nov 2026". */
export function stretchWords(from: string, unit: TimeUnit, zone: string): string {
  const seen = inZone(from, zone)
  if (seen === null) return from
  const { date, time } = seen
  const year = date.slice(0, 4)
  switch (unit) {
    case 'second':
      return `${dayWords(date)} ${time}`
    case 'minute':
    case 'hour':
      return `${dayWords(date)} ${time.slice(0, 5)}`
    case 'day':
      return longDayWords(date)
    case 'week':
      return `Week from ${dayWords(date)} ${year}`
    case 'month':
      return `${dayWords(date).split(' ')[1]} ${year}`
    case 'year':
      return year
    default:
      return unit satisfies never
  }
}
