// A row group as the library lays it out, from values that are bytes already: its own way takes an object for each of them.
import type { ColumnChunk, Encoding, SchemaElement } from 'hyparquet'
import { ByteWriter, type ParquetWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import type { TakenValues } from './parquet-values.ts'

/** The least and the greatest value, where a column says them. */
export interface Bounds {
  min_value: bigint
  max_value: bigint
}

export interface GroupColumn {
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
