// Which days of a closed snapshot count differently now. Blind only to what a count cannot see: one more and one fewer on
// one day, and a change in place, which reading everything again shows.
import type { Closing } from '../store/snapshot-label.ts'

type Day = Closing['days'][number]

/** Days whose count is another one now, or was or is not given; those that follow each other as one stretch. */
export function differingDays(kept: readonly Day[], now: readonly Day[]): { from: string; until: string }[] {
  const nameOf = ({ from, to }: Day) => `${from} ${to}`
  const totals = new Map(now.map((day) => [nameOf(day), day.total]))
  const stretches: { from: string; until: string }[] = []
  for (const day of kept) {
    if (day.total !== null && totals.get(nameOf(day)) === day.total) continue
    const last = stretches.at(-1)
    if (last?.until === day.from) last.until = day.to
    else stretches.push({ from: day.from, until: day.to })
  }
  return stretches
}
