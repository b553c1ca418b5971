// A ledger that was checked, as it is held for the pages of its lines: what became of each line and event, and their
// money.
import type { Asks, DecimalSign, FileChoices, KeyPart, Meaning } from '../../../../shared/check/checked-file.ts'
import type { EventField } from '../../../../shared/event/event-fields.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import type { FileCheckQuestion } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { type FileTime, fileTimes, saysUtc, styledTime, type TimeStyle, timeStyle } from '../../check/file-times.ts'
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
import { type Keys, type LedgerMatches, ledgerKeys, matchLedger, rowOf } from './match-ledger.ts'
import { asking, daysOf } from './open-readings.ts'
import { type ChangedIds, changedIds, pairChangedIds } from './pair-changed-ids.ts'

export interface CheckedLedger {
  file: LedgerFile
  columns: readonly ComparedColumn[]
  /** The columns in which a line is held against its event: those of the key are none of them. */
  compared: readonly ComparedColumn[]
  matches: LedgerMatches
  /** Rows of totals, whose outcome is `TOTAL`. */
  totals: readonly FoundTotal[]
  money: EventMoney
  lineMoney(line: number): LineMoney
  /** The column of event IDs; null: the file has none. */
  ids: FileColumn | null
  /** Which of these IDs a spreadsheet changed; null: lines are not found by IDs. */
  changed: ChangedIds | null
  /** Rows that are asked about. */
  rows: Uint32Array
  /** How amounts that the rules take off stand in this file. */
  signs: ReducedSigns
  /** How its times are written. */
  timeStyle: TimeStyle
  /** The zone of its times that say no offset: as chosen, else as their head says, else the snapshot's. */
  zone: string
  /** How many lines say what of their currency. */
  stated: StatedCounts
}

export const EVENT_ID: Meaning = { is: 'field', field: 'eventId' }
const CREATED_AT: Meaning = { is: 'field', field: 'createdAt' }

/** What events have in place of a column; null: it is of money, which no single column of the snapshot is. */
export async function eventColumn(snapshot: LoadedSnapshot, means: Meaning, turn: Turn): Promise<Column | null> {
  if (means.is === 'field') return fieldColumn(snapshot.table, means.field)
  return means.is === 'property' ? snapshot.property(means.name, turn) : null
}

/** Whether two columns mean the same field, property or other part of an event. */
export const sameMeaning = (a: Meaning, b: Meaning) =>
  a.is === b.is &&
  (a.is !== 'field' || b.is !== 'field' || a.field === b.field) &&
  (a.is !== 'property' || b.is !== 'property' || a.name === b.name)

/**
 * Matches the lines of a file with these rows, or asks what the file leaves open.
 * @param money of these rows; its amounts grow by those of the file
 * @param decimal the decimal sign of the file
 */
export async function checkedLedger(
  snapshot: LoadedSnapshot,
  file: LedgerFile,
  rows: Uint32Array,
  money: EventMoney,
  decimal: DecimalSign,
  { choices }: FileCheckQuestion,
  turn: Turn,
): Promise<CheckedLedger | { kind: 'asks'; asks: Asks[] }> {
  const times = ledgerTimes(file, choices, snapshot.table.range)
  if ('ask' in times) return asking(times)
  const key: readonly KeyPart[] = choices.key ?? [{ means: EVENT_ID }]
  const columns = await ledgerColumns(snapshot, file, key, times, decimal, turn)
  const { amount, currency } = columns.money
  const ids = file.columns.find(({ means }) => sameMeaning(means, EVENT_ID)) ?? null
  const changed = ids === null || choices.key !== null ? null : changedIds(ids)
  const asked = { all: rows, of: snapshot.table.rows }
  const keys = withoutChangedIds(await ledgerKeys(columns.ofKey, file.lines, asked, turn), ids, changed)
  const signs = reducedSigns(file, amount, money, decimal, choices.amounts, keys, rows)
  if (typeof signs !== 'string') return asking(signs)
  const { properties } = columns
  const ofLines = ledgerMoney(file, money, columns.money, { choices, decimal, readTime: times.read, properties, signs })
  const compared = [
    ...columns.compared,
    ...(ofLines.amount === null ? [] : [ofLines.amount]),
    ...(currency === null ? [] : [currencyColumn(currency, money)]),
  ]
  const matchedByKeys = await matchLedger(file.lines, asked, keys, compared, turn)
  const columnOf = (field: EventField['key']) =>
    compared.find(({ file: { means } }) => means.is === 'field' && means.field === field) ?? null
  const matches =
    ids === null || changed === null
      ? matchedByKeys
      : await pairChangedIds(
          matchedByKeys,
          {
            file,
            ids,
            changed,
            eventIds: fieldColumn(snapshot.table, 'eventId'),
            rows: asked,
            customer: columnOf('customerId'),
            others: [columnOf('eventCode'), columnOf('createdAt')],
            amount: ofLines.amount,
            currency: compared.find(({ file: { means } }) => means.is === 'currency') ?? null,
            compared,
          },
          turn,
        )
  // What a line's amount comes to, and whether it is a row of totals, depends on its event: so both come after
  // matching.
  const lineMoney = (line: number) => ofLines.of(line, rowOf(matches, line))
  const hasTime = (line: number) => times.column !== null && times.read(cellTextAt(times.column, line) ?? '') !== null
  const keyColumns = columns.ofKey.map((part) => part.file)
  const inFileOrder = file.columns.flatMap(
    (one) => [...columns.all, ...compared].find((made) => made.file === one) ?? [],
  )
  return {
    file,
    columns: inFileOrder,
    compared,
    matches,
    totals: await findTotals({ file, matches, money, lineMoney, ids, keyColumns, signs, amount, hasTime }, turn),
    money,
    lineMoney,
    ids,
    changed,
    rows,
    signs,
    timeStyle: times.style,
    zone: times.zone,
    stated: ofLines.stated,
  }
}

/** How a file writes the times of its lines. */
interface LedgerTimes extends Pick<CheckedLedger, 'zone'> {
  /** The column of times; null: the file has none. */
  column: FileColumn | null
  style: TimeStyle
  /** Reads a cell of the column; null: it is no time. */
  read(text: string): FileTime | null
}

/** How the times of this file are written; asks for the order of day and month where that is open. */
function ledgerTimes(file: LedgerFile, choices: FileChoices, range: SnapshotRange): LedgerTimes | Asks {
  const column = file.columns.find(({ means }) => sameMeaning(means, CREATED_AT)) ?? null
  const zone = choices.zone ?? (column !== null && saysUtc(column.head) ? 'UTC' : range.zone)
  const order = daysOf(file, column === null ? [] : [column], choices.days, range)
  if (order !== null && typeof order !== 'string') return order
  const style = column === null ? 'as-written' : timeStyle(textsIn(column.dictionary), order)
  const inZone = fileTimes(zone)
  return { column, style, zone, read: (text) => inZone(styledTime(text, style)) }
}

/** The columns of a file, by what they are there for. */
interface LedgerColumns {
  /** All that have a column of the snapshot to be compared with. */
  all: ComparedColumn[]
  /** The columns by which lines are found. */
  ofKey: ComparedColumn[]
  /** The columns in which a line is held against its event. */
  compared: ComparedColumn[]
  /** Columns that are properties, by the names of these. */
  properties: Map<string, { file: FileColumn; isNumber: boolean }>
  money: MoneyColumns
}

async function ledgerColumns(
  snapshot: LoadedSnapshot,
  file: LedgerFile,
  key: readonly KeyPart[],
  times: LedgerTimes,
  decimal: DecimalSign,
  turn: Turn,
): Promise<LedgerColumns> {
  const money: MoneyColumns = { amount: null, currency: null }
  const columns: LedgerColumns = { all: [], ofKey: [], compared: [], properties: new Map(), money }
  for (const column of file.columns) {
    const { means } = column
    if (means.is === 'amount') money.amount = column
    if (means.is === 'currency') money.currency = column
    const ofEvents = await eventColumn(snapshot, means, turn)
    if (ofEvents === null) continue
    const keyPart = key.find((part) => sameMeaning(part.means, means))
    const isTime = column === times.column
    const isNumber = isNumberColumn(means, ofEvents)
    const made = isTime
      ? timeColumn(column, ofEvents, snapshot.table, times.read, times.zone, keyPart?.to ?? null)
      : isNumber
        ? numberColumn(column, ofEvents, decimal)
        : textColumn(column, ofEvents)
    columns.all.push(made)
    if (means.is === 'property') columns.properties.set(means.name, { file: column, isNumber })
    if (keyPart !== undefined) columns.ofKey.push(made)
    // A key has times that the clock shows twice as one, so it finds events of either time. Those of its cells that say
    // their offset tell which is meant.
    const isAmbiguous = isTime && column.codes.some((code) => made.isTwice?.(code) === true)
    // Lines that are found by something else need not have the IDs of their events.
    const isCompared = keyPart === undefined ? !sameMeaning(means, EVENT_ID) : isAmbiguous
    if (isCompared) columns.compared.push(made)
  }
  return columns
}

/** The same keys, but none for a line whose ID may have become that of several: it names no event. */
function withoutChangedIds(keys: Keys, ids: FileColumn | null, changed: ChangedIds | null): Keys {
  if (ids === null || changed === null || changed.codes.size === 0) return keys
  return {
    ofRow: (row) => keys.ofRow(row),
    ofLine: (line) => (changed.codes.has(ids.codes[line] ?? 0) ? 0 : keys.ofLine(line)),
  }
}

// Which sign a file gives to what the rules take off, such as credits. The file alone settles it: a line with the other
// sign differs, even where its event has that sign.

const LONGEST_SAMPLE = 100

/** The sign of such amounts; asks where some stand above zero and some below. @param chosen null: nothing was chosen */
function reducedSigns(
  file: LedgerFile,
  amount: FileColumn | null,
  money: EventMoney,
  decimal: DecimalSign,
  chosen: FileChoices['amounts'],
  keys: Keys,
  rows: Uint32Array,
): ReducedSigns | Asks {
  // Where amounts stand as they count, every line is compared with the worth of its event, and no sign is turned.
  if (amount === null || chosen === 'as-counted') return 'either'
  if (chosen === 'as-sent') return 'above'
  /** The keys of events that have an amount which the rules take off. */
  const reducing = new Set<number>()
  for (const row of rows) {
    if (money.treatments[money.treatment[row] ?? 0]?.effect === 'reduces' && money.expected[row] !== 0)
      reducing.add(keys.ofRow(row))
  }
  // 0 is no key.
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

/** On which side of zero the amount of a line stands; null: it is zero, or no number. */
function sideOf({ dictionary, codes }: FileColumn, line: number, decimal: DecimalSign): 'above' | 'below' | null {
  const code = codes[line] ?? 0
  const number = code === 0 ? null : cellNumber(dictionary, code, decimal)
  if (number === null || !/[1-9]/.test(number)) return null
  return number.startsWith('-') ? 'below' : 'above'
}
