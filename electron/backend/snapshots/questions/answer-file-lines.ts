// Pages of a ledger that was checked: its lines, and the events behind them.
import type {
  FileLinesAnswer,
  FileLinesQuestion,
  FileRowsAnswer,
  LedgerLine,
  SideMoney,
} from '../../../../shared/snapshot/snapshot-ledger.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { fieldColumn, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { namedRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import type { CheckedLedger } from './checked-ledger.ts'
import { isSame } from './ledger-columns.ts'
import { cellTextAt } from './ledger-file.ts'
import { countedAmount } from './ledger-line-money.ts'
import { DIFFERING, ONLY_SNAPSHOT, outcomeNumber, outcomeOf, REPEATED, rowOf, TOTAL } from './match-ledger.ts'

/** UTF-16 units of all cells of a page; fewer lines come where their texts are long. */
const MOST_CHARACTERS = 2_000_000
const LONGEST_CELL = 10_000

/** Which lines are shown: of one outcome, or of all (null); those that differ in one column, or any (null). */
type Group = Pick<FileLinesQuestion, 'outcome' | 'differsIn'>

/** Lines by their places, then events that are on no line, by their rows as numbers below zero: row 0 as -1. */
export type Listed = Int32Array

/** Lists the rows of a group in the order in which it is shown. */
export async function listedRows(ledger: CheckedLedger, { outcome, differsIn }: Group, turn: Turn): Promise<Listed> {
  const { file, matches, rows, columns } = ledger
  const wanted = outcome === null ? null : outcomeNumber(outcome)
  const column = differsIn === null ? null : columns[differsIn]
  const listed = new Int32Array(file.lines + rows.length)
  let count = 0
  for (let line = 0; line < file.lines; line += 1) {
    if (line % 65_536 === 0) await turn.breathe()
    const outcome = matches.outcomes[line]
    if (wanted === null ? outcome === TOTAL : outcome !== wanted) continue
    if (column && (outcome !== DIFFERING || isSame(column, line, rowOf(matches, line) ?? 0))) continue
    listed[count] = line
    count += 1
  }
  if (differsIn === null && (wanted === null || wanted === ONLY_SNAPSHOT)) {
    for (const row of rows) {
      if (matches.rowOutcomes[row] !== ONLY_SNAPSHOT) continue
      listed[count] = -1 - row
      count += 1
    }
  }
  return listed.slice(0, count)
}

/**
 * A page of lines. It ends early where texts are long, never before its first line. A cell has at most 10,000 UTF-16
 * units.
 */
export function answerFileLines(
  snapshot: LoadedSnapshot,
  ledger: CheckedLedger,
  listed: Listed,
  { offset, limit }: FileLinesQuestion,
): Extract<FileLinesAnswer, { kind: 'lines' }> {
  const lines: LedgerLine[] = []
  let characters = 0
  for (const place of listed.subarray(offset, offset + limit)) {
    const line = lineAt(snapshot, ledger, place)
    characters += line.cells.reduce((sum, { file, snapshot }) => sum + (file?.length ?? 0) + (snapshot?.length ?? 0), 0)
    if (characters > MOST_CHARACTERS && lines.length > 0) break
    lines.push(line)
  }
  return { kind: 'lines', lines, offset, count: listed.length }
}

/** The events of a group of lines. */
export const answerFileRows = (
  { matches }: CheckedLedger,
  listed: Listed,
): Exclude<FileRowsAnswer, { kind: 'gone' }> => ({
  kind: 'rows',
  ...namedRows([...listed].flatMap((place) => rowListed(matches, place) ?? [])),
})

/** The row of what stands in a list: that of an event alone, or of a line's event; null: the line has none. */
const rowListed = (matches: CheckedLedger['matches'], place: number): number | null =>
  place < 0 ? -1 - place : rowOf(matches, place)

/** A line as it is shown. @param place as `Listed` has it */
function lineAt({ table }: LoadedSnapshot, ledger: CheckedLedger, place: number): LedgerLine {
  const { file, columns, compared, matches, money, ids } = ledger
  const line = place < 0 ? null : place
  const row = rowListed(matches, place)
  const outcome = outcomeOf(line === null ? ONLY_SNAPSHOT : (matches.outcomes[line] ?? 0))
  const isPair = outcome === 'differing' || outcome === 'matched' || outcome === 'changed-id'
  const ofEvent = row === null ? null : textAt(fieldColumn(table, 'eventId'), row)
  const idInFile = line === null || ids === null ? null : cellTextAt(ids, line)
  const isRepeated = line !== null && matches.outcomes[line] === REPEATED
  return {
    outcome,
    line: line === null ? null : (file.lineNumbers[line] ?? 0),
    eventId: idInFile ?? ofEvent,
    row,
    changedFrom: line !== null && matches.changed.has(line) ? ofEvent : null,
    repeats: isRepeated ? (file.lineNumbers[matches.repeats[line] ?? 0] ?? 0) : null,
    cells: columns.map((column) => {
      const cell = line === null ? null : cellTextAt(column.file, line)
      const event = row === null ? null : column.rowText(row)
      const differs = isPair && line !== null && row !== null && compared.includes(column) && !isSame(column, line, row)
      return { file: cell?.slice(0, LONGEST_CELL) ?? null, snapshot: event?.slice(0, LONGEST_CELL) ?? null, differs }
    }),
    file: line === null ? null : fileMoney(ledger, line),
    snapshot: row === null || isRepeated ? null : eventMoneyAt(money, row),
  }
}

/** What a line of the file comes to; null: it has no amount that is read. */
export function fileMoney({ money, lineMoney, signs }: CheckedLedger, line: number): SideMoney | null {
  const ofLine = lineMoney(line)
  const how = money.treatments[ofLine.treatment]
  const value = countedAmount(ofLine, money, signs)
  if (value === null || how === undefined) return null
  return { of: how.of, currency: money.currencies.name(ofLine.currency), sum: plainNumber(value) }
}

/** What an event comes to; null: it has no money of its own. */
export function eventMoneyAt(money: CheckedLedger['money'], row: number): SideMoney | null {
  const worth = money.worth[row] ?? 0
  const how = money.treatments[money.treatment[row] ?? 0]
  if (worth === 0 || how === undefined) return null
  return { of: how.of, currency: money.currencies.name(money.currency[row] ?? 0), sum: money.amounts.text(worth) }
}
