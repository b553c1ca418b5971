// The text of a cell: whole for the tooltip, exact for copying, and cut where the line has no room for it.
import type { Event, Property } from '../../shared/event/event.ts'
import { shortened } from '../ui/excerpt.ts'
import type { ColumnId } from './column-choice.ts'
import { type BuiltInColumnId, COLUMN_FIELDS, propertyOf } from './event-columns.ts'

/** More than a tooltip can show; the details have the rest. */
const TOOLTIP_CHARACTERS = 2_000

/** Null where there is none; properties on a line each. */
export function wholeText(event: Event, column: ColumnId): string | null {
  const whole = textOf(event, column)
  if (whole === null || whole.length <= TOOLTIP_CHARACTERS) return whole
  return `${shortened(whole, TOOLTIP_CHARACTERS)}\n(the full value is in the details)`
}

/** Gives what a cell holds, to the last character; null where that is nothing, or more than one value. */
export function exactText(event: Event, column: ColumnId): string | null {
  const name = propertyOf(column)
  if (name === null) return column === 'properties' ? null : builtInText(event, column as BuiltInColumnId)
  const value = namedValue(event, name)
  return value?.times === 1 ? value.property.text : null
}

function textOf(event: Event, column: ColumnId): string | null {
  const name = propertyOf(column)
  if (name === null) return builtInText(event, column as BuiltInColumnId)
  const named = event.properties.filter((property) => property.name === name)
  if (named.length > 1) return named.slice(0, TOOLTIP_CHARACTERS).map(propertyText).join('\n')
  return named[0]?.text ?? null
}

function builtInText(event: Event, column: BuiltInColumnId): string | null {
  if (column !== 'properties') return event[COLUMN_FIELDS[column]]
  // Each takes a character and more.
  return event.properties.slice(0, TOOLTIP_CHARACTERS).map(propertyText).join('\n') || null
}

function propertyText({ name, kind, text }: Property): string {
  const [shownName, shown] = [shortened(name, TOOLTIP_CHARACTERS), shortened(text, TOOLTIP_CHARACTERS)]
  return `${shownName} ${kind === 'string' ? `"${shown}"` : shown}`
}

/**
 * A text of printable ASCII shortened in the middle, so that both ends of an ID are visible: at most `length`
 * characters, three fifths of them from the start; the whole text where it is no longer.
 */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = Math.max(1, length - 1)
  const start = Math.ceil(kept * 0.6)
  return `${text.slice(0, start)}…${start === kept ? '' : text.slice(start - kept)}`
}

// The value in a property's column, and where its decimal point is.

/** The first property of this name, and how often the event names it; null where it does not. */
export function namedValue(event: Event, name: string): { property: Property; times: number } | null {
  let found: Property | null = null
  let times = 0
  for (const property of event.properties) {
    if (property.name !== name) continue
    found ??= property
    times += 1
  }
  return found && { property: found, times }
}

/** Longer fractions do not widen the column for the other numbers. */
export const MOST_PLACES = 10

/** Signs of a number from its point on, an exponent among them, as far as they count for the column. */
export function fractionLength(number: string): number {
  const point = number.indexOf('.')
  return point < 0 || number.length - point > MOST_PLACES ? 0 : number.length - point
}
