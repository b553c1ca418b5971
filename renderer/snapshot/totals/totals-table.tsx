// The table "Totals", every figure of which shows its events, and what is pinned below it.
import { useMemo } from 'react'
import { type TotalsFigure, totalsTable } from '../../../shared/figures/totals.ts'
import { figureScope } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { scopeOf } from './figure-columns.ts'
import { PinnedTotals } from './pinned-totals.tsx'
import type { ShownTotals } from './totals-lines.ts'
import styles from './totals-table.module.css'

interface TotalsTableProps {
  shown: ShownTotals
  isBusy: boolean
  onOrder: (order: TotalsQuestion['order']) => void
  onShowEvents: (scope: Scope) => void
  /** By the rules: shows the events of a figure, or, of none, those without money; of all with money all. */
  onShowWorth: (line: TotalsLine, figure: TotalsFigure | null) => void
}

export function TotalsTable({ shown, isBusy, onOrder, onShowEvents, onShowWorth }: TotalsTableProps) {
  const { answer, question } = shown
  const table = useMemo(() => totalsTable(shown, 'screen'), [shown])

  function show(line: TotalsLine, figure: TotalsFigure | null) {
    if (answer.worth !== undefined) return onShowWorth(line, figure)
    if (figure !== null) return onShowEvents(scopeOf(question, answer, line, figure))
    const measured = line.total.numbers === line.total.count ? 'number' : line.total.without > 0 ? 'without' : 'beyond'
    onShowEvents(figureScope(question, answer, { line, measured }))
  }
  return (
    <div className={`${common.frame} ${styles.box}`}>
      <FigureTable
        table={table}
        region="Lines"
        isBusy={isBusy}
        onAct={({ of: { line, figure } }) => show(line, figure)}
        onOrder={onOrder}
      />
      <PinnedTotals shown={shown} />
    </div>
  )
}
