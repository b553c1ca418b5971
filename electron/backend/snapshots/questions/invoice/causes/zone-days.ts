// Days and months of a time zone, by seconds since the epoch.
import { periodText } from '../../../../../../shared/snapshot/snapshot-periods.ts'
import { zoneClock } from '../../../../../../shared/time/zone-clock.ts'
import { startOfDate } from '../../../../../../shared/worth/billing-months.ts'
import type { Seconds } from './line-case.ts'

const DAY = 86_400
/** Thousands of lines share a few clocks and a few dates. */
const MOST_KEPT = 1_000

const clocks = new Map<string, (seconds: number) => number>()
const starts = new Map<string, number>()

/** What is kept under a key, which is made where nothing is. */
function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size === MOST_KEPT) known.clear()
  const made = make()
  known.set(key, made)
  return made
}

/** By how many seconds the clock of a zone is ahead of UTC. */
const ahead = (seconds: number, zone: string) => kept(clocks, zone, () => zoneClock(zone))(seconds)

/** Counts days since the epoch of the clock in the zone. */
export const dayNumber = (seconds: number, zone: string) => Math.floor((seconds + ahead(seconds, zone)) / DAY)

/** The date in a zone: `2026-10-31`. */
export const dateOf = (seconds: number, zone: string) => periodText('day', seconds, ahead(seconds, zone))

/** The date so many days later: of `2026-11-01` and -1 it is `2026-10-31`. */
export const daysLater = (date: string, days: number) => periodText('day', Date.parse(date) / 1_000 + days * DAY, 0)

/** The first second of a date, since the epoch. */
export const startOf = (date: string, zone: string) => kept(starts, `${date} ${zone}`, () => startOfDate(date, zone))

/** The first day of the month so many months later: of `2026-10-15` and -1 it is `2026-09-01`. */
export function monthStart(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** A period, cut where months begin. */
export function monthsWithin({ from, until }: Seconds, zone: string): Seconds[] {
  const months: Seconds[] = []
  let start = from
  while (start < until) {
    const next = Math.min(until, startOf(monthStart(dateOf(start, zone), 1), zone))
    months.push({ from: start, until: next })
    start = next
  }
  return months
}
