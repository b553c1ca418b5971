// Figures of two periods: which can be compared, their texts, and the table to copy.
import type { ComparedTotals } from '../../../shared/compare-totals.ts'
import type { Cell } from '../../../shared/event-table.ts'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { TotalsAnswer, TotalsCell, TotalsQuestion } from '../../../shared/snapshot-totals.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { unitWords } from '../../ui/unit-words.ts'
import { type FigureName, scopeOf } from './figure-columns.ts'
import { valueLabel } from './key-words.ts'
import { periodOf } from './totals-lines.ts'
import { keyLabel } from './totals-options.ts'

export type ComparedLine = ComparedTotals['lines'][number]
export type FigureChoice = keyof ComparedLine['changes']

const FIGURES: readonly { name: FigureChoice; label: string }[] = [
  { name: 'debit', label: 'Debit' },
  { name: 'credit', label: 'Credit' },
  { name: 'debitMinusCredit', label: 'Debit − credit' },
  { name: 'neither', label: 'Neither' },
  { name: 'count', label: 'Events' },
]

/** The available figures, the default first. */
export function comparedFigures({ measure }: TotalsQuestion, { all }: ComparedTotals) {
  const isThere = (name: FigureChoice) => all.some(({ changes }) => changes[name] !== null)
  return FIGURES.filter(({ name }) => name === 'count' || (measure !== null && isThere(name)))
}

/** The exact text; null where there is no figure. */
export function comparedText(cell: TotalsCell | null, name: FigureChoice): string | null {
  if (cell === null) return null
  return name === 'count' ? String(cell.count) : (cell[name]?.exact ?? null)
}

const FIGURE_NAMES: Record<FigureChoice, FigureName> = {
  count: 'count',
  credit: 'credit',
  debit: 'debit',
  debitMinusCredit: 'debit-minus-credit',
  neither: 'sum',
}

/** The events of a figure. @param answer of that period, with the properties that tell units apart in both */
export function periodScope(
  question: TotalsQuestion,
  answer: TotalsAnswer,
  { keys, units, ...sides }: ComparedLine,
  side: 'before' | 'after',
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

/** "+36.45", "-1", "0.00". */
export const withSign = (text: string) => (text.startsWith('-') || /^[0.]+$/.test(text) ? text : `+${text}`)

interface PeriodNames {
  before: string
  after: string
}

export function copiedPeriods(
  { by, lines, all }: ComparedTotals,
  question: TotalsQuestion,
  name: FigureChoice,
  { before, after }: PeriodNames,
): CopiedTable {
  const text = (words: string): Cell => ({ kind: 'string', text: words.toWellFormed() })
  const number = (exact: string | null | undefined): Cell => (exact == null ? null : { kind: 'number', text: exact })
  const row = (line: ComparedLine): Cell[] => [
    ...question.by.map((key, at) => {
      if (line.keys.length === 0) return text(at === 0 ? 'All' : '')
      return text(valueLabel(line.keys[at] ?? null, periodOf(key)))
    }),
    ...(by.length === 0 ? [] : [text(unitWords(line.units) ?? 'not known')]),
    number(comparedText(line.before, name)),
    number(comparedText(line.after, name)),
    number(line.changes[name]?.difference),
    number(line.changes[name]?.percent),
  ]
  const heads = [...question.by.map(keyLabel), ...(by.length === 0 ? [] : [by.join(' · ')])]
  return {
    heads: [...heads.map((head) => head.toWellFormed()), before, after, 'Difference', 'Percent'],
    rows: [...lines, ...all].map(row),
  }
}
