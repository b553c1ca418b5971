// Finds the event of each line. Lines and events of one key belong together: first those that are the same in every
// column, then those that are the same in all that can be compared, then the others in their order. What is left over
// of the lines is repeated, or only in the file.
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
/** A row of totals, which is no line. */
export const TOTAL = 250
/** It is an event that is not asked about. */
export const OUTSIDE = 255

export interface LedgerMatches {
  /** Indexed by a line's place among the lines. */
  outcomes: Uint8Array
  /** The row of its event, plus 1; of what is repeated that of its key. 0: none. */
  rows: Uint32Array
  /** They have for what is repeated the place of the first line of its key. */
  repeats: Uint32Array
  /** Indexed by row. */
  rowOutcomes: Uint8Array
  /** Lines whose event was found although a spreadsheet changed its ID. */
  changed: ReadonlySet<number>
  /** Lines and events whose key has several of both: which belong together is not known. */
  ambiguous: { lines: number; events: number }
}

/** The row of a line's event; of what is repeated that of its key. Null: the line has none. */
export function rowOf({ rows }: Pick<LedgerMatches, 'rows'>, line: number): number | null {
  const number = rows[line] ?? 0
  return number === 0 ? null : number - 1
}

export interface Keys {
  /** 0: it has none. */
  ofRow(row: number): number
  ofLine(line: number): number
}

/** @param columns those that are not in the key */
export async function matchLedger(
  lines: number,
  rows: { all: Uint32Array; of: number },
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
    if (linesOfKeys.next[line] === 0 && row !== 0 && rowsOfKeys.next[row] === 0) {
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

/** Pairs the lines and the rows of one key. */
function pairSeveral(
  matches: LedgerMatches,
  columns: readonly Sameness[],
  ownLines: number[],
  ownRows: number[],
): void {
  const { outcomes, rows, repeats, ambiguous } = matches
  let [restLines, restRows] =
    ownRows.length === 0 ? [ownLines, ownRows] : pairAlike(matches, columns, ownLines, ownRows)
  const together = Math.min(restLines.length, restRows.length)
  // One that is left of each can only be the other.
  if (together > 0 && restLines.length + restRows.length > 2) {
    ambiguous.lines += restLines.length
    ambiguous.events += restRows.length
  }
  for (let at = 0; at < together; at += 1) {
    pair(matches, restLines[at] ?? 0, restRows[at] ?? 0, DIFFERING)
  }
  restLines = restLines.slice(together)
  restRows = restRows.slice(together)
  const first = ownLines.find((line) => rows[line] !== 0) ?? ownLines[0] ?? 0
  for (const line of restLines) {
    if (line === first) continue
    outcomes[line] = REPEATED
    repeats[line] = first
    rows[line] = rows[first] ?? 0
  }
}

/** Pairs what is the same; what is left of both, in order. */
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
  const taken = new Set<number>()
  let left = ownLines
  for (const { isCompared, rowsBySignature } of comparedSets(columns, ownRows)) {
    left = left.filter((line) => {
      const signature = signatures(columns, isCompared, line).find((one) => (rowsBySignature.get(one)?.length ?? 0) > 0)
      const row = signature === undefined ? undefined : rowsBySignature.get(signature)?.pop()
      if (row === undefined) return true
      taken.add(row)
      // What has no number of its own, such as the currency of an amount, is in no signature.
      pair(matches, line, row, outcomeOfPair(columns, line, row))
      return false
    })
  }
  return [left, ownRows.filter((row) => !taken.has(row))]
}

/** Rows of which the same columns are compared, by what they say in these. */
interface ComparedSet {
  isCompared: boolean[]
  rowsBySignature: Map<string, number[]>
}

/** Divides rows by the columns that are compared of them, most columns first. */
function comparedSets(columns: readonly Sameness[], rows: readonly number[]): ComparedSet[] {
  const sets = new Map<string, ComparedSet>()
  for (const row of rows.toReversed()) {
    const isCompared = columns.map((column) => column.ignores?.(row) !== true)
    const set = sets.get(isCompared.join()) ?? { isCompared, rowsBySignature: new Map<string, number[]>() }
    sets.set(isCompared.join(), set)
    const signature = columns.map((column, at) => (isCompared[at] ? column.ofRow(row) : 'any')).join()
    const alike = set.rowsBySignature.get(signature)
    if (alike === undefined) set.rowsBySignature.set(signature, [row])
    else alike.push(row)
  }
  const compared = (set: ComparedSet) => set.isCompared.filter((is) => is).length
  return [...sets.values()].sort((a, b) => compared(b) - compared(a))
}

/** Several columns may each stand for two; more ways than these are not tried. */
const MOST_WAYS = 16

/** Tells what a line says, in each way in which its cells can be read. */
function signatures(columns: readonly Sameness[], isCompared: readonly boolean[], line: number): string[] {
  let all: (number | string)[][] = [[]]
  for (const [at, column] of columns.entries()) {
    const one = isCompared[at] ? column.ofLine(line) : 'any'
    const other = isCompared[at] ? (column.otherOfLine?.(line) ?? 0) : 0
    const ways = other === 0 || all.length >= MOST_WAYS ? [one] : [one, other]
    all = all.flatMap((parts) => ways.map((way) => [...parts, way]))
  }
  return all.map((parts) => parts.join())
}

/** Lines, or rows, of one key: by key the first, and by each the one that follows, plus 1; 0: none. */
interface Chains {
  first: Uint32Array
  next: Uint32Array
}

/**
 * Chains those of one key, in their order.
 * @param size more than any of their numbers
 * @param numberAt the number of one of `count`
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

function chainOf(first: number, { next }: Chains): number[] {
  const all: number[] = []
  for (let at = first; at !== 0; at = next[at] ?? 0) all.push(at - 1)
  return all
}

/** With one column, its numbers are the keys. A cell that may mean two values counts as the first. */
export function ledgerKeys(
  parts: readonly Sameness[],
  lines: number,
  rows: { all: Uint32Array; of: number },
  turn: Turn,
): Promise<Keys> {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return Promise.resolve(only)
  return joinedKeys(parts, lines, rows, turn)
}

/** A line or event without any of the parts has no key. */
async function joinedKeys(
  parts: readonly Sameness[],
  lines: number,
  rows: { all: Uint32Array; of: number },
  turn: Turn,
): Promise<Keys> {
  const ofRow = new Uint32Array(rows.of)
  const ofLine = new Uint32Array(lines)
  const numbers = createPairNumbers()
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
