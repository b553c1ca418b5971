// Events as a table, for files and the clipboard alike: a column per field, then one per property and per extra field of
// any row, first seen first. Nothing that repeats is lost, and what fits no column stands in one of its own.
import type { Event, Property, PropertyKind } from './event.ts'
import { EVENT_FIELD_NAMES, EVENT_FIELDS } from './event-fields.ts'
import { wellFormed } from './well-formed.ts'

/** A value and its kind, `text` exact as in `Property`; null where the event has none. */
export type Cell = { kind: PropertyKind; text: string } | null

/** What a table shows of an event. */
export interface TableRow extends Omit<Event, 'problems'> {
  /** Some field holds what its column cannot show: then the whole event stands in the column `source`. */
  misfit: boolean
}

export interface EventTable {
  /** Takes the names of an event in; to be called for every event before the heads or any cells are asked for. */
  note(row: TableRow): void
  /** How many columns there are by now. */
  width(): number
  /** The interface's own names and the properties'; a name that is taken becomes `name (2)`, `name (3)`, … */
  heads(): string[]
  /** As many as there are heads. */
  cells(row: TableRow): Cell[]
}

export function createEventTable(): EventTable {
  const properties = createNamedColumns()
  const extras = createNamedColumns()
  let misfits = false
  const width = () => EVENT_FIELDS.length + properties.names.length + extras.names.length + (misfits ? 1 : 0)

  return {
    note: (row) => {
      properties.note(row.properties)
      extras.note(row.extra)
      misfits ||= row.misfit
    },
    width,
    heads: () => {
      const fields = EVENT_FIELDS.map(({ name }) => name)
      return uniqueNames([...fields, ...properties.names, ...extras.names, ...(misfits ? ['source'] : [])])
    },
    cells: (row) => {
      const cells: Cell[] = new Array(width()).fill(null)
      for (const [at, { key }] of EVENT_FIELDS.entries()) {
        const text = row[key]
        if (text !== null) cells[at] = { kind: 'string', text }
      }
      properties.put(row.properties, cells, EVENT_FIELDS.length)
      extras.put(row.extra, cells, EVENT_FIELDS.length + properties.names.length)
      if (row.misfit) cells[cells.length - 1] = { kind: 'json', text: row.source }
      return cells
    },
  }
}

/** The row of an event that was read with all its problems. */
export function tableRow(event: Event): TableRow {
  return { ...event, misfit: event.problems.some((problem) => isLoss(event, problem)) }
}

const KEYS = new Map<string, keyof Event>(EVENT_FIELDS.map(({ name, key }) => [name, key]))

/** A field that is no string, properties that are no object, a field that is there twice: a cell would keep it back. */
function isLoss(event: Event, { field, message }: Event['problems'][number]): boolean {
  if (field === 'event') return true
  if (!EVENT_FIELD_NAMES.has(field) || message === 'is missing') return false
  const key = KEYS.get(field)
  return key === undefined || event[key] === null || message.startsWith('is there ')
}

interface NamedColumn {
  /** More than one where an event repeats the name. */
  columns: number[]
  /** The row that is gone through, by its number, and how many of the columns it has taken. */
  row: number
  taken: number
}

/** Columns by name; a name that repeats within an event takes its columns in turn. */
function createNamedColumns() {
  const names: string[] = []
  const byName = new Map<string, NamedColumn>()
  let row = 0

  /** Which of the name's columns it is now the turn of: the one after those that this row has taken. */
  const turn = (column: NamedColumn): number => {
    if (column.row !== row) {
      column.row = row
      column.taken = 0
    }
    column.taken += 1
    return column.taken - 1
  }

  return {
    names,
    note: (list: readonly Property[]) => {
      row += 1
      for (const { name } of list) {
        let column = byName.get(name)
        if (column === undefined) {
          column = { columns: [], row, taken: 0 }
          byName.set(name, column)
        }
        if (turn(column) === column.columns.length) column.columns.push(names.push(name) - 1)
      }
    },
    /** Puts each property in its cell; the first of these columns is cell `first`. */
    put: (list: readonly Property[], cells: Cell[], first: number) => {
      row += 1
      for (const property of list) {
        const column = byName.get(property.name)
        const at = column?.columns[turn(column)]
        if (at !== undefined) cells[first + at] = property
      }
    },
  }
}

/** Each name, or the first of `name (2)`, `name (3)`, … that none before it bears. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((sent) => {
    const name = wellFormed(sent)
    let free = name
    let count = counts.get(name) ?? 1
    while (taken.has(free)) {
      count += 1
      free = `${name} (${count})`
    }
    counts.set(name, count)
    taken.add(free)
    return free
  })
}
