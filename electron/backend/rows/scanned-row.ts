// A row that stays in the bytes of its answer: a text is made of them only where somebody asks, and properties are read only
// where a filter does. Most of a million rows are never asked for more than an ID and an instant.
import { FIELD_KEYS, type FieldTexts } from '../../../shared/event/event-fields.ts'
import { RowProperties, type SearchRow, type TextBytes } from './search-row.ts'

/** Where the places of a field begin in those of its row. */
const placeOf = (key: keyof FieldTexts) => 2 + 2 * FIELD_KEYS.indexOf(key)
export const FIELD_PLACES: Readonly<Record<keyof FieldTexts, number>> = {
  eventId: placeOf('eventId'),
  customerId: placeOf('customerId'),
  eventCode: placeOf('eventCode'),
  eventType: placeOf('eventType'),
  createdAt: placeOf('createdAt'),
}

/** Of a row that has no field yet: start and end of its text, then of the text of each field; an end of 0 for none. */
export const NO_PLACES: readonly number[] = new Array(2 + 2 * FIELD_KEYS.length).fill(0)

export class ScannedRow extends RowProperties implements SearchRow {
  readonly #bytes: Buffer
  readonly #places: readonly number[]
  readonly #at: number
  #eventId: string | null | undefined

  /** @param bytes of the answer, in UTF-8; @param places of all its rows; this one's begin at `at` */
  constructor(bytes: Buffer, places: readonly number[], at: number) {
    super()
    this.#bytes = bytes
    this.#places = places
    this.#at = at
  }

  get eventId(): string | null {
    if (this.#eventId === undefined) this.#eventId = this.#text(FIELD_PLACES.eventId)
    return this.#eventId
  }

  get customerId(): string | null {
    return this.#text(FIELD_PLACES.customerId)
  }

  get eventCode(): string | null {
    return this.#text(FIELD_PLACES.eventCode)
  }

  get eventType(): string | null {
    return this.#text(FIELD_PLACES.eventType)
  }

  get createdAt(): string | null {
    return this.#text(FIELD_PLACES.createdAt)
  }

  get source(): string {
    return this.#text(0) ?? ''
  }

  get utf8(): TextBytes {
    return { bytes: this.#bytes, start: this.#places[this.#at] ?? 0, end: this.#places[this.#at + 1] ?? 0 }
  }

  #text(place: number): string | null {
    const end = this.#places[this.#at + place + 1] ?? 0
    return end === 0 ? null : this.#bytes.toString('utf8', this.#places[this.#at + place], end)
  }
}
