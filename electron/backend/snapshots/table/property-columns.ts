// Fills property columns row by row: for chosen names, or for the first names seen.
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { createDictionary, hashOf } from './dictionary.ts'
import type { ScannedToken } from './event-scanner.ts'
import type { Column } from './loaded-events.ts'

/** A bound on distinct names: a service may give each event its own. */
const MOST_NAMES = 100_000
/** How many columns are made before the commonest names are known. */
export const FIRST_COLUMNS = 128

export type PropertyColumns = ReturnType<typeof createPropertyColumns>

/** @param chosen names that become columns; null: the first `FIRST_COLUMNS` */
export function createPropertyColumns(rows: number, chosen: ReadonlySet<string> | null) {
  const names = createDictionary()
  // These three are indexed by the number of a name, from 1 on. Names beyond `MOST_NAMES` have the number 0.
  /** Null: the name has no column. */
  const columns: (Column | null)[] = [null]
  /** In how many rows the name is. */
  const counts: number[] = [0]
  /** The last row in which the name is; -1: none. */
  const lastRows: number[] = [-1]
  const rest = new Uint32Array(rows)
  let columnCount = 0
  let row = 0
  /** Numbers of the names in this row, and of those that are there more than once. */
  let inRow: number[] = []
  const repeated = new Set<number>()
  /** Whether this row has names without a number. */
  let hasOthers = false
  let rowsOfOthers = 0

  function beginRow(): void {
    inRow = []
    repeated.clear()
    hasOthers = false
  }

  /** A new name gets a number, and a column where it is to have one. */
  function numberOf(name: ScannedToken): number {
    if (names.size >= MOST_NAMES) return names.has(name)
    const id = names.add(name)
    const isNew = id === columns.length
    if (isNew) {
      const isColumn = chosen === null ? columnCount < FIRST_COLUMNS : chosen.has(names.text(id))
      if (isColumn) columnCount += 1
      columns.push(isColumn ? { codes: new Uint32Array(rows), values: createDictionary() } : null)
      counts.push(0)
      lastRows.push(-1)
    }
    return id
  }

  return {
    /** Each row has a digest of the properties that have no column. */
    rest,
    begin(next: number): void {
      row = next
      beginRow()
    },
    add(name: ScannedToken, value: ScannedToken): void {
      const id = numberOf(name)
      if (id === 0) hasOthers = true
      else if (lastRows[id] === row) repeated.add(id)
      else {
        lastRows[id] = row
        inRow.push(id)
      }
      const column = columns[id]
      if (column) column.codes[row] = column.values.add(value)
      else rest[row] = withProperty(rest[row] ?? 0, name, value)
    },
    /** Discards what was added to this row: the event has its properties a second time, and the last ones count. */
    startAgain(): void {
      for (const id of inRow) {
        lastRows[id] = -1
        const column = columns[id]
        if (column) column.codes[row] = 0
      }
      rest[row] = 0
      beginRow()
    },
    /** Returns whether a name occurred twice. `source` is the row's text. */
    end(source: () => string): boolean {
      for (const id of inRow) counts[id] = (counts[id] ?? 0) + 1
      if (hasOthers) rowsOfOthers += 1
      if (repeated.size === 0) return false
      const lists = [...repeated].map((id) => ({ column: columns[id], name: names.text(id) }))
      for (const { column, name } of lists)
        if (column) column.codes[row] = column.values.add(repeatedToken(source(), name))
      return true
    },
    columns(): Map<string, Column> {
      const entries = columns.flatMap((column, id): [string, Column][] => (column ? [[names.text(id), column]] : []))
      return new Map(entries)
    },
    names: () =>
      counts
        .map((count, id) => ({ name: names.text(id), rows: count }))
        .slice(1)
        .sort((a, b) => b.rows - a.rows),
    rowsOfOtherNames: () => rowsOfOthers,
    /** Bytes used. */
    memory: () =>
      columns.reduce(
        (sum, column) => sum + (column === null ? 0 : column.codes.byteLength + column.values.memory()),
        rest.byteLength + names.memory(),
      ),
  }
}

/**
 * A digest with one more property. Properties are added up, so that their order does not count. The factor of a name is
 * odd and that of a value another number than its hash, so that neither makes most products 0.
 */
const withProperty = (digest: number, name: ScannedToken, value: ScannedToken): number =>
  (digest + Math.imul(hashOf(name) | 1, hashOf(value) ^ GOLDEN_RATIO)) >>> 0

/** 2³² divided by the golden ratio, as hashes usually mix with. */
const GOLDEN_RATIO = 0x9e3779b9

/** All values of a name that occurs more than once in an event, as a JSON array of what was sent. */
export function repeatedToken(source: string, name: string): ScannedToken {
  const read = parseEventText(source)
  const all = read.ok ? read.event.properties.filter((property) => property.name === name) : []
  const texts = all.map(({ kind, text, raw }) =>
    kind !== 'string' ? text : raw === undefined ? JSON.stringify(text) : `"${raw}"`,
  )
  const bytes = Buffer.from(`[${texts.join()}]`)
  return { kind: 'repeated', bytes, start: 0, end: bytes.length }
}
