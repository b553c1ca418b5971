// This is what the reader may build from a Parquet file, which may be a stranger's: looked at before, as the library
// builds whatever a few bytes ask for. A file of Eventscope passes, and no other does, as none agrees with its receipt
// anyway.
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  type PageHeader,
  parquetMetadata,
  type RowGroup,
} from 'hyparquet'
import { decompressPage, parquetHeader } from './hyparquet-inside.ts'
import { UnreadableFile } from './receipt.ts'

/** The rows and cells of a row group. */
export const MOST_ROWS = 10_000
export const MOST_CELLS = 1_000_000
/** The bytes of a row group: its texts and one event as long as an answer may be, each as columns and as JSON. */
const MOST_UNPACKED = 256 * 1024 * 1024
/** Bytes of metadata about all row groups: enough for 300 million events of 28 columns. */
const MOST_FOOTER = 64 * 1024 * 1024

/** Bytes, and where the next one is read: what passes over them moves the offset. */
interface Reader {
  view: DataView
  offset: number
}

/** @param what without a full stop. @param cause what the library threw */
export const unreadableParquet = (what: string, cause?: Error) =>
  new UnreadableFile(`It cannot be read as Parquet: ${what}.`, { cause })

/** @throws UnreadableFile where it is none, or is too large */
export async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  // A file ends with its metadata, the length of these in 4 bytes, and “PAR1”.
  const end = file.byteLength - MAGIC
  if (end < 4) throw unreadableParquet('it is too short')
  const length = new DataView(await file.slice(end - 4, end)).getUint32(0, true)
  if (length > MOST_FOOTER || length > end - 4) throw unreadableParquet('its description of itself is too large')
  const footer = await file.slice(end - 4 - length, file.byteLength)
  passStruct({ view: new DataView(footer, 0, length), offset: 0 }, 0)
  const metadata = parquetMetadata(footer, { geoparquet: false })
  const [root, ...columns] = metadata.schema
  const isFlat = columns.every(
    ({ type, num_children, repetition_type }) => type && !num_children && repetition_type !== 'REPEATED',
  )
  if (root?.num_children !== columns.length || !isFlat)
    throw unreadableParquet('not all of its columns are texts or numbers')
  return metadata
}

const MAGIC = 'PAR1'.length

/** @throws UnreadableFile where reading its rows would build more than a row group should hold */
export async function checkRowGroup(file: AsyncBuffer, { columns, num_rows }: RowGroup, fields: number): Promise<void> {
  const rows = Number(num_rows)
  if (rows > MOST_ROWS || (rows > 1 && rows * fields > MOST_CELLS))
    throw unreadableParquet('a part of it has too many rows')
  if (columns.length !== fields) throw unreadableParquet('a part of it has other columns')
  let left = MOST_UNPACKED
  for (const { meta_data } of columns) {
    if (meta_data === undefined) throw unreadableParquet('a part of it is in another file')
    left -= await lengthOf(file, meta_data, rows, left)
  }
}

/** The bytes of all pages of a column, packed or unpacked, whichever is more. @throws UnreadableFile above `most` */
async function lengthOf(file: AsyncBuffer, chunk: ColumnMetaData, rows: number, most: number): Promise<number> {
  const { codec, dictionary_page_offset: dictionary, data_page_offset, total_compressed_size } = chunk
  if (codec !== 'SNAPPY') throw unreadableParquet('it is compressed in another way')
  const start = Number(dictionary || data_page_offset)
  const length = Number(total_compressed_size)
  if (length > most) throw unreadableParquet(TOO_LARGE)
  const view = new DataView(await file.slice(start, start + length))
  const reader: Reader = { view, offset: 0 }
  let [unpacked, left] = [0, rows]
  while (reader.offset < length - 1) {
    passStruct({ ...reader }, 0)
    const header = parquetHeader(reader)
    const page = new Uint8Array(view.buffer, reader.offset, header.compressed_page_size)
    reader.offset += page.length
    unpacked += header.uncompressed_page_size
    if (!(header.uncompressed_page_size >= 0) || unpacked > most) throw unreadableParquet(TOO_LARGE)
    left -= checkPage(header, page, left)
  }
  return Math.max(length, unpacked)
}

const TOO_LARGE = 'a part of it is too large'

/**
 * How many rows a page has: none in that of a dictionary; in one of data, which of its rows have a value (the levels),
 * and then the values, or their places in the dictionary.
 * @throws UnreadableFile where they are more than `most`
 */
function checkPage(header: PageHeader, page: Uint8Array, most: number): number {
  const { data_page_header_v2: data, dictionary_page_header: dictionary } = header
  if (header.type === 'DICTIONARY_PAGE' && dictionary !== undefined) {
    if (!isCount(dictionary.num_values, MOST_ROWS)) throw unreadableParquet(TOO_LARGE)
    return 0
  }
  if (header.type !== 'DATA_PAGE_V2' || data === undefined)
    throw unreadableParquet('a part of it is encoded in another way')
  const { num_values: rows, num_nulls: nulls, definition_levels_byte_length: levels } = data
  const isKnown = data.repetition_levels_byte_length === 0 && data.is_compressed !== false
  if (!isKnown || !isCount(rows, most) || !isCount(nulls, rows) || !isCount(levels, page.length)) {
    throw unreadableParquet('a part of it has too many rows')
  }
  checkRuns(page.subarray(0, levels), 1, rows)
  if (data.encoding === 'RLE_DICTIONARY') {
    const places = decompressPage(page.subarray(levels), header.uncompressed_page_size - levels, 'SNAPPY', undefined)
    checkRuns(places.subarray(1), places[0] ?? 0, rows - nulls)
  } else if (data.encoding !== 'PLAIN') throw unreadableParquet('a part of it is encoded in another way')
  return rows
}

const isCount = (count: number, most: number) => Number.isInteger(count) && count >= 0 && count <= most

/**
 * Goes through numbers of `width` bits in Parquet's hybrid encoding: runs of one number, and groups of eight others.
 * Each has a head, of which the lowest bit says whether it is of groups (1) or of a run (0), and the other bits how many
 * groups or equal numbers there are.
 * @throws UnreadableFile above `count` numbers
 */
function checkRuns(bytes: Uint8Array, width: number, count: number): void {
  const reader = readerOf(bytes)
  if (width > 32) throw unreadableParquet(TOO_LARGE)
  let left = count
  while (left > 0) {
    const head = passVarint(reader)
    const areGroups = head % 2 === 1
    const numbers = areGroups ? 8 * Math.floor(head / 2) : head / 2
    // The last group is filled up.
    const most = areGroups ? left + 7 : left
    if (numbers > most) throw unreadableParquet('a part of it has too many rows')
    reader.offset += areGroups ? (numbers * width) / 8 : Math.ceil(width / 8)
    left -= numbers
  }
}

const readerOf = ({ buffer, byteOffset, length }: Uint8Array): Reader => ({
  view: new DataView(buffer, byteOffset, length),
  offset: 0,
})

/** Ten bytes hold 64 bits, 7 each. */
const LONGEST_VARINT = 10

/** Passes a whole number of 7 bits a byte, the lowest first; a byte from 128 on says that another follows. */
function passVarint(reader: Reader): number {
  let value = 0
  for (let at = 0; at < LONGEST_VARINT; at += 1) {
    const byte = reader.view.getUint8(reader.offset)
    reader.offset += 1
    value += (byte % 128) * 128 ** at
    if (byte < 128) return value
  }
  throw unreadableParquet('it has no number where one must be')
}

/** Nesting of structures; Parquet's own do not go deeper. */
const DEEPEST = 8

/** Types of values in Thrift's compact protocol, the lower half of a byte. Parquet uses no sets (10) and maps (11). */
const TYPE = { end: 0, true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 }

/** Goes through a structure of Thrift, in which lists and texts say how long they are, without building any. */
function passStruct(reader: Reader, depth: number): void {
  if (depth > DEEPEST) throw unreadableParquet('its description of itself is nested too deeply')
  for (;;) {
    const byte = reader.view.getUint8(reader.offset)
    reader.offset += 1
    const [step, type] = [byte >> 4, byte % 16]
    if (type === TYPE.end) return
    // The upper half says how far the field's number is from that of the one before; without it the number follows.
    if (step === 0) passVarint(reader)
    passValue(reader, type, depth)
  }
}

function passValue(reader: Reader, type: number, depth: number): void {
  const left = () => reader.view.byteLength - reader.offset
  // The type is all there is of true and false.
  if (type <= TYPE.false) return
  if (type === TYPE.byte) reader.offset += 1
  else if (type <= TYPE.i64) passVarint(reader)
  else if (type === TYPE.double) reader.offset += 8
  else if (type === TYPE.binary) {
    const length = passVarint(reader)
    if (length > left()) throw unreadableParquet('its description of itself is cut off')
    reader.offset += length
  } else if (type === TYPE.list) passList(reader, depth)
  else if (type === TYPE.struct) passStruct(reader, depth + 1)
  else throw unreadableParquet('its description of itself cannot be read')
}

/** The upper half of the first byte is how many values there are (15: that follows), the lower half is their type. */
function passList(reader: Reader, depth: number): void {
  if (depth > DEEPEST) throw unreadableParquet('its description of itself is nested too deeply')
  const byte = reader.view.getUint8(reader.offset)
  reader.offset += 1
  const size = byte >> 4 < 15 ? byte >> 4 : passVarint(reader)
  if (size > reader.view.byteLength - reader.offset) throw unreadableParquet('its description of itself is cut off')
  // In a list true and false have a byte each.
  const type = byte % 16 <= TYPE.false ? TYPE.byte : byte % 16
  for (let at = 0; at < size; at += 1) passValue(reader, type, depth + 1)
}
