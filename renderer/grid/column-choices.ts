// Changes to the column choice: show, hide, move, pin, resize. Each returns a new choice.
import { type ColumnChoice, type ColumnId, MOST_PROPERTY_COLUMNS } from './column-choice.ts'
import { COLUMNS_AFTER, COLUMNS_BEFORE, propertyColumn, propertyOf } from './event-columns.ts'

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

/** Shows or hides a column, which keeps its place. For a property, the columns offered so far become the chosen ones. */
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
