// The columns of a file in memory, as those of a snapshot are: for each line the number of its cell's value. What events say
// as well has the number that it has there, so that a million event IDs are held once.
import { type Meaning, MOST_LINES } from '../../../../shared/check/checked-file.ts'
import { isBlank, type ReadCell, TOO_MANY_LINES } from '../../check/ledger-lines.ts'
import type { OpenedFile } from '../../check/open-file.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { type ScannedToken, textBytes } from './event-scanner.ts'
import type { Turn } from './turn.ts'

export interface WantedColumn<Means = Meaning> {
  column: number
  head: string
  means: Means
  /** Values that events have, whose numbers are used; null: the file's own alone. */
  base: Dictionary | null
  /** What the file calls otherwise than events do. */
  called: ReadonlyMap<string, string>
}

/** Numbers up to the size of `base` are its own; 0: the cell is empty. */
export interface FileColumn<Means = Meaning> extends WantedColumn<Means> {
  codes: Uint32Array
  /** Kinds: `string` and `number` as the format has them; `json`: a date-time of a workbook. */
  dictionary: Dictionary
}

export interface LedgerFile<Means = Meaning> {
  lines: number
  /** Where each begins in the file, from 1. */
  lineNumbers: Uint32Array
  columns: FileColumn<Means>[]
  /** Lines with fewer cells than the heads. */
  shortLines: number
}

const FIRST_LINES = 1 << 16

/** More lines than these are refused in these words. */
const LEDGER_BOUND = { lines: MOST_LINES, words: TOO_MANY_LINES }

/** @returns a sentence where it cannot be read. @param headLine 0: it has none */
export async function readLedgerFile<Means = Meaning>(
  opened: OpenedFile,
  headLine: number,
  wanted: readonly WantedColumn<Means>[],
  turn: Turn,
  report: (done: number) => void,
  most = LEDGER_BOUND,
): Promise<LedgerFile<Means> | string> {
  const columns = wanted.map(
    (one): FileColumn<Means> => ({ ...one, codes: new Uint32Array(FIRST_LINES), dictionary: createDictionary() }),
  )
  let lineNumbers = new Uint32Array(FIRST_LINES)
  let lines = 0
  let shortLines = 0
  let width = 0
  let problem: string | null = null

  function grow(): void {
    const size = Math.min(lines * 4, Math.max(most.lines, FIRST_LINES))
    lineNumbers = grown(lineNumbers, size)
    for (const column of columns) column.codes = grown(column.codes, size)
  }

  const take = (line: number, cells: readonly ReadCell[]): boolean => {
    if (line <= headLine) {
      if (line === headLine) width = cells.length
      return true
    }
    if (isBlank(cells)) return true
    if (lines === most.lines) {
      problem = most.words
      return false
    }
    if (lines === lineNumbers.length) grow()
    if (cells.length < width) shortLines += 1
    lineNumbers[lines] = line
    for (const column of columns) {
      const cell = cells[column.column]
      if (cell !== null && cell !== undefined && cell !== '') column.codes[lines] = codeOf(column, cell)
    }
    lines += 1
    return true
  }
  const wrong = await opened.lines(take, turn, report)
  if (wrong !== null || problem !== null) return wrong ?? problem ?? ''
  return { lines, lineNumbers, columns, shortLines: opened.format === 'delimited' ? shortLines : 0 }
}

/** @param code a number in the column's `codes` other than 0, which is an empty cell */
export function fileText({ base, dictionary }: Pick<FileColumn, 'base' | 'dictionary'>, code: number): string {
  const size = base?.size ?? 0
  return code <= size && base !== null ? base.text(code) : dictionary.text(code - size)
}

function codeOf({ base, dictionary, called }: FileColumn<unknown>, cell: Exclude<ReadCell, null>): number {
  const isText = typeof cell === 'string'
  const rawText = isText ? cell : 'number' in cell ? cell.number : cell.time
  const text = called.size === 0 ? rawText : (called.get(rawText) ?? rawText)
  if (base !== null) {
    const known = base.has(token('string', text)) || otherwiseKnown(base, text)
    return known === 0 ? base.size + dictionary.add(token('string', text)) : known
  }
  return dictionary.add(token(isText ? 'string' : 'number' in cell ? 'number' : 'json', text))
}

/** Without the spaces around it, or as what is no text in events. */
function otherwiseKnown(base: Dictionary, text: string): number {
  const trimmed = text.trim()
  if (trimmed !== text && trimmed !== '') return base.has(token('string', trimmed))
  return text === 'true' || text === 'false' ? base.has(token('boolean', text)) : 0
}

const scratch = Buffer.allocUnsafeSlow(1 << 16)
const shared: ScannedToken = { kind: 'string', bytes: scratch, start: 0, end: 0 }

/** One object, reused each time. */
export function token(kind: ScannedToken['kind'], text: string): ScannedToken {
  shared.kind = kind
  if (text.length * 3 <= scratch.length && text.isWellFormed()) {
    shared.bytes = scratch
    shared.end = scratch.write(text)
  } else {
    shared.bytes = textBytes(text)
    shared.end = shared.bytes.length
  }
  return shared
}

function grown(from: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(size)
  to.set(from)
  return to
}
