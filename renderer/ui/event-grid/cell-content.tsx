// What is in the cells of an event's row. Elements only, without hooks or listeners: draw-content.ts draws them, and
// the grid listens for all of them.
import { createElement, type ReactNode } from 'react'
import { type Event, eventKey, type Property } from '../../../shared/event.ts'
import { type EventField, eventField } from '../../../shared/event-fields.ts'
import { typeWord } from '../event-type.tsx'
import { ExactText } from '../exact-text.tsx'
import { beginning, ONE_LINE } from '../excerpt.ts'
import { quotedValue } from '../property-value.tsx'
import { createdCell } from './created-cell.tsx'
import { cutMiddle } from './cut-middle.ts'
import styles from './events-grid.module.css'
import { fittingProperties, PRINTABLE } from './fitting-properties.ts'
import type { GridColumn, InstantsShown } from './grid-columns.ts'
import { propertyCell } from './property-cell.tsx'

/** What the cells of all rows have in common. */
export interface CellSetting {
  zone: string
  instants: InstantsShown
  /** The width of the properties' column, rounded up, in CSS pixels. */
  propertiesRoom: number
}

/** `event` is null while its row is not loaded. */
export function cellContent(event: Event | null, column: GridColumn, setting: CellSetting): ReactNode {
  if (event === null) return <span className={styles.bar} />
  switch (column.own) {
    case null:
      return propertyCell(event, column)
    case 'created':
      return event.createdAt === null ? (
        <Missing event={event} field={eventField('createdAt').name} />
      ) : (
        createdCell(event.createdAt, setting.zone, setting.instants)
      )
    case 'eventId':
      return cellText(event, eventField('eventId'), column.figures)
    case 'customerId':
      return cellText(event, eventField('customerId'), column.figures)
    case 'eventCode':
      return cellText(event, eventField('eventCode'))
    case 'type':
      return typeWord(event.eventType)
    case 'properties':
      // Redrawn for another event: kept texts would shift in the line. The box around them stays, because a new one with
      // `content-visibility` is laid out a second time, once the browser knows where it is.
      return (
        <div className={styles.line}>
          {createElement('span', { key: eventKey(event) }, ...propertiesLine(event.properties, setting.propertiesRoom))}
        </div>
      )
    default:
      return column satisfies never
  }
}

/** With room for so many `figures`, the middle of a longer text is left out: what tells two of them apart is at their ends. */
function cellText(event: Event, field: EventField, figures?: number): ReactNode {
  const text = event[field.key]
  if (text === null) return <Missing event={event} field={field.name} />
  const part = beginning(text, ONE_LINE)
  const shown = text.slice(0, part.end)
  // Anything else is shown with its invisible characters marked.
  if (!PRINTABLE.test(shown)) return <ExactText text={text} part={part} />
  if (figures !== undefined) return cutMiddle(text, figures)
  return part.end < text.length ? `${shown}…` : shown
}

function Missing({ event, field }: { event: Event; field: string }) {
  const why = event.problems.find((problem) => problem.field === field)?.message ?? 'is missing'
  return (
    <span className={styles.missing} title={`${field} ${why}`}>
      {why === 'is missing' ? 'missing' : 'does not fit'}
    </span>
  )
}

function propertiesLine(properties: readonly Property[], room: number): ReactNode[] {
  const count = fittingProperties(properties, room)
  const line = properties.slice(0, count).flatMap((property) => [name(property.name), quotedValue(property)])
  // Beyond the end of the line: for screen readers.
  return properties.length > count ? [...line, `+${properties.length - count} more`] : line
}

function name(text: string): ReactNode {
  const part = beginning(text, ONE_LINE)
  if (part.end === text.length && PRINTABLE.test(text)) return `${text} `
  return (
    <span className={styles.name}>
      <ExactText text={text} part={part} />{' '}
    </span>
  )
}
