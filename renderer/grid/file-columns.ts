// Columns of the table as columns of a file or of a copy.
import { FIELD_KEYS } from '../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../shared/event/event-table.ts'
import type { ColumnId } from './column-choice.ts'
import { propertyOf } from './event-columns.ts'

const OWN_FIELDS = new Map<ColumnId, ChosenColumn>([
  ...FIELD_KEYS.map((field) => [field, { field }] as const),
  ['created', { field: 'createdAt' }],
  ['type', { field: 'eventType' }],
])

/** The column "Properties" has no counterpart: it shows an excerpt of several. */
export function fileColumns(ids: readonly ColumnId[]): ChosenColumn[] {
  return ids.flatMap((id) => {
    const property = propertyOf(id)
    const column = property === null ? OWN_FIELDS.get(id) : { property }
    return column === undefined ? [] : [column]
  })
}
