// Figures of two periods, or of two snapshots, beside each other: their exact texts, and the table to copy.
import { type ComparedTotals, exactText } from '../../../shared/snapshot/compare-totals.ts'
import type { TotalsCell } from '../../../shared/snapshot/snapshot-totals.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { unitWords } from '../../worth/money-words.ts'
import { copiedKey, numberCell, textCell } from './snapshot-source.ts'

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

export function copiedPeriods(lines: readonly ComparedLine[], name: FigureChoice, columns: PeriodColumns): CopiedTable {
  const { keys, unit, before, after } = columns
  return {
    heads: [
      ...[...keys, ...(unit === null ? [] : [unit])].map((head) => head.toWellFormed()),
      before,
      after,
      'Difference',
      'Percent',
    ],
    rows: lines.map((line) => [
      ...keyTexts(line, columns).map((words, at) => copiedKey(line.keys[at], words)),
      ...(unit === null ? [] : [textCell(unitWords(line.units) ?? 'not known')]),
      numberCell(comparedText(line.before, name)),
      numberCell(comparedText(line.after, name)),
      numberCell(line.changes[name]?.difference),
      numberCell(line.changes[name]?.percent),
    ]),
  }
}
