// Whether the totals of a slice's parts add up to its own: only then can totals of parts prove anything.
import { nanosecondsOf, SECOND } from './instants.ts'
import type { Reading } from './reading.ts'
import type { Bounds, ReadingAnswer } from './requests.ts'

export type PartsCheck =
  | 'adds-up'
  /** Parts contain each other's rows: the service does not keep to the range. */
  | 'overlap'
  /** The parts add up to far more than the whole: totals do not count matches. */
  | 'more'
  /** Neither: rows that no range finds, or too many arrivals and removals. */
  | 'differs'
  /** A count failed. */
  | 'unasked'

export interface CountedParts {
  whole: Bounds
  /** The whole's total, taken before its parts were counted. */
  total: number
  parts: { bounds: Bounds; total: number }[]
  /** The overlaps of neighbouring parts. */
  shared: readonly Bounds[]
}

/** The share of a total that may arrive or vanish while parts are counted. */
const NOISE = 0.05

/** Counts again if the totals do not add up at once: rows at a cut count twice, and events may have arrived or vanished. */
export async function checkParts(reading: Reading, { whole, total, parts, shared }: CountedParts): Promise<PartsCheck> {
  const { requests } = reading
  const sum = parts.reduce((all, part) => all + part.total, 0)
  if (sum === total) return 'adds-up'
  let [before, counted] = [total, sum]
  for (let tries = 1; tries <= 2; tries += 1) {
    const [overlaps, again, parted] = await Promise.all([
      Promise.all(shared.map((bounds) => requests.count(bounds))),
      requests.count(whole),
      tries === 1 ? [] : Promise.all(parts.map(({ bounds }) => requests.count(bounds))),
    ])
    if (!again.ok) return 'unasked'
    let twice = 0
    for (const [index, overlap] of overlaps.entries()) {
      if (!overlap.ok) return 'unasked'
      if (!isInside(overlap.value, shared[index])) {
        reading.find({ about: 'ranges', finding: 'open', words: 'Ranges do not separate events.' }, overlap.value)
        return 'overlap'
      }
      twice += overlap.value.total ?? 0
    }
    if (tries > 1) {
      counted = 0
      for (const part of parted) {
        if (!part.ok) return 'unasked'
        counted += part.value.total ?? 0
      }
    }
    const now = again.value.total ?? 0
    if (now < before) reading.state.fell = true
    const moved = Math.abs(now - before)
    const slack = moved === 0 ? 0 : moved + 2
    const difference = counted - twice
    if (difference >= Math.min(before, now) - slack && difference <= Math.max(before, now) + slack) return 'adds-up'
    if (tries === 2) {
      if (difference <= Math.max(before, now) * (1 + NOISE) + slack) return 'differs'
      const words =
        "The counts of a range's parts add up to more than the whole: the total is not the number of matches."
      reading.find({ about: 'totals', finding: 'wrong', words }, again.value)
      return 'more'
    }
    before = now
  }
  return 'unasked'
}

/** Whether the answer for a narrow overlap holds only rows within a second of it. */
function isInside({ events, total }: ReadingAnswer, bounds: Bounds | undefined): boolean {
  const [from, to] = [nanosecondsOf(bounds?.from ?? null), nanosecondsOf(bounds?.to ?? null)]
  if (events.length === 0) return total === 0
  return events.every(({ createdAt }) => {
    const at = nanosecondsOf(createdAt)
    return at !== null && from !== null && to !== null && at >= from - SECOND && at <= to + SECOND
  })
}
