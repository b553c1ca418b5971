// What is done with the choice of columns: shown, hidden, moved, pinned, made wider. Nothing is changed in place.
import { type ColumnChoice, type ColumnId, MOST_PROPERTY_COLUMNS } from '../../session/column-choice.ts'
import { COLUMNS_AFTER, COLUMNS_BEFORE, propertyColumn, propertyOf } from './event-columns.ts'

/** Every column, left to right, hidden ones included; `properties` are those that have one. */
export function columnOrder({ order }: Pick<ColumnChoice, 'order'>, properties: readonly string[]): ColumnId[] {
  const usual: ColumnId[] = [...COLUMNS_BEFORE, ...properties.map(propertyColumn), ...COLUMNS_AFTER]
  const there = new Set(usual)
  const placed = [...new Set(order)].filter((id) => there.has(id))
  const met = new Set(placed)
  // Who was never placed stands behind the one that it usually follows.
  usual.forEach((id, index) => {
    if (met.has(id)) return
    const before = usual[index - 1]
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id)
    met.add(id)
  })
  return placed
}

/** The columns in sight, of those in `order`. */
export function shownColumns({ hidden }: Pick<ColumnChoice, 'hidden'>, order: readonly ColumnId[]): ColumnId[] {
  return order.filter((id) => !hidden.includes(id))
}

/** Those that stay while the others scroll: as chosen, else the first. They stand first, in the order of all. */
export function pinnedColumns(choice: Pick<ColumnChoice, 'pinned' | 'hidden'>, order: readonly ColumnId[]): ColumnId[] {
  const shown = shownColumns(choice, order)
  return choice.pinned === null ? shown.slice(0, 1) : shown.filter((id) => choice.pinned?.includes(id))
}

/** A column shown or hidden. One of a property makes what was offered chosen; hidden, it keeps its place. */
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
  // Where there are too many, those that are hidden make room.
  const kept =
    properties.length < MOST_PROPERTY_COLUMNS
      ? properties
      : properties.filter((property) => !hidden.includes(propertyColumn(property)))
  return { ...choice, hidden, properties: [...kept, name].slice(0, MOST_PROPERTY_COLUMNS) }
}

/** A column moved to the place that the one at `to` of `shown` has. `shown` are those in sight, as they stand. */
export function withMoved(
  choice: ColumnChoice,
  properties: readonly string[],
  shown: readonly ColumnId[],
  id: ColumnId,
  to: number,
): ColumnChoice {
  const next = shown.filter((other) => other !== id)
  next.splice(Math.max(0, Math.min(to, next.length)), 0, id)
  // Hidden ones stay behind those that they stood behind.
  const before = columnOrder(choice, properties)
  for (const [index, hidden] of before.entries()) {
    if (next.includes(hidden)) continue
    const left = before[index - 1]
    next.splice(left === undefined ? 0 : next.indexOf(left) + 1, 0, hidden)
  }
  return { ...choice, properties: [...properties], order: next }
}

export function withPinned(
  choice: ColumnChoice,
  pinned: readonly ColumnId[],
  id: ColumnId,
  stays: boolean,
): ColumnChoice {
  const others = pinned.filter((other) => other !== id)
  return { ...choice, pinned: stays ? [...others, id] : others }
}

/** TanStack's record of widths, in place of what was there. */
export function withWidths(choice: ColumnChoice, widths: Readonly<Record<ColumnId, number>>): ColumnChoice {
  return { ...choice, widths: Object.entries(widths).map(([id, width]) => [id, Math.round(width)]) }
}
