// The event of a snapshot in the details, its position among the rows, and the steps to its neighbours.
import { useCallback, useEffect, useState } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import type { EventSteps } from '../../event/details/use-event-steps.ts'
import type { RowsSession, RowsState } from '../store/rows-session.ts'

export interface OpenRow {
  event: Event | null
  /** Its index in the view; -1: not there, as far as is known. */
  index: number
  open: (index: number) => void
  close: () => void
  steps: EventSteps
}

/** `state` is that of the rows as they are shown. */
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
