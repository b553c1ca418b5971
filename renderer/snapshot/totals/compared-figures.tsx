// Figures of two snapshots, or of two periods of one, beside each other: which there are, their events, what is not
// among them, and what is said under a copy.
import type { ReactNode } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ComparedColumns, ComparedLine, SideBySide, SideFigure } from '../../../shared/figures/comparison.ts'
import type { FigureTable as Table } from '../../../shared/figures/figure-description.ts'
import { figureHead } from '../../../shared/figures/totals.ts'
import type { ComparedFigure, ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { NOT_IN_TOTAL } from '../../../shared/worth/worth.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { byRulesWords, figuresSource } from '../figures/snapshot-source.ts'
import type { Answered } from '../store/snapshot-query.ts'
import { scopeOf, worthRows } from './figure-columns.ts'
import { valueLabel } from './key-words.ts'
import { periodOf } from './shown-totals.ts'
import { keyLabel } from './totals-options.ts'

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
  /** This says which lines are compared where there are very many, and what has all of them. */
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

const FIGURES: readonly ComparedFigure[] = ['debit', 'credit', 'debitMinusCredit', 'neither', 'count']
const FIGURES_BY_RULES: typeof FIGURES = [
  'debitMinusCredit',
  'charged',
  'reduces',
  'quantity',
  'debit',
  'credit',
  'count',
]

/** The available figures, the default first. */
export function comparedFigures({ measure, worth }: TotalsQuestion, { all, lines }: ComparedTotals) {
  const isThere = (name: ComparedFigure) => [...all, ...lines].some(({ changes }) => changes[name] != null)
  const names =
    worth !== undefined
      ? FIGURES_BY_RULES.filter(isThere)
      : FIGURES.filter((name) => name === 'count' || (measure !== null && isThere(name)))
  return names.map((name) => ({ name, label: figureHead(name, { isByRules: worth !== undefined }) }))
}

/** Whether events of either period have no money because they are part of a line of a month. */
export const isPartOfLines = ({ all }: ComparedTotals) =>
  all.some(({ before, after }) =>
    [before, after].some((cell) => cell?.worth?.notValued.some(({ why }) => why === 'part-of-line')),
  )

/**
 * The events behind a figure of one side; null: that side does not have the line.
 * @param asked the question and answer of the side
 * @param by of both answers: the properties whose texts are the line's units
 */
export function sideEvents(
  asked: Answered<TotalsQuestion>,
  { by }: Pick<ComparedTotals, 'by'>,
  { keys, units, code, ...sides }: ComparedLine,
  side: 'there' | 'here',
  figure: ComparedFigure,
): ReturnType<typeof worthRows> | null {
  const { question, answer } = asked
  const total = side === 'there' ? sides.before : sides.after
  if (total === null) return null
  const line = { keys, units, ...(code !== undefined && { code }), cells: [], total }
  if (answer.worth === undefined) {
    // A property may tell units apart on the other side alone: the line then is of the events without it here.
    const scope = scopeOf(question, { ...answer, by }, line, { id: figure, figure, at: null, head: '' })
    return { scope, rows: null }
  }
  // Only the line of the side's own answer says which units its events without a rule have.
  const ownLine = [...answer.lines, ...answer.all].find((one) => one.total === total)
  return worthRows(question, answer, ownLine ?? { keys, units, cells: [], total }, { figure })
}

/** The last two complete periods, else the last two; null where there are fewer than two. */
export function usualPeriods(periods: readonly string[], cut: readonly string[]) {
  const whole = periods.filter((period) => !cut.includes(period))
  const [before, after] = (whole.length > 1 ? whole : periods).slice(-2)
  return before === undefined || after === undefined ? null : { before, after }
}

/** Says what the columns of the table are called. @param names of the periods */
export function comparedColumns(
  { by, lines }: ComparedTotals,
  question: TotalsQuestion,
  names: { before: string; after: string },
): ComparedColumns {
  return {
    ...names,
    keys: question.by.map(keyLabel),
    unit: by.join(' · ') || (lines.some(({ code }) => code !== undefined) ? 'Unit' : null),
    words: ({ keys }) => question.by.map((key, at) => valueLabel(keys[at] ?? null, periodOf(key))),
  }
}

interface ComparedPeriods {
  figure: { name: ComparedFigure; label: string } | undefined
  /** It is the version of the rules; null: as sent. */
  version: string | null
  zone: string
  every: Period
  /** It says of which period only a part is there; null: of none. */
  cut: string | null
  /** Some events have no money because they are part of a line of a month. */
  isPartOfLines: boolean
}

/** Lines under a copy: what is compared, whose days, and what is only there in part or has no money. */
export function periodsSource({ figure, version, zone, every, cut, isPartOfLines }: ComparedPeriods): CopiedSource {
  const label = figure?.label ?? ''
  const by = version === null ? 'as sent' : byRulesWords(version)
  return [
    ...figuresSource(figure?.name === 'count' ? label : `${label}, ${by}`, zone),
    ...(cut === null ? [] : [['Left out', cut] as const]),
    ...(isPartOfLines ? [[NOT_IN_TOTAL.head, `events billed by the month, ${partOfWords(every)}`] as const] : []),
  ]
}

/** Says why events that a month bills have no money in an hour, a day or a week. */
export const partOfWords = (every: Period): string => `as a ${every} has only a part of their month`
