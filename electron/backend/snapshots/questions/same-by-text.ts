// Events that are the same by their text, to the letter; their key is the event ID. So two readings of one search are
// compared, where any difference is a change.
import { keyedHash } from '../keyed-index.ts'
import { createEventScanner, createTextEncoder, type ScannedToken, tokenText } from '../table/event-scanner.ts'
import { FIELD_NUMBERS, fieldColumn, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/**
 * What makes two events one, which is their key, and what makes them the same. Rows are those of the loaded snapshot;
 * events of the other one are read one at a time.
 */
export interface SameEvents {
  /** By row: the number of its key; 0: it has none, so that it can only be paired with an event that is the same. */
  keys: Uint32Array
  /** By row: a hash, which rows that are the same share. */
  hashes: Uint32Array
  /** Whether two rows of one hash are the same. */
  areSame(row: number, other: number): boolean
  /** Reads an event of the other snapshot. */
  read(source: string): OtherEvent
  /** Whether the event that was read last is the same as a row of its hash. */
  isSame(row: number): boolean
}

/** An event of the other snapshot; one object, which is reused for the next event that is read. */
export interface OtherEvent {
  /** The number that a row of its key has. */
  key: number
  /** The hash that a row has which is the same. */
  hash: number
  /** Whether it has a value that no row has, so that none can be the same. */
  isUnknown: boolean
  /** When it was created, as sent; null: there is no such text. */
  createdAt(): string | null
}

/** Compares events by their text: numbers the rows by their event IDs, and hashes their texts. */
export async function sameByText({ table }: LoadedSnapshot, turn: Turn): Promise<SameEvents> {
  const { texts, rows } = table
  const { codes, values } = fieldColumn(table, 'eventId')
  const createdColumn = fieldColumn(table, 'createdAt')
  const hashes = new Uint32Array(rows)
  await inSteps(rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) hashes[row] = hashOf(texts.bytes(row), texts.start(row), texts.end(row))
  })
  const isText = (row: number, bytes: Buffer, start: number, end: number) =>
    texts.bytes(row).compare(bytes, start, end, texts.start(row), texts.end(row)) === 0
  const created = createdToken()
  const event: OtherEvent = {
    key: 0,
    hash: 0,
    isUnknown: false,
    createdAt: () => (isLikely ? textAt(createdColumn, likely) : created.text()),
  }
  const encode = createTextEncoder()
  /** The event that was read last. */
  let other = encode('')
  /**
   * The row after the one that was the same last. As both snapshots are in the order of time, it is nearly always the
   * same as the next event, which then is neither scanned nor hashed.
   */
  let likely = 0
  /** Whether the event that was read last is the same as that row. */
  let isLikely = false
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
    areSame: (one, another) => isText(one, texts.bytes(another), texts.start(another), texts.end(another)),
    read(source) {
      other = encode(source)
      isLikely = likely < rows && isText(likely, other.bytes, 0, other.length)
      if (isLikely) {
        event.key = codes[likely] ?? 0
        event.hash = hashes[likely] ?? 0
        return event
      }
      event.key = 0
      created.clear()
      scan(other.bytes, 0, other.length, other.ascii)
      event.hash = hashOf(other.bytes, 0, other.length)
      return event
    },
    isSame(row) {
      const isEqual = isText(row, other.bytes, 0, other.length)
      if (isEqual) likely = row + 1
      return isEqual
    },
  }
}

const hashOf = (bytes: Uint8Array, start: number, end: number) => keyedHash.bytes(0, bytes, start, end)

/** Keeps the token of created_at, of which a text is made only where it is asked for. */
export function createdToken() {
  const token: ScannedToken = { kind: 'null', bytes: Buffer.alloc(0), start: 0, end: 0 }
  return {
    set({ kind, bytes, start, end }: ScannedToken) {
      token.kind = kind
      token.bytes = bytes
      token.start = start
      token.end = end
    },
    clear() {
      token.kind = 'null'
    },
    text: () => (token.kind === 'string' ? tokenText(token) : null),
  }
}
