// Events of the search as any answer shows them: one that shows another text than before was altered, or has two; one that is
// not kept, or is kept with another text, contradicts what was read.
import { hash } from 'node:crypto'
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import { nanosecondsOf } from './instants.ts'

export interface SeenRows {
  /** Sees the rows of an answer to the search, of whatever range. */
  see(rows: readonly SearchRow[]): void
  /** From here on, `ofTurn` is about what is seen anew. */
  nextTurn(): void
  /** Whether an event ever came with another text than before. */
  sawAltered(): boolean
  /** Events seen in this turn, as they came last, by what identifies them (`rowKey`). */
  ofTurn(): Map<string, SeenRow>
}

export interface SeenRow {
  /** Of its text (`digestOf`). */
  digest: string
  /** In ns; null where its time cannot be read. */
  at: bigint | null
  /** Whether it meets the filters of the search. */
  fits: boolean
  /** Whether it came in this turn with another text than before. */
  isAltered: boolean
}

interface Seen extends SeenRow {
  answer: number
  turn: number
}

/** Events that are held: enough for a search that is read by offset, too few to matter in memory. */
const MOST_HELD = 2_000
/** Beyond them as many of answers of so few rows: those of counts and witnesses. */
const FEW_ROWS = 20

/** Of an event's text, hexadecimal. */
export const digestOf = (source: string): string => hash('sha256', source, 'hex')

/** @param fits whether a row meets the filters of the search */
export function createSeenRows(fits: (row: SearchRow) => boolean): SeenRows {
  const held = new Map<string, Seen>()
  let [answer, turn, sawAltered] = [0, 0, false]
  return {
    see: (rows) => {
      answer += 1
      const room = rows.length > FEW_ROWS ? MOST_HELD : 2 * MOST_HELD
      for (const row of rows) {
        const key = rowKey(row)
        const before = held.get(key)
        if (before === undefined && held.size >= room) continue
        const digest = digestOf(row.source)
        // Two texts in one answer are counted elsewhere.
        const isOther = before !== undefined && before.answer !== answer && before.digest !== digest
        if (isOther) sawAltered = true
        const isAltered = isOther || (before?.turn === turn && before.isAltered)
        held.set(key, { digest, at: nanosecondsOf(row.createdAt), fits: fits(row), isAltered, answer, turn })
      }
    },
    nextTurn: () => {
      turn += 1
    },
    sawAltered: () => sawAltered,
    ofTurn: () => new Map([...held].filter(([, seen]) => seen.turn === turn)),
  }
}
