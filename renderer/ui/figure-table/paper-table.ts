// A table of figures as the pages that are printed have it.
import type { PageCell, PageTable } from '../../../shared/case/pages.ts'
import type { FigureCell, FigureColumn, FigureTable } from '../../../shared/figures/figure-table.ts'
import { standingOn } from '../../../shared/figures/figure-table.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { shownText } from './drawn-figure.ts'

/** Every row; what stands above a block is a row of its own, with its text where rows have theirs. */
export function paperTable<Row, Of>(table: FigureTable<Row, Of>): PageTable {
  const { columns, blocks } = standingOn(table, 'paper')
  return {
    heads: columns.map(({ head }) => head),
    rows: blocks.flatMap(({ heading, rows }) => [
      ...(heading === undefined ? [] : [columns.map(({ isRowHead }) => (isRowHead ? heading.text : null))]),
      ...rows.map(({ of }) => columns.map((column) => paperCell(column, column.cell(of)))),
    ]),
  }
}

function paperCell<Row, Of>({ kind }: FigureColumn<Row, Of>, cell: FigureCell<Of> | null): PageCell {
  const value = cell?.value ?? null
  // What shows nothing on the screen stands for nothing.
  if (cell === null || value === null || cell.shown?.length === 0) return null
  if (value.kind === 'day') return { day: value.text }
  if (value.kind !== 'number') return cell.shown === undefined ? value.text : shownText(cell.shown)
  const number = cell.currency === undefined ? value.text : moneyText(value.text, cell.currency)
  return kind === 'difference' ? { number, isDifference: true } : { number }
}
