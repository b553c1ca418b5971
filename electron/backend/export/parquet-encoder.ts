// Rows as the bytes of a Parquet file, a row group at a time: only one group is in memory.
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { epochMicroseconds } from '../../../shared/time/instant.ts'
import { zonedText } from '../../../shared/time/zone-clock.ts'
import type { Tally } from './file-format.ts'
import { snappyCompress, writePageHeader, writeRleBitPackedHybrid } from './hyparquet-inside.ts'
import { MOST_CELLS, MOST_ROWS } from './parquet-bounds.ts'
import {
  DECIMAL_BYTES,
  fingerprint,
  inNameOrder,
  type ParquetColumn,
  PRECISION,
  unscaled,
  writeUnscaled,
} from './parquet-columns.ts'
import type { Survey } from './survey.ts'

export type ParquetEncoder = ReturnType<typeof createParquetEncoder>

/** The length of a group's events in UTF-16 units. */
const MOST_CHARACTERS = 16 * 1024 * 1024

/** A column in the group at hand. */
interface OpenColumn {
  of: ParquetColumn
  /** Its place in the fingerprint's order; null where it holds no text. */
  turn: number | null
  values: ParquetValues
  bounds: Bounds | null
}

/** What `group` and `end` return follows one another in the file. @param tally counts rows as they are added */
export function createParquetEncoder(
  columns: readonly ParquetColumn[],
  { table }: Pick<Survey, 'table'>,
  tally: Tally,
) {
  const writer = new ByteWriter(1024 * 1024)
  const schema = schemaOf(columns)
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Eventscope' })
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns.length)))
  const names = columns.filter(isText).map(({ name }) => name)
  names.sort(inNameOrder)
  const texts: (string | null)[] = names.map(() => null)
  const { decimals } = tally
  for (const { is, name } of columns) if (is === 'decimal') decimals.set(name, { numbers: 0, without: 0 })
  const inZone = zonedText(columns.find((column) => column.is === 'clock')?.zone ?? 'UTC')
  const turns = columns.map((column) => (isText(column) ? names.indexOf(column.name) : null))
  let open = columns.map((column, place) => opened(column, turns[place] ?? null, false))
  let rows = 0
  let characters = 0

  function taken(): Uint8Array {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }

  function add(row: TableRow): void {
    const cells = table.cells(row)
    for (const { of, turn, values } of open) {
      const text = of.is === 'properties' ? safe(table.propertiesText(row)) : cellText(of, cells[of.cell] ?? null)
      if (turn !== null) texts[turn] = text
      const isThere = values.add(text)
      if (of.is === 'instant' && !isThere) tally.withoutDateTime += 1
      if (of.is === 'decimal' && text !== null) count(of.name, isThere)
    }
    tally.fingerprint += fingerprint(names, texts)
    tally.rows += 1
    rows += 1
    characters += row.source.length
  }

  function cellText({ is }: Exclude<ParquetColumn, { is: 'properties' }>, cell: Cell): string | null {
    if (cell === null || (is === 'decimal' && cell.kind !== 'number')) return null
    if (is === 'kind') return cell.kind
    if (is === 'clock') return inZone(cell.text)
    return is === 'text' ? safe(cell.text) : cell.text
  }

  function safe(text: string): string {
    const whole = wellFormed(text)
    if (whole !== text) tally.halfPairs += 1
    return whole
  }

  function count(column: string, hasDecimal: boolean): void {
    const counts = decimals.get(column)
    if (counts !== undefined) counts[hasDecimal ? 'numbers' : 'without'] += 1
  }

  function group(): Uint8Array {
    const all = open.map(({ of, turn, values, bounds }, place) => ({
      of,
      turn,
      element: schema[place + 1] as SchemaElement,
      taken: values.taken(),
      bounds: bounds !== null && bounds.min_value <= bounds.max_value ? bounds : null,
    }))
    if (rows > 0) writeRowGroup(parquet, all, rows)
    open = all.map(({ of, turn, taken: { count: there, dictionary } }) =>
      opened(of, turn, there > 0 && dictionary === null),
    )
    rows = 0
    characters = 0
    return taken()
  }

  return {
    add,
    /** How many rows the group at hand has. */
    waiting: (): number => rows,
    /** Whether that is as much as a group should hold. */
    isFull: (): boolean => rows >= most || characters >= MOST_CHARACTERS,
    /** Ends the group. */
    group,
    /** Ends the file. */
    end(): Uint8Array {
      const last = group()
      void parquet.finish()
      return Buffer.concat([last, taken()])
    },
  }
}

/** @param isVaried whether the values before were nearly all different */
function opened(of: ParquetColumn, turn: number | null, isVaried: boolean): OpenColumn {
  const bounds: Bounds | null = of.is === 'instant' ? { min_value: 2n ** 63n, max_value: -(2n ** 63n) } : null
  return { of, turn, values: createParquetValues(plainOf(of, bounds), isVaried), bounds }
}

function plainOf(of: ParquetColumn, bounds: Bounds | null): Plain {
  if (bounds !== null) return instantWithin(bounds)
  return of.is === 'decimal' ? decimalOf(of.scale) : plainText
}

/** What holds texts, and is part of the fingerprint. */
const isText = ({ is }: ParquetColumn) => is === 'text' || is === 'clock' || is === 'kind' || is === 'properties'

const decimalOf =
  (scale: number): Plain =>
  (number, into) => {
    const value = unscaled(number, scale)
    if (value === null) return false
    writeUnscaled(value, into.room(DECIMAL_BYTES), into.length)
    into.length += DECIMAL_BYTES
    return true
  }

/** In microseconds; `bounds` are widened to the least and the greatest. */
const instantWithin =
  (bounds: Bounds): Plain =>
  (text, into) => {
    const micros = epochMicroseconds(text)
    if (micros === null) return false
    into.room(INSTANT_BYTES).writeBigInt64LE(micros, into.length)
    into.length += INSTANT_BYTES
    if (micros < bounds.min_value) bounds.min_value = micros
    if (micros > bounds.max_value) bounds.max_value = micros
    return true
  }

const INSTANT_BYTES = 8

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'events', num_children: columns.length },
    ...columns.map((column): SchemaElement => {
      const { name } = column
      const element = { name, repetition_type: 'OPTIONAL' } as const
      if (column.is === 'decimal') {
        const { scale } = column
        return {
          ...element,
          type: 'FIXED_LEN_BYTE_ARRAY',
          type_length: DECIMAL_BYTES,
          converted_type: 'DECIMAL',
          logical_type: { type: 'DECIMAL', precision: PRECISION, scale },
          precision: PRECISION,
          scale,
        }
      }
      if (column.is === 'instant') {
        return {
          ...element,
          type: 'INT64',
          converted_type: 'TIMESTAMP_MICROS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
        }
      }
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
    }),
  ]
}

// A row group as the library lays it out, from values that are bytes already: its own way takes an object for each of them.

/** The least and the greatest value, where a column says them. */
interface Bounds {
  min_value: bigint
  max_value: bigint
}

interface GroupColumn {
  element: SchemaElement
  taken: TakenValues
  bounds: Bounds | null
}

/** Writes rows behind what is written, and notes them for the end of the file. */
export function writeRowGroup(parquet: ParquetWriter, columns: readonly GroupColumn[], rows: number): void {
  const start = parquet.writer.offset
  const chunks = columns.map((column) => writeColumn(parquet.writer, column))
  parquet.num_rows += BigInt(rows)
  parquet.row_groups.push({
    columns: chunks.map(({ chunk }) => chunk),
    num_rows: BigInt(rows),
    total_byte_size: BigInt(chunks.reduce((sum, { unpacked }) => sum + unpacked, 0)),
    total_compressed_size: BigInt(parquet.writer.offset - start),
  })
}

type Writer = ParquetWriter['writer']

function writeColumn(
  writer: Writer,
  { element, taken, bounds }: GroupColumn,
): { chunk: ColumnChunk; unpacked: number } {
  const { levels, count, bytes, dictionary } = taken
  const start = writer.offset
  const ofDictionary = dictionary && writeDictionary(writer, bytes, dictionary.size)
  const pageStart = writer.offset
  const encoding: Encoding = dictionary === null ? 'PLAIN' : 'RLE_DICTIONARY'
  const values = dictionary === null ? bytes : placesPage(dictionary)
  const unpacked = (ofDictionary ?? 0) + writePage(writer, { levels, count, values, encoding })
  const chunk: ColumnChunk = {
    file_offset: BigInt(start),
    meta_data: {
      type: element.type ?? 'BYTE_ARRAY',
      encodings: dictionary === null ? [encoding] : ['PLAIN', encoding],
      path_in_schema: [element.name],
      codec: 'SNAPPY',
      num_values: BigInt(levels.length),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(unpacked),
      data_page_offset: BigInt(pageStart),
      ...(dictionary && { dictionary_page_offset: BigInt(start) }),
      ...(bounds && { statistics: { ...bounds, null_count: BigInt(levels.length - count) } }),
    },
  }
  return { chunk, unpacked }
}

/** Its length unpacked, head included. */
function writeDictionary(writer: Writer, bytes: Uint8Array, size: number): number {
  const packed = snappyCompress(bytes)
  const start = writer.offset
  writePageHeader(writer, {
    type: 'DICTIONARY_PAGE',
    uncompressed_page_size: bytes.length,
    compressed_page_size: packed.length,
    dictionary_page_header: { num_values: size, encoding: 'PLAIN' },
  })
  const head = writer.offset - start
  writer.appendBytes(packed)
  return head + bytes.length
}

interface Page {
  levels: Uint8Array
  count: number
  values: Uint8Array
  encoding: Encoding
}

/** Its length unpacked, head included. */
function writePage(writer: Writer, { levels, count, values, encoding }: Page): number {
  const levelled = new ByteWriter()
  writeRleBitPackedHybrid(levelled, levels, 1)
  const packed = snappyCompress(values)
  const start = writer.offset
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levelled.offset + values.length,
    compressed_page_size: levelled.offset + packed.length,
    data_page_header_v2: {
      num_values: levels.length,
      num_nulls: levels.length - count,
      num_rows: levels.length,
      encoding,
      definition_levels_byte_length: levelled.offset,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  })
  const head = writer.offset - start
  writer.appendBytes(levelled.getBytes())
  writer.appendBytes(packed)
  return head + levelled.offset + values.length
}

/** The width of a place in bits, and all places. */
function placesPage({ size, places }: { size: number; places: Uint32Array }): Uint8Array {
  const writer = new ByteWriter()
  const width = Math.ceil(Math.log2(size))
  writer.appendUint8(width)
  writeRleBitPackedHybrid(writer, places, width)
  return writer.getBytes()
}

// The values of a column in a row group, as bytes from the start: of the rows nothing else is kept, however many there are.

/** Bytes one behind the other. */
class Bytes {
  #bytes = Buffer.allocUnsafe(START)
  length = 0

  /** Room for so many more, to be written at `length`. */
  room(count: number): Buffer {
    if (this.length + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.length + count))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    return this.#bytes
  }

  /** Valid until more is written. */
  between(from: number, end: number): Buffer {
    return this.#bytes.subarray(from, end)
  }
}

/** Writes a value as Parquet's PLAIN; false where the text has none, and nothing was written. */
export type Plain = (text: string, into: Bytes) => boolean

/** Its length in bytes, then the text as UTF-8. Every text has a value; half a surrogate pair becomes U+FFFD. */
export const plainText: Plain = (text, into) => {
  const room = into.room(LENGTH_BYTES + (text.length < SHORT ? 3 * text.length : Buffer.byteLength(text)))
  const length = room.write(text, into.length + LENGTH_BYTES)
  room.writeUInt32LE(length, into.length)
  into.length += LENGTH_BYTES + length
  return true
}

/** Ahead of each text. */
const LENGTH_BYTES = 4
/** Room for three bytes a character costs less than to count them. */
const SHORT = 4_096

type ParquetValues = ReturnType<typeof createParquetValues>

interface TakenValues {
  /** 1 for each row with a value, 0 for the others. */
  levels: Uint8Array
  /** How many rows have a value. */
  count: number
  /** All values one behind the other; where there is a dictionary, each different one once. */
  bytes: Uint8Array
  /** How many different values there are, and the place of each row's among them; null where hardly any comes again. */
  dictionary: { size: number; places: Uint32Array } | null
}

/** What a column begins with; most of them stay small. */
const START = 512
/** So many different values are in a dictionary however few come again. */
const FEW = 256

/** @param isVaried whether hardly any value is expected to come again: then there is no dictionary */
export function createParquetValues(write: Plain, isVaried: boolean) {
  let bytes = new Bytes()
  let levels = new Uint8Array(START)
  let places = new Uint32Array(START)
  let rows = 0
  let count = 0
  /** The places of texts; -1 where a text has no value. Null: there is no dictionary. */
  let known: Map<string, number> | null = isVaried ? null : new Map()
  /** Where each value of the dictionary ends. */
  const ends: number[] = []

  /** The place in the dictionary; below 0 where there is no value. */
  function placeOf(text: string, inDictionary: Map<string, number>): number {
    const there = inDictionary.get(text)
    if (there !== undefined) return there
    const place = write(text, bytes) ? ends.push(bytes.length) - 1 : -1
    inDictionary.set(text, place)
    return place
  }

  /** Most values are different ones: they are written one behind the other after all. */
  function giveUpDictionary(): void {
    const all = new Bytes()
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      const value = bytes.between(place === 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0)
      value.copy(all.room(value.length), all.length)
      all.length += value.length
    }
    bytes = all
    known = null
  }

  return {
    /** The next row's. Whether there is one: not of null, nor of a text that has none. */
    add(text: string | null): boolean {
      if (rows === levels.length) levels = enlarged(levels, new Uint8Array(2 * rows))
      rows += 1
      if (text === null) return false
      if (known === null) {
        if (!write(text, bytes)) return false
      } else {
        const place = placeOf(text, known)
        if (place < 0) return false
        if (count === places.length) places = enlarged(places, new Uint32Array(2 * count))
        places[count] = place
      }
      levels[rows - 1] = 1
      count += 1
      if (known !== null && ends.length > FEW && 2 * ends.length > count) giveUpDictionary()
      return true
    },
    /** What is to be written; valid until a row is added. */
    taken: (): TakenValues => ({
      levels: levels.subarray(0, rows),
      count,
      bytes: bytes.between(0, bytes.length),
      dictionary: known === null || count === 0 ? null : { size: ends.length, places: places.subarray(0, count) },
    }),
  }
}

function enlarged<Of extends Uint8Array | Uint32Array>(full: Of, larger: Of): Of {
  larger.set(full)
  return larger
}
