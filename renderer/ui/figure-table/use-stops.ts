// The one stop that a table of figures has for Tab, and the way that arrow keys go within it.
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FigureAct, FigureColumn, FigureRow, FigureTable } from '../../../shared/figures/figure-description.ts'

/** PageUp and PageDown, in rows. */
const PAGE = 10

/** Rows down, stops to the right; ±2: to the end of the row, or, where rows are chosen, of the table. */
const STEPS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [PAGE, 0],
  PageUp: [-PAGE, 0],
  Home: [0, -2],
  End: [0, 2],
}

interface StopsProps<Row, Of> {
  kind: FigureTable<Row, Of>['stops']
  columns: readonly FigureColumn<Row, Of>[]
  /** They are in the order in which they are drawn. */
  rows: readonly FigureRow<Row, Of>[]
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
  const wanted = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const to = wanted.current
    const found = to && buttonAt(room.current, to)
    if (!found) return
    wanted.current = null
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
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
  function rowFrom({ row, at }: Place, [down, right]: [number, number]): Place | null {
    if (Math.abs(down) > 1 || Math.abs(right) === 1) return null
    const end = right < 0 ? 0 : rows.length - 1
    const to = down === 0 ? end : row + down
    return to < 0 || to >= rows.length ? null : { row: to, at }
  }

  /**
   * Goes from cell to cell, past those without a figure; where there is none on the way, it stays. Home and End go to
   * an end of the row, and from there back towards its middle: Home to the first figure, not to what a row is told by.
   */
  function placeFrom(from: Place, [down, right]: [number, number]): Place {
    const isToEnd = Math.abs(right) > 1
    const end = right < 0 ? stops.indexOf(first.at) : stops.length - 1
    let row = Math.max(0, Math.min(rows.length - 1, from.row + down))
    let stopAt = isToEnd ? end : stops.indexOf(from.at) + right
    const placeAt = () => ({ row, at: stops[stopAt] ?? -1 })
    // One of the two is never 0, so this comes to a figure or leaves the table.
    const [rowsOn, stopsOn] = [Math.sign(down), isToEnd ? -Math.sign(right) : right]
    while (!isThere(placeAt())) {
      row += rowsOn
      stopAt += stopsOn
      if (row < 0 || row >= rows.length || stopAt < 0 || stopAt >= stops.length) return from
    }
    return placeAt()
  }

  return {
    stopOf: (row: number) => (kind === undefined ? undefined : row === stop.row ? stop.at : null),
    stopRow: stop.row,
    onKeyDown: kind && onKeyDown,
  }
}

function placeOf(target: EventTarget): Place | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-row]') : null
  return button === null ? null : { row: Number(button.dataset.row), at: Number(button.dataset.at) }
}

const buttonAt = (within: HTMLElement | null, { row, at }: Place) =>
  within?.querySelector<HTMLElement>(`button[data-row="${row}"][data-at="${at}"]`)
