// The pace of a reading, from its progress over the last seconds: "2,100 events a second", "about 30 s left".
import type { ReadingProgress } from '../../../shared/snapshot/snapshot.ts'

export interface ReadingPace {
  eventsPerSecond: number
  /** Until all events are read; null where nobody knows how many there are, or they are being counted again. */
  leftMs: number | null
}

export interface PaceMeter {
  /** At `now`, in ms since the epoch. */
  note(progress: ReadingProgress, now: number): void
  /** Null until there is enough to compute it from. */
  pace(): ReadingPace | null
}

/** Older measurements say little about now. */
const WINDOW_MS = 15_000
/** A shorter window would make the figure jump. */
const LEAST_MS = 900
/** A longer gap between measurements is a pause: nothing is computed across it. */
const LONGEST_GAP_MS = 5_000

/** Measures over the last 15 s; begins anew after a gap of more than 5 s, or if there are fewer events than before. */
export function createPaceMeter(): PaceMeter {
  let noted: { now: number; events: number }[] = []
  let latest: ReadingProgress | null = null

  return {
    note(progress, now) {
      const last = noted.at(-1)
      const isAnew = last !== undefined && (now - last.now > LONGEST_GAP_MS || progress.events < last.events)
      noted = isAnew ? [] : noted.filter((one) => now - one.now <= WINDOW_MS)
      noted.push({ now, events: progress.events })
      latest = progress
    },
    pace() {
      const [first, last] = [noted[0], noted.at(-1)]
      if (first === undefined || last === undefined || latest === null || last.now - first.now < LEAST_MS) return null
      const eventsPerSecond = ((last.events - first.events) * 1000) / (last.now - first.now)
      const { total, phase } = latest
      const isKnown = total !== null && phase === 'reading' && eventsPerSecond > 0
      return {
        eventsPerSecond,
        leftMs: isKnown ? (Math.max(0, total - latest.events) * 1000) / eventsPerSecond : null,
      }
    },
  }
}
