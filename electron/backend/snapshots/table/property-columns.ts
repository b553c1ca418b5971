// Fills property columns row by row: for chosen names, or for the first names seen.
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { createDictionary, hashOf } from './dictionary.ts'
import type { ScannedToken } from './event-scanner.ts'
import type { Column, SeenName } from './loaded-events.ts'

/** A bound on distinct names: a service may give each event its own. */
const MOST_NAMES = 100_000
/** How many columns are made before the commonest names are known. */
export const FIRST_COLUMNS = 128

export interface PropertyColumns {
  begin(row: number): void
  add(name: ScannedToken, value: ScannedToken): void
  /** Discards what was added to this row: the event has its properties a second time, and the last ones count. */
  startAgain(): void
  /** Returns whether a name occurred twice. `source` is the row's text. */
  end(source: () => string): boolean
  columns(): Map<string, Column>
  names(): SeenName[]
  rowsOfOtherNames(): number
  /** For each row, a digest of the properties that have no column. */
  rest: Uint32Array
  /** Bytes used. */
  memory(): number
}

/** @param chosen names that become columns; null: the first `FIRST_COLUMNS` */
export function createPropertyColumns(rows: number, chosen: ReadonlySet<string> | null): PropertyColumns {
  const names = createDictionary()
  /** Indexed by the number of a name. */
  const columns: (Column | null)[] = [null]
  const counts: number[] = [0]
  const lastRows: number[] = [-1]
  const rest = new Uint32Array(rows)
  let columnCount = 0
  let row = 0
  /** Names of this row. */
  let touched: number[] = []
  const repeated = new Set<number>()
  let hasOthers = false
  let rowsOfOthers = 0

  function numberOf(name: ScannedToken): number {
    if (names.size >= MOST_NAMES) return names.has(name)
    const id = names.add(name)
    if (id === columns.length) {
      const isColumn = chosen === null ? columnCount < FIRST_COLUMNS : chosen.has(names.text(id))
      if (isColumn) columnCount += 1
      columns.push(isColumn ? { codes: new Uint32Array(rows), values: createDictionary() } : null)
      counts.push(0)
      lastRows.push(-1)
    }
    return id
  }

  return {
    rest,
    begin(next) {
      row = next
      touched = []
      repeated.clear()
      hasOthers = false
    },
    add(name, value) {
      const id = numberOf(name)
      if (id === 0) hasOthers = true
      else if (lastRows[id] === row) repeated.add(id)
      else {
        lastRows[id] = row
        touched.push(id)
      }
      const column = columns[id]
      if (column) column.codes[row] = column.values.add(value)
      else rest[row] = ((rest[row] ?? 0) + Math.imul(hashOf(name) | 1, hashOf(value) ^ 0x9e3779b9)) >>> 0
    },
    startAgain() {
      for (const id of touched) {
        lastRows[id] = -1
        const column = columns[id]
        if (column) column.codes[row] = 0
      }
      rest[row] = 0
      touched = []
      repeated.clear()
      hasOthers = false
    },
    end(source) {
      for (const id of touched) counts[id] = (counts[id] ?? 0) + 1
      if (hasOthers) rowsOfOthers += 1
      if (repeated.size === 0) return false
      const lists = [...repeated].map((id) => ({ column: columns[id], name: names.text(id) }))
      for (const { column, name } of lists)
        if (column) column.codes[row] = column.values.add(repeatedToken(source(), name))
      return true
    },
    columns() {
      const entries = columns.flatMap((column, id): [string, Column][] => (column ? [[names.text(id), column]] : []))
      return new Map(entries)
    },
    names: () =>
      counts
        .map((count, id) => ({ name: names.text(id), rows: count }))
        .slice(1)
        .sort((a, b) => b.rows - a.rows),
    rowsOfOtherNames: () => rowsOfOthers,
    memory: () =>
      columns.reduce(
        (sum, column) => sum + (column === null ? 0 : column.codes.byteLength + column.values.memory()),
        rest.byteLength + names.memory(),
      ),
  }
}

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
