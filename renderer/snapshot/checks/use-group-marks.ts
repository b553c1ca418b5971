// Which groups of possible duplicates are selected, and what was done with them last: marked, or let go of.
import { useCallback, useMemo, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Result } from '../../../shared/failure/failure.ts'
import type { LegitimateMark } from '../../../shared/snapshot/snapshot-checks.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import type { ChecksSession } from '../store/checks-session.ts'

interface Done {
  words: string
  /** Null: it was itself undone. */
  undo: (() => Promise<void>) | null
}

export interface GroupMarks {
  /** Keys of groups, on whichever page. */
  selected: ReadonlySet<string>
  /** Of those that are marked. */
  marked: ReadonlySet<string>
  done: Done | null
  select: (keys: readonly string[], isSelected: boolean) => void
  clear: () => void
  /** With one note; false where it was refused, which is said. */
  mark: (keys: readonly string[], note: string) => Promise<boolean>
  unmark: (keys: readonly string[]) => Promise<boolean>
}

const NONE: ReadonlySet<string> = new Set()

/** @param of what the groups are of: with another, nothing is selected */
export function useGroupMarks(session: ChecksSession, marks: readonly LegitimateMark[] | null, of: string): GroupMarks {
  const [chosen, setChosen] = useState({ of, keys: NONE })
  const [done, setDone] = useState<Done | null>(null)
  const selected = chosen.of === of ? chosen.keys : NONE
  const marked = useMemo(() => new Set(marks?.map(({ key }) => key)), [marks])

  const clear = useCallback(() => setChosen({ of, keys: NONE }), [of])
  const select = useCallback(
    (keys: readonly string[], isSelected: boolean) => {
      setDone(null)
      setChosen((now) => {
        const next = new Set(now.of === of ? now.keys : NONE)
        for (const key of keys) {
          if (isSelected) next.add(key)
          else next.delete(key)
        }
        return { of, keys: next }
      })
    },
    [of],
  )

  const change = useCallback(
    async (changed: Promise<Result<null>>, words: string, undo: () => Promise<Result<null>>) => {
      const kept = await changed
      if (!kept.ok) {
        notifyFailure(kept.failure)
        return false
      }
      const undone = async () => {
        const back = await undo()
        if (back.ok) setDone({ words: `Undone: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, undo: null })
        else notifyFailure(back.failure)
      }
      clear()
      setDone({ words, undo: undone })
      return true
    },
    [clear],
  )
  const mark = useCallback(
    (keys: readonly string[], note: string) =>
      change(
        session.mark(keys.map((key) => ({ key, note }))),
        `${countWords(keys.length, 'group')} marked as legitimate`,
        () => session.unmark(keys),
      ),
    [session, change],
  )
  const unmark = useCallback(
    (keys: readonly string[]) => {
      const unmarked = new Set(keys)
      const removed = session.state().marks?.filter(({ key }) => unmarked.has(key)) ?? []
      return change(session.unmark(keys), `${countWords(keys.length, 'mark')} removed`, () => session.mark(removed))
    },
    [session, change],
  )
  return { selected, marked, done, select, clear, mark, unmark }
}
