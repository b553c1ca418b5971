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

/** This says which columns there are: every one when all is left out. */
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
  /** This is what a number adds to the size of its column; absent: numbers are not measured. */
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

interface PlacedColumn extends TableColumn {
  key?: EventField['key']
  named?: NamedColumn
}

/** Draws up a table by the events that are added one after the other, in two passes: columns first, then cells. */
export function buildEventTable(options: TableOptions = {}) {
  const { chosen, together = false, most = Number.POSITIVE_INFINITY, widened } = options
  const fields = new Map(EVENT_FIELDS.map(({ key }) => [key, noKinds()]))
  const wanted = wantedMembers(options)
  const isPart = chosen !== undefined || options.leave !== undefined
  const properties = createNamedColumns(wanted.property, most, widened)
  const extras = createNamedColumns(() => !isPart, most, widened)
  let rows = 0
  let mismatches = 0

  const fieldColumn = (key: EventField['key']): PlacedColumn => {
    const { name } = eventField(key)
    return { head: name, of: 'field', name, kinds: fields.get(key) ?? noKinds(), size: NO_DIGITS, key }
  }
  const apart = (of: 'property' | 'extra', columns: readonly NamedColumn[]): PlacedColumn[] =>
    columns.map((named) => ({ head: named.name, of, name: named.name, kinds: named.kinds, size: named.size, named }))
  const joint = (of: TableColumn['of'], name: string, json: number): PlacedColumn[] =>
    json === 0 ? [] : [{ head: name, of, name, kinds: { ...noKinds(), json }, size: NO_DIGITS }]

  function chosenColumns(list: readonly ChosenColumn[]): PlacedColumn[] {
    return list.flatMap((one) =>
      'field' in one ? fieldColumn(one.field) : apart('property', properties.named(one.property)),
    )
  }

  function placed(most: number): PlacedColumn[] {
    const inTurn = chosen?.flatMap((one) => ('field' in one ? one.field : [])) ?? EVENT_FIELDS.map(({ key }) => key)
    const all = inTurn.filter(wanted.field)
    const source = isPart ? [] : joint('source', 'source', mismatches)
    if (!together && !properties.isOver() && !extras.isOver()) {
      const columns = chosen
        ? chosenColumns(chosen)
        : [...all.map(fieldColumn), ...apart('property', properties.all()), ...apart('extra', extras.all()), ...source]
      if (columns.length <= most) return columns
    }
    const inOne = joint('properties', PROPERTIES_FIELD, wanted.anyProperty ? rows : 0)
    return [...all.map(fieldColumn), ...inOne, ...joint('extras', 'other_fields', extras.rows()), ...source]
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
      const columns = placed(Math.min(most, fewer))
      const heads = uniqueNames(columns.map(({ head }) => head))
      for (const column of [...properties.all(), ...extras.all()]) column.place = null
      for (const [place, { named }] of columns.entries()) if (named !== undefined) named.place = place
      const placeOf = (wanted: TableColumn['of']) => columns.findIndex(({ of }) => of === wanted)
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

/** It counts over all rows how many values of each kind a column holds. */
export type KindCounts = Record<PropertyKind, number>

const noKinds = (): KindCounts => ({ string: 0, number: 0, boolean: 0, null: 0, json: 0 })

/** It is `widenedSize` in `shared/exact/decimal.ts`, which the page does without. */
export type Widened = (size: NumberSize, number: string) => NumberSize

const NO_DIGITS: NumberSize = { whole: 0, places: 0 }

export interface NamedColumn {
  name: string
  kinds: KindCounts
  /** Its largest and its most exact number need it; it is of no digits where numbers are not measured. */
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
function createNamedColumns(wants: (name: string) => boolean, most: number, widened?: Widened) {
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
