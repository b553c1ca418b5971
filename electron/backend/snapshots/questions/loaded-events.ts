// A snapshot's events as columns in memory: for each field and common property, the number of each row's value.
import { EVENT_FIELDS, type EventField } from '../../../../shared/event/event-fields.ts'
import { MISFITS, type Misfit } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot-range.ts'
import type { Instants } from './created-instants.ts'
import type { Dictionary } from './dictionary.ts'
import type { TextStore } from './text-store.ts'

/** `codes` holds each row's value as its number in `values`, or 0 if it has none. */
export interface Column {
  codes: Uint32Array
  values: Dictionary
}

export interface SeenName {
  name: string
  /** How many rows have it. */
  rows: number
}

export interface LoadedEvents {
  rows: number
  /** The snapshot's. Days begin in its zone unless a question says otherwise. */
  range: SnapshotRange
  texts: TextStore
  /** In the order of `EVENT_FIELDS`. Only strings count as values. */
  fields: readonly Column[]
  /** Indexed by the number of a created_at value. */
  instants: Instants
  /** The commonest properties, by name. */
  properties: Map<string, Column>
  /** Every known name, the commonest first. */
  names: SeenName[]
  /** Rows with names beyond the bound on distinct names. */
  rowsOfOtherNames: number
  /** Per row, an order-independent digest of its properties without a column. */
  rest: Uint32Array
  /** Per row, which filters it misses, as an index into `missedNames`; 0 for none. */
  misses: Uint16Array
  missedNames: readonly (readonly string[])[]
  /** Per row, its `MISFIT_BITS`. */
  misfits: Uint16Array
}

/** Where the column of a field is in `LoadedEvents.fields`. */
export const FIELD_NUMBERS = Object.fromEntries(EVENT_FIELDS.map(({ key }, number) => [key, number])) as Record<
  EventField['key'],
  number
>

/** Without `filters`, which `misses` covers. */
export const MISFIT_BITS = Object.fromEntries(
  MISFITS.filter((misfit) => misfit !== 'filters').map((misfit, number) => [misfit, 1 << number]),
) as Record<Exclude<Misfit, 'filters'>, number>

/** The column of a field, which every loaded snapshot has. */
export function fieldColumn(table: LoadedEvents, field: EventField['key']): Column {
  const column = table.fields[FIELD_NUMBERS[field]]
  if (column === undefined) throw new Error(`No column of ${field}`)
  return column
}
