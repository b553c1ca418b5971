// Events that are the same by their text: of one event ID, or of none, and not another character. It is how two
// readings of one search are compared, where any difference is a change.
import { keyedHash } from '../keyed-index.ts'
import { createEventScanner, createTextEncoder, type ScannedToken, tokenText } from '../table/event-scanner.ts'
import { FIELD_NUMBERS, fieldColumn, textAt } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { inSteps, type Turn } from '../table/turn.ts'

/** This says what makes an event of another snapshot one with a row of the loaded one, and what makes both the same. */
export interface SameEvents {
  /** Each row has the number of its key; 0: it has none, and can only be the same as another one. */
  keys: Uint32Array
  /** They are by row; rows that are the same have one. */
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
  /** It is as that of a row. */
  key: number
  hash: number
  /** Whether it says something that no row does. */
  isUnknown: boolean
  /** Gives it as sent; null: there is none. */
  createdAt(): string | null
}

/** Numbers and hashes the rows of the loaded snapshot by their text; reads it once. */
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
  let other = encode('')
  /**
   * The row after the one that was the same last. As both snapshots are in the order of time, it is nearly always the
   * same as the next event, which then is neither scanned nor hashed.
   */
  let likely = 0
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

/** Tells when an event was created, of which the text is made only where it is asked for. */
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
