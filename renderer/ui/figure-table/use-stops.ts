// The one stop that a table of figures has for Tab, and the way that arrow keys go within it.
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FigureAct, FigureColumn, FigureRow, FigureTable } from '../../../shared/figures/figure-description.ts'

/** PageUp and PageDown, in rows. */
const PAGE = 10

/** Where a key leads: so many rows down, one stop to the right, or to an end; below zero it is up, or to the left. */
type Step =
  | { is: 'rows'; by: 1 | -1 }
  | { is: 'page'; by: number }
  | { is: 'stops'; by: 1 | -1 }
  | { is: 'end'; at: 'first' | 'last' }

const STEPS: Record<string, Step> = {
  ArrowDown: { is: 'rows', by: 1 },
  ArrowUp: { is: 'rows', by: -1 },
  ArrowRight: { is: 'stops', by: 1 },
  ArrowLeft: { is: 'stops', by: -1 },
  PageDown: { is: 'page', by: PAGE },
  PageUp: { is: 'page', by: -PAGE },
  Home: { is: 'end', at: 'first' },
  End: { is: 'end', at: 'last' },
}

interface StopsProps<Row, Of> {
  /** What the keys choose: a row, or a cell whose figure is a button; absent: each button is a stop for Tab. */
  kind: FigureTable<Row, Of>['stops']
  columns: readonly FigureColumn<Row, Of>[]
  /** They are in the order in which they are drawn. */
  rows: readonly FigureRow<Row, Of>[]
  /** The element that scrolls, with the table in it. */
  room: RefObject<HTMLElement | null>
  /** Brings a row into the document that is not. */
  onScroll: (row: number) => void
  onAct: (act: FigureAct<Of>) => void
}

interface Place {
  row: number
  /** It counts among the columns. */
  at: number
}

/** `stopOf`: the column of the stop in a row, null where it is in another; undefined where each button is a stop. */
export function useStops<Row, Of>({ kind, columns, rows, room, onScroll, onAct }: StopsProps<Row, Of>) {
  const [chosen, setChosen] = useState<Place | null>(null)
  /** The place that a key leads to, until its button has the focus. */
  const wanted = useRef<Place | null>(null)
  // After every render: the row that was gone to may come into the document only with a later one.
  useLayoutEffect(() => {
    const to = wanted.current
    const found = to && buttonAt(room.current, to)
    if (!found) return
    wanted.current = null
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  /** The columns that keys stop at, by their places among all. */
  const stops = columns.flatMap(({ isStop }, at) => (isStop ? [at] : []))
  const isThere = ({ row, at }: Place) => {
    const figureRow = rows[row]
    const cell = figureRow && columns[at]?.cell(figureRow.of)
    return cell?.act !== undefined && (cell.value !== null || cell.shown !== undefined)
  }
  // Figures come before what a row is told by.
  const first = { row: 0, at: stops.find((at) => columns[at]?.isRowHead !== true) ?? stops[0] ?? 0 }

  function pressedRow(): Place {
    const at = stops[0] ?? 0
    const pressed = rows.findIndex(({ of }) => columns[at]?.cell(of)?.act?.isPressed)
    return { row: Math.max(pressed, 0), at }
  }

  const stop = kind === 'rows' ? pressedRow() : chosen !== null && isThere(chosen) ? chosen : first

  function goTo(to: Place) {
    wanted.current = to
    setChosen(to)
    onScroll(to.row)
    const act = rows[to.row]?.act
    if (kind === 'rows' && act !== undefined) onAct(act)
  }

  function onKeyDown(pressed: KeyboardEvent) {
    if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
    const from = placeOf(pressed.target)
    const step = STEPS[pressed.key]
    if (from === null || step === undefined) return
    const to = kind === 'rows' ? rowFrom(from, step) : placeFrom(from, step)
    if (to === null) return
    pressed.preventDefault()
    if (isThere(to)) goTo(to)
  }

  /**
   * Moves from row to row; Home and End are the first and the last of them. Null where there is no further row, and for
   * the keys that go sideways or by pages, which stay the browser's.
   */
  function rowFrom({ row, at }: Place, step: Step): Place | null {
    if (step.is === 'stops' || step.is === 'page') return null
    const to = step.is === 'rows' ? row + step.by : step.at === 'first' ? 0 : rows.length - 1
    return to < 0 || to >= rows.length ? null : { row: to, at }
  }

  /** Goes from cell to cell, on past those without a figure; where there is none on the way, it stays. */
  function placeFrom(from: Place, step: Step): Place {
    const down = step.is === 'rows' || step.is === 'page' ? step.by : 0
    const [landing, onward] = landingOf(from.at, step)
    let row = Math.max(0, Math.min(rows.length - 1, from.row + down))
    let stopAt = landing
    const place = () => ({ row, at: stops[stopAt] ?? NO_COLUMN })
    while (!isThere(place())) {
      row += Math.sign(down)
      stopAt += onward
      const isOutside = row < 0 || row >= rows.length || stopAt < 0 || stopAt >= stops.length
      if (isOutside) return from
    }
    return place()
  }

  /**
   * The place among `stops` where a step lands, and in which direction it goes on from there: from an end back towards
   * the middle. Home lands on the first figure, not on what a row is told by.
   */
  function landingOf(column: number, step: Step): [landing: number, onward: -1 | 0 | 1] {
    if (step.is === 'end') return step.at === 'first' ? [stops.indexOf(first.at), 1] : [stops.length - 1, -1]
    const by = step.is === 'stops' ? step.by : 0
    return [stops.indexOf(column) + by, by]
  }

  return {
    stopOf: (row: number) => (kind === undefined ? undefined : row === stop.row ? stop.at : null),
    stopRow: stop.row,
    onKeyDown: kind && onKeyDown,
  }
}

const NO_COLUMN = -1

/** The place of the button that a key was pressed on; null: it is none of the table's figures. */
function placeOf(target: EventTarget): Place | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-row]') : null
  return button === null ? null : { row: Number(button.dataset.row), at: Number(button.dataset.at) }
}

const buttonAt = (within: HTMLElement | null, { row, at }: Place) =>
  within?.querySelector<HTMLElement>(`button[data-row="${row}"][data-at="${at}"]`)
