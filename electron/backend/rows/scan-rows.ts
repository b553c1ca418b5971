// One pass over the bytes of an answer that finds where its events and a few of their fields lie. It takes what services
// usually write; at anything else it gives up, and the exact parser reads the answer.
import { isUtf8 } from 'node:buffer'
import { FIELD_KEYS, type FieldTexts, KEYS_BY_NAME } from '../../../shared/event/event-fields.ts'
import { MOST_VALUES } from '../../../shared/exact/exact-json.ts'
import { BRACE, BRACKET, JsonScanner, QUOTE } from '../../../shared/exact/json-scanner.ts'
import { RowProperties, type RowsPage, type SearchRow, type TextBytes } from './search-row.ts'

type Counts = Pick<RowsPage, 'total' | 'limit' | 'offset'>

const COUNTS: ReadonlyMap<string, keyof Counts> = new Map([
  ['total', 'total'],
  ['limit', 'limit'],
  ['offset', 'offset'],
])

/** Whole numbers of at most fifteen digits: any other way to write a count is left to the exact parser. */
const COUNT = /^(?:0|[1-9]\d{0,14})$/

/** Null if the exact parser has to decide. The rows stay in `bytes`: those must not change any more. */
export function scanRows(bytes: Buffer, mostEvents: number): RowsPage | null {
  if (!isUtf8(bytes)) return null
  // A character a byte: what JSON is built of is ASCII, so that offsets in this text are those of the bytes.
  const text = bytes.toString('latin1')
  const scanner = new JsonScanner(text, MOST_VALUES)
  let places: number[] | null = null
  const counts: Counts = { total: null, limit: null, offset: null }
  const takeMember = (code: number): boolean => {
    // An escaped name is left to the exact parser.
    if (scanner.nameEscaped) return false
    const { name } = scanner
    const count = COUNTS.get(name)
    if (count !== undefined) {
      const start = scanner.at
      if (counts[count] !== null || code === QUOTE || !scanner.leaf(code)) return false
      const digits = text.slice(start, scanner.at)
      if (!COUNT.test(digits)) return false
      counts[count] = Number(digits)
      return true
    }
    if (name !== 'events') return scanner.value(code)
    if (places !== null) return false
    places = code === BRACKET ? placesOfEvents(scanner, mostEvents) : null
    return places !== null
  }
  const isRead = scanner.next() === BRACE && scanner.each(BRACE, takeMember)
  const isWhole = isRead && Number.isNaN(scanner.next())
  // A limit of 0 says nothing about a page's size.
  return isWhole && places !== null && counts.limit !== 0 ? { events: rowsAt(bytes, places), ...counts } : null
}

function rowsAt(bytes: Buffer, places: readonly number[]): ScannedRow[] {
  const rows: ScannedRow[] = []
  for (let at = 0; at < places.length; at += NO_PLACES.length) rows.push(new ScannedRow(bytes, places, at))
  return rows
}

function placesOfEvents(scanner: JsonScanner, mostEvents: number): number[] | null {
  const places: number[] = []
  const isRead = scanner.each(BRACKET, (code) => {
    const isWanted = places.length < mostEvents * NO_PLACES.length
    return isWanted ? addPlaces(scanner, code, places) : scanner.value(code)
  })
  return isRead ? places : null
}

/** Those of one event. False where it is none, or none of the usual kind. */
function addPlaces(scanner: JsonScanner, first: number, places: number[]): boolean {
  const row = places.length
  for (const none of NO_PLACES) places.push(none)
  places[row] = scanner.at
  if (first !== BRACE) return false
  const isRead = scanner.each(first, (code) => {
    if (scanner.nameEscaped) return false
    const field = KEYS_BY_NAME.get(scanner.name)
    if (field === undefined) return scanner.value(code)
    const place = row + FIELD_PLACES[field]
    const start = scanner.at + 1
    // Escaped, given twice, or no string.
    if (places[place + 1] !== 0 || code !== QUOTE || !scanner.string() || scanner.escaped) return false
    places[place] = start
    places[place + 1] = scanner.at - 1
    return true
  })
  places[row + 1] = scanner.at
  return isRead
}

// A row that stays in the bytes of its answer: a text is made of them only where somebody asks, and properties are read only
// where a filter does. Most of a million rows are never asked for more than an ID and an instant.

/** Where the places of a field begin in those of its row. */
const placeOf = (key: keyof FieldTexts) => 2 + 2 * FIELD_KEYS.indexOf(key)
const FIELD_PLACES: Readonly<Record<keyof FieldTexts, number>> = {
  eventId: placeOf('eventId'),
  customerId: placeOf('customerId'),
  eventCode: placeOf('eventCode'),
  eventType: placeOf('eventType'),
  createdAt: placeOf('createdAt'),
}

/** Of a row that has no field yet: start and end of its text, then of the text of each field; an end of 0 for none. */
const NO_PLACES: readonly number[] = new Array(2 + 2 * FIELD_KEYS.length).fill(0)

class ScannedRow extends RowProperties implements SearchRow {
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
