// Tables of a ledger that was held against a snapshot: what came of its lines, by outcome and currency; and the lines
// of an outcome.
import { decimalText, minus, readPlain } from '../exact/decimal.ts'
import { countWords, grouped } from '../exact/grouped-digits.ts'
import {
  CHANGED_ID_WORDS,
  type LedgerEquation,
  type LedgerGroup,
  type LedgerLine,
  type LedgerMoney,
  MONEY_KIND_WORDS,
  type MoneyKind,
  type Outcome,
  outcomeWords,
} from '../snapshot/snapshot-ledger.ts'
import type { FigureColumn, FigurePart, FigureRow, FigureTable } from './figure-description.ts'
import { numberValue, textValue, valueColumn } from './figure-description.ts'

/** This is what stands for a sum where one of its amounts could not be read, and for a currency that is not known. */
export const NOT_KNOWN = 'not known'

/** "by your price rules", behind a currency. */
export const kindWords = (of: MoneyKind): string =>
  MONEY_KIND_WORDS[of].replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/** A row of the table: what an outcome, such as "Differing", comes to in one currency. */
export interface OutcomeRow {
  outcome: { name: string; lines: number; events: number }
  /** Null: it is of "All". */
  group: LedgerGroup | null
  /** Null: it comes to none. */
  money: LedgerMoney | null
  /** Whether it is the first row of its outcome, which alone has the counts of lines and events. */
  isFirst: boolean
}

/** The lines of an outcome, or its events. */
export interface OutcomeAct {
  outcome: Outcome
  show: 'lines' | 'events'
}

interface OutcomesTable {
  groups: readonly LedgerGroup[]
  equation: readonly LedgerEquation[]
  lines: number
  events: number
}

/** A block for each outcome, and "All" below them. @param chosen whose lines are on the screen; null: a copy */
export function outcomesTable(
  { groups, equation, lines, events }: OutcomesTable,
  isProven: boolean,
  chosen: Outcome | null,
): FigureTable<OutcomeRow, OutcomeAct> {
  const rowsOf = (
    money: readonly LedgerMoney[],
    outcome: OutcomeRow['outcome'],
    group: LedgerGroup | null,
  ): FigureRow<OutcomeRow, OutcomeAct>[] =>
    // What comes to no money is one row all the same.
    (money.length === 0 ? [null] : money).map((one, at) => ({
      id: `${outcome.name} ${one?.of} ${one?.currency}`,
      of: { outcome, group, money: one, isFirst: at === 0 },
      name: [outcome.name],
      ...(group === null && { data: { 'data-all': 'true' } }),
      ...(group !== null &&
        at === 0 && {
          data: { 'data-outcome': group.outcome, 'data-lines': group.lines, 'data-events': group.events },
        }),
    }))
  return {
    name: 'Ledger',
    columns: outcomeColumns(chosen, groups.some(hasWithout)),
    blocks: [
      ...groups.map((group) => ({
        id: group.outcome,
        stands: 'apart' as const,
        data: { 'data-chosen': group.outcome === chosen ? 'true' : undefined },
        rows: rowsOf(group.money, { ...group, name: outcomeWords(group.outcome, isProven) }, group),
      })),
      {
        id: 'all',
        stands: 'foot',
        on: ['screen'],
        rows: rowsOf(equation, { name: 'All', lines, events }, null),
      },
    ],
    scaleOver: 'table',
  }
}

/** Whether lines or events of an outcome have no amount. */
const hasWithout = ({ linesWithout, eventsWithout }: LedgerGroup) => linesWithout + eventsWithout > 0

type OutcomeColumn = FigureColumn<OutcomeRow, OutcomeAct>

const spansBlock = () => true

/** It is in a copy alone. */
const COPIED = { on: ['copy'] } as const

/** Stands once for each outcome, so that the column adds up. */
const countColumn = (id: 'lines' | 'events', head: string): OutcomeColumn => ({
  id,
  head,
  kind: 'number',
  spansBlock,
  cell: ({ outcome, group, isFirst }) => ({
    value: isFirst ? numberValue(outcome[id]) : null,
    ...(group !== null && outcome[id] === 0 && { shown: [{ text: '–' }] }),
    ...(group !== null &&
      id === 'events' &&
      outcome.events > 0 && {
        act: {
          does: 'events',
          of: { outcome: group.outcome, show: 'events' },
          label: (name) => `${name}: ${countWords(outcome.events, 'event')}. Show these events`,
          title: 'Show these events',
        },
      }),
  }),
})

const figureColumn = (id: 'file' | 'snapshot' | 'difference', head: string): OutcomeColumn => ({
  id,
  head,
  kind: id === 'difference' ? 'difference' : 'number',
  scale: id,
  cell: ({ money }) => {
    if (money === null) return null
    const exact = money[id]
    return {
      value: exact === null ? textValue(NOT_KNOWN) : numberValue(exact),
      currency: money.currency,
      data: {
        'data-figure': id,
        'data-money': money.of,
        'data-currency': money.currency ?? undefined,
        'data-value': exact ?? undefined,
      },
    }
  },
})

const withoutColumn = (id: 'linesWithout' | 'eventsWithout', head: string): OutcomeColumn =>
  valueColumn(id, head, 'number', ({ group, isFirst }) => (isFirst ? numberValue(group?.[id]) : null), COPIED)

function outcomeColumns(chosen: Outcome | null, isAnyWithout: boolean): OutcomeColumn[] {
  return [
    {
      id: 'outcome',
      head: 'Outcome',
      kind: 'text',
      isRowHead: true,
      spansBlock,
      cell: ({ outcome, group }) => ({
        value: textValue(outcome.name),
        ...(group !== null && {
          act: {
            does: 'open',
            of: { outcome: group.outcome, show: 'lines' },
            isPressed: group.outcome === chosen,
          },
        }),
      }),
    },
    countColumn('lines', 'Lines'),
    countColumn('events', 'Events'),
    {
      id: 'money',
      head: 'Money',
      kind: 'text',
      cell: ({ money }) => ({
        value: textValue(money && kindWords(money.of)),
        shown: money === null ? [] : [{ parts: moneyParts(money), tone: 'dim' }],
      }),
    },
    valueColumn('currency', 'Currency', 'text', ({ money }) => textValue(money && currencyWords(money)), COPIED),
    figureColumn('file', 'In the file'),
    figureColumn('snapshot', 'In the snapshot'),
    figureColumn('difference', 'Difference'),
    ...(isAnyWithout
      ? [
          {
            id: 'without',
            head: 'Without an amount',
            kind: 'text' as const,
            on: ['screen' as const],
            spansBlock: ({ group }: OutcomeRow) => group !== null,
            cell: ({ group }: OutcomeRow) => ({
              value: null,
              shown: group === null ? [] : [{ text: withoutWords(group), tone: 'dim' as const }],
            }),
          },
        ]
      : []),
    withoutColumn('linesWithout', 'Lines without an amount'),
    withoutColumn('eventsWithout', 'Events without an amount'),
  ]
}

const currencyWords = ({ currency }: LedgerMoney) => currency ?? NOT_KNOWN

/** "EUR, by your price rules". */
const moneyParts = ({ of, currency }: LedgerMoney): FigurePart[] => [
  { text: currency ?? '(currency not set)', cut: CURRENCY_CHARACTERS },
  { text: `, ${kindWords(of)}` },
]

const CURRENCY_CHARACTERS = 20

function withoutWords({ linesWithout, eventsWithout }: LedgerGroup): string {
  return [linesWithout > 0 && countWords(linesWithout, 'line'), eventsWithout > 0 && countWords(eventsWithout, 'event')]
    .filter(Boolean)
    .join(', ')
}

/** A column of the file. */
export interface FileColumn {
  /** As the file calls it. */
  head: string
  /** As the screen calls it; null: other columns say the same there. */
  words: string | null
  isNumber: boolean
  isCustomer: boolean
}

/**
 * Tells what the file says, what its event says where that is another, and the money of both sides. An act is of a row
 * of the snapshot.
 * @param columns in the order of the lines' cells
 */
export function ledgerLinesTable(
  lines: readonly LedgerLine[],
  columns: readonly FileColumn[],
  isProven: boolean,
): FigureTable<LedgerLine, number> {
  return {
    name: 'Lines',
    columns: [
      {
        id: 'line',
        head: 'Line',
        kind: 'number',
        cell: ({ line, repeats }) => ({
          value: numberValue(line),
          behind: repeats === null ? [] : [{ text: ` repeats ${grouped(repeats)}`, tone: 'dim' }],
        }),
      },
      valueColumn('outcome', 'Outcome', 'text', (line) => textValue(lineOutcomeWords(line, isProven)), COPIED),
      { id: 'event', head: 'Event ID', kind: 'exact', isRowHead: true, cell: idCell },
      ...columns.flatMap(fileColumns),
      ...moneyColumns('file', 'In the file', 'file'),
      ...moneyColumns('snapshot', 'In the snapshot', 'event'),
      valueColumn('money', 'Money of', 'text', (line) => textValue(moneyKindWords(line)), COPIED),
      {
        id: 'difference',
        head: 'Difference',
        kind: 'difference',
        on: ['screen'],
        scale: 'difference',
        cell: (line) => ({
          value: numberValue(lineDifference(line)),
          currency: line.file?.currency ?? line.snapshot?.currency ?? null,
        }),
      },
      {
        id: 'currency',
        head: 'Currency',
        kind: 'text',
        on: ['screen'],
        cell: (line) => ({ value: null, shown: [{ parts: currencyParts(line), tone: 'dim' }] }),
      },
    ],
    blocks: [
      {
        id: 'all',
        rows: lines.map((line) => ({
          id: `${line.line ?? ''} ${line.row ?? ''}`,
          of: line,
          name: [line.eventId ?? NO_ID],
          data: {
            'data-line': line.line ?? '',
            'data-event-id': line.eventId ?? '',
            'data-difference': lineDifference(line) ?? '',
          },
        })),
      },
    ],
    scaleOver: 'table',
  }
}

const NO_ID = 'no event ID'

function moneyKindWords({ file, snapshot }: LedgerLine): string | null {
  const money = file ?? snapshot
  return money && MONEY_KIND_WORDS[money.of]
}

const lineOutcomeWords = ({ outcome, changedFrom }: LedgerLine, isProven: boolean) =>
  `${outcomeWords(outcome, isProven)}${changedFrom === null || outcome === 'changed-id' ? '' : ` (${CHANGED_ID_WORDS})`}`

/** One on the screen, which says both sides; in a copy each has its own. */
function fileColumns(
  { head, words, isNumber, isCustomer }: FileColumn,
  at: number,
): FigureColumn<LedgerLine, number>[] {
  const copied = (side: 'file' | 'snapshot', called: string): FigureColumn<LedgerLine, number> => ({
    id: `column ${at}, ${side}`,
    head: `${head} (${called})`,
    kind: 'text',
    on: ['copy'],
    cell: ({ cells }) => ({ value: textValue(cells[at]?.[side] ?? null) }),
  })
  const shown: FigureColumn<LedgerLine, number>[] =
    words === null
      ? []
      : [
          {
            id: `column ${at}`,
            head: words,
            title: head,
            kind: isNumber ? 'number' : 'text',
            on: ['screen'],
            cell: ({ cells, outcome }) => {
              const cell = cells[at]
              const customer = isCustomer ? (cell?.snapshot ?? null) : null
              return {
                value: textValue(cell?.file ?? cell?.snapshot ?? null),
                isToldWhole: true,
                shown: cell === undefined ? [] : comparedParts(cell, outcome),
                behind: customer === null ? [] : [{ customer }],
              }
            },
          },
        ]
  return [...shown, copied('file', 'file'), copied('snapshot', 'event')]
}

const idCell: FigureColumn<LedgerLine, number>['cell'] = ({ eventId, row, changedFrom }) => ({
  value: textValue(eventId),
  shown: [exactPart(eventId ?? NO_ID)],
  behind: changedFrom === null ? [] : [{ parts: [{ text: ' changed from ' }, exactPart(changedFrom)], tone: 'dim' }],
  ...(row !== null && {
    act: { does: 'events', of: row, label: (name) => `Show the event ${name}`, title: 'Show this event' },
  }),
})

/** A text as it was sent; a dash where there is none, or it is empty. */
const exactPart = (text: string | null): FigurePart =>
  text === null || text === '' ? { text: '–' } : { text, isExact: true }

function comparedParts({ file, snapshot, differs }: LedgerLine['cells'][number], outcome: Outcome): FigurePart[] {
  if (!differs || outcome === 'only-file' || outcome === 'only-snapshot') return [exactPart(file ?? snapshot)]
  return [
    {
      tone: 'differs',
      title: 'In the file ≠ in the snapshot',
      parts: [
        { text: 'in the file ', only: 'hearing' },
        exactPart(file),
        { text: '≠', only: 'sight', tone: 'unequal' },
        { text: ', in the snapshot ', only: 'hearing' },
        { parts: [exactPart(snapshot)], tone: 'there' },
      ],
    },
  ]
}

/** The money of one side, and in a copy its currency. @param called what a copy calls the side */
const moneyColumns = (side: 'file' | 'snapshot', head: string, called: string): FigureColumn<LedgerLine, number>[] => [
  {
    id: side,
    head,
    copiedHead: `Money (${called})`,
    kind: 'number',
    scale: side,
    cell: (line) => ({ value: numberValue(line[side]?.sum), currency: line[side]?.currency ?? null }),
  },
  valueColumn(`${side} currency`, `Currency (${called})`, 'text', (line) => textValue(line[side]?.currency), COPIED),
]

function currencyParts(line: LedgerLine): FigurePart[] {
  const sides = [line.file, line.snapshot].flatMap((side) => (side === null ? [] : [side.currency]))
  return [...new Set(sides)].flatMap((currency, at): FigurePart[] => [
    ...(at === 0 ? [] : [{ text: ' ≠ ' }]),
    { text: currency ?? NOT_KNOWN, cut: CURRENCY_CHARACTERS },
  ])
}

/** File less snapshot, a plain decimal; null where one side says money of another kind, or neither says any. */
export function lineDifference({ file, snapshot }: Pick<LedgerLine, 'file' | 'snapshot'>): string | null {
  if (file === null && snapshot === null) return null
  if (file !== null && snapshot !== null && (file.of !== snapshot.of || file.currency !== snapshot.currency))
    return null
  return decimalText(minus(readPlain(file?.sum ?? '0'), readPlain(snapshot?.sum ?? '0')))
}
