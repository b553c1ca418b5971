// Shows the events behind a figure of either side: here in "Events" of the open snapshot, there in the other one, which opens.
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { TotalsAnswer, TotalsCell, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { ComparedLine, FigureChoice } from '../figures/compared-periods.ts'
import type { ComparedSides } from '../store/compared-sides.ts'
import { figureName, periodScope } from '../totals/period-figures.ts'
import { useWorthEvents } from '../totals/use-worth-events.ts'
import { worthRows } from '../totals/worth-rows.ts'
import { useComparisonActions } from './comparison-props.ts'

export type ComparedSide = 'here' | 'there'

interface AnsweredTotals {
  question: TotalsQuestion
  answer: TotalsAnswer
}

/** @returns a function that shows the events; it does nothing if that side does not have the line */
export function useFigureEvents({ here, there }: ComparedSides) {
  const { showEvents } = useComparisonActions()
  const showHere = useWorthEvents(here.id, (scope) => showEvents(here.id, scope))
  const showThere = useWorthEvents(there.id, (scope) => showEvents(there.id, scope))
  return (
    side: ComparedSide,
    { question, answer }: AnsweredTotals,
    { by }: Pick<ComparedTotals, 'by'>,
    line: ComparedLine,
    figure: FigureChoice,
  ) => {
    const total = side === 'here' ? line.after : line.before
    if (total === null) return
    if (answer.worth !== undefined) {
      const rows = worthRows(question, answer, lineOf(answer, line, total), { figure: figureName(figure) })
      void (side === 'here' ? showHere(rows) : showThere(rows))
      return
    }
    const scope = periodScope(question, { ...answer, by }, line, side === 'here' ? 'after' : 'before', figure)
    showEvents(side === 'here' ? here.id : there.id, scope)
  }
}

/** The side's own line, with all that is known of it. */
const lineOf = ({ lines, all }: TotalsAnswer, { keys, units }: ComparedLine, total: TotalsCell): TotalsLine =>
  [...lines, ...all].find((one) => one.total === total) ?? { keys, units, cells: [], total }
