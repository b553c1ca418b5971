// A snapshot's events in memory: the texts of all rows, when they were created, and as columns, for each field and
// common property, the number of each row's value.
import { EVENT_FIELDS, type EventField } from '../../../../shared/event/event-fields.ts'
import type { SnapshotRange } from '../../../../shared/snapshot/snapshot.ts'
import { MISMATCHES, type Mismatch } from '../../../../shared/snapshot/snapshot-condition.ts'
import { type Instant, parseInstant, readDateTime } from '../../../../shared/time/instant.ts'
import type { Dictionary } from './dictionary.ts'

export type TextStore = ReturnType<typeof createTextStore>

/** Pieces grow up to this size. */
const MOST_CHUNK_BYTES = 16 * 1024 * 1024
const FIRST_CHUNK_BYTES = 64 * 1024

/** Stores the texts of at most so many rows. Their texts came as UTF-8, so none of them holds a lone surrogate. */
export function createTextStore(rows: number) {
  const chunks: Buffer[] = []
  const chunkOf = new Uint16Array(rows)
  const starts = new Uint32Array(rows)
  const ends = new Uint32Array(rows)
  let added = 0
  let memory = rows * 10
  let used = 0

  function chunkFor(most: number): Buffer {
    const last = chunks.at(-1)
    if (last !== undefined && used + most <= last.length) return last
    const chunk = Buffer.allocUnsafeSlow(
      Math.max(most, Math.min(4 * (last?.length ?? FIRST_CHUNK_BYTES / 4), MOST_CHUNK_BYTES)),
    )
    chunks.push(chunk)
    memory += chunk.length
    used = 0
    return chunk
  }

  const chunk = (row: number) => chunks[chunkOf[row] ?? 0] ?? Buffer.alloc(0)

  return {
    /** Returns the text's number; texts are numbered from 0 in this order. */
    add(text: string): number {
      // A UTF-16 unit takes at most three bytes; counting exactly pays only for large texts.
      const most = text.length * 3
      const into = chunkFor(most > MOST_CHUNK_BYTES ? Buffer.byteLength(text) : most)
      const row = added
      added += 1
      chunkOf[row] = chunks.length - 1
      starts[row] = used
      used += into.write(text, used)
      ends[row] = used
      return row
    },
    text: (row: number) => chunk(row).toString('utf8', starts[row], ends[row]),
    /** They are those of the chunk that holds it: its bytes lie from `start(row)` up to `end(row)`. */
    bytes: chunk,
    start: (row: number) => starts[row] ?? 0,
    end: (row: number) => ends[row] ?? 0,
    memory: () => memory,
  }
}

/** Indexed by the number of a text; NaN seconds if it is not an RFC 3339 date-time. */
export interface Instants {
  seconds: Float64Array
  nanoseconds: Uint32Array
  /** 1 where its offset is not zero. */
  notUtc: Uint8Array
}

/** Reads the instants of all texts. */
export function createdInstants(texts: Dictionary): Instants {
  const count = texts.size + 1
  const instants = {
    seconds: new Float64Array(count).fill(Number.NaN),
    nanoseconds: new Uint32Array(count),
    notUtc: new Uint8Array(count),
  }
  const bytes = texts.bytes()
  const days = new Map<number, number>()
  for (let id = 1; id < count; id += 1) {
    const start = texts.start(id)
    const end = texts.end(id)
    if (!isPlainUtc(bytes, start, end)) readAny(texts.text(id), id, instants)
    else {
      // 2026-10-01T12:30:45.123Z: its day is one of few, and is read once.
      const two = (at: number) => twoDigits(bytes, start + at)
      const date = two(0) * 1_000_000 + two(2) * 10_000 + two(5) * 100 + two(8)
      let day = days.get(date)
      if (day === undefined) {
        day = dayOf(texts.text(id).slice(0, 10))
        days.set(date, day)
      }
      instants.seconds[id] = day + two(11) * 3_600 + two(14) * 60 + two(17)
      instants.nanoseconds[id] = fraction(bytes, start + 20, end - 1)
    }
  }
  return instants
}

function readAny(text: string, id: number, instants: Instants): void {
  const read = parseInstant(text)
  if (read === null) return
  instants.seconds[id] = read.seconds
  instants.nanoseconds[id] = read.nanoseconds
  instants.notUtc[id] = readDateTime(text)?.offset === 0 ? 0 : 1
}

/** Seconds at the start of the day; NaN if there is no such day. */
function dayOf(date: string): number {
  return parseInstant(`${date}T00:00:00Z`)?.seconds ?? Number.NaN
}

const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39
/** Where -, T and : stand in `YYYY-MM-DDTHH:MM:SS`, by their codes. */
const SEPARATORS: readonly [number, number][] = [
  [4, 0x2d],
  [7, 0x2d],
  [10, 0x54],
  [13, 0x3a],
  [16, 0x3a],
]

const [POINT, Z] = [0x2e, 0x5a]

/** Whether it is `YYYY-MM-DDTHH:MM:SS[.d…]Z`, as nearly every one is, and within a day and a minute. */
export function isPlainUtc(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  // A point has a digit behind it.
  const mayBe = length === 20 || (length > 21 && bytes[start + 19] === POINT)
  if (!mayBe || bytes[end - 1] !== Z) return false
  for (const [at, code] of SEPARATORS) if (bytes[start + at] !== code) return false
  for (let at = 0; at < length - 1; at += 1) {
    if (at === 4 || at === 7 || at === 10 || at === 13 || at === 16 || at === 19) continue
    if (!isDigit(bytes[start + at])) return false
  }
  const isIn = (at: number, most: number) => twoDigits(bytes, start + at) <= most
  return isIn(11, 23) && isIn(14, 59) && isIn(17, 59)
}

/** The number of two digits, of which each has its code less 0x30 as its value. */
const twoDigits = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) * 10 + (bytes[at + 1] ?? 0) - 11 * 0x30

/** In nanoseconds; digits after the ninth are dropped. */
function fraction(bytes: Uint8Array, from: number, until: number): number {
  let value = 0
  for (let at = from; at < from + 9; at += 1) value = value * 10 + (at < until ? (bytes[at] ?? 0) - 0x30 : 0)
  return value
}

/** `codes` holds each row's value as its number in `values`, or 0 if it has none. */
export interface Column {
  codes: Uint32Array
  values: Dictionary
}

export interface SeenName {
  name: string
  /** How many rows have it. */
  rows: number
}

export interface LoadedEvents {
  rows: number
  /** The snapshot's. Days begin in its zone unless a question says otherwise. */
  range: SnapshotRange
  texts: TextStore
  /** They are in the order of `EVENT_FIELDS`. Only strings count as values. */
  fields: readonly Column[]
  /** Indexed by the number of a created_at value. */
  instants: Instants
  /** The commonest properties, by name. */
  properties: Map<string, Column>
  /** Every known name, the commonest first. */
  names: SeenName[]
  /** Rows with names beyond the bound on distinct names. */
  rowsOfOtherNames: number
  /** Each row has an order-independent digest of its properties without a column. */
  rest: Uint32Array
  /** Each row has the filters that it misses, as an index into `missedNames`; 0 for none. */
  misses: Uint16Array
  missedNames: readonly (readonly string[])[]
  /** Each row has its `MISMATCH_BITS`. */
  mismatches: Uint16Array
}

/** They tell where the column of a field is in `LoadedEvents.fields`. */
export const FIELD_NUMBERS = Object.fromEntries(EVENT_FIELDS.map(({ key }, number) => [key, number])) as Record<
  EventField['key'],
  number
>

/** They lack `filters`, which `misses` covers. */
export const MISMATCH_BITS = Object.fromEntries(
  MISMATCHES.filter((mismatch) => mismatch !== 'filters').map((mismatch, number) => [mismatch, 1 << number]),
) as Record<Exclude<Mismatch, 'filters'>, number>

/** When each row was created; null: its time cannot be read. */
export function rowInstants(table: LoadedEvents): (row: number) => Instant | null {
  const created = fieldColumn(table, 'createdAt').codes
  const { seconds, nanoseconds } = table.instants
  return (row) => {
    const time = created[row] ?? 0
    const second = seconds[time] ?? Number.NaN
    return Number.isNaN(second) ? null : { seconds: second, nanoseconds: nanoseconds[time] ?? 0 }
  }
}

/** Gives what the row has in the column; null: nothing. */
export function textAt({ codes, values }: Column, row: number): string | null {
  const code = codes[row] ?? 0
  return code === 0 ? null : values.text(code)
}

/** Gives a value by its number; null for 0, which is none. */
export const valueOfCode = ({ values }: Pick<Column, 'values'>, code: number) =>
  code === 0 ? null : { kind: values.kind(code), text: values.text(code) }

/** Orders two times, of which neither is NaN, by the numbers of their texts: below zero where the first is earlier. */
export const compareTimes = ({ seconds, nanoseconds }: Instants, one: number, other: number): number =>
  (seconds[one] ?? 0) - (seconds[other] ?? 0) || (nanoseconds[one] ?? 0) - (nanoseconds[other] ?? 0)

/** The column of a field, which every loaded snapshot has. */
export function fieldColumn(table: LoadedEvents, field: EventField['key']): Column {
  const column = table.fields[FIELD_NUMBERS[field]]
  if (column === undefined) throw new Error(`No column of ${field}`)
  return column
}
