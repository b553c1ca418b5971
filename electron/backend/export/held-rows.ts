// Rows of the screen on their way to a file: they come in pieces, are checked as they come, and are bounded together. Those
// of files that are written stay for "Export again" as long as nobody needs their room.
import { isJson } from '../../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'

/** In UTF-16 units. */
const MOST_HELD = 256 * 1024 * 1024

export interface HeldRows {
  open(id: string): void
  add(id: string, sources: readonly string[]): Result<{ rows: number }>
  /** Null if they were dropped to make room. */
  of(id: string): readonly string[] | null
  /** From now on they may be dropped to make room for others, oldest first. */
  keep(id: string): void
  drop(id: string): void
}

interface Held {
  /** Only texts are kept: a parsed event takes many times their room. */
  sources: readonly string[]
  characters: number
  isKept: boolean
}

/** @param most UTF-16 units of all rows together; rows of written files are dropped before more is refused */
export function createHeldRows(most = MOST_HELD): HeldRows {
  const held = new Map<string, Held>()
  const characters = () => held.values().reduce((sum, one) => sum + one.characters, 0)

  function makeRoom(more: number): boolean {
    for (const [id, { isKept }] of held) {
      if (characters() + more <= most) return true
      if (isKept) held.delete(id)
    }
    return characters() + more <= most
  }

  return {
    open: (id) => void held.set(id, { sources: [], characters: 0, isKept: false }),
    add(id, sources) {
      const one = held.get(id)
      if (one === undefined || one.isKept) return failed(OVER)
      if (!sources.every(isJson)) return failed(NO_JSON)
      const more = sources.reduce((sum, source) => sum + source.length, 0)
      if (!makeRoom(more)) return failed(TOO_MUCH)
      const all = one.sources.concat(sources)
      held.set(id, { ...one, sources: all, characters: one.characters + more })
      return succeeded({ rows: all.length })
    },
    of: (id) => held.get(id)?.sources ?? null,
    keep(id) {
      const one = held.get(id)
      held.delete(id)
      if (one !== undefined) held.set(id, { ...one, isKept: true })
    },
    drop: (id) => void held.delete(id),
  }
}

const invalid = (message: string): Failure => ({ kind: 'invalid', field: 'export', message })
export const OVER = invalid('This export is over. Start it again.')
const TOO_MUCH = invalid('These rows are more than one export can hold (256 MiB). Select fewer.')
const NO_JSON = invalid('A row could not be read and nothing was written. Load the page again and export it once more.')
