// The table "Totals": a block for each currency or unit with an "All" of its own, in it a line a group, every figure a button
// that shows its events. One stop for Tab; the arrow keys go from figure to figure.
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { exactOf, type FigureName, type TotalsFigure } from '../../../shared/figures/totals.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { scopeOf } from './figure-columns.ts'
import { PinnedTotals } from './pinned-totals.tsx'
import { KEYS, Line, LinesInSight, type LinesInSightHandle } from './totals-line.tsx'
import { type DrawnRow, type ShownTotals, totalsRows } from './totals-lines.ts'
import styles from './totals-table.module.css'

interface TotalsTableProps {
  shown: ShownTotals
  isBusy: boolean
  onOrder: (order: TotalsQuestion['order']) => void
  onShowEvents: (scope: Scope) => void
  /** By the rules: shows the events of a figure, or, of no column, those without money; of all with money all. */
  onShowWorth: (line: TotalsLine, column: TotalsFigure | null) => void
}

/** Up to this many lines are all in the document. */
const ALL_DRAWN = 120
/** PageUp and PageDown. */
const PAGE = 10

export function TotalsTable({ shown, isBusy, onOrder, onShowEvents, onShowWorth }: TotalsTableProps) {
  const { answer, columns, keys, unitHead, coverage, share, question } = shown
  const { body, foot, places, lines } = useMemo(() => totalsRows(answer, unitHead), [answer, unitHead])
  const scroll = useRef<HTMLElement>(null)
  const inSight = useRef<LinesInSightHandle>(null)
  const [stop, setStop] = useState({ row: 0, at: 0 })
  const wanted = useRef<{ row: number; at: number } | null>(null)
  const last = lines.length - 1

  useLayoutEffect(() => {
    const to = wanted.current
    const found = to && buttonOf(scroll.current, to.row, to.at)
    if (!found) return
    wanted.current = null
    found.focus({ preventScroll: true })
    found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const isThere = (row: number, at: number) => {
    const line = lines[row]
    const column = columns[at]
    if (at === KEYS) return line !== undefined && line.keys.length > 0
    return (
      line !== undefined &&
      (column === undefined ? at === columns.length && coverage !== null : exactOf(line, column) !== null)
    )
  }

  function goTo(row: number, at: number) {
    wanted.current = { row, at }
    setStop({ row, at })
    const place = places[row]
    if (place !== undefined) inSight.current?.scrollTo(place)
  }

  function onKeyDown(pressed: KeyboardEvent) {
    if (pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
    const from = placeOf(pressed.target)
    const step = from && STEPS[pressed.key]
    if (!from || !step) return
    pressed.preventDefault()
    const [down, right] = step
    const rows = down === 0 ? 0 : Math.sign(down)
    let row = Math.max(0, Math.min(last, from.row + down))
    const isToEnd = Math.abs(right) > 1
    let at = isToEnd ? (right < 0 ? 0 : columns.length) : from.at + right
    const inward = isToEnd ? -Math.sign(right) : right
    // Skips cells without a figure, up to the end of the table.
    for (let tries = 0; tries <= last + columns.length && !isThere(row, at); tries += 1) {
      row += rows
      at += inward
      if (row < 0 || row > last || at < KEYS || at > columns.length) return
    }
    if (isThere(row, at)) goTo(row, at)
  }

  function onClick(clicked: MouseEvent) {
    const place = placeOf(clicked.target)
    const line = place && lines[place.row]
    if (!place || !line) return
    setStop(place)
    // The keys stand for all events of their line, as their count does.
    const column = columns[Math.max(place.at, 0)]
    if (answer.worth !== undefined) return onShowWorth(line, column ?? null)
    if (column !== undefined) return onShowEvents(scopeOf(question, answer, line, column))
    const measured = line.total.numbers === line.total.count ? 'number' : line.total.without > 0 ? 'without' : 'beyond'
    onShowEvents(figureScope(question, answer, { line, measured }))
  }

  const stopRow = stop.row > last || !isThere(stop.row, stop.at) ? 0 : stop.row
  const stopAt = stopRow === stop.row && isThere(stop.row, stop.at) ? stop.at : 0
  const width =
    keys.length +
    columns.reduce((sum, { rounded }) => sum + (rounded === null ? 1 : 2), 0) +
    (share === null ? 0 : 1) +
    (coverage === null ? 0 : 1)
  const draw = (drawn: DrawnRow | undefined) => {
    if (drawn === undefined) return null
    if (drawn.of === 'heading') return <Heading key={drawn.id} words={drawn.words} width={width} />
    const { row, line } = drawn
    return (
      <Line
        key={row}
        shown={shown}
        line={line}
        row={row}
        isAll={drawn.of === 'all'}
        stop={row === stopRow ? stopAt : null}
      />
    )
  }
  return (
    <div className={`${common.box} ${styles.box}`}>
      <section
        ref={scroll}
        className={`${common.scroll} ${styles.scroll}`}
        aria-label="Lines"
        data-busy={isBusy || undefined}
      >
        <DataTable
          className={styles.table}
          aria-label="Totals"
          aria-busy={isBusy}
          aria-rowcount={last + 2}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <thead>
            <tr aria-rowindex={1}>
              {keys.map(({ head }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be one
                <Head key={at} title={head} by="keys" order={question.order} onOrder={onOrder} className={styles.key} />
              ))}
              {columns.map(({ id, figure, at, title, rounded }) => (
                <Heads
                  key={id}
                  title={title}
                  rounded={rounded?.title ?? null}
                  by={at === null ? ORDERS[figure] : undefined}
                  order={question.order}
                  onOrder={onOrder}
                />
              ))}
              {share !== null && <Head title={share.head} className={styles.number} />}
              {coverage !== null && <Head title={coverage} className={styles.coverage} />}
            </tr>
          </thead>
          <tbody>
            {body.length <= ALL_DRAWN ? (
              body.map(draw)
            ) : (
              <LinesInSight
                count={body.length}
                scroll={scroll}
                pinned={places[stopRow] ?? -1}
                line={(place) => draw(body[place])}
                handle={inSight}
              />
            )}
          </tbody>
          {foot.length > 0 && <tfoot>{foot.map(draw)}</tfoot>}
        </DataTable>
      </section>
      <PinnedTotals shown={shown} />
    </div>
  )
}

/** The figures of its lines, and "All", name it: as a row it would be one more for who hears the table. */
function Heading({ words, width }: { words: string; width: number }) {
  return (
    <tr aria-hidden className={styles.heading}>
      <td colSpan={width}>
        <span>{shortened(words, 80)}</span>
      </td>
    </tr>
  )
}

/** The orders that the head of a whole figure offers. */
const ORDERS: Partial<Record<FigureName, TotalsQuestion['order']>> = { count: 'count', 'debit-minus-credit': 'amount' }

/** Rows down, figures to the right. */
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

function placeOf(target: EventTarget): { row: number; at: number } | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('button[data-row]') : null
  return button === null ? null : { row: Number(button.dataset.row), at: Number(button.dataset.at) }
}

const buttonOf = (within: HTMLElement | null, row: number, at: number) =>
  within?.querySelector<HTMLElement>(`button[data-row="${row}"][data-at="${at}"]`)

interface HeadProps {
  title: string
  by?: TotalsQuestion['order'] | undefined
  order?: TotalsQuestion['order']
  onOrder?: (order: TotalsQuestion['order']) => void
  className?: string | undefined
}

/** A head that lines can be sorted by is a button: keys ascending, figures descending. */
function Head({ title, by, order, onOrder, className }: HeadProps) {
  const shown = shortened(title, 80)
  const isOrder = by !== undefined && by === order
  const sort = isOrder ? (by === 'keys' ? 'ascending' : 'descending') : undefined
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sort}
      title={title.length > 24 ? shortened(title, 2_000) : undefined}
    >
      {by === undefined || onOrder === undefined ? (
        shown
      ) : (
        <button type="button" className={styles.order} aria-label={shown} onClick={() => onOrder(by)}>
          {shown}
          {isOrder && <span aria-hidden> {by === 'keys' ? '▴' : '▾'}</span>}
        </button>
      )}
    </th>
  )
}

function Heads({ rounded, ...head }: HeadProps & { rounded: string | null }) {
  return (
    <>
      <Head {...head} className={styles.number} />
      {rounded !== null && <Head title={rounded} className={styles.rounded} />}
    </>
  )
}
