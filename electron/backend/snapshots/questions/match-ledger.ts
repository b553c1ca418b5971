// Finds the event of each line. Lines and events of one key, such as an event ID, belong together: first those that are
// the same in every column, then those that are the same in all that can be compared, then the others in their order.
// Lines that are left over are repeated, or only in the file.
import type { Outcome } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { createPairNumbers } from '../keyed-index.ts'
import type { Turn } from '../table/turn.ts'
import { isSame, type Sameness } from './ledger-columns.ts'

/** Outcomes by the numbers that arrays of lines and events hold. */
const NUMBERED: readonly Outcome[] = ['matched', 'differing', 'only-file', 'repeated', 'only-snapshot', 'changed-id']

/** The number of an outcome in arrays of lines and events. */
export const outcomeNumber = (outcome: Outcome) => NUMBERED.indexOf(outcome)
/** The reverse; `only-file` for a number that no outcome has. */
export const outcomeOf = (number: number): Outcome => NUMBERED[number] ?? 'only-file'

export const MATCHED = outcomeNumber('matched')
export const DIFFERING = outcomeNumber('differing')
export const ONLY_FILE = outcomeNumber('only-file')
export const REPEATED = outcomeNumber('repeated')
export const ONLY_SNAPSHOT = outcomeNumber('only-snapshot')
export const CHANGED_ID = outcomeNumber('changed-id')
/** It stands in place of a line's outcome where the line is a row of totals. */
export const TOTAL = 250
/** It stands in place of an event's outcome where the event is not asked about. */
export const OUTSIDE = 255

/** What became of lines and events. Lines are named by their place among the lines of the file, from 0. */
export interface LedgerMatches {
  /** Indexed by line: the number of its outcome, or `TOTAL`. */
  outcomes: Uint8Array
  /** Indexed by line: the row of its event plus 1, or, where it is repeated, of the line that it repeats. 0: none. */
  rows: Uint32Array
  /** Indexed by line: where it is repeated, the first line of its key. */
  repeats: Uint32Array
  /** Indexed by row: the number of its event's outcome, or `OUTSIDE`. */
  rowOutcomes: Uint8Array
  /** Lines whose event was found although a spreadsheet changed its ID. */
  changed: ReadonlySet<number>
  /** Lines and events whose key has several of both: which belong together is not known. */
  ambiguous: { lines: number; events: number }
}

/** The row of a line's event, or, where it is repeated, of the line that it repeats. Null: the line has none. */
export function rowOf({ rows }: Pick<LedgerMatches, 'rows'>, line: number): number | null {
  const number = rows[line] ?? 0
  return number === 0 ? null : number - 1
}

/** The key of each event and line as a number, which is the same where the key is; 0: it has none. */
export interface Keys {
  ofRow(row: number): number
  ofLine(line: number): number
}

/** `all`: the rows that are asked about; `of`: how many rows the snapshot has, as arrays by row are so long. */
export interface AskedRows {
  all: Uint32Array
  of: number
}

/**
 * Finds the event of each line.
 * @param lines how many there are
 * @param columns those in which a line and its event can differ; the key is none of them
 */
export async function matchLedger(
  lines: number,
  rows: AskedRows,
  keys: Keys,
  columns: readonly Sameness[],
  turn: Turn,
): Promise<LedgerMatches> {
  const matches: LedgerMatches = {
    outcomes: new Uint8Array(lines).fill(ONLY_FILE),
    rows: new Uint32Array(lines),
    repeats: new Uint32Array(lines),
    rowOutcomes: new Uint8Array(rows.of).fill(OUTSIDE),
    changed: new Set(),
    ambiguous: { lines: 0, events: 0 },
  }
  for (const row of rows.all) matches.rowOutcomes[row] = ONLY_SNAPSHOT
  const linesOfKeys = chained(lines, lines, (at) => at, keys.ofLine)
  const rowsOfKeys = chained(rows.of, rows.all.length, (at) => rows.all[at] ?? 0, keys.ofRow)

  for (let key = 1; key < linesOfKeys.first.length; key += 1) {
    if (key % 4_096 === 0) await turn.breathe()
    const line = linesOfKeys.first[key] ?? 0
    if (line === 0) continue
    const row = rowsOfKeys.first[key] ?? 0
    const isOneOfEach = linesOfKeys.next[line] === 0 && row !== 0 && rowsOfKeys.next[row] === 0
    if (isOneOfEach) {
      pair(matches, line - 1, row - 1, outcomeOfPair(columns, line - 1, row - 1))
      continue
    }
    pairSeveral(matches, columns, chainOf(line, linesOfKeys), chainOf(row, rowsOfKeys))
  }
  return matches
}

const areSame = (columns: readonly Sameness[], line: number, row: number) =>
  columns.every((column) => isSame(column, line, row))

const outcomeOfPair = (columns: readonly Sameness[], line: number, row: number) =>
  areSame(columns, line, row) ? MATCHED : DIFFERING

function pair({ outcomes, rowOutcomes, rows }: LedgerMatches, line: number, row: number, outcome: number): void {
  outcomes[line] = outcome
  rowOutcomes[row] = outcome
  rows[line] = row + 1
}

/** Pairs the lines and the rows of one key: those that are the same, then the others in order. */
function pairSeveral(
  matches: LedgerMatches,
  columns: readonly Sameness[],
  ownLines: number[],
  ownRows: number[],
): void {
  const { outcomes, rows, repeats, ambiguous } = matches
  const [otherLines, otherRows] =
    ownRows.length === 0 ? [ownLines, ownRows] : pairAlike(matches, columns, ownLines, ownRows)
  const together = Math.min(otherLines.length, otherRows.length)
  // One that is left of each can only be the other.
  if (together > 0 && otherLines.length + otherRows.length > 2) {
    ambiguous.lines += otherLines.length
    ambiguous.events += otherRows.length
  }
  for (let at = 0; at < together; at += 1) {
    pair(matches, otherLines[at] ?? 0, otherRows[at] ?? 0, DIFFERING)
  }
  // Lines without a row of their own repeat the first line that has one. Where none has, the first stays only in the
  // file.
  const first = ownLines.find((line) => rows[line] !== 0) ?? ownLines[0] ?? 0
  for (const line of otherLines.slice(together)) {
    if (line === first) continue
    outcomes[line] = REPEATED
    repeats[line] = first
    rows[line] = rows[first] ?? 0
  }
}

/** Pairs lines and rows of one key that are the same. @returns the lines and the rows that are left, in their order */
function pairAlike(
  matches: LedgerMatches,
  columns: readonly Sameness[],
  ownLines: number[],
  ownRows: number[],
): [number[], number[]] {
  const [only] = ownRows
  if (only !== undefined && ownRows.length === 1) {
    const found = ownLines.find((line) => areSame(columns, line, only))
    if (found === undefined) return [ownLines, ownRows]
    pair(matches, found, only, MATCHED)
    return [ownLines.filter((line) => line !== found), []]
  }
  // To compare each line with each row would take too long where thousands have one key: rows are looked up by what
  // they say. Those that are compared in most columns take their lines first, as any line is the same as a row of which
  // nothing is compared.
  const taken = new Set<number>()
  let left = ownLines
  for (const { isCompared, rowsOf } of comparedSets(columns, ownRows)) {
    left = left.filter((line) => {
      const row = takenRow(rowsOf, lineSignatures(columns, isCompared, line))
      if (row === undefined) return true
      taken.add(row)
      // They may differ all the same in what has no id, such as the currency of an amount.
      pair(matches, line, row, outcomeOfPair(columns, line, row))
      return false
    })
  }
  return [left, ownRows.filter((row) => !taken.has(row))]
}

/**
 * Rows of which the same columns are compared. A column is not compared of a row that has nothing to compare a cell
 * with (`Sameness.ignores`), such as the amount of an event that is worth nothing by itself.
 */
interface ComparedSet {
  /** Indexed by column. */
  isCompared: boolean[]
  rowsOf: RowsOfSignatures
}

/** What a row or a line says, as its ids in all columns: "12,any,7"; "any" where a column is not compared. */
type Signature = string
/** The rows that say the same, the first one last: it is the first to be taken from the end of its list. */
type RowsOfSignatures = Map<Signature, number[]>

/** Takes the first row that has one of these signatures, so that no other line gets it; undefined: there is none. */
function takenRow(rowsOf: RowsOfSignatures, ways: readonly Signature[]): number | undefined {
  for (const signature of ways) {
    const row = rowsOf.get(signature)?.pop()
    if (row !== undefined) return row
  }
  return undefined
}

/** Divides rows into sets, those of which most columns are compared first. */
function comparedSets(columns: readonly Sameness[], rows: readonly number[]): ComparedSet[] {
  const sets = new Map<string, ComparedSet>()
  for (const row of rows.toReversed()) {
    const isCompared = columns.map((column) => column.ignores?.(row) !== true)
    const set = sets.get(isCompared.join()) ?? { isCompared, rowsOf: new Map() }
    sets.set(isCompared.join(), set)
    const signature: Signature = columns.map((column, at) => (isCompared[at] ? column.ofRow(row) : 'any')).join()
    const alike = set.rowsOf.get(signature)
    if (alike === undefined) set.rowsOf.set(signature, [row])
    else alike.push(row)
  }
  const compared = (set: ComparedSet) => set.isCompared.filter((is) => is).length
  return [...sets.values()].sort((a, b) => compared(b) - compared(a))
}

/** Each cell that may mean two values doubles the ways in which a line can be read; more than these are not tried. */
const MOST_WAYS = 16

/** What a line says, in each way in which its cells can be read: a cell such as 0042 may be a number or a text. */
function lineSignatures(columns: readonly Sameness[], isCompared: readonly boolean[], line: number): Signature[] {
  let all: (number | string)[][] = [[]]
  for (const [at, column] of columns.entries()) {
    const one = isCompared[at] ? column.ofLine(line) : 'any'
    const other = isCompared[at] ? (column.otherOfLine?.(line) ?? 0) : 0
    const ways = other === 0 || all.length >= MOST_WAYS ? [one] : [one, other]
    all = all.flatMap((parts) => ways.map((way) => [...parts, way]))
  }
  return all.map((parts) => parts.join())
}

/** Lines, or rows, of each key as a linked list. A line or row stands there as its number plus 1; 0: there is none. */
interface Chains {
  /** Indexed by key: the first of its lines or rows. */
  first: Uint32Array
  /** Indexed by a line or row plus 1: the one that follows. */
  next: Uint32Array
}

/**
 * Chains lines, or rows, of one key in their order.
 * @param size more than any of their numbers
 * @param numberAt the number of each of `count` lines or rows
 */
function chained(
  size: number,
  count: number,
  numberAt: (at: number) => number,
  keyOf: (number: number) => number,
): Chains {
  let most = 0
  for (let at = 0; at < count; at += 1) most = Math.max(most, keyOf(numberAt(at)))
  const [first, next] = [new Uint32Array(most + 1), new Uint32Array(size + 1)]
  // It goes from the last to the first, so that chains are in order.
  for (let at = count - 1; at >= 0; at -= 1) {
    const number = numberAt(at)
    const key = keyOf(number)
    if (key === 0) continue
    next[number + 1] = first[key] ?? 0
    first[key] = number + 1
  }
  return { first, next }
}

/** The numbers in a chain. @param first as `Chains.first` has it */
function chainOf(first: number, { next }: Chains): number[] {
  const all: number[] = []
  for (let at = first; at !== 0; at = next[at] ?? 0) all.push(at - 1)
  return all
}

/**
 * The keys of lines and events, of which the columns are parts. With one column, its ids are the keys. A cell that may
 * mean two values counts as the first.
 */
export function ledgerKeys(parts: readonly Sameness[], lines: number, rows: AskedRows, turn: Turn): Promise<Keys> {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return Promise.resolve(only)
  return joinedKeys(parts, lines, rows, turn)
}

/**
 * Keys of several parts: the number of the first two is joined with the third, and so on. A line or event that has none
 * of the parts has no key.
 */
async function joinedKeys(parts: readonly Sameness[], lines: number, rows: AskedRows, turn: Turn): Promise<Keys> {
  const ofRow = new Uint32Array(rows.of)
  const ofLine = new Uint32Array(lines)
  const numbers = createPairNumbers()
  /** @param before the number of the parts before */
  const joined = (before: number, part: number) => (before === 0 && part === 0 ? 0 : numbers.of(before, part))
  for (const [at, part] of parts.entries()) {
    numbers.clear()
    for (let place = 0; place < rows.all.length; place += 1) {
      if (place % 65_536 === 0) await turn.breathe()
      const row = rows.all[place] ?? 0
      ofRow[row] = at === 0 ? part.ofRow(row) : joined(ofRow[row] ?? 0, part.ofRow(row))
    }
    for (let line = 0; line < lines; line += 1) {
      if (line % 65_536 === 0) await turn.breathe()
      ofLine[line] = at === 0 ? part.ofLine(line) : joined(ofLine[line] ?? 0, part.ofLine(line))
    }
  }
  return { ofRow: (row) => ofRow[row] ?? 0, ofLine: (line) => ofLine[line] ?? 0 }
}
