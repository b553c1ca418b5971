// Events of the search as any answer shows them: one that shows another text than before was altered, or has two; one that is
// not kept contradicts what was read.
import { hash } from 'node:crypto'
import { rowKey, type SearchRow } from '../../../rows/search-row.ts'
import { nanosecondsOf } from './instants.ts'

export interface SeenRows {
  /** Sees the rows of an answer to the search, of whatever range. */
  see(rows: readonly SearchRow[]): void
  /** From here on, `unkept` is about what is seen anew. */
  nextTurn(): void
  /** How often an event came with another text than before. */
  changed(): number
  /** How many events seen in this turn are in the range, match, and are not kept. @param isInside of an instant in ns */
  unkept(isKept: (key: string) => boolean, isInside: (at: bigint | null) => boolean): number
}

interface Seen {
  digest: string
  answer: number
  turn: number
  at: bigint | null
  fits: boolean
}

/** Events that are held: enough for a search that is read by offset, too few to matter in memory. */
const MOST_HELD = 2_000
/** Of a large search, only answers of so few rows are looked at: those of counts and witnesses. */
const FEW_ROWS = 20

/** @param fits whether a row meets the filters of the search */
export function createSeenRows(fits: (row: SearchRow) => boolean): SeenRows {
  const held = new Map<string, Seen>()
  let [answer, turn, changed] = [0, 0, 0]
  return {
    see: (rows) => {
      if (held.size >= MOST_HELD && rows.length > FEW_ROWS) return
      answer += 1
      for (const row of rows) {
        const key = rowKey(row)
        const before = held.get(key)
        if (before === undefined && held.size >= MOST_HELD) continue
        const digest = hash('sha256', row.source, 'hex')
        // Two texts in one answer are counted elsewhere.
        if (before !== undefined && before.answer !== answer && before.digest !== digest) changed += 1
        held.set(key, { digest, answer, turn, at: nanosecondsOf(row.createdAt), fits: fits(row) })
      }
    },
    nextTurn: () => {
      turn += 1
    },
    changed: () => changed,
    unkept: (isKept, isInside) => {
      let count = 0
      for (const [key, { at, turn: seenIn, fits: doesFit }] of held) {
        if (seenIn === turn && doesFit && isInside(at) && !isKept(key)) count += 1
      }
      return count
    },
  }
}
