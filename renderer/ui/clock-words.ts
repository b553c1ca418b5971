// When something was received, as a clock on the wall says it: short, for sentences such as "cached at 12:03".
import { inZone } from '../../shared/instant.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** As "12:03", with the day ("20 Nov, 12:03") where `now` is another one; in UTC that is said. Both instants are RFC 3339. */
export function clockWords(instant: string, zone: string, now: string): string {
  const seen = inZone(instant, zone)
  if (seen === null) return instant
  const [, month = '', day] = seen.date.split('-')
  const clock = `${seen.time.slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`
  return seen.date === inZone(now, zone)?.date ? clock : `${Number(day)} ${MONTHS[Number(month) - 1]}, ${clock}`
}
