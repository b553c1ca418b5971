// The visible columns as the grid draws them: contents, widths, and the alignment of decimal points.
import { useMemo } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { groupedDigits } from '../../shared/exact/grouped-digits.ts'
import { inZone } from '../../shared/time/instant.ts'
import { ONE_LINE } from '../ui/excerpt.ts'
import { useUnchanged } from '../ui/use-unchanged.ts'
import { fractionLength, namedValue, wholeText } from './cell-text.ts'
import type { ColumnId } from './column-choice.ts'
import { type BuiltInColumnId, NARROWEST, propertyOf, WIDEST } from './event-columns.ts'
import type { EventsTable } from './events-table.ts'
import { charactersIn, columnWidths, MONOSPACED, PADDING } from './grid-measures.ts'

interface ColumnHead {
  id: ColumnId
  /** The text of its head; for a property, its name. */
  name: string
  /** How many characters fit, for columns that shorten their text; else 0. */
  characters: number
}

export type GridColumn = (ColumnHead & { builtIn: BuiltInColumnId }) | (ColumnHead & { builtIn: null } & PropertyTraits)

/** The values of a property's column have this in common. */
interface PropertyTraits {
  /** Most of its values on this page are numbers. */
  numeric: boolean
  /** Length of the longest fraction on this page, including the point. */
  places: number
}

/** The page's instants must show this in addition to day and time. */
export interface InstantsShown {
  /** Whether some are in another year. */
  years: boolean
  /** Whether offsets differ, as with summer time: then each instant shows its own. */
  offsets: boolean
  /** The common offset, for the head's tooltip; null if offsets differ, or in UTC. */
  offset: string | null
}

/**
 * The columns, their widths without the checkbox's, and how many of them, from the first, are pinned. Returns the same
 * `columns` while nothing in them changes, so that no row is redrawn needlessly. All in CSS pixels.
 */
export function useGridLayout(table: EventsTable, events: readonly Event[], instants: InstantsShown, room: number) {
  const leaves = table.getVisibleLeafColumns()
  const { isResizingColumn, deltaOffset } = table.state.columnResizing
  const wanted = leaves.map((column) => {
    const dragged = column.id === isResizingColumn ? (deltaOffset ?? 0) : 0
    const { minSize = 0, maxSize = 0 } = column.columnDef
    const size = column.getSize() + (column.id === 'created' ? instantsWidth(instants) : 0)
    return Math.max(minSize, Math.min(size + dragged, maxSize))
  })
  const widths = columnWidths(wanted, room)
  const properties = useUnchanged(leaves.map(({ id }) => propertyOf(id)))
  const traits = useMemo(
    () => properties.map((name) => (name === null ? NO_TRAITS : traitsOf(events, name))),
    [events, properties],
  )
  const columns = useUnchanged(
    leaves.map(({ id, columnDef }, index): GridColumn => {
      const property = propertyOf(id)
      const name = String(columnDef.header)
      const characters = isShortened(id, property) ? charactersIn(widths[index] ?? 0) : 0
      if (property === null) return { id, builtIn: id as BuiltInColumnId, name, characters }
      return { id, builtIn: null, name, characters, ...(traits[index] ?? NO_TRAITS) }
    }),
  )
  return { columns, widths, pinned: leaves.filter((column) => column.getIsPinned() === 'start').length }
}

/** Whether the column shortens its text to the characters that fit. */
const isShortened = (id: ColumnId, property: string | null) =>
  property !== null || id === 'eventId' || id === 'customerId'

const NO_TRAITS: PropertyTraits = { numeric: false, places: 0 }

function traitsOf(events: readonly Event[], name: string): PropertyTraits {
  let [numbers, others, places] = [0, 0, 0]
  for (const { properties } of events) {
    const property = properties.find((one) => one.name === name)
    if (property === undefined) continue
    if (property.kind !== 'number') others += 1
    else {
      numbers += 1
      places = Math.max(places, fractionLength(property.text))
    }
  }
  return { numeric: numbers > others, places }
}

const YEAR = Math.ceil(5 * MONOSPACED)
const OFFSET = Math.ceil(7 * MONOSPACED)

const instantsWidth = ({ years, offsets }: InstantsShown) => (years ? YEAR : 0) + (offsets ? OFFSET : 0)

/** @param now RFC 3339: when the rows arrived; null: every year is another */
export function instantsShown(events: readonly Event[], zone: string, now: string | null): InstantsShown {
  const year = now === null ? null : yearOf(inZone(now, zone)?.date)
  const offsets = new Set<string>()
  let years = false
  for (const { createdAt } of events) {
    const seen = createdAt === null ? null : inZone(createdAt, zone)
    if (seen === null) continue
    offsets.add(seen.offset)
    years ||= yearOf(seen.date) !== year
  }
  const [only = null] = offsets
  return { years, offsets: offsets.size > 1, offset: offsets.size > 1 || zone === 'UTC' ? null : only }
}

const yearOf = (date: string | undefined) => date?.slice(0, date.indexOf('-')) ?? null

/** A wider column would push the others out of sight. It counts CSS pixels. */
const WIDEST_FIT = 640
/** A mark and an arrow stand beside a name in its head. */
const BESIDE_NAME = 34

/**
 * The width that fits the contents of a column on this page, in CSS pixels. `measure`: a text's width in the grid's
 * font.
 */
export function fitWidth(column: GridColumn, events: readonly Event[], measure: (text: string) => number): number {
  let widest = measure(column.name.slice(0, ONE_LINE.characters)) + BESIDE_NAME
  for (const event of events) widest = Math.max(widest, contentWidth(column, event, measure))
  return Math.ceil(Math.max(NARROWEST, Math.min(widest + 2 * PADDING, WIDEST_FIT, WIDEST)))
}

function contentWidth(column: GridColumn, event: Event, measure: (text: string) => number): number {
  if (column.builtIn === null) {
    const value = namedValue(event, column.name)
    if (value === null) return 0
    const { kind, text } = value.property
    // With room for the quotes of a text.
    if (kind !== 'number') return Math.min(text.length + 2, ONE_LINE.characters) * MONOSPACED
    const shown = groupedDigits(text.slice(0, ONE_LINE.characters)).length
    // With the blank behind a shorter fraction, by which the points stand below one another.
    return Math.min(shown + column.places - fractionLength(text), ONE_LINE.characters) * MONOSPACED
  }
  // All instants have the same width.
  if (column.builtIn === 'created') return 19 * MONOSPACED
  const text = (wholeText(event, column.id) ?? '').slice(0, ONE_LINE.characters)
  return column.builtIn === 'eventCode' || column.builtIn === 'type' ? measure(text) + 2 : text.length * MONOSPACED
}

/** Measures widths of texts, in CSS pixels, in the font of `element` at 13 px, without touching the document. */
export function textMeasure(element: Element): (text: string) => number {
  const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element)
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return (text) => text.length * MONOSPACED
  context.font = `${fontStyle} ${fontWeight} 13px ${fontFamily}`
  return (text) => context.measureText(text).width
}
