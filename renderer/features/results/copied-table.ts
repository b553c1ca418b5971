// Events as a table for the clipboard: which columns there are, and what kind of value stands in each cell.
// The columns are those of an exported file.
import type { Event, Property } from '../../../shared/event.ts'
import { EVENT_FIELDS, freeName, keyedProperties } from '../../../shared/event-columns.ts'

/** `text` is exact. `number` may be calculated with, `text` never; `bare` is true, false or null; `empty` is no value. */
export interface Cell {
  as: 'text' | 'number' | 'bare' | 'empty'
  text: string
}

export interface CopiedTable {
  heads: string[]
  rows: Cell[][]
}

const EMPTY: Cell = { as: 'empty', text: '' }

/** The interface's fields, then a column per property and extra field of any row, in order of first sight. A name that an event repeats gets a column each time. */
export function copiedTable(events: readonly Event[]): CopiedTable {
  const more = [columnsOf(events.map(({ properties }) => properties)), columnsOf(events.map(({ extra }) => extra))]
  const taken = new Set<string>(EVENT_FIELDS)
  return {
    heads: [...EVENT_FIELDS, ...more.flatMap(({ names }) => names).map((name) => freeName(wellFormed(name), taken))],
    rows: events.map((event, row) => [...fieldCells(event), ...more.flatMap(({ cells }) => cells(row))]),
  }
}

function fieldCells({ eventId, customerId, eventCode, eventType, createdAt }: Event): Cell[] {
  return [eventId, customerId, eventCode, eventType, createdAt].map((text) =>
    text === null ? EMPTY : { as: 'text', text: wellFormed(text) },
  )
}

function columnsOf(lists: readonly (readonly Property[])[]): { names: string[]; cells: (row: number) => Cell[] } {
  const byRow = lists.map((list) => new Map(keyedProperties(list)))
  const names = new Map(byRow.flatMap((row) => Array.from(row, ([key, { name }]): [string, string] => [key, name])))
  return {
    names: [...names.values()],
    cells: (row) =>
      Array.from(names.keys(), (key) => {
        const property = byRow[row]?.get(key)
        return property ? cellOf(property) : EMPTY
      }),
  }
}

function cellOf({ kind, text }: Property): Cell {
  switch (kind) {
    case 'number':
      return { as: 'number', text }
    case 'boolean':
    case 'null':
      return { as: 'bare', text }
    case 'string':
    case 'json':
      return { as: 'text', text: wellFormed(text) }
    default:
      return kind satisfies never
  }
}

/** A clipboard takes no half of a surrogate pair: such a text is written as JSON writes it. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : JSON.stringify(text)
}
