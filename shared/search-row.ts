// One event of an answer as far as a reading goes by it. Its properties are read from its text only where a filter asks.
import type { Event, Property, SearchPage } from './event.ts'
import { parseEventText } from './search-page.ts'

export type RowFields = Pick<Event, 'eventId' | 'customerId' | 'eventCode' | 'eventType' | 'createdAt'>

export class SearchRow implements RowFields {
  readonly eventId: string | null
  readonly customerId: string | null
  readonly eventCode: string | null
  readonly eventType: string | null
  readonly createdAt: string | null
  /** The exact JSON text of the event as sent. */
  readonly source: string
  #properties: Property[] | null = null

  constructor({ eventId, customerId, eventCode, eventType, createdAt }: RowFields, source: string) {
    this.eventId = eventId
    this.customerId = customerId
    this.eventCode = eventCode
    this.eventType = eventType
    this.createdAt = createdAt
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
