// One event of an answer as far as a reading goes by it. Its properties are read from its text only where a filter asks.
import type { Property, SearchPage } from './event.ts'
import type { FieldTexts } from './event-fields.ts'
import { parseEventText } from './search-page.ts'

/** Whatever has the fields of an event as its own. */
const WithTexts = class {
  constructor(texts: FieldTexts) {
    Object.assign(this, texts)
  }
} as new (
  texts: FieldTexts,
) => Readonly<FieldTexts>

export class SearchRow extends WithTexts {
  /** The exact JSON text of the event as sent. */
  readonly source: string
  #properties: Property[] | null = null

  constructor(texts: FieldTexts, source: string) {
    super(texts)
    this.source = source
  }

  /** As `parseEventText` reads them; none where the text is no event. */
  get properties(): Property[] {
    if (this.#properties === null) {
      const parsed = parseEventText(this.source)
      this.#properties = parsed.ok ? parsed.event.properties : []
    }
    return this.#properties
  }
}

/** An answer as far as a reading goes by it. */
export interface RowsPage extends Pick<SearchPage, 'total' | 'limit' | 'offset'> {
  /** At most as many as were asked for; there may have been more. */
  events: SearchRow[]
}

/** What tells a row from others: its id, or else its whole text. As `eventKey` has it. */
export const rowKey = (row: Pick<SearchRow, 'eventId' | 'source'>) => row.eventId ?? row.source
