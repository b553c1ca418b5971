// rows/ reads the events of an answer in its bytes, for a reading that keeps their texts and builds only the few fields
// that it uses.
import { isUtf8 } from 'node:buffer'
import type { Event, Property, SearchPage } from '../../../shared/event/event.ts'
import { FIELD_KEYS, type FieldTexts, KEYS_BY_NAME } from '../../../shared/event/event-fields.ts'
import { MOST_VALUES } from '../../../shared/exact/exact-json.ts'
import { BRACE, BRACKET, JsonScanner, QUOTE } from '../../../shared/exact/json-scanner.ts'
import { parseEventText, parseSearchPage, type Unusable } from '../../../shared/search/search-page.ts'

/** A text inside a larger buffer, in UTF-8. */
export interface TextBytes {
  bytes: Buffer
  start: number
  end: number
}

/** One event of an answer as far as a reading uses it; each member as `parseSearchPage` reads it. */
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

/** The key tells a row from others: it is its id, or else its whole text, as in `eventKey`. */
export const rowKey = (row: Pick<SearchRow, 'eventId' | 'source'>) => row.eventId ?? row.source

/** The properties of a row, read from its text when they are first asked for. */
abstract class RowProperties {
  abstract readonly source: string
  #properties: Property[] | undefined

  /** None where the text is not an event. */
  get properties(): Property[] {
    if (this.#properties === undefined) {
      const parsed = parseEventText(this.source)
      this.#properties = parsed.ok ? parsed.event.properties : []
    }
    return this.#properties
  }
}

/**
 * Reads what `parseSearchPage` reads: what every service writes in a fraction of the time, and what is odd just the
 * same. Rows may stay in `bytes`, which must not change any more.
 */
export function parseSearchRows(bytes: Buffer, mostEvents: number): { ok: true; page: RowsPage } | Unusable {
  const scanned = scanRows(bytes, mostEvents)
  if (scanned !== null) return { ok: true, page: scanned }
  const text = utf8Text(bytes)
  if (!text.ok) return text
  const parsed = parseSearchPage(text.text, mostEvents)
  if (!parsed.ok) return parsed
  const { events, total, limit, offset } = parsed.page
  return { ok: true, page: { events: events.map((event) => new ExactRow(event)), total, limit, offset } }
}

/** No more of an event than a reading uses. */
class ExactRow extends RowProperties implements SearchRow {
  readonly eventId: string | null
  readonly customerId: string | null
  readonly eventCode: string | null
  readonly eventType: string | null
  readonly createdAt: string | null
  readonly source: string

  constructor({ eventId, customerId, eventCode, eventType, createdAt, source }: Event) {
    super()
    this.eventId = eventId
    this.customerId = customerId
    this.eventCode = eventCode
    this.eventType = eventType
    this.createdAt = createdAt
    this.source = source
  }
}

/** The text of an answer. Strict, so that no byte turns into U+FFFD in silence; a byte order mark goes. */
export function utf8Text(bytes: Uint8Array): { ok: true; text: string } | Unusable {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, why: 'unfit', problems: ['The answer is not UTF-8, as JSON must be.'] }
  }
}

// One pass over the bytes of an answer that finds where its events and a few of their fields lie. It takes what
// services usually write; at anything else it gives up, and the exact parser reads the answer.

// Where they lie is one list of offsets in the bytes, PLACES_OF_A_ROW for each event: start and end of its text, then
// start and end of the text of each of FIELD_KEYS, without its quotes. An end of 0: the event has no such field.

const PLACES_OF_A_ROW = 2 + 2 * FIELD_KEYS.length

/** Where a field's start stands among the places of its row; its end is the next. */
const FIELD_PLACES = Object.fromEntries(FIELD_KEYS.map((key, at) => [key, 2 + 2 * at])) as Readonly<
  Record<keyof FieldTexts, number>
>

type Counts = Pick<RowsPage, 'total' | 'limit' | 'offset'>

const isCount = (name: string): name is keyof Counts => name === 'total' || name === 'limit' || name === 'offset'

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
  /** Takes one member of the envelope; false, which ends the pass, where the exact parser has to decide. */
  const takeMember = (code: number): boolean => {
    // An escaped name is left to the exact parser.
    if (scanner.nameEscaped) return false
    const { name } = scanner
    if (isCount(name)) {
      const start = scanner.at
      if (counts[name] !== null || !scanner.leaf(code)) return false
      const digits = text.slice(start, scanner.at)
      if (!COUNT.test(digits)) return false
      counts[name] = Number(digits)
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
  for (let at = 0; at < places.length; at += PLACES_OF_A_ROW) rows.push(new ScannedRow(bytes, places, at))
  return rows
}

/**
 * The places of the first `mostEvents` of the list that begins here; null where one of them is not of the usual kind.
 */
function placesOfEvents(scanner: JsonScanner, mostEvents: number): number[] | null {
  const places: number[] = []
  const isRead = scanner.each(BRACKET, (code) => {
    const isWanted = places.length < mostEvents * PLACES_OF_A_ROW
    return isWanted ? addPlaces(scanner, code, places) : scanner.value(code)
  })
  return isRead ? places : null
}

/**
 * Adds the places of one event. False where it is none, or none of the usual kind.
 * @param first the code of its first character, at which the scanner is
 */
function addPlaces(scanner: JsonScanner, first: number, places: number[]): boolean {
  const row = places.length
  for (let at = 0; at < PLACES_OF_A_ROW; at += 1) places.push(0)
  places[row] = scanner.at
  if (first !== BRACE) return false
  const isRead = scanner.each(first, (code) => {
    if (scanner.nameEscaped) return false
    const field = KEYS_BY_NAME.get(scanner.name)
    if (field === undefined) return scanner.value(code)
    const place = row + FIELD_PLACES[field]
    const start = scanner.at + 1
    const isGivenTwice = places[place + 1] !== 0
    if (isGivenTwice || code !== QUOTE || !scanner.string() || scanner.escaped) return false
    places[place] = start
    places[place + 1] = scanner.at - 1
    return true
  })
  places[row + 1] = scanner.at
  return isRead
}

// A row that stays in the bytes of its answer: a text is made of them only where somebody asks, and properties are read
// only where a filter does. Most of a million rows are never asked for more than an ID and an instant.

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

  /** @param place where its start stands among the places of the row; 0: the text of the whole event */
  #text(place: number): string | null {
    const end = this.#places[this.#at + place + 1] ?? 0
    return end === 0 ? null : this.#bytes.toString('utf8', this.#places[this.#at + place], end)
  }
}
