// A closed month checked again by one count a day: cheap, and blind only to what a count cannot see (one more and one fewer
// on one day, a change in place). What differs is then read; "in full" reads everything.
import { Temporal } from 'temporal-polyfill'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure.ts'
import type { SnapshotRange } from '../../../shared/snapshot-range.ts'
import type { AskBetween } from './ask-between.ts'

/** `from` and `to` as they are sent: a recheck asks the very same again. `total`: null where the service gave none. */
export interface DayCount {
  from: string
  to: string
  total: number | null
}

/** More days than these are no month, quarter or year. */
const MOST_DAYS = 400

/**
 * The days of a range in its zone, 23 and 25 hours long where its clock says so. Neighbours share their midnight: whatever
 * bounds the service uses, no event lies in none of them. Null for a range without both ends, or of more than 400 days.
 */
export function daysOf({ from, until, zone }: SnapshotRange): Pick<DayCount, 'from' | 'to'>[] | null {
  if (from === null || until === null) return null
  const end = Temporal.Instant.from(until)
  const days: Pick<DayCount, 'from' | 'to'>[] = []
  let start = Temporal.Instant.from(from)
  while (Temporal.Instant.compare(start, end) < 0) {
    if (days.length === MOST_DAYS) return null
    const next = start.toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).toInstant()
    const stop = Temporal.Instant.compare(next, end) < 0 ? next : end
    days.push({ from: start.toString(), to: stop.toString() })
    start = stop
  }
  return days
}

/** One request a day, two at a time; `report` is told how many are answered. The first failure ends it. */
export async function countDays(
  days: readonly Pick<DayCount, 'from' | 'to'>[],
  ask: AskBetween,
  report: (answered: number) => void = () => undefined,
): Promise<Result<DayCount[]>> {
  const counted: DayCount[] = days.map(({ from, to }) => ({ from, to, total: null }))
  let failure: Failure | null = null
  let next = 0
  let answered = 0
  const work = async () => {
    while (next < counted.length && failure === null) {
      const day = counted[next]
      next += 1
      if (day === undefined) return
      const answer = await ask(day.from, day.to, 1)
      if (!answer.ok) failure ??= answer.failure
      else {
        day.total = answer.value.total
        answered += 1
        report(answered)
      }
    }
  }
  await Promise.all([work(), work()])
  return failure === null ? succeeded(counted) : failed(failure)
}

/** The days whose count is another one now, or was or is not given; those that follow each other as one stretch. */
export function differingStretches(
  kept: readonly DayCount[],
  now: readonly DayCount[],
): { from: string; until: string }[] {
  const totals = new Map(now.map(({ from, to, total }) => [`${from} ${to}`, total]))
  const stretches: { from: string; until: string }[] = []
  for (const { from, to, total } of kept) {
    if (total !== null && totals.get(`${from} ${to}`) === total) continue
    const last = stretches.at(-1)
    if (last?.until === from) last.until = to
    else stretches.push({ from, until: to })
  }
  return stretches
}
