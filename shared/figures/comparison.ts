// Tables of what is compared: two snapshots, two periods of one, and what changed between two readings. Each line says
// what it is on either side, by how much more and of one day, and what that comes from.
import { eventField } from '../event/event-fields.ts'
import { compareDecimals, type Decimal, percentOf, readPlain, ZERO } from '../exact/decimal.ts'
import { countWords } from '../exact/grouped-digits.ts'
import {
  type ComparedFigure,
  type ComparedTotals,
  exactText,
  shareCustomers,
  type VolumeAndPrice,
  volumeAndPrice,
} from '../snapshot/compare-totals.ts'
import type { ChangeKind } from '../snapshot/snapshot-changes.ts'
import type { KeyValue } from '../snapshot/snapshot-condition.ts'
import { type PeriodDays, perDay } from '../snapshot/snapshot-periods.ts'
import type { TotalsCell } from '../snapshot/snapshot-totals.ts'
import { currencyExponent } from '../worth/money-text.ts'
import { NOT_IN_TOTAL } from '../worth/worth.ts'
import type { FigureColumn, FigurePart, FigureRow, FigureTable } from './figure-description.ts'
import { keyValue, numberValue, textValue, valueColumn } from './figure-description.ts'
import { blockOf, codeWords, groupText, notInCell, unitWords } from './line-words.ts'
import { figureHead } from './totals.ts'

export type ComparedLine = ComparedTotals['lines'][number]

/** Plain decimals; null where there is no figure. */
export interface SideBySide {
  line: ComparedLine
  there: string | null
  here: string | null
  /** Here less there; a figure that one side has not is compared with 0. */
  difference: string | null
  /** The difference as a share of the figure there, in percent. */
  percent: string | null
  /** The figures of one day, rounded. */
  perDay: { there: string | null; here: string | null }
  split: VolumeAndPrice | null
}

/** A block is of one currency or unit: its lines, and all of them together. */
export interface ComparedBlock extends Pick<ComparedLine, 'units' | 'code'> {
  lines: SideBySide[]
  /** Null where there is none across different units. */
  all: SideBySide | null
}

/** The exact text; null where there is no figure. */
function comparedText(cell: TotalsCell | null, name: ComparedFigure): string | null {
  return cell && exactText(cell, name)
}

/** How the lines of two answers become rows. */
export interface GroupedAs {
  figure: ComparedFigure
  /** Whether it goes by the price rules, not as sent: then units are currencies, and a net is split. */
  isByRules: boolean
  /** The days of each side, for figures of one day; null: it has none. */
  days: { there: PeriodDays | null; here: PeriodDays | null }
  /** Whether a side is not over: then nothing is a percent of the other. */
  isSoFar: boolean
}

/** The rows, and which further columns any of them needs. */
export interface ComparedGroups {
  blocks: ComparedBlock[]
  /** Whether some line is split into volume and price, and whether there is more than these two. */
  isSplit: boolean
  hasRest: boolean
  /** Whether anything is not in the money of a line. */
  isAnyMissed: boolean
}

/** Two snapshots, the largest difference of a block first. Lines and "All" without this figure are left out. */
export function comparedGroups({ lines, all }: ComparedTotals, as: GroupedAs): ComparedGroups {
  const pricedOn = (side: 'before' | 'after') => [...all, ...lines].flatMap((line) => line[side]?.worth?.priced ?? [])
  const isByCustomer = shareCustomers(pricedOn('before'), pricedOn('after'))
  const compared = (of: readonly ComparedLine[]) =>
    of.filter(({ changes }) => changes[as.figure] != null).map((line) => groupOf(line, as, isByCustomer))
  const [groups, ofAll] = [compared(lines), compared(all)]
  const blocks = blocksOf(ofAll, groups)
  for (const block of blocks) block.lines.sort(largestFirst)
  const splits = [...groups, ...ofAll].flatMap(({ split }) => split ?? [])
  return {
    blocks,
    isAnyMissed: [...all, ...lines].some((line) => notInSides(line, { before: '', after: '' }) !== null),
    isSplit: splits.length > 0,
    hasRest: splits.some(({ rest }) => /[1-9]/.test(rest)),
  }
}

/** The blocks are in the order in which their units first appear. */
function blocksOf(...rows: (readonly SideBySide[])[]): ComparedBlock[] {
  const blocks = new Map<string, ComparedBlock>()
  for (const one of rows.flat()) {
    const { units, code, keys } = one.line
    const id = blockOf(one.line)
    const block = blocks.get(id) ?? { units, ...(code !== undefined && { code }), lines: [], all: null }
    blocks.set(id, block)
    if (keys.length === 0) block.all = one
    else block.lines.push(one)
  }
  return [...blocks.values()]
}

function groupOf(
  line: ComparedLine,
  { figure, isByRules, days, isSoFar }: GroupedAs,
  isByCustomer: boolean,
): SideBySide {
  const [there, here] = [comparedText(line.before, figure), comparedText(line.after, figure)]
  const difference = line.changes[figure]?.difference ?? null
  const base = there === null ? ZERO : readPlain(there)
  // A percentage of nothing, of less than nothing, or of what is not over would mislead.
  const isBase = base.digits > 0n && !isSoFar
  const currency = isByRules && figure !== 'count' && figure !== 'quantity' ? (line.units[0] ?? null) : null
  const ofOneDay = (text: string | null, period: PeriodDays | null) =>
    text === null || period === null ? null : perDay(readPlain(text), period, dayPlaces(currency))
  const isNet = isByRules && figure === 'debitMinusCredit'
  return {
    line,
    there,
    here,
    difference,
    percent: isBase && difference !== null ? percentOf(readPlain(difference), base, 2) : null,
    perDay: { there: ofOneDay(there, days.there), here: ofOneDay(here, days.here) },
    split:
      isNet && difference !== null
        ? volumeAndPrice(line.before?.worth?.priced, line.after?.worth?.priced, difference, currency, isByCustomer)
        : null,
  }
}

const dayPlaces = (currency: string | null) => (currency === null ? null : currencyExponent(currency)) ?? 2

function largestFirst(a: SideBySide, b: SideBySide): number {
  const [one, other] = [sizeOf(a), sizeOf(b)]
  return compareDecimals(other, one)
}

function sizeOf({ difference }: SideBySide): Decimal {
  if (difference === null) return ZERO
  const { digits, scale } = readPlain(difference)
  return { digits: digits < 0n ? -digits : digits, scale }
}

/** The columns and the lines are called so. */
export interface ComparedColumns {
  /** They are the heads of the keys. */
  keys: readonly string[]
  /** Null where nothing tells units apart. */
  unit: string | null
  before: string
  after: string
  /** One for each key; `line` is not one of "All". */
  words: (line: ComparedLine) => readonly string[]
}

/** Tells what is not in the money of either side, in words; null where all is in both. */
export function notInSides(
  { before, after }: Record<'before' | 'after', Pick<TotalsCell, 'notIn'> | null>,
  names: Pick<ComparedColumns, 'before' | 'after'>,
): string | null {
  const words = (['before', 'after'] as const).flatMap((side) => {
    const cell = side === 'before' ? before : after
    const missed = cell === null ? null : notInCell(cell)
    return missed === null ? [] : [`${names[side]} ${missed}`]
  })
  return words.length === 0 ? null : words.join('; ')
}

type Side = 'there' | 'here'

/** A figure shows the events of this side. */
export interface SideFigure {
  line: ComparedLine
  side: Side
}

/** In what the tables of two snapshots and of two periods differ: their columns, and how the screen says it. */
interface DrawnSides extends Pick<ComparedGroups, 'isSplit' | 'hasRest' | 'isAnyMissed'> {
  isPerDay: boolean
  /** `is`: the side in `data-side`. `head`: above its column. `said`: in the accessible names of its figures. */
  sides: Record<Side, { is: string; head: string; said: string }>
  /** It is said of a line on the screen. */
  unitOf: (line: ComparedLine) => string
  /** Whether units stand above the lines of their blocks on the screen: a copy has them in a column. */
  areUnitsAbove: boolean
  /** Whether the whole of a key is said to whoever points at it. */
  areKeysTold: boolean
}

/** "All" in the column of the first key where the line has none. */
const keyTexts = ({ line }: SideBySide, { keys, words }: ComparedColumns) =>
  line.keys.length === 0 ? keys.map((_, at) => (at === 0 ? 'All' : '')) : words(line)

const nameParts = (row: SideBySide, columns: ComparedColumns, { unitOf }: DrawnSides): string[] => [
  ...keyTexts(row, columns).filter((word) => word !== ''),
  ...(columns.unit === null ? [] : [unitOf(row.line)]),
]

/** The name of a customer, to stand behind the key of its line; none where the column has other keys. */
export const customerPart = (head: string | undefined, id: string | null | undefined): FigurePart[] =>
  head === eventField('customerId').label && id != null ? [{ customer: id }] : []

type Column = FigureColumn<SideBySide, SideFigure>

/** @param at the place of its key */
const keyColumn = (head: string, at: number, columns: ComparedColumns, drawn: DrawnSides): Column => ({
  id: `key ${at}`,
  head,
  kind: 'text',
  ...(at === 0 && { isRowHead: true }),
  cell: (row) => {
    const words = keyTexts(row, columns)[at] ?? ''
    // The last line of a block: "All, EUR", where the unit stands above the block only.
    const isNamed = at === 0 && drawn.areUnitsAbove && row.line.keys.length === 0
    return {
      value: keyValue(row.line.keys[at], words),
      shown: isNamed ? [{ text: nameParts(row, columns, drawn).join(', ') }] : [{ text: words }],
      behind: customerPart(head, row.line.keys[at]?.text),
      ...(drawn.areKeysTold && { title: words }),
    }
  },
})

const differenceColumn = (id: string, head: string, scale: string, of: (row: SideBySide) => string | null): Column => ({
  id,
  head,
  kind: 'difference',
  scale,
  cell: (row) => ({ value: numberValue(of(row)), data: { [`data-${id}`]: of(row) ?? '' } }),
})

function sideBySideColumns(columns: ComparedColumns, drawn: DrawnSides): Column[] {
  const { keys, unit } = columns
  const { sides, unitOf } = drawn
  const unitColumn: Column[] =
    unit === null
      ? []
      : [
          {
            id: 'unit',
            head: unit,
            kind: 'text',
            ...(drawn.areUnitsAbove && { on: ['copy'] }),
            cell: ({ line }) => ({
              value: textValue(unitWords(line.units) ?? codeWords(line.code) ?? 'not set'),
              shown: [{ text: unitOf(line) }],
            }),
          },
        ]
  const both = ['there', 'here'] as const
  return [
    ...keys.map((head, at) => keyColumn(head, at, columns, drawn)),
    ...unitColumn,
    ...both.map(
      (side): Column => ({
        id: side,
        head: sides[side].head,
        kind: 'number',
        scale: 'figure',
        cell: (row) => ({
          value: numberValue(row[side]),
          data: { 'data-side': sides[side].is, 'data-value': row[side] ?? '' },
          act: {
            does: 'events',
            of: { line: row.line, side },
            label: (name, text) => `${name}, ${sides[side].said}: ${text}. Show these events`,
            title: { is: 'label' },
          },
        }),
      }),
    ),
    differenceColumn('difference', 'Difference', 'figure', (row) => row.difference),
    {
      id: 'percent',
      head: 'Percent',
      kind: 'percent',
      cell: ({ percent }) => ({ value: numberValue(percent), data: { 'data-percent': percent ?? '' } }),
    },
    ...(drawn.isSplit
      ? [
          differenceColumn('volume', 'Volume', 'split', ({ split }) => split?.volume ?? null),
          differenceColumn('price', 'Price', 'split', ({ split }) => split?.price ?? null),
          ...(drawn.hasRest ? [differenceColumn('rest', 'Other', 'split', ({ split }) => split?.rest ?? null)] : []),
        ]
      : []),
    ...(drawn.isPerDay
      ? both.map(
          (side): Column => ({
            id: `${side} per day`,
            head: `${sides[side].head}, per day`,
            kind: 'number',
            scale: 2,
            cell: ({ perDay: ofOneDay }) => ({
              value: numberValue(ofOneDay[side]),
              data: { 'data-per-day': side, 'data-value': ofOneDay[side] ?? '' },
            }),
          }),
        )
      : []),
    ...(drawn.isAnyMissed ? [missedColumn(({ line }: SideBySide) => notInSides(line, columns))] : []),
  ]
}

/** The column says what is not in the figures of a row. */
const missedColumn = <Row>(missedIn: (row: Row) => string | null): FigureColumn<Row, never> => ({
  id: 'missed',
  head: NOT_IN_TOTAL.head,
  kind: 'words',
  cell: (row) => {
    const words = missedIn(row) ?? ''
    return { value: textValue(words), shown: [{ text: words, cut: Number.POSITIVE_INFINITY }] }
  },
})

function sideBySideRow(
  row: SideBySide,
  columns: ComparedColumns,
  drawn: DrawnSides,
): FigureRow<SideBySide, SideFigure> {
  const { line } = row
  const group = groupText(line)
  return {
    id: JSON.stringify([line.keys, line.units, line.code]),
    of: row,
    name: nameParts(row, columns, drawn),
    data: line.keys.length === 0 ? { 'data-all': group } : { 'data-group': group },
  }
}

export interface GroupColumns extends ComparedColumns {
  isPerDay: boolean
  /** Whether the figures are money: then a line without a currency has none. */
  isOfMoney: boolean
}

/** A block for each currency or unit, "All" below its lines. @param most of the lines of each; absent: every line */
export function groupsTable(
  groups: ComparedGroups,
  columns: GroupColumns,
  most = Number.POSITIVE_INFINITY,
): FigureTable<SideBySide, SideFigure> {
  const { blocks } = groups
  const drawn: DrawnSides = {
    ...groups,
    isPerDay: columns.isPerDay,
    sides: {
      there: { is: 'there', head: columns.before, said: columns.before },
      here: { is: 'here', head: columns.after, said: columns.after },
    },
    unitOf: ({ units, code }) =>
      unitWords(units) ?? codeWords(code) ?? (columns.isOfMoney ? NOT_IN_TOTAL.words : 'not set'),
    areUnitsAbove: false,
    areKeysTold: true,
  }
  return {
    name: 'Groups',
    columns: sideBySideColumns(columns, drawn),
    blocks: blocks.map(({ lines, all, ...block }) => ({
      id: blockOf(block),
      rows: [...lines.slice(0, most), ...(all === null ? [] : [all])].map((row) => sideBySideRow(row, columns, drawn)),
    })),
    scaleOver: 'block',
    more: moreWords(blocks.reduce((sum, { lines }) => sum + Math.max(lines.length - most, 0), 0)),
  }
}

/**
 * On the screen a block for each currency or unit; a copy has the lines in their order, then those of "All".
 * @param most lines on the screen; null: a copy, with every line
 */
export function periodsTable(
  { lines, all }: Pick<ComparedTotals, 'lines' | 'all'>,
  figure: ComparedFigure,
  columns: ComparedColumns,
  most: number | null,
): FigureTable<SideBySide, SideFigure> {
  const rows = [...lines.slice(0, most ?? lines.length), ...all].map((line) => periodsOf(line, figure))
  const drawn: DrawnSides = {
    isSplit: false,
    hasRest: false,
    isAnyMissed: rows.some(({ line }) => notInSides(line, columns) !== null),
    isPerDay: false,
    sides: {
      there: { is: 'before', head: columns.before, said: 'earlier' },
      here: { is: 'after', head: columns.after, said: 'later' },
    },
    unitOf: ({ units, code }) => unitWords(units) ?? codeWords(code) ?? `${columns.unit} not set`,
    areUnitsAbove: true,
    areKeysTold: false,
  }
  const rowOf = (row: SideBySide) => sideBySideRow(row, columns, drawn)
  return {
    name: WITHIN_PERIOD,
    columns: sideBySideColumns(columns, drawn),
    blocks:
      most === null
        ? [{ id: 'all', rows: rows.map(rowOf) }]
        : blocksOf(rows).map(({ lines: ofBlock, all: ofAll, ...block }) => {
            const [first = ofAll] = ofBlock
            const heading = { text: first === null ? '' : drawn.unitOf(first.line), as: 'cell' as const }
            return {
              id: blockOf(block),
              ...(columns.unit !== null && { heading }),
              rows: [...ofBlock, ...(ofAll === null ? [] : [ofAll])].map(rowOf),
            }
          }),
    scaleOver: 'block',
    more: moreWords(lines.length - (most ?? lines.length)),
  }
}

const periodsOf = (line: ComparedLine, figure: ComparedFigure): SideBySide => ({
  line,
  there: comparedText(line.before, figure),
  here: comparedText(line.after, figure),
  difference: line.changes[figure]?.difference ?? null,
  percent: line.changes[figure]?.percent ?? null,
  perDay: { there: null, here: null },
  split: null,
})

const moreWords = (lines: number) => (lines <= 0 ? null : `${countWords(lines, 'more line')} in the copied table.`)

// This is what changed, in a line for each kind of change, group and currency, or for what is in no total.

export const CHANGE_WORDS: Record<ChangeKind, string> = { added: 'Here now', gone: 'Gone', altered: 'Altered' }

/** This is what a line can say, each in a column: by the rules, and as sent where there is no rule. */
const CHANGE_FIGURES = ['charged', 'reduces', 'net', 'debit', 'credit', 'neither'] as const
type ChangeFigure = (typeof CHANGE_FIGURES)[number]

const CHANGE_HEADS: Record<ChangeFigure, string> = {
  charged: figureHead('charged', { isByRules: true }),
  reduces: figureHead('reduces', { isByRules: true }),
  net: figureHead('debitMinusCredit', { isByRules: true }),
  debit: `${figureHead('debit', { isByRules: false })} as sent`,
  credit: `${figureHead('credit', { isByRules: false })} as sent`,
  neither: `${figureHead('neither', { isByRules: false })} as sent`,
}

export interface ChangeLine {
  kind: ChangeKind
  keys: (KeyValue | null)[]
  /** Number of events of the group in the earlier and in the later snapshot. */
  before: number
  after: number
  /** The currency or unit, or why there is no money. */
  unit: string
  /** Currency of money by the rules; null: none, or not known. */
  currency: string | null
  /** Plain decimals; null where there is no figure. */
  figures: Record<ChangeFigure, string | null>
  /** It says in words what is not in its figures; null: nothing. */
  without: string | null
  /** These units tell events without a rule apart; null: they have one. */
  units: (string | null)[] | null
  /** It is as of a line of totals. */
  code?: string | null
}

/** The text of the value; "none" for events without one. */
export const groupWords = (value: KeyValue | null | undefined) => (value ? value.text : 'none')

const countOf = ({ before, after }: ChangeLine) => Math.max(before, after)

/** This is what they are grouped by where they are not. */
export const NO_GROUP = 'nothing'

/** @param others how many lines the answer left out @param most on the screen; absent: every line */
export function changesTable(
  lines: readonly ChangeLine[],
  group: string,
  others: number,
  most = Number.POSITIVE_INFINITY,
): FigureTable<ChangeLine, ChangeLine> {
  const left = Math.max(lines.length - most, 0)
  return {
    name: 'Changes by group',
    columns: changeColumns(lines, group),
    blocks: [
      {
        id: 'all',
        rows: lines.slice(0, most).map((line) => ({
          id: JSON.stringify([line.kind, line.keys, line.unit]),
          of: line,
          name: [groupWords(line.keys[0])],
          data: {
            'data-change': line.kind,
            'data-group': JSON.stringify([
              ...line.keys.map((key) => key?.text ?? null),
              ...(line.units ?? [line.currency]),
              ...(line.code === undefined ? [] : [line.code]),
            ]),
          },
        })),
      },
    ],
    scaleOver: 'table',
    more:
      left === 0
        ? null
        : `${countWords(left, 'more line is', 'more lines are')} not shown; the copied table has them all.`,
    copiedBelow: others === 0 ? [] : [[textValue(`${countWords(others, 'more line is', 'more lines are')} left out`)]],
  }
}

type ChangeColumn = FigureColumn<ChangeLine, ChangeLine>

function changeColumns(lines: readonly ChangeLine[], group: string): ChangeColumn[] {
  const figureColumn = (figure: ChangeFigure): ChangeColumn => ({
    id: figure,
    head: CHANGE_HEADS[figure],
    kind: 'difference',
    ...(lines.every(({ figures }) => figures[figure] === null) && { on: ['copy'] }),
    cell: (line) => ({
      value: numberValue(line.figures[figure]),
      ...(line.units === null && { currency: line.currency }),
      data: { 'data-figure': figure, 'data-value': line.figures[figure] ?? '' },
      act: {
        does: 'events',
        of: line,
        label: (name, text) => `List the events of ${figure} ${text}, ${name}`,
        title: { is: 'label' },
      },
    }),
  })
  return [
    valueColumn('change', 'Change', 'text', ({ kind }) => textValue(CHANGE_WORDS[kind])),
    {
      id: 'group',
      head: group,
      kind: 'text',
      isRowHead: true,
      ...(group === NO_GROUP && { on: ['copy'] }),
      cell: ({ keys: [key] }) => ({
        value: keyValue(key, groupWords(key)),
        behind: customerPart(group, key?.text),
      }),
    },
    {
      id: 'events',
      head: 'Events',
      kind: 'number',
      on: ['screen'],
      cell: (line) => ({
        value: numberValue(countOf(line)),
        act: {
          does: 'events',
          of: line,
          label: (name) => `List ${countWords(countOf(line), 'event')}: ${CHANGE_WORDS[line.kind]}, ${name}`,
          title: { is: 'label' },
        },
      }),
    },
    valueColumn('unit', 'Unit', 'text', ({ unit }) => textValue(unit)),
    valueColumn('before', 'Events before', 'number', ({ before }) => numberValue(before), { on: ['copy'] }),
    valueColumn('now', 'Events now', 'number', ({ after }) => numberValue(after), { on: ['copy'] }),
    ...CHANGE_FIGURES.map(figureColumn),
    ...(lines.some(({ without }) => without !== null) ? [missedColumn(({ without }: ChangeLine) => without)] : []),
  ]
}

/** Two periods of one snapshot beside each other. */
export const WITHIN_PERIOD = 'Compare within this period'
