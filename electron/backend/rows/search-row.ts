// One event of an answer as far as a reading uses it.
import type { Event, SearchPage } from '../../../shared/event/event.ts'
import type { FieldTexts } from '../../../shared/event/event-fields.ts'

/** A text inside a larger buffer, in UTF-8. */
export interface TextBytes {
  bytes: Buffer
  start: number
  end: number
}

/** As `parseSearchPage` reads an event. */
export interface SearchRow extends Readonly<FieldTexts>, Pick<Event, 'properties'> {
  /** The exact JSON text of the event as sent. */
  readonly source: string
  /** The same where it came, if it is there still: for whoever only writes it elsewhere. */
  readonly utf8?: TextBytes | undefined
}

/** An answer as far as a reading uses it. */
export interface RowsPage extends Pick<SearchPage, 'total' | 'limit' | 'offset'> {
  /** At most as many as were asked for; there may have been more. */
  events: SearchRow[]
}

/** What tells a row from others: its id, or else its whole text. As `eventKey` has it. */
export const rowKey = (row: Pick<SearchRow, 'eventId' | 'source'>) => row.eventId ?? row.source
