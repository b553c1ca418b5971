// A table of figures, drawn as its description says: heads, blocks of rows, of many those in sight, and what is below
// them.
import { VisuallyHidden } from '@mantine/core'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type FigureTable as Described,
  type FigureAct,
  type FigureBlock,
  type FigureColumn,
  type FigureRow,
  standingOn,
} from '../../../shared/figures/figure-description.ts'
import common from '../common.module.css'
import { DataTable } from '../data-table.tsx'
import { shortened } from '../excerpt.ts'
import { FigureLine, isOfFigures, scalesOf, TITLE_CHARACTERS } from './figure-row.tsx'
import styles from './figure-table.module.css'
import { useStops } from './use-stops.ts'

interface FigureTableProps<Row, Of, By extends string> {
  table: Described<Row, Of, By>
  /** Whether other figures are awaited; absent: they are never. */
  isBusy?: boolean
  /** Whether it has an edge of its own. */
  isBoxed?: boolean
  /** This is what the part is called that scrolls with it, where that is a region. */
  region?: string
  onAct?: (act: FigureAct<Of>) => void
  onOrder?: (by: By) => void
}

const HEAD_CHARACTERS = 80
/** Up to so many rows are all in the document. */
const ALL_DRAWN = 120

export function FigureTable<Row, Of, By extends string>(props: FigureTableProps<Row, Of, By>) {
  const { table, isBusy, isBoxed = false, region, onAct = noAct, onOrder } = props
  const { name, more = null, stops: stopKind } = table
  const { columns, blocks } = useMemo(() => standingOn(table, 'screen'), [table])
  const scalesIn = useMemo(() => scalesOf(table), [table])
  const { together, apart, foot, rows, places } = useMemo(() => arranged(blocks), [blocks])
  const act = useStable(onAct)
  const room = useRef<HTMLElement>(null)
  const inSight = useRef<RowsInSightHandle>(null)
  const stops = useStops({
    kind: stopKind,
    columns,
    rows,
    room,
    onScroll: (row) => {
      const place = places[row]
      if (place !== undefined) inSight.current?.scrollTo(place)
    },
    onAct: act,
  })
  const isCounted = stopKind === 'cells'
  const drawn = (one: Arranged<Row, Of> | undefined): ReactNode => {
    if (one === undefined) return null
    if (one.of === 'heading') return <Heading key={one.block.id} {...one} width={columns.length} />
    const { block, row, index } = one
    return (
      <FigureLine
        key={row.id}
        columns={columns}
        row={row}
        scales={scalesIn(block)}
        blockRows={block.rows[0] === row ? block.rows.length : 0}
        index={index}
        isCounted={isCounted}
        stop={stops.stopOf(index)}
        onAct={act}
      />
    )
  }
  const drawnTable = (
    <DataTable
      className={`${styles.table} ${isCounted ? styles.stuck : ''}`}
      aria-label={name}
      aria-busy={isBusy}
      aria-rowcount={isCounted ? rows.length + 1 : undefined}
      onKeyDown={stops.onKeyDown}
    >
      <Heads columns={columns} order={table.order} isCounted={isCounted} onOrder={onOrder} />
      {blocks.some(({ stands }) => stands === undefined) && (
        <tbody>
          {!isCounted || together.length <= ALL_DRAWN ? (
            together.map(drawn)
          ) : (
            <RowsInSight
              count={together.length}
              scroll={room}
              pinned={places[stops.stopRow] ?? -1}
              row={(place) => drawn(together[place])}
              handle={inSight}
            />
          )}
        </tbody>
      )}
      {apart.map(({ block, entries }) => (
        <tbody key={block.id} className={styles.apart} {...block.data}>
          {entries.map(drawn)}
        </tbody>
      ))}
      {foot.length > 0 && <tfoot>{foot.map(drawn)}</tfoot>}
    </DataTable>
  )
  const scrolling = {
    className: `${isBoxed ? common.box : ''} ${common.scroll} ${styles.scroll} ${isCounted ? styles.inSight : ''}`,
    'data-busy': isBusy || undefined,
  }
  return (
    <>
      {region === undefined ? (
        <div {...scrolling}>{drawnTable}</div>
      ) : (
        <section
          ref={room}
          {...scrolling}
          // A scrolling region must be reachable by keyboard: by its cells, or by itself.
          tabIndex={isCounted ? undefined : 0}
          aria-label={region}
        >
          {drawnTable}
        </section>
      )}
      {more !== null && <p className={common.hint}>{more}</p>}
    </>
  )
}

const noAct = () => undefined

/** The same function for good, which does what the latest one does: rows are drawn again only where they are others. */
function useStable<A extends unknown[]>(latest: (...args: A) => void): (...args: A) => void {
  const current = useRef(latest)
  useEffect(() => {
    current.current = latest
  })
  return useCallback((...args) => current.current(...args), [])
}

type Arranged<Row, Of> =
  | { of: 'heading'; block: FigureBlock<Row, Of>; heading: NonNullable<FigureBlock<Row, Of>['heading']> }
  /** `index`: among all rows, headings not counted. */
  | { of: 'row'; block: FigureBlock<Row, Of>; row: FigureRow<Row, Of>; index: number }

/**
 * Headings and rows in the order in which they are drawn, and `rows` without headings. `together`: of blocks with no
 * place of their own, which are the first in `rows`; `places`: where in `together` each of these rows is, by its index.
 */
function arranged<Row, Of>(blocks: readonly FigureBlock<Row, Of>[]) {
  const rows: FigureRow<Row, Of>[] = []
  const entriesOf = (block: FigureBlock<Row, Of>): Arranged<Row, Of>[] => [
    ...(block.heading === undefined ? [] : [{ of: 'heading' as const, block, heading: block.heading }]),
    ...block.rows.map((row) => ({ of: 'row' as const, block, row, index: rows.push(row) - 1 })),
  ]
  const standing = (where: FigureBlock<Row, Of>['stands']) => blocks.filter(({ stands }) => stands === where)
  const together = standing(undefined).flatMap(entriesOf)
  const places = together.flatMap((one, at) => (one.of === 'row' ? [at] : []))
  const apart = standing('apart').map((block) => ({ block, entries: entriesOf(block) }))
  return { together, apart, foot: standing('foot').flatMap(entriesOf), rows, places }
}

interface HeadsProps<Row, Of, By extends string> {
  columns: readonly FigureColumn<Row, Of, By>[]
  order: By | undefined
  isCounted: boolean
  onOrder: ((by: By) => void) | undefined
}

/** A head that rows can be ordered by is a button. */
function Heads<Row, Of, By extends string>(props: HeadsProps<Row, Of, By>) {
  const { columns, order: now, isCounted, onOrder } = props
  return (
    <thead>
      <tr aria-rowindex={isCounted ? 1 : undefined}>
        {columns.map(({ id, head, kind, title, order }) => {
          const words = shortened(head, HEAD_CHARACTERS)
          const isOrder = order !== undefined && order.by === now
          return (
            <th
              key={id}
              scope="col"
              className={styles[kind]}
              aria-sort={isOrder ? order.sorts : undefined}
              data-number={isOfFigures({ kind }) || undefined}
              title={title === undefined ? undefined : shortened(title, TITLE_CHARACTERS)}
            >
              {kind === 'acts' ? (
                <VisuallyHidden>{head}</VisuallyHidden>
              ) : order === undefined || onOrder === undefined ? (
                words
              ) : (
                <button type="button" className={styles.order} aria-label={words} onClick={() => onOrder(order.by)}>
                  {words}
                  {isOrder && <span aria-hidden> {order.sorts === 'ascending' ? '▴' : '▾'}</span>}
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface HeadingProps {
  heading: { text: string; as: 'cell' | 'head' | 'sight' }
  /** It counts columns. */
  width: number
}

/** What is only for sight is heard in the names of its rows: as a row it would be one more for who hears the table. */
function Heading({ heading: { text, as }, width }: HeadingProps): ReactNode {
  const words = shortened(text, HEAD_CHARACTERS)
  return (
    <tr aria-hidden={as === 'sight' || undefined} className={styles.heading}>
      {as === 'head' ? (
        <th scope="rowgroup" colSpan={width}>
          {words}
        </th>
      ) : (
        <td colSpan={width}>
          <span>{words}</span>
        </td>
      )}
    </tr>
  )
}

/** It counts CSS pixels, as the style sheet has them. */
const ROW_HEIGHT = 30
const HEAD_HEIGHT = 31
/** Rows beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 20

interface RowsInSightHandle {
  scrollTo: (index: number) => void
}

interface RowsInSightProps {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** Always drawn, wherever it is. */
  pinned: number
  row: (index: number) => ReactNode
  handle: Ref<RowsInSightHandle>
}

/** Of ten thousand rows, only those in sight and the focused one are in the document. */
function RowsInSight({ count, scroll, pinned, row, handle }: RowsInSightProps) {
  // What scrolls is around them, and there only after them: by itself nothing would draw them again then.
  const [, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
    // Rows under the sticky head and foot are not in sight.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT * 2,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= count ? inSight : [...new Set([...inSight, pinned])].toSorted((a, b) => a - b)
    },
  })
  useImperativeHandle(handle, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }), [virtualizer])
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  /** How many rows are not drawn between the drawn one at `place`, or the end, and the drawn one before it. */
  const gapBefore = (place: number) => (drawn[place] ?? count) - (drawn[place - 1] ?? -1) - 1
  return (
    <>
      {drawn.flatMap((index, place) => [gap(gapBefore(place), index), row(index)])}
      {gap(gapBefore(drawn.length), count)}
    </>
  )
}

/** Takes the space of undrawn rows before `index`. */
function gap(rows: number, index: number): ReactNode {
  return rows === 0 ? null : (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height: rows * ROW_HEIGHT, padding: 0, border: 0 }} />
    </tr>
  )
}
