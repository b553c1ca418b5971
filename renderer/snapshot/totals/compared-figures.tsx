// Figures of two snapshots, or of two periods of one, beside each other, with what is not among them.
import type { ReactNode } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SideBySide, SideFigure } from '../../../shared/figures/comparison.ts'
import type { FigureTable as Table } from '../../../shared/figures/figure-table.ts'
import type { ComparedFigure, ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import type { Answered } from '../store/snapshot-query.ts'
import { isPartOfLines, sideEvents } from './period-figures.ts'
import type { worthRows } from './worth-rows.ts'

interface ComparedFiguresProps {
  there: Answered<TotalsQuestion>
  here: Answered<TotalsQuestion>
  compared: ComparedTotals
  figure: ComparedFigure
  table: Table<SideBySide, SideFigure>
  isBusy: boolean
  isBoxed?: boolean
  /** Why events billed by the month are not in totals. */
  ofMonthsWords: string
  /** Which lines are compared where there are very many, and what has all of them. */
  manyWords: { both: string; all: string }
  /** Shows the events of a figure. */
  onShow: (side: 'there' | 'here', events: ReturnType<typeof worthRows>) => void
  /** Above the table. */
  children?: ReactNode
}

export function ComparedFigures(props: ComparedFiguresProps) {
  const { compared, figure, table, isBusy, isBoxed = false, ofMonthsWords, manyWords, onShow, children } = props
  return (
    <>
      {isPartOfLines(compared) && (
        <p className={common.hint}>Not in these totals: events billed by the month, {ofMonthsWords}.</p>
      )}
      {compared.lines.length < compared.lineCount && (
        <p className={common.hint}>
          {grouped(compared.lines.length)} of at least {grouped(compared.lineCount)} lines: with so many, only those in{' '}
          {manyWords.both} are compared. {manyWords.all}
        </p>
      )}
      {children}
      <FigureTable
        table={table}
        isBusy={isBusy}
        isBoxed={isBoxed}
        onAct={({ of: { line, side } }) => {
          const events = sideEvents(props[side], compared, line, side, figure)
          if (events !== null) onShow(side, events)
        }}
      />
    </>
  )
}
