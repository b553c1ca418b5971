// The periods of a chart from its first to its last, also those in which nothing happened, as the clock of a zone has them.
import { parseInstant } from '../../../shared/instant.ts'
import { periodText } from '../../../shared/period-text.ts'
import type { Period } from '../../../shared/snapshot-key.ts'
import { zoneClock } from '../../../shared/zone-clock.ts'

/** Short enough that no period is stepped over, whatever a clock does: some go by half hours, one left out a day. */
const STEP_SECONDS: Record<Period, number> = { hour: 1_800, day: 43_200, week: 3 * 86_400, month: 14 * 86_400 }
/** A chart of more periods shows those that have events. */
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
  // An event outside of the range is drawn as well: it is there.
  const start = Math.min(first, least(known) ?? first)
  const finish = Math.max(last, most(known) ?? last)
  const ordered = inTime(seen)
  if ((finish - start) / step > MOST_STEPS) return ordered
  // Without an edge it is the first or the last that has events, which says when it begins by the zone's clock.
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
