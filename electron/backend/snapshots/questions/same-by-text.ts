// Events that are the same by their text: of one event ID, or of none, and not another character. It is how two readings of one
// search are compared, where any difference is a change.
import { keyedHash } from '../keyed-index.ts'
import { createEventScanner, type ScannedToken, tokenText } from './event-scanner.ts'
import { FIELD_NUMBERS, fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'

/** What makes an event of another snapshot one with a row of the loaded one, and what makes both the same. */
export interface SameEvents {
  /** By row: the number of its key; 0: it has none, and can only be the same as another one. */
  keys: Uint32Array
  /** By row; rows that are the same have one. */
  hashes: Uint32Array
  /** Whether two rows are the same. */
  areSame(row: number, other: number): boolean
  /** Reads an event of the other snapshot. */
  read(source: string): OtherEvent
  /** Whether the event that was read last is the same as a row of its hash. */
  isSame(row: number): boolean
}

/** Reused for the next event that is read. */
export interface OtherEvent {
  /** As that of a row. */
  key: number
  /** Null: no row is the same. */
  hash: number | null
  /** As sent; null: there is none. */
  createdAt(): string | null
}

export function sameByText({ table }: LoadedSnapshot): SameEvents {
  const { texts, rows } = table
  const { codes, values } = fieldColumn(table, 'eventId')
  const hashes = Uint32Array.from({ length: rows }, (_, row) =>
    hashOf(texts.bytes(row), texts.start(row), texts.end(row)),
  )
  const created = createdToken()
  let bytes: Buffer = Buffer.alloc(0)
  const event: OtherEvent = { key: 0, hash: 0, createdAt: created.text }
  const scan = createEventScanner({
    field(field, found) {
      if (field === FIELD_NUMBERS.createdAt) created.set(found)
      // All IDs that no row has are one key, as none of its events is looked for.
      if (field === FIELD_NUMBERS.eventId)
        event.key = found.kind === 'string' ? values.has(found) || values.size + 1 : 0
    },
    properties: () => undefined,
    property: () => undefined,
  })
  return {
    keys: codes,
    hashes,
    areSame: (row, other) => texts.text(row) === texts.text(other),
    read(source) {
      bytes = Buffer.from(source)
      event.key = 0
      created.clear()
      scan(bytes, 0, bytes.length)
      event.hash = hashOf(bytes, 0, bytes.length)
      return event
    },
    isSame: (row) => texts.bytes(row).compare(bytes, 0, bytes.length, texts.start(row), texts.end(row)) === 0,
  }
}

const hashOf = (bytes: Uint8Array, start: number, end: number) => keyedHash.bytes(0, bytes, start, end)

/** When an event was created, of which the text is made only where it is asked for. */
export function createdToken() {
  let token: ScannedToken | null = null
  return {
    set({ kind, bytes, start, end }: ScannedToken) {
      token = kind === 'string' ? { kind, bytes, start, end } : null
    },
    clear() {
      token = null
    },
    text: () => token && tokenText(token),
  }
}
