// The columns of the events table: their names (tests rely on them: e2e/kit/names.json), how they sort, and how wide they are.
import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { Event } from '../../../shared/event.ts'
import { type EventField, eventField } from '../../../shared/event-fields.ts'
import { compareInstants, type Instant, parseInstant } from '../../../shared/instant.ts'
import type { Width } from './grid-measures.ts'

export type ColumnId = 'created' | 'eventId' | 'customerId' | 'eventCode' | 'type' | 'properties'

export const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<Width>(),
})

const helper = createColumnHelper<typeof features, Event>()

/** A missing value is undefined and stands last, whichever way a column is sorted. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function textColumn(id: ColumnId, key: EventField['key'], meta: Width) {
  return helper.accessor((event) => event[key] ?? undefined, {
    id,
    header: eventField(key).head,
    meta,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b) => byText(a.getValue(id), b.getValue(id)),
  })
}

export const columns = helper.columns([
  helper.accessor(({ createdAt }) => (createdAt === null ? undefined : (parseInstant(createdAt) ?? undefined)), {
    id: 'created' satisfies ColumnId,
    header: eventField('createdAt').head,
    meta: { least: 226, most: 232, share: 22 },
    sortUndefined: 'last',
    sortDescFirst: true,
    sortFn: (a, b, id) => compareInstants(a.getValue<Instant>(id), b.getValue<Instant>(id)),
  }),
  textColumn('eventId', 'eventId', { least: 154, most: 280, share: 17 }),
  textColumn('customerId', 'customerId', { least: 98, most: 280, share: 10 }),
  textColumn('eventCode', 'eventCode', { least: 130, most: 220, share: 12 }),
  textColumn('type', 'eventType', { least: 80, most: 92, share: 8 }),
  helper.display({
    id: 'properties' satisfies ColumnId,
    header: 'Properties',
    meta: { least: 160, most: Number.POSITIVE_INFINITY, share: 100 },
  }),
])
