// The columns that the events table can have: the table's own, whose names tests rely on (e2e/kit/names.json), and one
// for each property that is chosen; how they sort, and how wide they are at first.
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
import { type EventField, eventField, FIELD_KEYS } from '../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../shared/event/event-table.ts'
import { compareDecimalValues, type DecimalValue, decimalValue } from '../../shared/exact/exact-number.ts'
import { compareInstants, type Instant, parseInstant } from '../../shared/time/instant.ts'
import { type ColumnChoice, type ColumnId, MOST_PROPERTY_COLUMNS } from './column-choice.ts'
import { MONOSPACED, PADDING } from './grid-measures.ts'

export type BuiltInColumnId = 'created' | 'eventId' | 'customerId' | 'eventCode' | 'type' | 'properties'

/** In default order; columns of properties come in between. */
const COLUMNS_BEFORE = ['created', 'eventId', 'eventCode', 'type'] as const satisfies BuiltInColumnId[]
const COLUMNS_AFTER = ['customerId', 'properties'] as const satisfies BuiltInColumnId[]

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

/** The width of a text of so many monospaced characters. */
const widthOf = (count: number) => Math.ceil(count * MONOSPACED) + 2 * PADDING

/** A missing value is undefined and sorts last in both directions. */
const ACCESSED = { minSize: NARROWEST, maxSize: WIDEST, sortUndefined: 'last' } as const

function textColumn(id: BuiltInColumnId, key: EventField['key'], size: number) {
  return helper.accessor((event) => event[key] ?? undefined, {
    id,
    header: eventField(key).head,
    size,
    ...ACCESSED,
    sortDescFirst: false,
    sortFn: (a, b) => byText(a.getValue(id), b.getValue(id)),
  })
}

const ownColumns = [
  helper.accessor(({ createdAt }) => (createdAt === null ? undefined : (parseInstant(createdAt) ?? undefined)), {
    id: 'created',
    header: eventField('createdAt').head,
    ...ACCESSED,
    // The widest is "30 Nov 21:33:28.477".
    size: widthOf(19),
    sortDescFirst: true,
    sortFn: (a, b, id) => compareInstants(a.getValue<Instant>(id), b.getValue<Instant>(id)),
  }),
  textColumn('eventId', 'eventId', widthOf(20)),
  textColumn('eventCode', 'eventCode', 126),
  textColumn('type', 'eventType', 66),
  textColumn('customerId', 'customerId', widthOf(20)),
  helper.display({ id: 'properties', header: 'Properties', size: 130, minSize: 120, maxSize: WIDEST }),
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
    ...ACCESSED,
    // The name and what is beside it, within reason.
    size: Math.max(118, Math.min(Math.ceil(name.length * 7) + 36, 180)),
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

// Columns of the table as columns of a file or of a copy.

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

// Changes to the column choice: show, hide, move, pin, resize. Each returns a new choice.

/** All columns from left to right, including hidden ones. @param properties the properties that have a column */
export function columnOrder({ order }: Pick<ColumnChoice, 'order'>, properties: readonly string[]): ColumnId[] {
  const usual: ColumnId[] = [...COLUMNS_BEFORE, ...properties.map(propertyColumn), ...COLUMNS_AFTER]
  const there = new Set(usual)
  const placed = [...new Set(order)].filter((id) => there.has(id))
  const met = new Set(placed)
  // A column without a remembered place follows the column that it follows by default.
  usual.forEach((id, index) => {
    if (met.has(id)) return
    const before = usual[index - 1]
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id)
    met.add(id)
  })
  return placed
}

/** The columns of `order` that are not hidden. */
export function shownColumns({ hidden }: Pick<ColumnChoice, 'hidden'>, order: readonly ColumnId[]): ColumnId[] {
  return order.filter((id) => !hidden.includes(id))
}

/** The columns that stay while the others scroll: as chosen, else the first one. They come first, in column order. */
export function pinnedColumns(choice: Pick<ColumnChoice, 'pinned' | 'hidden'>, order: readonly ColumnId[]): ColumnId[] {
  const shown = shownColumns(choice, order)
  return choice.pinned === null ? shown.slice(0, 1) : shown.filter((id) => choice.pinned?.includes(id))
}

/**
 * Shows or hides a column, which keeps its place. For a property, the columns offered so far become the chosen ones.
 */
export function withColumn(
  choice: ColumnChoice,
  properties: readonly string[],
  id: ColumnId,
  shown: boolean,
): ColumnChoice {
  const others = choice.hidden.filter((hidden) => hidden !== id)
  const hidden = shown ? others : [...others, id]
  const name = propertyOf(id)
  if (name === null) return { ...choice, hidden }
  const isThere = properties.includes(name)
  if (isThere || !shown) return { ...choice, hidden, properties: [...properties] }
  // At the limit, hidden properties give way.
  const kept =
    properties.length < MOST_PROPERTY_COLUMNS
      ? properties
      : properties.filter((property) => !hidden.includes(propertyColumn(property)))
  return { ...choice, hidden, properties: [...kept, name].slice(0, MOST_PROPERTY_COLUMNS) }
}

/** Moves a column to index `to` of `shown`, the visible columns in order. */
export function withMoved(
  choice: ColumnChoice,
  properties: readonly string[],
  shown: readonly ColumnId[],
  id: ColumnId,
  to: number,
): ColumnChoice {
  const next = shown.filter((other) => other !== id)
  next.splice(Math.max(0, Math.min(to, next.length)), 0, id)
  // Hidden columns stay behind the column that they followed.
  const before = columnOrder(choice, properties)
  for (const [index, hidden] of before.entries()) {
    if (next.includes(hidden)) continue
    const left = before[index - 1]
    next.splice(left === undefined ? 0 : next.indexOf(left) + 1, 0, hidden)
  }
  return { ...choice, properties: [...properties], order: next }
}

/** @param pinned the columns that are pinned now, even if only by default: from then on they count as chosen */
export function withPinned(
  choice: ColumnChoice,
  pinned: readonly ColumnId[],
  id: ColumnId,
  stays: boolean,
): ColumnChoice {
  const others = pinned.filter((other) => other !== id)
  return { ...choice, pinned: stays ? [...others, id] : others }
}

/** Replaces the widths, given as TanStack's record. */
export function withWidths(choice: ColumnChoice, widths: Readonly<Record<ColumnId, number>>): ColumnChoice {
  return { ...choice, widths: Object.entries(widths).map(([id, width]) => [id, Math.round(width)]) }
}
