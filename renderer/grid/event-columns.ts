// The columns that the events table can have: the table's own, whose names tests rely on (e2e/kit/names.json), and one for
// each property that is chosen; how they sort, and how wide they are at first.
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { Event, Property } from '../../shared/event/event.ts'
import { type EventField, eventField } from '../../shared/event/event-fields.ts'
import { compareDecimalValues, type DecimalValue, decimalValue } from '../../shared/exact/exact-number.ts'
import { compareInstants, type Instant, parseInstant } from '../../shared/time/instant.ts'
import type { ColumnId } from './column-choice.ts'
import { MONOSPACED, PADDING } from './grid-measures.ts'

export type OwnColumnId = 'created' | 'eventId' | 'customerId' | 'eventCode' | 'type' | 'properties'

/** In default order; columns of properties come in between. */
export const COLUMNS_BEFORE = ['created', 'eventId', 'eventCode', 'type'] as const satisfies OwnColumnId[]
export const COLUMNS_AFTER = ['customerId', 'properties'] as const satisfies OwnColumnId[]

export const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnPinningFeature,
  sortedRowModel: createSortedRowModel(),
})

/** The event's field that each of the table's own columns shows; "properties" shows none. */
export const COLUMN_FIELDS = {
  created: 'createdAt',
  eventId: 'eventId',
  customerId: 'customerId',
  eventCode: 'eventCode',
  type: 'eventType',
} as const

/** "property:amount". */
export const propertyColumn = (name: string): ColumnId => `property:${name}`

/** The property that a column shows; null for the table's own. */
export const propertyOf = (id: ColumnId): string | null => (id.startsWith('property:') ? id.slice(9) : null)

export const NARROWEST = 48
export const WIDEST = 1_200

const helper = createColumnHelper<typeof features, Event>()

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The width of a text of so many figures. */
const figures = (count: number) => Math.ceil(count * MONOSPACED) + 2 * PADDING

/** A missing value is undefined and sorts last in both directions. */
function textColumn(id: OwnColumnId, key: EventField['key'], size: number) {
  return helper.accessor((event) => event[key] ?? undefined, {
    id,
    header: eventField(key).head,
    size,
    minSize: NARROWEST,
    maxSize: WIDEST,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b) => byText(a.getValue(id), b.getValue(id)),
  })
}

const ownColumns = [
  helper.accessor(({ createdAt }) => (createdAt === null ? undefined : (parseInstant(createdAt) ?? undefined)), {
    id: 'created',
    header: eventField('createdAt').head,
    minSize: NARROWEST,
    maxSize: WIDEST,
    // As "30 Nov 21:33:28.477".
    size: figures(19),
    sortUndefined: 'last',
    sortDescFirst: true,
    sortFn: (a, b, id) => compareInstants(a.getValue<Instant>(id), b.getValue<Instant>(id)),
  }),
  textColumn('eventId', 'eventId', figures(20)),
  textColumn('eventCode', 'eventCode', 126),
  textColumn('type', 'eventType', 66),
  textColumn('customerId', 'customerId', figures(20)),
  helper.display({ id: 'properties', header: 'Properties', size: 200, minSize: 120, maxSize: WIDEST }),
] as const

const heads = new Map<string, string>(ownColumns.map(({ id, header }) => [String(id), String(header)]))

/** The head of one of the table's own columns. */
export const builtInHead = (id: ColumnId): string => heads.get(id) ?? id

/** Every column, including those of properties. */
export function columnsWith(properties: readonly string[]) {
  return helper.columns([...ownColumns, ...properties.map(columnOfProperty)])
}

function columnOfProperty(name: string) {
  return helper.accessor((event) => sortValue(event.properties.find((property) => property.name === name)), {
    id: propertyColumn(name),
    header: name,
    minSize: NARROWEST,
    maxSize: WIDEST,
    // The name and what is beside it, within reason.
    size: Math.max(104, Math.min(Math.ceil(name.length * 7) + 36, 180)),
    sortUndefined: 'last',
    sortDescFirst: true,
    sortFn: (a, b, id) => compareValues(a.getValue<SortValue>(id), b.getValue<SortValue>(id)),
  })
}

type SortValue = DecimalValue | string

/** Numbers by their exact value, all else by its text. */
function sortValue(property: Property | undefined): SortValue | undefined {
  if (property === undefined) return undefined
  return (property.kind === 'number' && decimalValue(property.text)) || property.text
}

/** Numbers come before texts. */
function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string') return typeof b === 'string' ? byText(a, b) : 1
  return typeof b === 'string' ? -1 : compareDecimalValues(a, b)
}
