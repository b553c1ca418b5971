// One event of an answer as far as a reading uses it.
import type { Event, Property, SearchPage } from '../../../shared/event/event.ts'
import type { FieldTexts } from '../../../shared/event/event-fields.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'

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

/** The properties of a row, read from its text when they are first asked for. */
export abstract class RowProperties {
  abstract readonly source: string
  #properties: Property[] | undefined

  /** None where the text is no event. */
  get properties(): Property[] {
    if (this.#properties === undefined) {
      const parsed = parseEventText(this.source)
      this.#properties = parsed.ok ? parsed.event.properties : []
    }
    return this.#properties
  }
}
