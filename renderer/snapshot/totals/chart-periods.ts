// All periods of a chart by the clock of a zone, from the first to the last, including empty ones.

import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { periodText } from '../../../shared/snapshot/snapshot-periods.ts'
import { zoneClock } from '../../../shared/time/day-moments.ts'
import { parseInstant } from '../../../shared/time/instant.ts'

/** Short enough never to step over a period: some clocks shift by half an hour, one skipped a whole day. */
const STEP_SECONDS: Record<Period, number> = { hour: 1_800, day: 43_200, week: 3 * 86_400, month: 14 * 86_400 }
/** With more periods, the chart shows only those that have events. */
const MOST_STEPS = 40_000

export interface ChartRange {
  /** RFC 3339; null: open. `until` does not belong to it. */
  from: string | null
  until: string | null
}

/** @param seen those that have events. @param zone one that `isZone` knows. @returns in the order of time */
export function chartPeriods(
  every: Period,
  seen: readonly string[],
  { from, until }: ChartRange,
  zone: string,
): string[] {
  const clock = zoneClock(zone)
  const textAt = (seconds: number) => periodText(every, seconds, clock(seconds))
  const known = seen.map(secondsOf).filter((seconds) => seconds !== null)
  const [begin, end] = [from, until].map((edge) => (edge === null ? undefined : parseInstant(edge)?.seconds))
  const first = begin ?? least(known)
  const last = end === undefined ? most(known) : end - 1
  if (first === null || last === null) return [...seen]
  const step = STEP_SECONDS[every]
  // Events outside the range are drawn too.
  const start = Math.min(first, least(known) ?? first)
  const finish = Math.max(last, most(known) ?? last)
  const ordered = inTime(seen)
  if ((finish - start) / step > MOST_STEPS) return ordered
  // An open range begins and ends with the first and last period that has events, as named by the zone's clock.
  const firstText = begin === undefined ? ordered[0] : textAt(begin)
  const lastText = end === undefined ? ordered.at(-1) : textAt(last)
  const wanted = new Set(seen)
  const periods = new Set<string>()
  let isInside = false
  // A day on either side: `seen` says when a period begins by the clock, not in UTC.
  for (let at = start - 90_000; at <= finish + 90_000 + step; at += step) {
    const text = textAt(at)
    if (text === firstText) isInside = true
    if (isInside || wanted.has(text)) periods.add(text)
    if (text === lastText && textAt(at + step) !== lastText) isInside = false
  }
  return [...periods]
}

/** When a period begins, give or take the zone's offset. */
function secondsOf(text: string): number | null {
  const full = text.length === 7 ? `${text}-01T00:00:00Z` : text.length === 10 ? `${text}T00:00:00Z` : withSeconds(text)
  return parseInstant(full)?.seconds ?? null
}

const withSeconds = (text: string) => text.replace(/^(.{16})/, '$1:00')

const inTime = (seen: readonly string[]) => [...seen].sort((a, b) => (secondsOf(a) ?? 0) - (secondsOf(b) ?? 0))

const least = (list: readonly number[]) => list.reduce<number | null>((a, b) => (a === null || b < a ? b : a), null)
const most = (list: readonly number[]) => list.reduce<number | null>((a, b) => (a === null || b > a ? b : a), null)
