// The whole text behind a cell, for its tooltip: what a line has no room for is still to be read in its place.
import type { Event, Property } from '../../../shared/event.ts'
import type { ColumnId } from './event-columns.ts'

/** More than any tooltip is tall; what follows is in the details. */
const TOOLTIP_CHARACTERS = 2_000

/** null where there is nothing to say; properties one a line. */
export function wholeText(event: Event, column: ColumnId): string | null {
  const whole = textOf(event, column)
  if (whole === null || whole.length <= TOOLTIP_CHARACTERS) return whole
  return `${whole.slice(0, TOOLTIP_CHARACTERS)}…\n(the whole is in the details)`
}

function textOf(event: Event, column: ColumnId): string | null {
  switch (column) {
    case 'created':
      return event.createdAt
    case 'eventId':
      return event.eventId
    case 'customerId':
      return event.customerId
    case 'eventCode':
      return event.eventCode
    case 'type':
      return event.eventType
    case 'properties':
      return event.properties.length === 0 ? null : event.properties.map(propertyText).join('\n')
    default:
      return column satisfies never
  }
}

const propertyText = ({ name, kind, text }: Property) => `${name} ${kind === 'string' ? `"${text}"` : text}`
