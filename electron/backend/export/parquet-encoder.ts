// Rows as the bytes of a Parquet file, a row group at a time: only one group is in memory. Rows are added to the open
// group, whose columns hold their values as bytes; once it is full it is written and the next one opens. Last comes the
// library's footer.
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

/** A group is full with so many UTF-16 units of event text, however few rows have them. */
const MOST_CHARACTERS = 16 * 1024 * 1024

/** A column of the open group. */
interface OpenColumn {
  column: ParquetColumn
  /** The index of its text among those that the fingerprint is made of; null where it is no part of that. */
  textIndex: number | null
  values: ParquetValues
  /** The least and the greatest value so far; null where the column does not say them. */
  bounds: Bounds | null
}

/**
 * Encodes the rows of one file. The bytes that `group` and `end` return follow one another in it.
 * @param tally counts the rows as they are added, and every way in which their values differ from what was sent
 */
export function createParquetEncoder(
  columns: readonly ParquetColumn[],
  { table }: Pick<Survey, 'table'>,
  tally: Tally,
) {
  const writer = new ByteWriter(1024 * 1024)
  const schema = schemaOf(columns)
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Eventscope' })
  const mostRows = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns.length)))
  // The fingerprint of a row is made of the names of its text columns, and of the row's texts at the same indexes.
  const textNames = columns.filter(isText).map(({ name }) => name)
  textNames.sort(inNameOrder)
  const texts: (string | null)[] = textNames.map(() => null)
  const { decimals } = tally
  for (const { is, name } of columns) if (is === 'decimal') decimals.set(name, { numbers: 0, without: 0 })
  const inZone = zonedText(columns.find((column) => column.is === 'clock')?.zone ?? 'UTC')
  let openColumns = columns.map((column) =>
    openColumn(column, isText(column) ? textNames.indexOf(column.name) : null, false),
  )
  // They are those of the open group.
  let rows = 0
  let characters = 0

  /** The bytes that the library has written since the last time. */
  function takeWritten(): Uint8Array {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }

  function add(row: TableRow): void {
    const cells = table.cells(row)
    for (const { column, textIndex, values } of openColumns) {
      const text =
        column.is === 'properties' ? safe(table.propertiesText(row)) : cellText(column, cells[column.cell] ?? null)
      if (textIndex !== null) texts[textIndex] = text
      const hasValue = values.add(text)
      if (column.is === 'instant' && !hasValue) tally.withoutDateTime += 1
      if (column.is === 'decimal' && text !== null) countNumber(column.name, hasValue)
    }
    tally.fingerprint += fingerprint(textNames, texts)
    tally.rows += 1
    rows += 1
    characters += row.source.length
  }

  /** The text that a column makes its value of; null where the column has none in this row. */
  function cellText({ is }: Exclude<ParquetColumn, { is: 'properties' }>, cell: Cell): string | null {
    if (cell === null || (is === 'decimal' && cell.kind !== 'number')) return null
    if (is === 'kind') return cell.kind
    if (is === 'clock') return inZone(cell.text)
    return is === 'text' ? safe(cell.text) : cell.text
  }

  /** The text with halves of surrogate pairs replaced, which UTF-8 cannot hold: they are counted. */
  function safe(text: string): string {
    const whole = wellFormed(text)
    if (whole !== text) tally.halfPairs += 1
    return whole
  }

  /** Counts a number of the decimal column with this name. @param hasDecimal whether it fits the column exactly */
  function countNumber(column: string, hasDecimal: boolean): void {
    const counts = decimals.get(column)
    if (counts !== undefined) counts[hasDecimal ? 'numbers' : 'without'] += 1
  }

  function group(): Uint8Array {
    const full = openColumns.map(({ column, textIndex, values, bounds }, index) => ({
      column,
      textIndex,
      // The first element is the file's own.
      element: schema[index + 1] as SchemaElement,
      encoded: values.encoded(),
      // Without a value the least is still above the greatest.
      bounds: bounds !== null && bounds.min_value <= bounds.max_value ? bounds : null,
    }))
    if (rows > 0) writeRowGroup(parquet, full, rows)
    // A column that gave its dictionary up begins the next group without one.
    openColumns = full.map(({ column, textIndex, encoded: { count, dictionary } }) =>
      openColumn(column, textIndex, count > 0 && dictionary === null),
    )
    rows = 0
    characters = 0
    return takeWritten()
  }

  return {
    add,
    /** How many rows the open group has. */
    waiting: (): number => rows,
    /** Whether that is as much as a group should hold. */
    isFull: (): boolean => rows >= mostRows || characters >= MOST_CHARACTERS,
    /** Ends the open group and opens the next. Returns the bytes of the file that are new. */
    group,
    /** Ends the file. Returns its last bytes, those of the open group first. */
    end(): Uint8Array {
      const last = group()
      void parquet.finish()
      return Buffer.concat([last, takeWritten()])
    },
  }
}

/** A column of a group without rows yet. @param isVaried whether the values before were nearly all different */
function openColumn(column: ParquetColumn, textIndex: number | null, isVaried: boolean): OpenColumn {
  // Each value widens these, so the least begins above and the greatest below every 64-bit integer.
  const bounds: Bounds | null = column.is === 'instant' ? { min_value: 2n ** 63n, max_value: -(2n ** 63n) } : null
  return { column, textIndex, values: createParquetValues(plainOf(column, bounds), isVaried), bounds }
}

function plainOf(column: ParquetColumn, bounds: Bounds | null): Plain {
  if (bounds !== null) return instantWithin(bounds)
  return column.is === 'decimal' ? decimalOf(column.scale) : plainText
}

/** Whether a column holds texts, and so is part of the fingerprint. */
const isText = ({ is }: ParquetColumn) => is === 'text' || is === 'clock' || is === 'kind' || is === 'properties'

/** A number × 10^`scale` as the integer of a DECIMAL; of one that does not fit exactly there is no value. */
const decimalOf =
  (scale: number): Plain =>
  (number, into) => {
    const value = unscaled(number, scale)
    if (value === null) return false
    writeUnscaled(value, into.room(DECIMAL_BYTES), into.length)
    into.length += DECIMAL_BYTES
    return true
  }

/** An instant in microseconds since 1970. Widens `bounds` to hold it. */
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

/** The file's own element, then one for each column. */
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

// A row group as the library lays it out, from values that are bytes already: the library's own way takes an object for
// each value.

/** The least and the greatest value, where a column says them. */
interface Bounds {
  min_value: bigint
  max_value: bigint
}

interface GroupColumn {
  element: SchemaElement
  encoded: EncodedValues
  bounds: Bounds | null
}

/** Writes a row group behind what is written, and notes its columns for the footer. @param rows their number */
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

/** Writes the pages of a column's dictionary, if any, and of its rows. `unpacked`: their bytes before compression. */
function writeColumn(
  writer: Writer,
  { element, encoded, bounds }: GroupColumn,
): { chunk: ColumnChunk; unpacked: number } {
  const { levels, count, bytes, dictionary } = encoded
  const start = writer.offset
  const unpackedDictionary = dictionary === null ? 0 : writeDictionary(writer, bytes, dictionary.size)
  const pageStart = writer.offset
  const encoding: Encoding = dictionary === null ? 'PLAIN' : 'RLE_DICTIONARY'
  const values = dictionary === null ? bytes : placesPage(dictionary)
  const unpacked = unpackedDictionary + writePage(writer, { levels, count, values, encoding })
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

/** Returns how many bytes the page has before compression, its header included. */
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
  /** They are as in `EncodedValues`. */
  levels: Uint8Array
  count: number
  /** The values themselves, or their places in the dictionary. */
  values: Uint8Array
  encoding: Encoding
}

/** Returns how many bytes the page has before compression, its header included. The levels are never compressed. */
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

/** The data of a page that refers to the dictionary: the width of a place in bits, then the place of each value. */
function placesPage({ size, places }: { size: number; places: Uint32Array }): Uint8Array {
  const writer = new ByteWriter()
  const width = Math.ceil(Math.log2(size))
  writer.appendUint8(width)
  writeRleBitPackedHybrid(writer, places, width)
  return writer.getBytes()
}

// The values of a column in a row group, as bytes from the start: of the rows nothing else is kept, however many there
// are. As long as enough values come again, each different one is written once, into a dictionary, and a row has its
// place there.

/** Bytes that grow at their end, up to `length`. */
class Bytes {
  #bytes = Buffer.allocUnsafe(START)
  length = 0

  /** A buffer with room for `count` more bytes from `length` on. Who writes them raises `length`. */
  room(count: number): Buffer {
    if (this.length + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.length + count))
      this.#bytes.copy(larger, 0, 0, this.length)
      this.#bytes = larger
    }
    return this.#bytes
  }

  /** The bytes from `from` up to, not including, `end`; valid until more is written. */
  between(from: number, end: number): Buffer {
    return this.#bytes.subarray(from, end)
  }
}

/** Writes a value as Parquet's PLAIN; false where the text has none, and nothing was written. */
export type Plain = (text: string, into: Bytes) => boolean

/** Writes the length of the text in bytes, then its UTF-8. Every text has a value; half a pair becomes U+FFFD. */
export const plainText: Plain = (text, into) => {
  const room = into.room(LENGTH_BYTES + (text.length < SHORT ? 3 * text.length : Buffer.byteLength(text)))
  const length = room.write(text, into.length + LENGTH_BYTES)
  room.writeUInt32LE(length, into.length)
  into.length += LENGTH_BYTES + length
  return true
}

/** The bytes of the length that stands before each text. */
const LENGTH_BYTES = 4
/** For a text of fewer UTF-16 units room for the most, three bytes each, costs less than counting its bytes. */
const SHORT = 4_096

type ParquetValues = ReturnType<typeof createParquetValues>

interface EncodedValues {
  /** 1 for each row with a value, 0 for the others. */
  levels: Uint8Array
  /** How many rows have a value. */
  count: number
  /** All values one behind the other; where there is a dictionary, each different one once. */
  bytes: Uint8Array
  /** How many different values there are, and the place of each row's among them; null where hardly any comes again. */
  dictionary: { size: number; places: Uint32Array } | null
}

/** The bytes, and the rows, that a column has room for at first; most columns stay small. */
const START = 512
/** A dictionary of so many values is kept however few of them come again. */
const FEW = 256

/** Encodes one column of one row group. @param isVaried whether hardly any value is expected again: no dictionary */
export function createParquetValues(write: Plain, isVaried: boolean) {
  let bytes = new Bytes()
  let levels = new Uint8Array(START)
  let places = new Uint32Array(START)
  let rows = 0
  let count = 0
  /** The place of each text's value in the dictionary; -1 where a text has no value. Null: there is no dictionary. */
  let placesByText: Map<string, number> | null = isVaried ? null : new Map()
  /** Each value of the dictionary ends there in `bytes`. */
  const ends: number[] = []

  /** The place of a text's value in the dictionary, to which a new one is added; -1 where the text has no value. */
  function placeOf(text: string, placesOf: Map<string, number>): number {
    const earlier = placesOf.get(text)
    if (earlier !== undefined) return earlier
    const place = write(text, bytes) ? ends.push(bytes.length) - 1 : -1
    placesOf.set(text, place)
    return place
  }

  /** Writes the value of every row so far one behind the other, in place of the dictionary. */
  function giveUpDictionary(): void {
    const all = new Bytes()
    for (let at = 0; at < count; at += 1) {
      const place = places[at] ?? 0
      const value = bytes.between(place === 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0)
      value.copy(all.room(value.length), all.length)
      all.length += value.length
    }
    bytes = all
    placesByText = null
  }

  return {
    /** Adds the next row, with the value of this text; null has none, nor has a text that `write` refuses. */
    add(text: string | null): boolean {
      if (rows === levels.length) levels = enlarged(levels, new Uint8Array(2 * rows))
      rows += 1
      if (text === null) return false
      if (placesByText === null) {
        if (!write(text, bytes)) return false
      } else {
        const place = placeOf(text, placesByText)
        if (place < 0) return false
        if (count === places.length) places = enlarged(places, new Uint32Array(2 * count))
        places[count] = place
      }
      levels[rows - 1] = 1
      count += 1
      // More than half of the values are different ones.
      if (placesByText !== null && ends.length > FEW && 2 * ends.length > count) giveUpDictionary()
      return true
    },
    /** The values of all rows so far, as a page holds them; valid until a row is added. */
    encoded: (): EncodedValues => ({
      levels: levels.subarray(0, rows),
      count,
      bytes: bytes.between(0, bytes.length),
      dictionary:
        placesByText === null || count === 0 ? null : { size: ends.length, places: places.subarray(0, count) },
    }),
  }
}

function enlarged<Of extends Uint8Array | Uint32Array>(full: Of, larger: Of): Of {
  larger.set(full)
  return larger
}
