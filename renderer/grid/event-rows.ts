// The rows of an event screen, whatever they come from: a page of the service's answer, or a snapshot as far as it is
// loaded.
import { type Event, eventKey } from '../../shared/event/event.ts'
import { shortened } from '../ui/excerpt.ts'

export interface EventRows {
  count: number
  /** Gives a row by its index on screen, from 0. Null: not loaded yet. */
  at: (row: number) => Event | null
  /** All of them, in the order on screen; null where only those in sight are loaded. */
  all: readonly Event[] | null
  /** Reads those from `first` to `last`, inclusive, loaded or not; null if they cannot be read. */
  read: (first: number, last: number) => Promise<readonly Event[] | null>
  /** The most that can be selected at once, and what is said of more; null: there is no such limit. */
  limit: { most: number; words: string } | null
}

/** Rows all of which are loaded. */
export const loadedRows = (events: readonly Event[]): EventRows => ({
  count: events.length,
  at: (row) => events[row] ?? null,
  all: events,
  read: async (first, last) => events.slice(first, last + 1),
  limit: null,
})

/** The rows that a grid shows now, and what it has to know about them as a whole. */
export interface GridView {
  rows: EventRows
  /** Changes with the request for rows: the grid then scrolls to the first. */
  key: string
  /** It reads as "rows of this page", for labels about all rows. */
  name: string
  /** The events that columns are measured by: all rows, or the first ones of many. */
  sample: readonly Event[]
  /** The service echoed it for the rows; null without a service. */
  answered: { offset: number | null; limit: number | null; total: number | null } | null
  /** When the rows came, RFC 3339: its year goes without saying. */
  receivedAt: string | null
  /** Tells what is wrong with a row; a stable function while its results are the same. */
  markOf: (event: Event) => string | null
  /** Every row carries `aria-rowindex`, even where all are in the document. */
  numbered?: boolean
  /** Called with the rows in sight, `last` inclusive. */
  onSight?: (first: number, last: number) => void
}

/** Whether the rows of a grid are those that were asked for. */
export interface GridProgress {
  busy: boolean
  /** The rows belong to an earlier search, and are dimmed. */
  dimmed: boolean
  /** No row has arrived yet. */
  coming: boolean
}

/** The row of a grid whose event is in the details. */
export interface OpenedRow {
  /** -1: none. */
  index: number
  /** What looks like it again is marked. */
  event: Event | null
  open: (row: number) => void
}

// The index of an event among rows in which an ID may repeat.

/** `event` is null as long as only its ID is known. */
export interface EventRef {
  /** Its `eventKey`. */
  key: string
  event: Event | null
}

/** The row of the same object; among rows of another answer, the first with its key; else -1. */
export function placeOfEvent(events: readonly Event[], { key, event }: EventRef): number {
  const itself = event === null ? -1 : events.indexOf(event)
  return itself < 0 ? events.findIndex((one) => eventKey(one) === key) : itself
}

// It says what is wrong with a row: for its mark, and for screen readers.

/** The names of the filters that a row misses are cut there. */
const NAMES_CHARACTERS = 300

interface Besides {
  /** This is what it was, if that is not what it is. */
  change?: string | null
  /** Another row has its event ID. */
  isRepeated?: boolean
}

/** `misses`: names of the filters that the row does not match. Null: nothing is wrong. */
export function rowMark(
  { problems }: Event,
  misses: readonly string[],
  { change = null, isRepeated = false }: Besides = {},
): string | null {
  const words = [
    change || null,
    misses.length > 0 ? `does not match ${shortened(misses.join(', '), NAMES_CHARACTERS)}` : null,
    isRepeated ? 'its event ID occurs more than once on this page' : null,
    ...problems.map(({ field, message }) => `${field} ${message}`),
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join('; ')
}
