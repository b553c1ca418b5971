// A ledger that was checked, as it is held for the pages of its lines: what became of each line and event, and their money.
import type { Outcome } from '../../../../shared/snapshot/snapshot-ledger.ts'
import type { ComparedColumn } from './ledger-columns.ts'
import { type FileColumn, fileText, type LedgerFile } from './ledger-file.ts'
import type { EventMoney } from './ledger-money.ts'
import { DIFFERING, type LedgerMatches, MATCHED, ONLY_FILE, ONLY_SNAPSHOT, REPEATED } from './match-ledger.ts'

export interface LineMoney {
  /** Numbers of the event money's lists; `amount` 0: the line has none. */
  taking: number
  currency: number
  amount: number
}

export interface CheckedLedger {
  file: LedgerFile
  columns: readonly ComparedColumn[]
  /** Of the columns, those that are held against events: those of the key are not. */
  compared: readonly ComparedColumn[]
  matches: LedgerMatches
  money: EventMoney
  lineMoney(line: number): LineMoney
  /** The column of event IDs; null: the file has none. */
  ids: FileColumn | null
  /** Rows that are asked about. */
  rows: Uint32Array
}

const NUMBERS: Record<Outcome, number> = {
  matched: MATCHED,
  differing: DIFFERING,
  'only-file': ONLY_FILE,
  repeated: REPEATED,
  'only-snapshot': ONLY_SNAPSHOT,
}

/** Outcomes as the numbers that arrays of lines and events hold. */
export const outcomeNumber = (outcome: Outcome) => NUMBERS[outcome]
/** The reverse; `only-file` for a number that no outcome has. */
export const outcomeOf = (number: number): Outcome =>
  (Object.keys(NUMBERS) as Outcome[]).find((outcome) => NUMBERS[outcome] === number) ?? 'only-file'

/** What a cell says; null: it is empty. */
export function cellTextAt(column: FileColumn, line: number): string | null {
  const code = column.codes[line] ?? 0
  return code === 0 ? null : fileText(column, code)
}
