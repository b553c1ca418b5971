// Tables of totals: the figures of each line, what they are called, the exact text of each, and how many events are in
// them; and what rounding makes of their sums. A line of totals is a row of the table; "All" is the line of all events
// of its currency or unit.
import { compareDecimals, decimalText, minus, readPlain } from '../exact/decimal.ts'
import { capitalized, countWords, grouped } from '../exact/grouped-digits.ts'
import { type ComparedFigure, exactText } from '../snapshot/compare-totals.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'
import type { Figure, TotalsAnswer, TotalsCell, TotalsLine, TotalsQuestion } from '../snapshot/snapshot-totals.ts'
import { currencyExponent } from '../worth/money-text.ts'
import { NOT_IN_TOTAL, WITHOUT_RULE, whyNotValued } from '../worth/worth.ts'
import type { FigureColumn, FigurePart, FigureRow, FigureTable } from './figure-description.ts'
import { keyValue, numberValue, textValue } from './figure-description.ts'
import { blockOf, codeWords, groupText, notInCell, unitWords } from './line-words.ts'

export type FigureName = ComparedFigure | 'min' | 'max'

/** A figure's name in `data-figure`: its own, but for two that tests have always known by another. */
export const figureData = (figure: FigureName): string => DATA_NAMES[figure] ?? figure
const DATA_NAMES: Partial<Record<FigureName, string>> = { debitMinusCredit: 'debit-minus-credit', neither: 'sum' }

const HEADS: Record<FigureName, string> = {
  count: 'Events',
  credit: 'Credit',
  debit: 'Debit',
  debitMinusCredit: 'Debit − credit',
  neither: 'Other',
  min: 'Minimum',
  max: 'Maximum',
  charged: 'Charged',
  reduces: 'Taken off',
  quantity: 'Quantity',
}
/** Heads where totals are by the price rules: the sums as sent are then of the events that no rule takes. */
const HEADS_BY_RULES: Record<FigureName, string> = {
  ...HEADS,
  credit: 'Credit without a price rule',
  debit: 'Debit without a price rule',
  neither: 'Other, without a price rule',
  debitMinusCredit: 'Total',
}

/** The head of a column, without its unit. `isByRules`: the totals are by the price rules, not as sent. */
export const figureHead = (figure: FigureName, { isByRules }: { isByRules: boolean }): string =>
  (isByRules ? HEADS_BY_RULES : HEADS)[figure]

/** A figure of the whole line, or of one value of the split. */
export interface TotalsFigure {
  /** Unique among the figures. */
  id: string
  figure: FigureName
  /** The index among `TotalsLine.cells` of the value of the split; null: the figure is of the whole line. */
  at: number | null
  /** The value of the split; absent for the whole line. */
  column?: KeyValue | null
  /** The unit is not in it. */
  head: string
}

/** Whether its figures add up, as sent or by the rules: it is not a number of events, nor a minimum or maximum. */
export const isSum = ({ figure }: TotalsFigure) => figure !== 'count' && figure !== 'min' && figure !== 'max'

/** The cell with this figure: of the whole line, or of one value of the split; null where there is none. */
const cellOf = (line: TotalsLine, { at }: TotalsFigure): TotalsCell | null =>
  at === null ? line.total : (line.cells[at] ?? null)

/** A sum as sent with its rounded variants; null for every other figure, by the rules too, and where there is none. */
export function sumOf(line: TotalsLine, of: TotalsFigure): Figure | null {
  const cell = cellOf(line, of)
  switch (of.figure) {
    case 'credit':
    case 'debit':
    case 'debitMinusCredit':
    case 'neither':
      return cell?.[of.figure] ?? null
    default:
      return null
  }
}

/** The exact text of any figure, a plain decimal; null where there is none. */
export function exactOf(line: TotalsLine, of: TotalsFigure): string | null {
  const cell = cellOf(line, of)
  if (cell === null) return null
  return of.figure === 'min' || of.figure === 'max' ? cell[of.figure] : exactText(cell, of.figure)
}

/** A sum of "All" with what rounding makes of it. */
interface RoundedSum {
  id: string
  /** The title of its column, with the unit of the line where there are several. */
  name: string
  /** It says what is not in it, and why; null: all is. */
  without: string | null
  figure: Figure
}

const ROUNDED = { exact: 'As sent', perEvent: 'Per event', perLine: 'Per line', perTotal: 'Per total' } as const

/**
 * Sums rounded per event, per line and in total beside the exact ones of "All", and how far the three are apart; null
 * where nothing was rounded.
 * @param all the lines "All", one for each currency or unit
 * @param rounding how it is rounded, in words
 * @param unitOf tells the lines "All" apart behind the name of a figure; null: there is one
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

/** The difference between the largest and the smallest of the three rounded sums, a plain decimal. */
function apart({ perEvent, perLine, perTotal }: Figure): string {
  const rounded = [perEvent, perLine, perTotal].flatMap((text) => (text === null ? [] : [readPlain(text)]))
  const sorted = rounded.toSorted(compareDecimals)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least === undefined || most === undefined ? '0' : decimalText(minus(most, least))
}

// The table "Totals".

type Order = TotalsQuestion['order']

/** A figure of the table. */
export interface ShownFigure extends TotalsFigure {
  /** The head, with its unit where there is only one. */
  title: string
  /** Whether it is money as sent, which is drawn with the decimals of its currency at least. */
  isMoney: boolean
  /** The column of rounded figures beside exact ones: its title, and how many places it has; null: there is none. */
  rounded: { title: string; places: number } | null
}

/** The table "Totals" is made of this. */
export interface TotalsShown {
  question: Pick<TotalsQuestion, 'order'>
  answer: Pick<TotalsAnswer, 'lines' | 'all'>
  /** The lines are grouped by these, in the order of `TotalsLine.keys`. `wordsOf`: a value as it is shown. */
  keys: readonly { head: string; isCustomer: boolean; wordsOf: (value: KeyValue | null) => string }[]
  /** The head of the unit or currency, with a block each, in a copy a column; null where there is one block. */
  unitHead: string | null
  columns: readonly ShownFigure[]
  /** The head of the coverage's column; null where events are only counted. */
  coverage: string | null
  /** The share of "All" to show; null: none. */
  share: { of: 'count' | 'credit' | 'debit' | 'charged' | 'reduces'; head: string } | null
  /** This says which of the rounded variants the columns of rounded figures have. */
  rounded: 'perEvent' | 'perLine' | 'perTotal'
}

/**
 * A click asks for the events behind a figure of a line. `figure` null: the events of the line that are in none of its
 * figures, or all of them where each is in one.
 */
export interface TotalsAct {
  line: TotalsLine
  figure: TotalsFigure | null
}

type TotalsColumn = FigureColumn<TotalsLine, TotalsAct, Order>

/** Whether a line is "All": it has none of the keys, or fewer than the lines that are grouped. */
const isOfAll = ({ keys }: TotalsLine, shown: TotalsShown) => keys.length < shown.keys.length

/**
 * The table "Totals": a block for each currency or unit, with an "All" of its own. Where there is one block, "All"
 * stays in sight below it. A copy has all lines in their order, then those of "All".
 */
export function totalsTable(shown: TotalsShown, surface: 'screen' | 'copy'): FigureTable<TotalsLine, TotalsAct, Order> {
  const { answer, unitHead } = shown
  const rowsOf = (lines: readonly TotalsLine[]) => lines.map((line) => totalsRow(line, shown))
  return {
    name: 'Totals',
    columns: totalsColumns(shown),
    blocks:
      surface === 'copy'
        ? [{ id: 'all', rows: rowsOf([...answer.lines, ...answer.all]) }]
        : unitHead === null
          ? [
              { id: 'lines', rows: rowsOf(answer.lines) },
              { id: 'all', stands: 'foot', rows: rowsOf(answer.all) },
            ]
          : totalsBlocks(answer).map((lines) => {
              const [first] = lines
              const words = first === undefined ? '' : (lineUnit(first) ?? `${unitHead} not set`)
              return {
                id: first === undefined ? '' : blockOf(first),
                heading: { text: words, as: 'sight' as const },
                rows: rowsOf(lines),
              }
            }),
    scaleOver: unitHead === null ? 'table' : 'block',
    stops: 'cells',
    order: shown.question.order,
  }
}

/** The lines of a block keep their order, its "All" is the last. Blocks are in the order of their "All". */
function totalsBlocks({ lines, all }: TotalsShown['answer']): TotalsLine[][] {
  const blocks = new Map<string, { lines: TotalsLine[]; all: TotalsLine[] }>()
  const blockWith = (line: TotalsLine) => {
    const id = blockOf(line)
    const known = blocks.get(id) ?? { lines: [], all: [] }
    blocks.set(id, known)
    return known
  }
  for (const line of all) blockWith(line).all.push(line)
  for (const line of lines) blockWith(line).lines.push(line)
  return [...blocks.values()].map((block) => [...block.lines, ...block.all])
}

function totalsRow(line: TotalsLine, shown: TotalsShown): FigureRow<TotalsLine, TotalsAct> {
  const isAll = isOfAll(line, shown)
  const words = isAll ? ['All'] : shown.keys.map(({ wordsOf }, at) => wordsOf(line.keys[at] ?? null))
  const group = groupText(line)
  return {
    id: JSON.stringify([isAll, line.keys, line.units, line.code]),
    of: line,
    name: [...words, ...(shown.unitHead === null ? [] : [lineUnit(line) ?? 'unit not set'])],
    data: isAll ? { 'data-all': group } : { 'data-group': group },
  }
}

function totalsColumns(shown: TotalsShown): TotalsColumn[] {
  const { answer, keys, unitHead, columns, coverage, share } = shown
  const isAnyLeftOut = [...answer.lines, ...answer.all].some((line) => notInCell(line.total) !== null)
  return [
    ...keys.map((_, at) => keyColumn(shown, at)),
    ...(unitHead === null
      ? []
      : [
          {
            id: 'unit',
            head: unitHead,
            kind: 'text' as const,
            on: ['copy' as const],
            cell: (line: TotalsLine) => ({ value: textValue(lineUnit(line) ?? 'not set') }),
          },
        ]),
    ...columns.flatMap((column) => [figureColumn(column), ...roundedColumn(column, shown)]),
    ...(share === null
      ? []
      : [
          {
            id: 'share',
            head: share.head,
            copiedHead: `${share.head}, %`,
            title: headTitle(share.head),
            kind: 'share' as const,
            cell: ({ total }: TotalsLine) => ({ value: numberValue(shareText(total, share.of)) }),
          },
        ]),
    ...(coverage === null ? [] : [coverageColumn(coverage)]),
    ...(isAnyLeftOut
      ? [
          {
            id: 'missed',
            head: NOT_IN_TOTAL.head,
            kind: 'words' as const,
            on: ['copy' as const],
            cell: ({ total }: TotalsLine) => ({ value: textValue(notInCell(total) ?? '') }),
          },
        ]
      : []),
  ]
}

/** The tooltip of a head or key that is too long to be read to its end where it stands; none of a shorter one. */
const headTitle = (text: string) => (text.length > 24 ? text : undefined)

function keyColumn(shown: TotalsShown, at: number): TotalsColumn {
  const { head = '', isCustomer = false, wordsOf } = shown.keys[at] ?? {}
  const isFirst = at === 0
  return {
    id: `key ${at}`,
    head,
    title: headTitle(head),
    kind: 'key',
    ...(isFirst && { isRowHead: true, isStop: true }),
    order: { by: 'keys', sorts: 'ascending' },
    cell: (line) => {
      const value = line.keys[at] ?? null
      if (isOfAll(line, shown)) {
        const unit = shown.unitHead === null ? '' : `, ${lineUnit(line) ?? 'not set'}`
        const text = isFirst ? `All${unit}` : ''
        return { value: textValue(isFirst ? 'All' : ''), shown: [{ text, isExact: true }], title: headTitle(text) }
      }
      const text = wordsOf?.(value) ?? ''
      return {
        value: keyValue(value, value?.text ?? '–'),
        shown:
          value === null
            ? [{ text, tone: 'none' }]
            : [{ text, isExact: true }, ...(isCustomer ? [{ customer: value.text }] : [])],
        title: headTitle(text),
        // The keys stand for all events of their line, as their count does.
        act: { does: 'events', of: { line, figure: shown.columns[0] ?? null } },
      }
    },
  }
}

/** The order in which the head of a column sorts the lines; the columns of a split offer none. */
const ORDERS: Partial<Record<FigureName, Order>> = { count: 'count', debitMinusCredit: 'amount' }

function figureColumn(column: ShownFigure): TotalsColumn {
  const { id, figure, at, title } = column
  const by = at === null ? ORDERS[figure] : undefined
  const split = column.column === undefined ? {} : { 'data-column': column.column?.text ?? '' }
  return {
    id,
    head: title,
    title: headTitle(title),
    kind: 'number',
    scale: id,
    isStop: true,
    ...(by !== undefined && { order: { by, sorts: 'descending' } }),
    cell: (line) => {
      const exact = exactOf(line, column)
      const places = leastPlaces(column, line)
      return {
        value: numberValue(exact),
        ...(places !== null && { places }),
        data: { 'data-figure': figureData(figure), 'data-value': exact ?? '', ...split },
        isToldWhole: true,
        act: {
          does: 'events',
          of: { line, figure: column },
          label: (name, drawn) => `${name}, ${title}: ${drawn}. Show these events`,
        },
      }
    },
  }
}

/**
 * How many decimals a figure is drawn with at least: those of its currency, two of euros and none of yen. Null where it
 * is not money as sent, or its currency is not known.
 */
export function leastPlaces({ isMoney }: ShownFigure, { units }: TotalsLine): number | null {
  const currency = units[0] ?? null
  return isMoney && currency !== null ? (currencyExponent(currency) ?? 0) : null
}

function roundedColumn(column: ShownFigure, { rounded: kind }: TotalsShown): TotalsColumn[] {
  const { id, figure, rounded } = column
  if (rounded === null) return []
  return [
    {
      id: `${id}, rounded`,
      head: rounded.title,
      title: headTitle(rounded.title),
      kind: 'rounded',
      scale: rounded.places,
      fill: 'zeros',
      cell: (line) => {
        const text = sumOf(line, column)?.[kind] ?? null
        return { value: numberValue(text), data: { 'data-rounded': figureData(figure), 'data-value': text ?? '' } }
      },
    },
  ]
}

/** A line's share of "All" in percent with two places, a plain decimal; null where there is none. */
function shareText({ share, worth }: TotalsCell, of: NonNullable<TotalsShown['share']>['of']): string | null {
  return of === 'charged' || of === 'reduces' ? (worth?.share[of] ?? null) : share[of]
}

/** How many events of a line are in its figures, and why others are not. A click shows those, else all. */
const coverageColumn = (head: string): TotalsColumn => ({
  id: 'coverage',
  head,
  title: headTitle(head),
  kind: 'coverage',
  isStop: true,
  cell: (line) => {
    const { total } = line
    const { numbers, count, worth } = total
    const leftOut = notInCell(total)
    const why = [shortNotValued(total), leftOut].filter(Boolean).join(' · ') || null
    const said = why ?? `with ${worth === undefined ? 'a number' : 'money'}`
    const shows = numbers === count ? 'events' : 'without'
    return {
      value: numberValue(numbers),
      shown: [
        ...coverageParts(numbers, count, worth === undefined ? 'warning' : undefined),
        ...(why === null ? [] : [{ text: ` ${why}`, tone: 'why' as const, cut: Number.POSITIVE_INFINITY }]),
      ],
      data: { 'data-coverage': numbers, 'data-of': count },
      act: {
        does: 'events',
        of: { line, figure: null },
        label: (name) => `${name}: ${coverageWords(numbers, count)} ${said}. Show those ${shows}`,
        ...(leftOut !== null && { title: leftOut }),
      },
    }
  },
})

/** "41,868 of 41,870": `numbers` of `count` events are in a line's figures. @param tone of the second if more */
export const coverageParts = (numbers: number, count: number, tone: 'warning' | undefined): FigurePart[] => [
  { text: grouped(numbers), tone: 'counted' },
  ...(numbers < count ? [{ text: ` of ${grouped(count)}`, ...(tone && { tone }) }] : []),
]

/** The same as text; one number where all are in the figures. */
const coverageWords = (numbers: number, count: number) =>
  numbers === count ? grouped(count) : `${grouped(numbers)} of ${grouped(count)}`

/**
 * Tells what a line's currency or unit is called: by what its properties say, else by its event code; a line by the
 * rules of which nothing is money says that instead. Null where the unit is not known.
 */
export const lineUnit = ({ units, code, total }: TotalsLine): string | null =>
  unitWords(units) ??
  codeWords(code) ??
  (total.worth !== undefined && total.numbers === 0 && hasNoSum(total) ? NOT_IN_TOTAL.words : null)

const hasNoSum = ({ debit, credit, neither }: TotalsCell) => debit === null && credit === null && neither === null

/** Why events have no money: "Billed by the month, not per event"; the reason of most events. Empty where all have. */
function shortNotValued({ worth }: TotalsCell): string {
  if (worth === undefined) return ''
  if (worth.unruled > 0) return `No total: ${countWords(worth.unruled, 'event')} ${WITHOUT_RULE}`
  const [first] = worth.notValued.toSorted((a, b) => b.events - a.events)
  return first === undefined ? '' : capitalized(whyNotValued(first.why, 'brief'))
}
