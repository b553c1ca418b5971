// The figures of a line of totals: which there are, what they are called, and the exact text of each; and what rounding makes of
// their sums.
import { compareDecimals, decimalText, minus, readPlain } from '../exact/decimal.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'
import type { Figure, TotalsCell, TotalsLine } from '../snapshot/snapshot-totals.ts'
import type { FigureTable } from './figure-table.ts'
import { numberValue, textValue } from './figure-value.ts'
import { notInCell } from './line-words.ts'

export type FigureName =
  | 'count'
  | 'credit'
  | 'debit'
  | 'debit-minus-credit'
  | 'sum'
  | 'min'
  | 'max'
  | 'charged'
  | 'reduces'
  | 'quantity'

const HEADS: Record<FigureName, string> = {
  count: 'Events',
  credit: 'Credit',
  debit: 'Debit',
  'debit-minus-credit': 'Debit − credit',
  sum: 'Other',
  min: 'Minimum',
  max: 'Maximum',
  charged: 'Charged',
  reduces: 'Taken off',
  quantity: 'Quantity',
}
/** Of totals by the rules, where sums as sent are of events without a rule. */
const HEADS_BY_RULES: Record<FigureName, string> = {
  ...HEADS,
  credit: 'Credit without a price rule',
  debit: 'Debit without a price rule',
  sum: 'Other, without a price rule',
  'debit-minus-credit': 'Total',
}

export const figureHead = (figure: FigureName, isByRules: boolean): string =>
  (isByRules ? HEADS_BY_RULES : HEADS)[figure]

/** A figure of the whole line, or of one value of the split. */
export interface TotalsFigure {
  /** Unique among the figures. */
  id: string
  figure: FigureName
  /** Its place among the answer's columns; null: of the whole line. */
  at: number | null
  /** The value of the split; absent for the whole line. */
  column?: KeyValue | null
  /** Without the unit. */
  head: string
}

/** Whether its figures are sums of values: not a number of events, nor a minimum or maximum. */
export const isSum = ({ figure }: TotalsFigure) => figure !== 'count' && figure !== 'min' && figure !== 'max'

/** The cell with this figure: of the whole line, or of one value of the split; null where there is none. */
const cellOf = (line: TotalsLine, { at }: TotalsFigure): TotalsCell | null =>
  at === null ? line.total : (line.cells[at] ?? null)

/** The figure with its rounded variants; null where it is not a sum, or there is none. */
export function sumOf(line: TotalsLine, of: TotalsFigure): Figure | null {
  const cell = cellOf(line, of)
  switch (of.figure) {
    case 'credit':
    case 'debit':
      return cell?.[of.figure] ?? null
    case 'debit-minus-credit':
      return cell?.debitMinusCredit ?? null
    case 'sum':
      return cell?.neither ?? null
    default:
      return null
  }
}

/** The exact text; null where there is no figure. */
export function exactOf(line: TotalsLine, of: TotalsFigure): string | null {
  const cell = cellOf(line, of)
  switch (of.figure) {
    case 'count':
      return cell === null ? null : String(cell.count)
    case 'min':
    case 'max':
      return cell?.[of.figure] ?? null
    case 'charged':
    case 'reduces':
    case 'quantity':
      return cell?.worth?.[of.figure] ?? null
    default:
      return sumOf(line, of)?.exact ?? null
  }
}

/** A sum of "All" with what rounding makes of it. */
interface RoundedSum {
  id: string
  name: string
  /** What is not in it; null: nothing. */
  without: string | null
  figure: Figure
}

const ROUNDED = { exact: 'As sent', perEvent: 'Per event', perLine: 'Per line', perTotal: 'Per total' } as const

/**
 * Sums rounded per event, per line and in total beside the exact ones of "All", and their spread; null: there are none.
 * @param rounding in words
 * @param unitOf a line is called by it behind the name of its figure; null: there is one unit
 */
export function roundingTable(
  all: readonly TotalsLine[],
  figures: readonly (TotalsFigure & { title: string })[],
  rounding: string,
  unitOf: ((line: TotalsLine) => string) | null,
): FigureTable<RoundedSum> | null {
  const sums = all.flatMap((line) =>
    figures.filter(isSum).flatMap((of): RoundedSum[] => {
      const figure = sumOf(line, of)
      if (figure === null || figure.perEvent === null) return []
      const unit = unitOf === null ? '' : `, ${unitOf(line)}`
      const id = `${JSON.stringify(line.units)} ${of.id}`
      return [{ id, name: `${of.title}${unit}`, without: notInCell(line.total), figure }]
    }),
  )
  if (sums.length === 0) return null
  return {
    name: 'Effect of rounding',
    columns: [
      {
        id: 'name',
        head: `All, ${rounding}`,
        kind: 'text',
        isRowHead: true,
        cell: ({ name, without }) => ({
          value: textValue(name),
          shown: [{ text: name, cut: Number.POSITIVE_INFINITY }],
          behind: without === null ? [] : [{ text: ` ${without}`, tone: 'warning', cut: Number.POSITIVE_INFINITY }],
        }),
      },
      ...(['exact', 'perEvent', 'perLine', 'perTotal'] as const).map((kind) => ({
        id: kind,
        head: ROUNDED[kind],
        kind: 'number' as const,
        scale: 'sum',
        cell: ({ figure }: RoundedSum) => ({
          value: numberValue(figure[kind]),
          data: { 'data-kind': kind, 'data-value': figure[kind] ?? '' },
        }),
      })),
      {
        id: 'apart',
        head: 'Range',
        kind: 'number',
        cell: ({ figure }) => ({
          value: numberValue(apart(figure)),
          data: { 'data-kind': 'apart', 'data-value': apart(figure) },
        }),
      },
    ],
    blocks: [{ id: 'all', rows: sums.map((sum) => ({ id: sum.id, of: sum, name: [sum.name] })) }],
    scaleOver: 'table',
  }
}

/** The difference between the largest and the smallest of the three. */
function apart({ perEvent, perLine, perTotal }: Figure): string {
  const three = [perEvent, perLine, perTotal].flatMap((text) => (text === null ? [] : [readPlain(text)]))
  const sorted = three.toSorted(compareDecimals)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least === undefined || most === undefined ? '0' : decimalText(minus(most, least))
}
