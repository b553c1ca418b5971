// The events of one snapshot as columns in memory: for each field and the commonest properties the number of each row's value.
import { EVENT_FIELDS, type EventField } from '../../../../shared/event-fields.ts'
import { MISFITS, type Misfit } from '../../../../shared/snapshot-condition.ts'
import type { SnapshotRange } from '../../../../shared/snapshot-range.ts'
import type { Instants } from './created-instants.ts'
import type { Dictionary } from './dictionary.ts'
import type { TextStore } from './text-store.ts'

/** `codes` holds for each row the number of its value in `values`; 0: it has none. */
export interface Column {
  codes: Uint32Array
  values: Dictionary
}

export interface SeenName {
  name: string
  /** Rows that have it. */
  rows: number
}

export interface EventTable {
  rows: number
  /** The snapshot's. Days begin in its zone unless a question says otherwise. */
  range: SnapshotRange
  texts: TextStore
  /** In the order of `EVENT_FIELDS`: texts only, whatever else was sent counts as none. */
  fields: readonly Column[]
  /** By the number of a value of created_at. */
  instants: Instants
  /** The commonest properties, by name. */
  properties: Map<string, Column>
  /** Every name that is known, the commonest first. */
  names: SeenName[]
  /** Rows that hold names beyond those that are told apart. */
  rowsOfOtherNames: number
  /** For each row a digest of its properties that are no columns, the same in whatever order they stand. */
  rest: Uint32Array
  /** For each row which filters it misses: a number in `missedNames`, 0 for none. */
  misses: Uint16Array
  missedNames: readonly (readonly string[])[]
  /** For each row its `MISFIT_BITS`. */
  misfits: Uint16Array
}

export const FIELD_NUMBERS = Object.fromEntries(EVENT_FIELDS.map(({ key }, number) => [key, number])) as Record<
  EventField['key'],
  number
>

/** `filters` is not among them: it is told by `misses`. */
export const MISFIT_BITS = Object.fromEntries(
  MISFITS.filter((misfit) => misfit !== 'filters').map((misfit, number) => [misfit, 1 << number]),
) as Record<Exclude<Misfit, 'filters'>, number>

export function fieldColumn(table: EventTable, field: EventField['key']): Column {
  const column = table.fields[FIELD_NUMBERS[field]]
  if (column === undefined) throw new Error(`No column of ${field}`)
  return column
}
