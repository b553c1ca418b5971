// The rows of a snapshot in one view, as the screen of events takes them, and the one that is open in the details.
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { EventSteps } from '../../event/details/detail-actions.tsx'
import type { Sorting } from '../../grid/column-choice.ts'
import type { EventRows } from '../../grid/event-rows.ts'
import { MOST_TOGETHER, type RowsSession, type RowsState } from '../store/rows-session.ts'
import { rowsOrder } from './snapshot-exports.ts'

const NO_EVENTS: readonly Event[] = []
const LIMIT = {
  most: MOST_TOGETHER,
  words: `At most ${grouped(MOST_TOGETHER)} rows can be selected at once. Add a condition to have fewer, or export them all.`,
}

/** New objects whenever rows arrive. `view` changes when other rows are shown: the grid then scrolls to the first. */
export function useRows(session: RowsSession, scope: Scope, sort: Sorting) {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const wanted = useMemo(() => ({ scope, sort: rowsOrder(sort) }), [scope, sort])
  useEffect(() => session.show(wanted), [session, wanted])
  const { shown, turn } = state
  const count = shown?.count ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is all that tells of rows that came
  const rows = useMemo(
    (): EventRows => ({ count, at: session.at, all: null, read: session.stretch, limit: LIMIT }),
    [session, count, turn],
  )
  const shownView = useMemo(() => JSON.stringify([shown?.scope, shown?.sort]), [shown?.scope, shown?.sort])
  const isOther =
    shown !== null && (shown.scope !== scope || JSON.stringify(shown.sort) !== JSON.stringify(wanted.sort))
  return { state, rows, sample: shown === null ? NO_EVENTS : session.sample(), view: shownView, isOther }
}

interface OpenRow {
  event: Event | null
  /** Its index in the view; -1: not there, as far as is known. */
  index: number
  open: (index: number) => void
  close: () => void
  steps: EventSteps
}

/** The event in the details, its position among the rows as they are shown, and the steps to its neighbours. */
export function useOpenRow(rows: RowsSession, { shown, turn }: RowsState): OpenRow {
  const [held, setHeld] = useState<{ event: Event; index: number } | null>(null)
  /** The index to open once its row has loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const open = useCallback(
    (index: number) => {
      const event = rows.at(index)
      if (event === null) setAwaited(index)
      else {
        setAwaited(null)
        setHeld({ event, index })
      }
    },
    [rows],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because rows came
  useEffect(() => {
    if (awaited !== null && rows.at(awaited) !== null) open(awaited)
  }, [rows, awaited, open, turn])
  const index = awaited ?? (held === null ? -1 : placeOf(rows, held))
  const count = shown?.count ?? 0
  return {
    event: held?.event ?? null,
    index,
    open,
    close: useCallback(() => {
      setAwaited(null)
      setHeld(null)
    }, []),
    steps: {
      position: index < 0 ? null : { index, count },
      among: 'in this snapshot',
      previous: index > 0 ? () => open(index - 1) : null,
      next: index >= 0 && index < count - 1 ? () => open(index + 1) : null,
    },
  }
}

/** Its index may differ in another view. */
function placeOf(rows: RowsSession, { event, index }: { event: Event; index: number }): number {
  const row = rows.factsOf(event)?.row
  const there = rows.at(index)
  if (there === event || (there !== null && rows.factsOf(there)?.row === row)) return index
  return row === undefined ? -1 : rows.placeOf(row)
}
