// How many days a snapshot covers, and what a figure is of one day.
import { type Decimal, percentOf, times } from '../exact/decimal.ts'
import { inZone } from '../time/instant.ts'
import { rangeDays } from './range-days.ts'
import type { SnapshotSummary } from './snapshot.ts'

export interface PeriodDays {
  /** Of whole days 86,400,000 each, also where daylight saving makes one longer. */
  milliseconds: number
  /** "31 days", "21.67 days". */
  words: string
}

const A_DAY = 86_400_000

/** Of a range that has not ended, as far as it had come. Null: it has no start or no end. */
export function periodDays({
  range: { from: asked, until: end, zone },
  until: fixed,
  begins,
  status,
  clock,
  begunAt,
}: Pick<SnapshotSummary, 'range' | 'until' | 'begins' | 'status' | 'clock' | 'begunAt'>): PeriodDays | null {
  const isSoFar = status.state === 'finished' && status.verdict.soFar
  const now = clock === null ? begunAt : clock[clock.used]
  const [from, until] = [begins ?? asked, isSoFar ? now : (end ?? fixed)]
  if (from === null || until === null) return null
  const days = isMidnight(from, zone) && isMidnight(until, zone) ? rangeDays({ from, until, zone }) : null
  if (days !== null) return { milliseconds: days.length * A_DAY, words: daysWords(String(days.length)) }
  const milliseconds = Date.parse(until) - Date.parse(from)
  return milliseconds > 0 ? { milliseconds, words: daysWords((milliseconds / A_DAY).toFixed(2)) } : null
}

const daysWords = (days: string) => `${days} ${days === '1' ? 'day' : 'days'}`

function isMidnight(utc: string, zone: string): boolean {
  const seen = inZone(utc, zone)
  return seen !== null && seen.time === '00:00:00' && !/[1-9]/.test(seen.fraction)
}

/** Rounded half up to so many places; a plain decimal. */
export function perDay(figure: Decimal, { milliseconds }: PeriodDays, places: number): string | null {
  const whole = { digits: BigInt(milliseconds) * 100n, scale: 0 }
  return percentOf(times(figure, { digits: BigInt(A_DAY), scale: 0 }), whole, places)
}
