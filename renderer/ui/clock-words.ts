// When something was received, as a clock on the wall says it: short, for sentences such as "cached at 12:03".
import { inZone } from '../../shared/instant.ts'
import { dayWords } from './day-words.ts'

/** As "12:03", with the day ("20 Nov, 12:03") where `now` is another one; in UTC that is said. Both instants are RFC 3339. */
export function clockWords(instant: string, zone: string, now: string): string {
  const seen = inZone(instant, zone)
  if (seen === null) return instant
  const clock = `${seen.time.slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`
  return seen.date === inZone(now, zone)?.date ? clock : `${dayWords(seen.date)}, ${clock}`
}
