// A ledger that was checked, as it is held for the pages of its lines: what became of each line and event, and their
// money.
import type { Asks, DecimalSign, FileChoices, KeyPart, Meaning } from '../../../../shared/check/checked-file.ts'
import type { EventField } from '../../../../shared/event/event-fields.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { FileCheckQuestion } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { fileTimes, saysUtc, styledTime, type TimeStyle, timeStyle } from '../../check/file-times.ts'
import { textsIn } from '../table/dictionary.ts'
import { type Column, fieldColumn } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Turn } from '../table/turn.ts'
import {
  type ComparedColumn,
  cellNumber,
  isNumberColumn,
  numberColumn,
  textColumn,
  timeColumn,
} from './ledger-columns.ts'
import { cellTextAt, type FileColumn, fileText, type LedgerFile } from './ledger-file.ts'
import {
  currencyColumn,
  type LineMoney,
  ledgerMoney,
  type MoneyColumns,
  type ReducedSigns,
  type StatedCounts,
} from './ledger-line-money.ts'
import type { EventMoney } from './ledger-money.ts'
import { type FoundTotal, findTotals } from './ledger-totals.ts'
import { type Keys, type LedgerMatches, ledgerKeys, matchLedger } from './match-ledger.ts'
import { asking, daysOf } from './open-readings.ts'
import { type ChangedIds, changedIds, pairChangedIds } from './pair-changed-ids.ts'

export interface CheckedLedger {
  file: LedgerFile
  columns: readonly ComparedColumn[]
  /** They are the columns that are held against events: those of the key are not. */
  compared: readonly ComparedColumn[]
  matches: LedgerMatches
  /** Rows of totals, whose outcome is none of a line. */
  totals: readonly FoundTotal[]
  money: EventMoney
  lineMoney(line: number): LineMoney
  /** The column of event IDs; null: the file has none. */
  ids: FileColumn | null
  /** It is what a spreadsheet changed of these; null: lines are not found by IDs. */
  changed: ChangedIds | null
  /** Rows that are asked about. */
  rows: Uint32Array
  /** How amounts that the rules take off stand in this file. */
  signs: ReducedSigns
  /** How its times are written. */
  timeStyle: TimeStyle
  /** Its times that say no offset are in it: as chosen, else as their head says, else the snapshot's. */
  zone: string
  stated: StatedCounts
}

export const EVENT_ID: Meaning = { is: 'field', field: 'eventId' }
const CREATED_AT: Meaning = { is: 'field', field: 'createdAt' }

/** The events' side of a column; null: of its money. */
export async function eventColumn(snapshot: LoadedSnapshot, means: Meaning, turn: Turn): Promise<Column | null> {
  if (means.is === 'field') return fieldColumn(snapshot.table, means.field)
  return means.is === 'property' ? snapshot.property(means.name, turn) : null
}

/** Whether two columns mean the same field, property or other part of an event. */
export const sameMeaning = (a: Meaning, b: Meaning) =>
  a.is === b.is &&
  (a.is !== 'field' || b.is !== 'field' || a.field === b.field) &&
  (a.is !== 'property' || b.is !== 'property' || a.name === b.name)

/** Matches the lines of a file with these rows. */
export async function checkedLedger(
  snapshot: LoadedSnapshot,
  file: LedgerFile,
  rows: Uint32Array,
  money: EventMoney,
  decimal: DecimalSign,
  { choices }: FileCheckQuestion,
  turn: Turn,
): Promise<CheckedLedger | { kind: 'asks'; asks: Asks[] }> {
  const key: readonly KeyPart[] = choices.key ?? [{ means: EVENT_ID }]
  const partOf = (means: Meaning) => key.find((part) => sameMeaning(part.means, means))
  const created = file.columns.find(({ means }) => sameMeaning(means, CREATED_AT))
  const zone = choices.zone ?? (created !== undefined && saysUtc(created.head) ? 'UTC' : snapshot.table.range.zone)
  const order = daysOf(file, created === undefined ? [] : [created], choices.days, snapshot.table.range)
  if (order !== null && typeof order !== 'string') return asking(order)
  const style = created === undefined ? 'as-written' : timeStyle(textsIn(created.dictionary), order)
  const inZone = fileTimes(zone)
  const readTime = (text: string) => inZone(styledTime(text, style))
  const columns: ComparedColumn[] = []
  const moneyColumns: MoneyColumns = { amount: null, currency: null }
  const parts: ComparedColumn[] = []
  const compared: ComparedColumn[] = []
  const properties = new Map<string, { file: FileColumn; isNumber: boolean }>()
  for (const column of file.columns) {
    const { means } = column
    const snapshotColumn = await eventColumn(snapshot, means, turn)
    if (means.is === 'amount') moneyColumns.amount = column
    if (means.is === 'currency') moneyColumns.currency = column
    if (snapshotColumn === null) continue
    const isNumber = isNumberColumn(means, snapshotColumn)
    if (means.is === 'property') properties.set(means.name, { file: column, isNumber })
    const made =
      column === created
        ? timeColumn(column, snapshotColumn, snapshot.table, readTime, zone, partOf(means)?.to ?? null)
        : isNumber
          ? numberColumn(column, snapshotColumn, decimal)
          : textColumn(column, snapshotColumn)
    columns.push(made)
    // Found by something else, lines need not have the IDs of the events.
    if (partOf(means) !== undefined) {
      parts.push(made)
      // A key has both of a time that comes twice, from which another cell may name one alone.
      if (column === created && column.codes.some((code) => made.isTwice?.(code) === true)) compared.push(made)
    } else if (!sameMeaning(means, EVENT_ID)) compared.push(made)
  }
  const all = { all: rows, of: snapshot.table.rows }
  const ids = file.columns.find(({ means }) => sameMeaning(means, EVENT_ID)) ?? null
  const changed = ids === null || choices.key !== null ? null : changedIds(ids)
  const everyKey = await ledgerKeys(parts, file.lines, all, turn)
  // An ID that several may have become names no event.
  const keys: Keys =
    changed === null || changed.codes.size === 0
      ? everyKey
      : {
          ofRow: (row) => everyKey.ofRow(row),
          ofLine: (line) => (changed.codes.has(ids?.codes[line] ?? 0) ? 0 : everyKey.ofLine(line)),
        }
  const signs = reducedSigns(file, moneyColumns.amount, money, decimal, choices.amounts, keys, rows)
  if (typeof signs !== 'string') return asking(signs)
  const ofLines = ledgerMoney(file, money, moneyColumns, { choices, decimal, readTime, properties, signs })
  if (ofLines.amount !== null) compared.push(ofLines.amount)
  if (moneyColumns.currency !== null) compared.push(currencyColumn(moneyColumns.currency, money))
  const found = await matchLedger(file.lines, all, keys, compared, turn)
  const columnOf = (field: EventField['key']) =>
    compared.find(({ file: { means } }) => means.is === 'field' && means.field === field) ?? null
  const matches =
    ids === null || changed === null
      ? found
      : await pairChangedIds(
          found,
          {
            file,
            ids,
            changed,
            eventIds: fieldColumn(snapshot.table, 'eventId'),
            rows: all,
            customer: columnOf('customerId'),
            others: [columnOf('eventCode'), columnOf('createdAt')],
            amount: ofLines.amount,
            currency: compared.find(({ file: { means } }) => means.is === 'currency') ?? null,
            compared,
          },
          turn,
        )
  const inOrder = file.columns.flatMap((one) => [...columns, ...compared].find((made) => made.file === one) ?? [])
  const lineMoney = (line: number) => ofLines.of(line, (matches.rows[line] ?? 0) - 1)
  const hasTime = (line: number) => created !== undefined && readTime(cellTextAt(created, line) ?? '') !== null
  const keyColumns = parts.map((part) => part.file)
  const held = { file, matches, money, lineMoney, ids, keyColumns, signs, amount: moneyColumns.amount, hasTime }
  return {
    file,
    columns: inOrder,
    compared,
    matches,
    totals: await findTotals(held, turn),
    money,
    lineMoney,
    ids,
    changed,
    rows,
    signs,
    timeStyle: style,
    zone,
    stated: ofLines.stated,
  }
}

// This says which sign a file gives to what the rules take off, such as credits. It is settled by the file alone: a
// line against the others differs, and is never agreed with because the event would.

const LONGEST_SAMPLE = 100

/** Asks where some stand above zero and some below. @param chosen null: as all of them in the file do */
function reducedSigns(
  file: LedgerFile,
  amount: FileColumn | null,
  money: EventMoney,
  decimal: DecimalSign,
  chosen: FileChoices['amounts'],
  keys: Keys,
  rows: Uint32Array,
): ReducedSigns | Asks {
  // As they count, every event is compared with its worth.
  if (amount === null || chosen === 'as-counted') return 'either'
  if (chosen === 'as-sent') return 'above'
  const reducing = new Set<number>()
  for (const row of rows) {
    if (money.treatments[money.treatment[row] ?? 0]?.effect === 'reduces' && money.expected[row] !== 0)
      reducing.add(keys.ofRow(row))
  }
  reducing.delete(0)
  const lines = { above: 0, below: 0 }
  const first = { above: -1, below: -1 }
  for (let line = 0; line < file.lines && reducing.size > 0; line += 1) {
    if (!reducing.has(keys.ofLine(line))) continue
    const side = sideOf(amount, line, decimal)
    if (side === null) continue
    if (lines[side] === 0) first[side] = line
    lines[side] += 1
  }
  if (lines.above === 0 || lines.below === 0) {
    return lines.above > 0 ? 'above' : lines.below > 0 ? 'below' : 'either'
  }
  const sample = (line: number) => ({
    line: file.lineNumbers[line] ?? 0,
    head: amount.head,
    text: fileText(amount, amount.codes[line] ?? 0).slice(0, LONGEST_SAMPLE),
  })
  const [above, below] = [sample(first.above), sample(first.below)]
  const words = `Of what your price rules take off, ${countWords(lines.below, 'amount')} ${lines.below === 1 ? 'stands' : 'stand'} below zero (“${below.text}” on line ${grouped(below.line)}) and ${grouped(lines.above)} above (“${above.text}” on line ${grouped(above.line)}). Choose how this file writes amounts of credits: a line read with the wrong sign differs by twice its amount.`
  return {
    ask: 'amounts',
    words,
    choices: [
      { choose: { amounts: 'as-sent' }, label: 'As the service sends them', outcome: null },
      { choose: { amounts: 'as-counted' }, label: 'Below zero, as they count', outcome: null },
    ],
  }
}

/** Null: it is zero, or no number. */
function sideOf({ dictionary, codes }: FileColumn, line: number, decimal: DecimalSign): 'above' | 'below' | null {
  const code = codes[line] ?? 0
  const number = code === 0 ? null : cellNumber(dictionary, code, decimal)
  if (number === null || !/[1-9]/.test(number)) return null
  return number.startsWith('-') ? 'below' : 'above'
}
