// A table of figures, drawn as its description says: heads, blocks of rows, and what is below them.
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import {
  columnsOn,
  type FigureTable as Described,
  type FigureAct,
  type FigureBlock,
  type FigureColumn,
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
  onAct?: (act: FigureAct<Of>) => void
}

const HEAD_CHARACTERS = 80

export function FigureTable<Row, Of>({ table, isBusy, isBoxed = false, onAct = noAct }: FigureTableProps<Row, Of>) {
  const { name, more = null } = table
  const columns = columnsOn(table, 'screen')
  const scalesIn = useMemo(() => scalesOf(table), [table])
  const drawn = ({ id, heading, rows, ...block }: FigureBlock<Row, Of>) => [
    heading && <Heading key={id} heading={heading} width={columns.length} />,
    ...rows.map((row, at) => (
      <FigureLine
        key={row.id}
        columns={columns}
        row={row}
        scales={scalesIn({ id, rows, ...block })}
        blockRows={at === 0 ? rows.length : 0}
        onAct={onAct}
      />
    )),
  ]
  return (
    <>
      <div className={`${isBoxed ? common.box : ''} ${common.scroll} ${styles.scroll}`} data-busy={isBusy || undefined}>
        <DataTable className={styles.table} aria-label={name} aria-busy={isBusy}>
          <Heads columns={columns} />
          <tbody>{table.blocks.map(drawn)}</tbody>
        </DataTable>
      </div>
      {more !== null && <p className={common.hint}>{more}</p>}
    </>
  )
}

const noAct = () => undefined

function Heads<Row, Of>({ columns }: { columns: readonly FigureColumn<Row, Of>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, head, kind, title }) => (
          <th key={id} scope="col" data-number={isOfFigures({ kind }) || undefined} title={title}>
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

function Heading({ heading: { text }, width }: HeadingProps): ReactNode {
  return (
    <tr className={styles.heading}>
      <td colSpan={width}>{shortened(text, HEAD_CHARACTERS)}</td>
    </tr>
  )
}
