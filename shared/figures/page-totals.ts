// The rows of a page add up to this: a line for each group and unit, "All" below them, nothing across units.
import type { ComparedFigure } from '../snapshot/compare-totals.ts'
import { NOT_IN_TOTAL } from '../worth/worth.ts'
import { customerPart } from './comparison.ts'
import type { FigureColumn, FigureRow, FigureTable } from './figure-description.ts'
import { type FigureValue, numberValue } from './figure-description.ts'
import { coverageParts, figureData, figureHead } from './totals.ts'

export type PageGroup = 'eventCode' | 'customerId' | 'nothing'

/** `neither`: events that are neither credit nor debit. `debitMinusCredit`: net, which only rules can give. */
export type PageFigure = Exclude<ComparedFigure, 'count' | 'quantity'>

export interface PageLine {
  /** The value of the group; null: the events have none. Absent without grouping. */
  key?: string | null
  /** The currency or unit, from the properties that tell units apart; null: not known. */
  unit: string | null
  count: number
  /** Plain decimals; null if there was no number to add, drawn as "–" and not as 0. */
  figures: Partial<Record<PageFigure, string | null>>
  /** Events with a number that was added, or with a worth. */
  numbers: number
  /** It says in words what is not in the figures; null: nothing. */
  without: string | null
}

export interface PageTotals {
  lines: PageLine[]
  /** One for each unit. */
  all: PageLine[]
  /** This says which figures the lines have. */
  columns: PageFigure[]
  /** The property that splits the figures, such as "currency"; null: none. */
  by: string | null
  /** Whether the user confirmed that `by` tells units apart. */
  confirmed: boolean
  /** Events without a line, as there are too many units. */
  others: number
}

/** A line, and whether it is one of "All". */
interface PageRow {
  line: PageLine
  isAll: boolean
}

const GROUP_HEADS: Record<PageGroup, string> = { eventCode: 'Event code', customerId: 'Customer ID', nothing: '' }
const KEY_CHARACTERS = 60

/** Describes the totals of a page of events as a table of figures. */
export function pageTotalsTable({ lines, all, columns, by }: PageTotals, group: PageGroup): FigureTable<PageRow> {
  const isWorth = columns.includes('charged')
  const isAnyMissed = [...lines, ...all].some(({ without }) => without !== null)
  const rowOf =
    (isAll: boolean) =>
    (line: PageLine): FigureRow<PageRow> => ({
      // What has no money of its own is a line beside money whose currency is not known.
      id: JSON.stringify([isAll, line.key, line.unit, line.numbers === 0]),
      of: { line, isAll },
      name: [],
      data: isAll
        ? { 'data-all': JSON.stringify([line.unit]) }
        : { 'data-group': JSON.stringify([line.key, line.unit]) },
    })
  return {
    name: 'Totals',
    columns: [
      {
        id: 'key',
        head: GROUP_HEADS[group],
        kind: 'text',
        isRowHead: true,
        cell: ({ line, isAll }) => ({
          value: sentValue(isAll ? 'All' : (line.key ?? null)),
          shown: isAll
            ? [{ text: 'All' }]
            : line.key == null
              ? [{ text: 'none', tone: 'none' }]
              : [{ text: line.key, cut: KEY_CHARACTERS }],
          behind: isAll ? [] : customerPart(GROUP_HEADS[group], line.key),
          title: isAll ? undefined : (line.key ?? undefined),
        }),
      },
      ...(by === null ? [] : [unitColumn(by, isWorth)]),
      {
        id: 'count',
        head: 'Events',
        kind: 'number',
        cell: ({ line }) => ({
          value: numberValue(line.count),
          data: { 'data-figure': 'count', 'data-value': String(line.count) },
        }),
      },
      ...columns.map(
        (figure): FigureColumn<PageRow> => ({
          id: figure,
          head: figureHead(figure, { isByRules: isWorth }),
          kind: 'number',
          scale: figure,
          fill: 'zeros',
          cell: ({ line }) => {
            const exact = line.figures[figure] ?? null
            return {
              value: numberValue(exact),
              title: exact ?? undefined,
              data: { 'data-figure': figureData(figure), 'data-value': exact ?? '' },
            }
          },
        }),
      ),
      ...(columns.length === 0 ? [] : [coverageColumn(isWorth)]),
      ...(isAnyMissed ? [MISSED] : []),
    ],
    blocks: [
      { id: 'lines', rows: lines.map(rowOf(false)) },
      { id: 'all', stands: 'foot', rows: all.map(rowOf(true)) },
    ],
    scaleOver: 'table',
  }
}

/** The value is as it was sent: what the clipboard makes of it is said there. */
const sentValue = (text: string | null): FigureValue => (text === null ? null : { kind: 'string', text })

const unitColumn = (by: string, isWorth: boolean): FigureColumn<PageRow> => ({
  id: 'unit',
  head: by,
  kind: 'text',
  cell: ({ line: { unit, numbers } }) => ({
    value: sentValue(unit),
    shown:
      unit === null
        ? [{ text: isWorth && numbers === 0 ? NOT_IN_TOTAL.words : 'not set', tone: 'none' }]
        : [{ text: unit, cut: Number.POSITIVE_INFINITY }],
  }),
})

const coverageColumn = (isWorth: boolean): FigureColumn<PageRow> => ({
  id: 'coverage',
  head: isWorth ? 'In the total' : 'With a number',
  kind: 'coverage',
  on: ['screen'],
  cell: ({ line: { numbers, count, without } }) => ({
    value: numberValue(numbers),
    shown: [
      ...coverageParts(numbers, count, 'warning'),
      ...(without === null ? [] : [{ text: ` ${without}`, tone: 'why' as const, cut: Number.POSITIVE_INFINITY }]),
    ],
  }),
})

const MISSED: FigureColumn<PageRow> = {
  id: 'missed',
  head: NOT_IN_TOTAL.head,
  kind: 'words',
  on: ['copy'],
  cell: ({ line }) => ({ value: sentValue(line.without) }),
}
