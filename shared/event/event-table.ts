// Events as a table, for files and the clipboard alike: a column per field, then one per property and per extra field
// of any row, first seen first. Nothing that repeats is lost, and what fits no column is in one of its own.

import type { NumberSize } from '../exact/decimal.ts'
import { wellFormed } from '../exact/exact-json.ts'
import type { Event, Property, PropertyKind } from './event.ts'
import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventField,
  eventField,
  KEYS_BY_NAME,
  PROPERTIES_FIELD,
} from './event-fields.ts'
import { isRepeatedName } from './read-event.ts'

/** A value and its kind, `text` exact as in `Property`; null where the event has none. */
export type Cell = { kind: PropertyKind; text: string } | null

/** A table shows this of an event. */
export interface TableRow extends Omit<Event, 'problems'> {
  /** Some field holds what its column cannot show: then the whole event is in the column `source`. */
  misfit: boolean
}

/** A column chosen by name. */
export type ChosenColumn = { field: EventField['key'] } | { property: string }

/** Which columns there are: every one where nothing of this is said. */
export interface ColumnPick {
  /** These columns in this order, whatever else the events have. */
  chosen?: readonly ChosenColumn[] | undefined
  /** The interface's fields and the properties but for these, and nothing else of an event. */
  leave?: readonly ChosenColumn[] | undefined
  /** All properties in one column. */
  together?: boolean | undefined
}

export interface TableOptions extends ColumnPick {
  /** With more columns than this, all properties are in one, and all extra fields in another. */
  most?: number
  /** Widens the size of a column by a number; absent: numbers are not measured. */
  widened?: Widened | undefined
}

export interface TableColumn {
  /** The interface's own name or the property's; one that is taken becomes `name (2)`, `name (3)`, … */
  head: string
  /** `properties` and `extras` hold all of them as one JSON object, `source` the events that fit no columns. */
  of: 'field' | 'property' | 'extra' | 'properties' | 'extras' | 'source'
  /** The service sent it so. */
  name: string
  kinds: KindCounts
  /** It is as `NamedColumn.size`. */
  size: NumberSize
}

export interface EventTable {
  columns: readonly TableColumn[]
  /** It gives as many as there are columns. */
  cells(row: TableRow): Cell[]
  /** The properties that are wanted, as one JSON object. */
  propertiesText(row: TableRow): string
}

/**
 * A column with what fills it: a field of events, or a name that rows bring along; else all properties, or the like.
 */
interface FilledColumn extends TableColumn {
  key?: EventField['key']
  named?: NamedColumn
}

/**
 * A table is built in two passes: every row is noted, and then `table` tells its columns and gives each row's cells.
 */
export function buildEventTable(options: TableOptions = {}) {
  const { chosen, together = false, most = Number.POSITIVE_INFINITY, widened } = options
  const fields = new Map(EVENT_FIELDS.map(({ key }) => [key, noKinds()]))
  const wanted = wantedMembers(options)
  /** Whether some columns are left out by choice: then what is in none of them is not told either. */
  const isPart = chosen !== undefined || options.leave !== undefined
  const properties = createNamedColumns(wanted.property, most, widened)
  const extras = createNamedColumns(() => !isPart, most, widened)
  let rows = 0
  let mismatches = 0

  const fieldColumn = (key: EventField['key']): FilledColumn => {
    const { name } = eventField(key)
    return { head: name, of: 'field', name, kinds: fields.get(key) ?? noKinds(), size: NO_DIGITS, key }
  }
  /** A column each. */
  const namedColumns = (of: 'property' | 'extra', columns: readonly NamedColumn[]): FilledColumn[] =>
    columns.map((named) => ({ head: named.name, of, name: named.name, kinds: named.kinds, size: named.size, named }))
  /** One column of JSON; none where it would have no value. */
  const jsonColumn = (of: TableColumn['of'], name: string, values: number): FilledColumn[] =>
    values === 0 ? [] : [{ head: name, of, name, kinds: { ...noKinds(), json: values }, size: NO_DIGITS }]

  function chosenColumns(list: readonly ChosenColumn[]): FilledColumn[] {
    return list.flatMap((one) =>
      'field' in one ? fieldColumn(one.field) : namedColumns('property', properties.named(one.property)),
    )
  }

  /** The columns of what was noted; with more than `atMost` of them, properties and extra fields are in one each. */
  function filledColumns(atMost: number): FilledColumn[] {
    const keys = chosen?.flatMap((one) => ('field' in one ? one.field : [])) ?? EVENT_FIELDS.map(({ key }) => key)
    const ofFields = keys.filter(wanted.field).map(fieldColumn)
    const source = isPart ? [] : jsonColumn('source', 'source', mismatches)
    if (!together && !properties.isOver() && !extras.isOver()) {
      const ofNames = [...namedColumns('property', properties.all()), ...namedColumns('extra', extras.all())]
      const columns = chosen ? chosenColumns(chosen) : [...ofFields, ...ofNames, ...source]
      if (columns.length <= atMost) return columns
    }
    const inOne = [
      ...jsonColumn('properties', PROPERTIES_FIELD, wanted.anyProperty ? rows : 0),
      ...jsonColumn('extras', 'other_fields', extras.rows()),
    ]
    return [...ofFields, ...inOne, ...source]
  }

  return {
    /** Takes the names of an event in: to be called for every row before the table is asked for. */
    note: (row: TableRow): void => {
      rows += 1
      for (const [key, kinds] of fields) if (row[key] !== null) kinds.string += 1
      properties.note(row.properties)
      extras.note(row.extra)
      if (row.misfit) mismatches += 1
    },
    /** Grows whenever what was noted calls for another column. */
    size: () => properties.all().length + extras.all().length + Math.min(mismatches, 1),
    /**
     * Makes a table of what was noted so far; one that was given before is not to be used any more, as both share their
     * places.
     * @param fewer lowers the most columns once more, now that the rows are known
     */
    table: (fewer = most): EventTable => {
      const columns = filledColumns(Math.min(most, fewer))
      const heads = uniqueNames(columns.map(({ head }) => head))
      // A row's values are put by the name that they are found under, so each named column knows its place.
      for (const column of [...properties.all(), ...extras.all()]) column.place = null
      for (const [place, { named }] of columns.entries()) if (named !== undefined) named.place = place
      const placeOf = (wanted: TableColumn['of']) => columns.findIndex(({ of }) => of === wanted)
      // Below 0 where there is no such column.
      const [allProperties, allExtras, source] = [placeOf('properties'), placeOf('extras'), placeOf('source')]
      const fieldPlaces = columns.flatMap(({ key }, place) => (key === undefined ? [] : [{ key, place }]))

      return {
        columns: columns.map(({ of, name, kinds, size }, at) => ({ head: heads[at] ?? name, of, name, kinds, size })),
        propertiesText: (row) => properties.objectText(row.properties),
        cells: (row) => {
          const cells: Cell[] = new Array(columns.length).fill(null)
          for (const { key, place } of fieldPlaces) {
            const text = row[key]
            if (text !== null) cells[place] = { kind: 'string', text }
          }
          properties.put(row.properties, cells)
          extras.put(row.extra, cells)
          if (allProperties >= 0) cells[allProperties] = { kind: 'json', text: properties.objectText(row.properties) }
          if (allExtras >= 0 && row.extra.length > 0) {
            cells[allExtras] = { kind: 'json', text: extras.objectText(row.extra) }
          }
          if (row.misfit && source >= 0) cells[source] = { kind: 'json', text: row.source }
          return cells
        },
      }
    },
  }
}

/** Picks what is wanted of an event's own fields and of its properties. */
export function wantedMembers({ chosen, leave = [] }: ColumnPick) {
  const membersOf = (list: readonly ChosenColumn[]) => ({
    fields: new Set(list.flatMap((one) => ('field' in one ? one.field : []))),
    properties: new Set(list.flatMap((one) => ('property' in one ? one.property : []))),
  })
  const [named, left] = [chosen && membersOf(chosen), membersOf(leave)]
  return {
    field: (key: EventField['key']) => (named?.fields.has(key) ?? true) && !left.fields.has(key),
    property: (name: string) => (named?.properties.has(name) ?? true) && !left.properties.has(name),
    anyProperty: named === undefined || named.properties.size > 0,
  }
}

/** The row of an event that was read with all its problems. */
export function tableRow(event: Event): TableRow {
  return { ...event, misfit: event.problems.some((problem) => isLoss(event, problem)) }
}

/** A field that is no string, properties that are no object, a field twice: a cell would keep it back. */
function isLoss(event: Event, problem: Event['problems'][number]): boolean {
  const { field, message } = problem
  if (field === 'event' || /^events\[\d+\]$/.test(field)) return true
  if (!EVENT_FIELD_NAMES.has(field) || message === 'is missing') return false
  const key = KEYS_BY_NAME.get(field)
  return key === undefined || event[key] === null || isRepeatedName(problem)
}

/**
 * Heads of columns, none that a file cannot hold: each name, or the first of `name (2)`, `name (3)`, … that none before
 * it bears.
 * @param same gives one text for all names that a reader takes for one
 */
export function uniqueNames(names: readonly string[], same: (name: string) => string = (name) => name): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((sent) => {
    const name = wellFormed(sent)
    let free = name
    let count = counts.get(same(name)) ?? 1
    while (taken.has(same(free))) {
      count += 1
      free = `${name} (${count})`
    }
    counts.set(same(name), count)
    taken.add(same(free))
    return free
  })
}

// Columns that rows bring along by name. A name that a row repeats has a column for each time, taken in turn.

/** How many values of each kind a column holds, over all rows. */
export type KindCounts = Record<PropertyKind, number>

const noKinds = (): KindCounts => ({ string: 0, number: 0, boolean: 0, null: 0, json: 0 })

/** The type of `widenedSize` in `shared/exact/decimal.ts`, which the page does without. */
export type Widened = (size: NumberSize, number: string) => NumberSize

const NO_DIGITS: NumberSize = { whole: 0, places: 0 }

export interface NamedColumn {
  name: string
  kinds: KindCounts
  /** What its largest and its most exact number need; no digits where numbers are not measured. */
  size: NumberSize
  /** Its place among the cells of a row; null where it has none. */
  place: number | null
}

/** The columns of one name: a row that repeats the name fills them one after the other. */
interface ColumnsOfName {
  columns: NamedColumn[]
  /** The number of the row that filled one last, and how many of the columns that row has filled so far. */
  row: number
  filled: number
}

/**
 * @param wants names that are noted
 * @param widened what a number adds to the size of its column; absent: numbers are not measured
 */
function createNamedColumns(wants: (name: string) => boolean, most: number, widened?: Widened) {
  const columns: NamedColumn[] = []
  const byName = new Map<string, ColumnsOfName>()
  /** Rows that have any of them. */
  let rows = 0
  /**
   * The number of the row that is noted, or put, right now: by it `filled` begins anew with each row. A row that is
   * gone through twice, to be noted and to be put, has two numbers.
   */
  let row = 0
  const isOver = () => columns.length > most

  function add(ofName: ColumnsOfName, name: string): NamedColumn {
    const column = { name, kinds: noKinds(), size: NO_DIGITS, place: null }
    ofName.columns.push(column)
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
        let ofName = byName.get(name)
        if (ofName === undefined) {
          ofName = { columns: [], row, filled: 0 }
          byName.set(name, ofName)
        }
        const column = ofName.columns[nextToFill(ofName, row)] ?? add(ofName, name)
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
    rows: () => rows,
    /** Puts each value of a row in its place among the cells. */
    put: (list: readonly Property[], cells: (Property | { kind: PropertyKind; text: string } | null)[]): void => {
      row += 1
      for (const property of list) {
        const ofName = byName.get(property.name)
        const place = ofName?.columns[nextToFill(ofName, row)]?.place ?? null
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

/**
 * The index of the column that the row's next value of this name fills, which is counted as filled by that. Of a row
 * with `a` twice it gives 0, then 1; the next row begins with 0 again.
 */
function nextToFill(ofName: ColumnsOfName, row: number): number {
  if (ofName.row !== row) {
    ofName.row = row
    ofName.filled = 0
  }
  ofName.filled += 1
  return ofName.filled - 1
}

const memberText = ({ name, kind, text }: Property) =>
  `${JSON.stringify(name)}:${kind === 'string' ? JSON.stringify(text) : text}`
