// Finds the event of each line. Lines and events of one key belong together: first those that are the same in every column,
// then the others in their order. What is left over of the lines is repeated, or only in the file.
import type { Sameness } from './ledger-columns.ts'
import type { Turn } from './turn.ts'

export const MATCHED = 0
export const DIFFERING = 1
export const ONLY_FILE = 2
export const REPEATED = 3
export const ONLY_SNAPSHOT = 4
/** Of an event that is not asked about. */
export const OUTSIDE = 255

export interface LedgerMatches {
  /** Indexed by a line's place among the lines. */
  outcomes: Uint8Array
  /** The row of its event, plus 1; of what is repeated that of its key. 0: none. */
  rows: Uint32Array
  /** Of what is repeated: the place of the first line of its key. */
  repeats: Uint32Array
  /** Indexed by row. */
  rowOutcomes: Uint8Array
  /** Lines and events whose key has several of both: which belong together is not known. */
  ambiguous: { lines: number; events: number }
}

export interface Keys {
  /** 0: it has none. */
  ofRow(row: number): number
  ofLine(line: number): number
}

/** More than so many pairs of one key are compared by what they say, not one with each. */
const MOST_PAIRS = 64

/** @param same whether line and event are the same in the columns that are not in the key */
export async function matchLedger(
  lines: number,
  rows: { all: Uint32Array; of: number },
  keys: Keys,
  columns: readonly Sameness[],
  same: (line: number, row: number) => boolean,
  turn: Turn,
): Promise<LedgerMatches> {
  const outcomes = new Uint8Array(lines).fill(ONLY_FILE)
  const rowOutcomes = new Uint8Array(rows.of).fill(OUTSIDE)
  const matched = new Uint32Array(lines)
  const repeats = new Uint32Array(lines)
  const ambiguous = { lines: 0, events: 0 }
  for (const row of rows.all) rowOutcomes[row] = ONLY_SNAPSHOT
  const chains = chained(lines, rows.all, rows.of, keys)

  function pair(line: number, row: number, isSame: boolean): void {
    outcomes[line] = isSame ? MATCHED : DIFFERING
    rowOutcomes[row] = isSame ? MATCHED : DIFFERING
    matched[line] = row + 1
  }

  function several(ownLines: number[], ownRows: number[]): void {
    let [restLines, restRows] = alikePaired(ownLines, ownRows)
    const together = Math.min(restLines.length, restRows.length)
    // One that is left of each can only be the other.
    if (together > 0 && restLines.length + restRows.length > 2) {
      ambiguous.lines += restLines.length
      ambiguous.events += restRows.length
    }
    for (let at = 0; at < together; at += 1) {
      const [line = 0, row = 0] = [restLines[at], restRows[at]]
      pair(line, row, same(line, row))
    }
    restLines = restLines.slice(together)
    restRows = restRows.slice(together)
    const first = ownLines.find((line) => matched[line] !== 0) ?? ownLines[0] ?? 0
    for (const line of restLines) {
      if (line === first) continue
      outcomes[line] = REPEATED
      repeats[line] = first
      matched[line] = matched[first] ?? 0
    }
  }

  /** Pairs what is the same in every column; what is left of both, in order. */
  function alikePaired(ownLines: number[], ownRows: number[]): [number[], number[]] {
    if (ownLines.length * ownRows.length <= MOST_PAIRS) {
      const left = new Set(ownRows)
      const restLines = ownLines.filter((line) => {
        const row = [...left].find((one) => same(line, one))
        if (row === undefined) return true
        left.delete(row)
        pair(line, row, true)
        return false
      })
      return [restLines, [...left]]
    }
    const bySaid = new Map<string, number[]>()
    for (const row of ownRows.toReversed()) {
      const said = columns.map((column) => column.ofRow(row)).join()
      const alike = bySaid.get(said)
      if (alike === undefined) bySaid.set(said, [row])
      else alike.push(row)
    }
    const taken = new Set<number>()
    const restLines = ownLines.filter((line) => {
      const row = signatures(columns, line).reduce<number | undefined>(
        (found, said) => found ?? bySaid.get(said)?.pop(),
        undefined,
      )
      if (row === undefined) return true
      taken.add(row)
      pair(line, row, true)
      return false
    })
    return [restLines, ownRows.filter((row) => !taken.has(row))]
  }

  for (let key = 1; key <= chains.size; key += 1) {
    if (key % 4_096 === 0) await turn.breathe()
    const line = chains.firstLine[key] ?? 0
    if (line === 0) continue
    const row = chains.firstRow[key] ?? 0
    if (chains.nextLine[line] === 0 && row !== 0 && chains.nextRow[row] === 0) {
      pair(line - 1, row - 1, same(line - 1, row - 1))
      continue
    }
    several(chainOf(line, chains.nextLine), chainOf(row, chains.nextRow))
  }
  return { outcomes, rows: matched, repeats, rowOutcomes, ambiguous }
}

/** Each way to read the cells of a line that stand for two. */
function signatures(columns: readonly Sameness[], line: number): string[] {
  let all = ['']
  for (const [at, column] of columns.entries()) {
    const [one, other] = [column.ofLine(line), column.otherOfLine(line)]
    const before = at === 0 ? '' : ','
    const more = other === 0 || all.length > 8 ? [] : all.map((said) => `${said}${before}${other}`)
    all = [...all.map((said) => `${said}${before}${one}`), ...more]
  }
  return all
}

interface Chains {
  size: number
  /** Places plus 1, in order; 0: none. */
  firstLine: Uint32Array
  nextLine: Uint32Array
  firstRow: Uint32Array
  nextRow: Uint32Array
}

function chained(lines: number, rows: Uint32Array, of: number, keys: Keys): Chains {
  let size = 0
  for (const row of rows) size = Math.max(size, keys.ofRow(row))
  for (let line = 0; line < lines; line += 1) size = Math.max(size, keys.ofLine(line))
  const chains: Chains = {
    size,
    firstLine: new Uint32Array(size + 1),
    nextLine: new Uint32Array(lines + 1),
    firstRow: new Uint32Array(size + 1),
    nextRow: new Uint32Array(of + 1),
  }
  // From the last to the first, so that chains are in order.
  for (let line = lines; line > 0; line -= 1) {
    const key = keys.ofLine(line - 1)
    if (key === 0) continue
    chains.nextLine[line] = chains.firstLine[key] ?? 0
    chains.firstLine[key] = line
  }
  for (let at = rows.length; at > 0; at -= 1) {
    const row = (rows[at - 1] ?? 0) + 1
    const key = keys.ofRow(row - 1)
    if (key === 0) continue
    chains.nextRow[row] = chains.firstRow[key] ?? 0
    chains.firstRow[key] = row
  }
  return chains
}

function chainOf(first: number, next: Uint32Array): number[] {
  const all: number[] = []
  for (let at = first; at !== 0; at = next[at] ?? 0) all.push(at - 1)
  return all
}
