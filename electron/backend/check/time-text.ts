// Times as written in files: RFC 3339, also without an offset, or a day alone. A date that could mean two days is no time.
import type { TimeStep } from '../../../shared/check/checked-file.ts'
import { type Instant, parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'

export interface FileTime {
  /** The start of the day, minute or second that the text names. */
  at: Instant
  /** How precise the text is; `instant`: to a fraction of a second. */
  step: TimeStep
}

const PARTS =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt ](?<minute>\d{2}:\d{2})(?<second>:\d{2})?(?<fraction>[.,]\d{1,30})?\s?(?<offset>Z|z|UTC|[+-]\d{2}:?\d{2})?)?$/
const LONGEST = 80

/** @param zone for texts without an offset */
export function fileTimes(zone: string): (text: string) => FileTime | null {
  const offsetAt = zoneClock(zone)
  return (text) => {
    const exact = parseInstant(text)
    if (exact !== null) return { at: exact, step: text.includes('.') ? 'instant' : 'second' }
    if (text.length > LONGEST) return null
    const found = PARTS.exec(text.trim())?.groups
    if (found === undefined) return null
    const { date = '', minute, second, fraction, offset } = found
    if (fraction !== undefined && second === undefined) return null
    const isoOffset =
      offset === undefined || /^[zZ]|UTC/.test(offset) ? 'Z' : offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')
    const read = parseInstant(
      `${date}T${minute ?? '00:00'}${second ?? ':00'}${(fraction ?? '').replace(',', '.')}${isoOffset}`,
    )
    if (read === null) return null
    return { at: offset === undefined ? onClock(read) : read, step: stepOf(minute, second, fraction) }
  }

  /** The instant at which the zone's clock shows this time; if there are two, the one before the clock goes back. */
  function onClock({ seconds, nanoseconds }: Instant): Instant {
    const first = seconds - offsetAt(seconds - offsetAt(seconds))
    const earlier = seconds - offsetAt(first - 3_600)
    const isShown = earlier + offsetAt(earlier) === seconds
    return { seconds: isShown ? Math.min(first, earlier) : first, nanoseconds }
  }
}

function stepOf(minute?: string, second?: string, fraction?: string): FileTime['step'] {
  if (minute === undefined) return 'day'
  if (second === undefined) return 'minute'
  return fraction === undefined ? 'second' : 'instant'
}
