// A table of figures, drawn as its description says: heads, blocks of rows, and what is below them.
import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import {
  type FigureTable as Described,
  type FigureAct,
  type FigureBlock,
  type FigureColumn,
  standingOn,
} from '../../../shared/figures/figure-table.ts'
import common from '../common.module.css'
import { DataTable } from '../data-table.tsx'
import { shortened } from '../excerpt.ts'
import { isOfFigures, scalesOf } from './drawn-figure.ts'
import { FigureLine } from './figure-row.tsx'
import styles from './figure-table.module.css'

interface FigureTableProps<Row, Of> {
  table: Described<Row, Of>
  /** Whether other figures are awaited; absent: they are never. */
  isBusy?: boolean
  /** Whether it has an edge of its own. */
  isBoxed?: boolean
  /** What the part is called that scrolls with it, where that is a region. */
  region?: string
  onAct?: (act: FigureAct<Of>) => void
}

const HEAD_CHARACTERS = 80

export function FigureTable<Row, Of>(props: FigureTableProps<Row, Of>) {
  const { table, isBusy, isBoxed = false, region, onAct = noAct } = props
  const { name, more = null } = table
  const { columns, blocks } = standingOn(table, 'screen')
  const scalesIn = useMemo(() => scalesOf(table), [table])
  const room = useRef<HTMLElement>(null)
  const rows = table.stops === 'rows' ? blocks.flatMap((block) => block.rows) : []
  // The one that is pressed, else the first.
  const stop = rows.find(({ of }) => columns.some(({ cell }) => cell(of)?.act?.isPressed)) ?? rows[0]

  function goToRow(pressed: KeyboardEvent) {
    const buttons = [...(room.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
    const from = buttons.indexOf(pressed.target as HTMLElement)
    const to = from < 0 ? undefined : STEPS[pressed.key]?.(from, buttons.length - 1)
    const act = to === undefined ? undefined : rows[to]?.act
    if (to === undefined || act === undefined) return
    pressed.preventDefault()
    buttons[to]?.focus()
    onAct(act)
  }

  const drawn = (block: FigureBlock<Row, Of>) => [
    block.heading && <Heading key={block.id} heading={block.heading} width={columns.length} />,
    ...block.rows.map((row, at) => (
      <FigureLine
        key={row.id}
        columns={columns}
        row={row}
        scales={scalesIn(block)}
        blockRows={at === 0 ? block.rows.length : 0}
        isStop={table.stops && row === stop}
        onAct={onAct}
      />
    )),
  ]
  const standing = (where: FigureBlock<Row, Of>['stands']) => blocks.filter(({ stands }) => stands === where)
  const together = standing(undefined)
  const foot = standing('foot')
  const drawnTable = (
    <DataTable className={styles.table} aria-label={name} aria-busy={isBusy} onKeyDown={table.stops && goToRow}>
      <Heads columns={columns} />
      {together.length > 0 && <tbody>{together.map(drawn)}</tbody>}
      {standing('apart').map((block) => (
        <tbody key={block.id} className={styles.apart} {...block.data}>
          {drawn(block)}
        </tbody>
      ))}
      {foot.length > 0 && <tfoot>{foot.map(drawn)}</tfoot>}
    </DataTable>
  )
  const scrolling = {
    className: `${isBoxed ? common.box : ''} ${common.scroll} ${styles.scroll}`,
    'data-busy': isBusy || undefined,
  }
  return (
    <>
      {region === undefined ? (
        <div {...scrolling}>{drawnTable}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section ref={room} {...scrolling} tabIndex={0} aria-label={region}>
          {drawnTable}
        </section>
      )}
      {more !== null && <p className={common.hint}>{more}</p>}
    </>
  )
}

const noAct = () => undefined

/** From a row to another; the last has the place `last`. */
const STEPS: Record<string, (from: number, last: number) => number> = {
  ArrowDown: (from) => from + 1,
  ArrowUp: (from) => from - 1,
  Home: () => 0,
  End: (_, last) => last,
}

function Heads<Row, Of>({ columns }: { columns: readonly FigureColumn<Row, Of>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, head, kind, title }) => (
          <th
            key={id}
            scope="col"
            className={styles[kind]}
            data-number={isOfFigures({ kind }) || undefined}
            title={title}
          >
            {kind === 'acts' ? <VisuallyHidden>{head}</VisuallyHidden> : shortened(head, HEAD_CHARACTERS)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface HeadingProps {
  heading: NonNullable<FigureBlock<never, never>['heading']>
  /** In columns. */
  width: number
}

function Heading({ heading: { text, as }, width }: HeadingProps): ReactNode {
  const words = shortened(text, HEAD_CHARACTERS)
  return (
    <tr className={styles.heading}>
      {as === 'head' ? (
        <th scope="rowgroup" colSpan={width}>
          {words}
        </th>
      ) : (
        <td colSpan={width}>{words}</td>
      )}
    </tr>
  )
}
