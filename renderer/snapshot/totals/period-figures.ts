// Figures of two periods, or of two snapshots, beside each other: which there are, their exact texts, their events, and the table
// to copy.
import { type ComparedTotals, exactText } from '../../../shared/snapshot/compare-totals.ts'
import type { Period, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsCell, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { codeWords, unitWords } from '../../worth/money-words.ts'
import {
  byRulesWords,
  type CopiedSource,
  copiedKey,
  figuresSource,
  numberCell,
  textCell,
} from '../figures/snapshot-source.ts'
import { notInCell } from '../headlines/headline-words.ts'
import { type FigureName, scopeOf } from './figure-columns.ts'
import { valueLabel } from './key-words.ts'
import { periodOf } from './totals-lines.ts'
import { keyLabel } from './totals-options.ts'

export type ComparedLine = ComparedTotals['lines'][number]
export type FigureChoice = keyof ComparedLine['changes']
export type PeriodSide = 'before' | 'after'

/** What the columns of a table of two periods are called, and its lines. */
export interface PeriodColumns {
  /** Of the keys. */
  keys: readonly string[]
  /** Null where nothing tells units apart. */
  unit: string | null
  before: string
  after: string
  /** One for each key; `line` is not one of "All". */
  words: (line: ComparedLine) => readonly string[]
}

/** The exact text; null where there is no figure. */
export function comparedText(cell: TotalsCell | null, name: FigureChoice): string | null {
  return cell && exactText(cell, name)
}

/** Whether it is a line of "All", which has no keys. */
export const isOfAll = ({ keys }: ComparedLine) => keys.length === 0

/** "All" in the column of the first key where the line has none. */
export const keyTexts = (line: ComparedLine, { keys, words }: PeriodColumns) =>
  isOfAll(line) ? keys.map((_, at) => (at === 0 ? 'All' : '')) : words(line)

/** What is not in the money of either side, in words; null where all is in both. */
export function notInSides(
  { before, after }: Record<PeriodSide, Pick<TotalsCell, 'notIn'> | null>,
  names: Pick<PeriodColumns, 'before' | 'after'>,
): string | null {
  const words = (['before', 'after'] as const).flatMap((side) => {
    const cell = side === 'before' ? before : after
    const missed = cell === null ? null : notInCell(cell)
    return missed === null ? [] : [`${names[side]} ${missed}`]
  })
  return words.length === 0 ? null : words.join('; ')
}

export function copiedPeriods(lines: readonly ComparedLine[], name: FigureChoice, columns: PeriodColumns): CopiedTable {
  const { keys, unit, before, after } = columns
  const missed = lines.map((line) => notInSides(line, columns))
  const isAnyMissed = missed.some((words) => words !== null)
  return {
    heads: [
      ...[...keys, ...(unit === null ? [] : [unit])].map((head) => head.toWellFormed()),
      before,
      after,
      'Difference',
      'Percent',
      ...(isAnyMissed ? ['Not in the sum'] : []),
    ],
    rows: lines.map((line, at) => [
      ...keyTexts(line, columns).map((words, at) => copiedKey(line.keys[at], words)),
      ...(unit === null ? [] : [textCell(unitWords(line.units) ?? codeWords(line.code) ?? 'not set')]),
      numberCell(comparedText(line.before, name)),
      numberCell(comparedText(line.after, name)),
      numberCell(line.changes[name]?.difference),
      numberCell(line.changes[name]?.percent),
      ...(isAnyMissed ? [textCell(missed[at] ?? '')] : []),
    ]),
  }
}

const FIGURES: readonly { name: FigureChoice; label: string }[] = [
  { name: 'debit', label: 'Debit' },
  { name: 'credit', label: 'Credit' },
  { name: 'debitMinusCredit', label: 'Debit − credit' },
  { name: 'neither', label: 'Other' },
  { name: 'count', label: 'Events' },
]
const FIGURES_BY_RULES: typeof FIGURES = [
  { name: 'debitMinusCredit', label: 'Total' },
  { name: 'charged', label: 'Charged' },
  { name: 'reduces', label: 'Taken off' },
  { name: 'quantity', label: 'Quantity' },
  { name: 'debit', label: 'Debit without a price rule' },
  { name: 'credit', label: 'Credit without a price rule' },
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
  { keys, units, code, ...sides }: ComparedLine,
  side: PeriodSide,
  name: FigureChoice,
): Scope {
  const total = sides[side]
  if (total === null) return question.scope
  return scopeOf(
    question,
    answer,
    { keys, units, ...(code !== undefined && { code }), cells: [], total },
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
  { by, lines }: ComparedTotals,
  question: TotalsQuestion,
  names: { before: string; after: string },
): PeriodColumns {
  return {
    ...names,
    keys: question.by.map(keyLabel),
    unit: by.join(' · ') || (lines.some(({ code }) => code !== undefined) ? 'Unit' : null),
    words: ({ keys }) => question.by.map((key, at) => valueLabel(keys[at] ?? null, periodOf(key))),
  }
}

interface ComparedPeriods {
  figure: { name: FigureChoice; label: string } | undefined
  /** Of the rules; null: as sent. */
  version: string | null
  zone: string
  every: Period
  /** Of which period only a part is there; null: of none. */
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
    ...(isPartOfLines
      ? [['Not in the total', `events billed by the month, of which a ${every} has only a part`] as const]
      : []),
  ]
}
