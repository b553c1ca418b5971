// Columns that rows bring along by name. A name that a row repeats has a column for each time, taken in turn.
import type { NumberSize } from '../exact/decimal.ts'
import type { Property, PropertyKind } from './event.ts'

/** What a column holds over all rows: how many values of each kind. */
export type KindCounts = Record<PropertyKind, number>

export const noKinds = (): KindCounts => ({ string: 0, number: 0, boolean: 0, null: 0, json: 0 })

/** As `widenedSize` in `shared/exact/decimal.ts`, which the page does without. */
export type Widened = (size: NumberSize, number: string) => NumberSize

export const NO_DIGITS: NumberSize = { whole: 0, places: 0 }

export interface NamedColumn {
  name: string
  kinds: KindCounts
  /** What its largest and its most exact number need; of no digits where numbers are not measured. */
  size: NumberSize
  /** Its place among the cells of a row; null where it has none. */
  place: number | null
}

interface ColumnsOfName {
  columns: NamedColumn[]
  /** The row that is gone through, by its number, and how many of the columns it has taken. */
  row: number
  taken: number
}

/**
 * @param wants names that are noted
 * @param widened what a number adds to the size of its column; absent: numbers are not measured
 */
export function createNamedColumns(wants: (name: string) => boolean, most: number, widened?: Widened) {
  const columns: NamedColumn[] = []
  const byName = new Map<string, ColumnsOfName>()
  let rows = 0
  let row = 0
  const isOver = () => columns.length > most

  function add(turns: ColumnsOfName, name: string): NamedColumn {
    const column = { name, kinds: noKinds(), size: NO_DIGITS, place: null }
    turns.columns.push(column)
    columns.push(column)
    return column
  }

  return {
    note: (list: readonly Property[]): void => {
      row += 1
      let any = false
      for (const { name, kind, text } of list) {
        if (!wants(name)) continue
        any = true
        if (isOver()) break
        let turns = byName.get(name)
        if (turns === undefined) {
          turns = { columns: [], row, taken: 0 }
          byName.set(name, turns)
        }
        const column = turns.columns[takeTurn(turns, row)] ?? add(turns, name)
        column.kinds[kind] += 1
        if (widened !== undefined && kind === 'number') column.size = widened(column.size, text)
      }
      if (any) rows += 1
    },
    /** First seen first. */
    all: (): readonly NamedColumn[] => columns,
    /** Those of one name; one that is empty in every row where no row had it. */
    named: (name: string): readonly NamedColumn[] =>
      byName.get(name)?.columns ?? [{ name, kinds: noKinds(), size: NO_DIGITS, place: null }],
    /** Whether there are more columns than the most: then no more are noted. */
    isOver,
    /** How many rows had any of them. */
    rows: () => rows,
    /** Puts each value in its place. */
    put: (list: readonly Property[], cells: (Property | { kind: PropertyKind; text: string } | null)[]): void => {
      row += 1
      for (const property of list) {
        const turns = byName.get(property.name)
        const place = turns?.columns[takeTurn(turns, row)]?.place ?? null
        if (place !== null) cells[place] = property
      }
    },
    /** All of a row's wanted values as one JSON object; the names in the order sent. */
    objectText: (list: readonly Property[]) => {
      const members = list.filter(({ name }) => wants(name))
      return `{${members.map(memberText).join(',')}}`
    },
  }
}

function takeTurn(turns: ColumnsOfName, row: number): number {
  if (turns.row !== row) {
    turns.row = row
    turns.taken = 0
  }
  turns.taken += 1
  return turns.taken - 1
}

const memberText = ({ name, kind, text }: Property) =>
  `${JSON.stringify(name)}:${kind === 'string' ? JSON.stringify(text) : text}`
