// One event as one line of the grid. Plain elements, no handlers, no components for what stands in its cells: a page
// flip renders a hundred of these, the grid listens for all of them.
import { IconAlertTriangleFilled, IconCopy } from '@tabler/icons-react'
import { type CSSProperties, createElement, memo, type ReactNode } from 'react'
import { type Event, eventKey, type Property } from '../../shared/event/event.ts'
import { type EventField, eventField } from '../../shared/event/event-fields.ts'
import { isJsonNumber } from '../../shared/exact/exact-number.ts'
import { groupedDigits } from '../../shared/exact/grouped-digits.ts'
import { inZone } from '../../shared/time/instant.ts'
import { ExactText, quotedValue, typeWord } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../ui/excerpt.ts'
import { dayWords } from '../ui/instant-words.ts'
import type { NamesById } from '../ui/names-by-connection.ts'
import { cutMiddle, fractionLength, MOST_PLACES, namedValue } from './cell-text.ts'
import type { BuiltInColumnId } from './event-columns.ts'
import styles from './events-grid.module.css'
import type { GridColumn, InstantsShown } from './grid-columns.ts'
import { fittingProperties, PRINTABLE } from './grid-measures.ts'

/** How all rows of a grid are drawn: the same object until any of it differs, because all are then drawn again. */
export interface RowDrawing {
  /** They are in screen order. */
  columns: readonly GridColumn[]
  zone: string
  instants: InstantsShown
  /** The width of the properties' column, rounded up, in CSS pixels. */
  propertiesRoom: number
  /** Whether rows carry `aria-rowindex`, because not all are in the document. */
  numbered: boolean
  /** Customers are called so, by ID. */
  names: NamesById | undefined
  /** Prefix of the element IDs in a row. */
  idPrefix: string
}

interface EventRowProps {
  /** Null: not loaded yet. */
  event: Event | null
  /** Its index on screen, from 0. */
  row: number
  drawing: RowDrawing
  selected: boolean
  /** Shown in the details. */
  open: boolean
  /** The column that Tab leads to when it is in this row; 0 is the checkbox. */
  tabStop: number | null
  /** It says what is wrong with this row. */
  mark: string | null
  /** It says by what the row looks like the event in the details again. */
  again: string | null
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, row, drawing, selected, open, tabStop, mark, again } = props
  const { columns, numbered, idPrefix } = drawing
  const marks = [mark, again === null ? null : `Looks like the open event again: ${again}`].filter(
    (one) => one !== null,
  )
  const markId = marks.length === 0 ? undefined : `${idPrefix}-mark-${row}`
  return (
    <tr
      className={event === null ? styles.coming : styles.row}
      data-event-id={event === null ? undefined : (event.eventId ?? '')}
      data-row={row}
      data-marked={mark !== null || undefined}
      data-again={again !== null || undefined}
      // The heads are row 1.
      aria-rowindex={numbered ? row + 2 : undefined}
      aria-selected={selected}
      aria-current={open || undefined}
    >
      <td className={styles.select}>
        <input
          type="checkbox"
          className={styles.checkbox}
          tabIndex={tabStop === 0 ? 0 : -1}
          aria-label={`Select event ${eventName(event, row)}`}
          aria-describedby={markId}
          checked={selected}
          // The grid listens: it knows about ranges.
          onChange={ignore}
        />
        {marks.length === 0 ? null : (
          <span className={mark === null ? styles.again : styles.mark} title={marks.join('; ')}>
            {mark === null ? <IconCopy size={13} aria-hidden /> : <IconAlertTriangleFilled size={13} aria-hidden />}
            <span id={markId} className={styles.unseen}>
              {marks.join('; ')}
            </span>
          </span>
        )}
      </td>
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={column.builtIn === null ? styles.property : styles[column.builtIn]}
          data-column={column.name}
          data-numeric={(column.builtIn === null && column.numeric) || undefined}
          tabIndex={tabStop === index + 1 ? 0 : -1}
        >
          {event === null ? (
            <span className={styles.bar} />
          ) : column.builtIn === null ? (
            propertyCell(event, column)
          ) : (
            content(column.builtIn, event, column.characters, drawing)
          )}
        </td>
      ))}
    </tr>
  )
})

/** It stands in the name of its row's checkbox. */
function eventName(event: Event | null, row: number): string {
  if (event === null) return `to come in row ${row + 1}`
  return event.eventId === null ? `without an ID in row ${row + 1}` : shortened(event.eventId, NAME_CHARACTERS)
}

const NAME_CHARACTERS = 500

const ignore = () => {}

function content(id: BuiltInColumnId, event: Event, characters: number, drawing: RowDrawing): ReactNode {
  switch (id) {
    case 'created':
      return event.createdAt === null ? (
        <Missing event={event} field={eventField('createdAt').name} />
      ) : (
        createdCell(event.createdAt, drawing)
      )
    case 'eventId':
      return cellText(event, eventField(id), characters)
    case 'customerId':
      return customerCell(cellText(event, eventField(id), characters), drawing.names?.get(event.customerId ?? ''))
    case 'eventCode':
      return cellText(event, eventField('eventCode'))
    case 'type':
      return typeWord(event.eventType)
    case 'properties':
      // Redrawn for another event: its texts would shift about in the line if they were kept. They are in a box that
      // goes as a whole, because a browser takes a dozen nodes longer than one.
      return (
        <div className={styles.line}>
          {createElement(
            'span',
            { key: eventKey(event) },
            ...propertiesLine(withoutOwn(event, drawing), drawing.propertiesRoom),
          )}
        </div>
      )
  }
}

/**
 * With room for so many `characters`, the middle of a longer text is left out: what tells two of them apart is at their
 * ends.
 */
function cellText(event: Event, field: EventField, characters?: number): ReactNode {
  const text = event[field.key]
  if (text === null) return <Missing event={event} field={field.name} />
  const isCutMiddle = characters !== undefined && PRINTABLE.test(text.slice(0, beginning(text, ONE_LINE).end))
  return isCutMiddle ? cutMiddle(text, characters) : cut(text)
}

/** The name stands behind the ID and is cut first. */
const customerCell = (id: ReactNode, name: string | undefined): ReactNode =>
  name === undefined ? (
    id
  ) : (
    <>
      {id} <span className={styles.customerName}>{shortened(name, ONE_LINE.characters)}</span>
    </>
  )

function Missing({ event, field }: { event: Event; field: string }) {
  const why = event.problems.find((problem) => problem.field === field)?.message ?? 'is missing'
  return (
    <span className={styles.missing} title={`${field} ${why}`}>
      {why === 'is missing' ? 'missing' : 'does not fit'}
    </span>
  )
}

/** What has a column of its own is not said again. */
function withoutOwn({ properties }: Event, { columns }: RowDrawing): readonly Property[] {
  const shownNames = new Set(columns.flatMap(({ builtIn, name }) => (builtIn === null ? [name] : [])))
  return shownNames.size === 0 ? properties : properties.filter(({ name }) => !shownNames.has(name))
}

/** What stands side by side in a line: keys, or a component each, would take as long as the rest of the row. */
function propertiesLine(properties: readonly Property[], room: number): ReactNode[] {
  const count = fittingProperties(properties, room)
  const line = properties.slice(0, count).flatMap((property) => [name(property.name), quotedValue(property)])
  // Screen readers read on beyond the end of the line.
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

/**
 * When it was created, to be read down a column: day, time, milliseconds. The zone is in the head, the exact text in
 * the tooltip and in the details. `text` is as the service sent it; anything but an RFC 3339 date-time is shown as it
 * came, marked.
 */
function createdCell(text: string, { zone, instants: { years, offsets } }: RowDrawing): ReactNode {
  const seen = inZone(text, zone)
  if (seen === null) {
    return (
      <span className={styles.missing}>
        <ExactText text={text} part={beginning(text, ONE_LINE)} />
      </span>
    )
  }
  const { date, time, fraction, offset } = seen
  const day = dayWords(date)
  const look = day.length < 6 ? styles.shortDay : styles.instant
  return (
    // Times align in the column, whatever the day; a day with fewer digits is another node, or it would count as a
    // layout shift.
    <time key={look} className={look} dateTime={shortened(text, ONE_LINE.characters)}>
      {years ? `${day} ${date.slice(0, date.indexOf('-'))} ` : `${day} `}
      <b>{time}</b>
      {offsets ? `${fraction.slice(0, 4)} ${offset}` : fraction.slice(0, 4)}
    </time>
  )
}

// A property's value in a column of its own: numbers with their points below one another, texts as they were sent. A
// text that could be taken for a number is between quotes, and one that is named twice says so.

/** Room behind a number whose fraction is this much shorter than the longest, as far as the column has it. */
const BEHIND: CSSProperties[] = Array.from({ length: MOST_PLACES + 1 }, (_, signs) => ({ paddingRight: `${signs}ch` }))

/** Null if the event has no such property; "2 values" if it has the name twice. */
function propertyCell(event: Event, { name, places, characters }: Extract<GridColumn, { builtIn: null }>): ReactNode {
  const value = namedValue(event, name)
  if (value === null) return null
  const { times, property } = value
  const { kind, text } = property
  if (times > 1) return <span className={styles.missing}>{times} values</span>
  if (kind === 'number') {
    // Thousands apart, as in "Totals"; what is copied is as it was sent.
    const shown = groupedDigits(shortened(text, ONE_LINE.characters))
    const behind = Math.max(0, Math.min(places - fractionLength(text), characters - shown.length))
    // Another number, or another place, is another node: its figures would count as shifted.
    return (
      <span key={`${behind} ${shown}`} className={styles.number} style={BEHIND[behind]}>
        {shown}
      </span>
    )
  }
  if (kind === 'string') return <span className={styles.string}>{quotedWhereUnclear(text)}</span>
  return <span className={styles[kind]}>{cut(text)}</span>
}

/** A text that reads like another kind of value, or like nothing at all. */
const UNCLEAR = /^(?:true|false|null|\s.*|.*\s|)$/s

function quotedWhereUnclear(text: string): ReactNode {
  if (text.length > ONE_LINE.characters || !(UNCLEAR.test(text) || isJsonNumber(text))) return cut(text)
  return <>"{cut(text)}"</>
}

/** Cuts a text to a line's length; what is not printable ASCII is shown with its invisible characters marked. */
function cut(text: string): ReactNode {
  const part = beginning(text, ONE_LINE)
  const shown = text.slice(0, part.end)
  if (!PRINTABLE.test(shown)) return <ExactText text={text} part={part} />
  return part.end < text.length ? `${shown}…` : shown
}
