// The rows of a snapshot in one view, as the screen of events takes them: new objects whenever rows arrive.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { Sorting } from '../../grid/column-choice.ts'
import type { EventRows } from '../../grid/event-rows.ts'
import { MOST_TOGETHER, type RowsSession } from '../store/rows-session.ts'
import { rowsOrder } from './rows-order.ts'

const NO_EVENTS: readonly Event[] = []
const LIMIT = {
  most: MOST_TOGETHER,
  words: `At most ${grouped(MOST_TOGETHER)} rows can be selected at once. Add a condition to have fewer, or export them all.`,
}

/** `view` changes when other rows are shown: the grid then scrolls to the first. */
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
  return { session, state, rows, sample: shown === null ? NO_EVENTS : session.sample(), view: shownView, isOther }
}
