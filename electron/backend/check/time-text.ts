// Times as files write them: RFC 3339, and the same without an offset, as short as a day. What could be two days is no time.
import type { TimeStep } from '../../../shared/check/checked-file.ts'
import { type Instant, parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'

export interface FileTime {
  /** Where the stretch begins that the text names. */
  at: Instant
  /** How exactly it is written: a day, a minute, a second, or to a fraction of one. */
  step: TimeStep
}

const PARTS =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt ](?<minute>\d{2}:\d{2})(?<second>:\d{2})?(?<fraction>[.,]\d{1,30})?\s?(?<offset>Z|z|UTC|[+-]\d{2}:?\d{2})?)?$/
const LONGEST = 80

/** @param zone of texts that say no offset */
export function fileTimes(zone: string): (text: string) => FileTime | null {
  const ahead = zoneClock(zone)
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
    const step =
      minute === undefined ? 'day' : second === undefined ? 'minute' : fraction === undefined ? 'second' : 'instant'
    return { at: offset === undefined ? onClock(read) : read, step }
  }

  /** The instant at which the zone's clock shows this; of two, the one before the clock is put back. */
  function onClock({ seconds, nanoseconds }: Instant): Instant {
    const first = seconds - ahead(seconds - ahead(seconds))
    const earlier = seconds - ahead(first - 3_600)
    const isShown = earlier + ahead(earlier) === seconds
    return { seconds: isShown ? Math.min(first, earlier) : first, nanoseconds }
  }
}
