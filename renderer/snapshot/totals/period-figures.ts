// Two periods of a snapshot: which figures can be compared, the columns of their table, and the events of a figure.
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { ComparedLine, FigureChoice, PeriodColumns, PeriodSide } from '../figures/compared-periods.ts'
import { type FigureName, scopeOf } from './figure-columns.ts'
import { valueLabel } from './key-words.ts'
import { periodOf } from './totals-lines.ts'
import { keyLabel } from './totals-options.ts'

const FIGURES: readonly { name: FigureChoice; label: string }[] = [
  { name: 'debit', label: 'Debit' },
  { name: 'credit', label: 'Credit' },
  { name: 'debitMinusCredit', label: 'Debit − credit' },
  { name: 'neither', label: 'Neither' },
  { name: 'count', label: 'Events' },
]
const FIGURES_BY_RULES: typeof FIGURES = [
  { name: 'debitMinusCredit', label: 'Net' },
  { name: 'charged', label: 'Charged' },
  { name: 'reduces', label: 'Reduces' },
  { name: 'quantity', label: 'Quantity' },
  { name: 'debit', label: 'Debit without a rule' },
  { name: 'credit', label: 'Credit without a rule' },
  { name: 'count', label: 'Events' },
]

/** The available figures, the default first. */
export function comparedFigures({ measure, worth }: TotalsQuestion, { all, lines }: ComparedTotals) {
  const isThere = (name: FigureChoice) => [...all, ...lines].some(({ changes }) => changes[name] != null)
  if (worth !== undefined) return FIGURES_BY_RULES.filter(({ name }) => isThere(name))
  return FIGURES.filter(({ name }) => name === 'count' || (measure !== null && isThere(name)))
}

/** Whether events of either period have no money because they are part of a line of a month. */
export const isPartOfLines = ({ all }: ComparedTotals) =>
  all.some(({ before, after }) =>
    [before, after].some((cell) => cell?.worth?.notValued.some(({ why }) => why === 'part-of-line')),
  )

/** The name of the same figure among the columns of "Totals". */
export const figureName = (name: FigureChoice): FigureName => FIGURE_NAMES[name]

const FIGURE_NAMES: Record<FigureChoice, FigureName> = {
  count: 'count',
  credit: 'credit',
  debit: 'debit',
  debitMinusCredit: 'debit-minus-credit',
  neither: 'sum',
  charged: 'charged',
  reduces: 'reduces',
  quantity: 'quantity',
}

/** The events of a figure. @param answer of that period, with the properties that tell units apart in both */
export function periodScope(
  question: TotalsQuestion,
  answer: TotalsAnswer,
  { keys, units, ...sides }: ComparedLine,
  side: PeriodSide,
  name: FigureChoice,
): Scope {
  const total = sides[side]
  if (total === null) return question.scope
  return scopeOf(
    question,
    answer,
    { keys, units, cells: [], total },
    { id: name, figure: FIGURE_NAMES[name], at: null, head: '' },
  )
}

/** The last two complete periods, else the last two; null where there are fewer than two. */
export function usualPeriods(periods: readonly string[], cut: readonly string[]) {
  const whole = periods.filter((period) => !cut.includes(period))
  const [before, after] = (whole.length > 1 ? whole : periods).slice(-2)
  return before === undefined || after === undefined ? null : { before, after }
}

/** The columns of the table. @param names of the periods */
export function periodColumns(
  { by }: ComparedTotals,
  question: TotalsQuestion,
  names: { before: string; after: string },
): PeriodColumns {
  return {
    ...names,
    keys: question.by.map(keyLabel),
    unit: by.length === 0 ? null : by.join(' · '),
    words: ({ keys }) => question.by.map((key, at) => valueLabel(keys[at] ?? null, periodOf(key))),
  }
}
