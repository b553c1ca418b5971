// Files of a few hundred bytes that ask for all of the memory there is. What is not refused before the library reads it
// would end the process that runs the tests.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageHeader, RowGroup } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { snappyCompress, writePageHeader } from './hyparquet-inside.ts'
import { parquetRows } from './parquet-format.ts'
import { RECEIPT_ENDING, type Receipt, receiptSchema, UnreadableFile } from './receipt.ts'
import { writeEventFile } from './write-event-file.ts'

const EVENT =
  '{"event_id":"e1","customer_id":"c","event_code":"e","event_type":"debit","created_at":"2026-11-03T12:00:00Z","event_properties":{"amount":1}}'

let receipt: Receipt
let whole: Buffer
beforeEach(async () => {
  const path = join(await temporaryFolder(), 'all.parquet')
  const order = {
    path,
    source: heldEvents([EVENT]),
    format: someFormats.parquet,
    sums: [],
    subject: someSubject,
    now: () => 0,
  }
  expect(await writeEventFile(order)).toMatchObject({ ok: true })
  receipt = receiptSchema.parse(JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')))
  whole = await readFile(path)
})

async function rowsIn(bytes: Uint8Array): Promise<number> {
  let rows = 0
  const chunks = (async function* () {
    yield bytes
  })()
  for await (const _ of parquetRows.rows({ chunks, mostHeld: bytes.length }, receipt)) rows += 1
  return rows
}

/** A run of so many ones, as levels and places have it. */
function run(count: number): Uint8Array {
  const writer = new ByteWriter()
  writer.appendVarBigInt(BigInt(count) * 2n)
  writer.appendUint8(1)
  return writer.getBytes()
}

interface Page {
  rows: number
  levels: Uint8Array
  values: Uint8Array
  encoding: 'PLAIN' | 'RLE_DICTIONARY'
  /** What the values are said to be unpacked. */
  unpacked: number
}

const VALUE = Uint8Array.of(1, 0, 0, 0, 0x61)
const page: Page = { rows: 1, levels: run(1), values: VALUE, encoding: 'PLAIN', unpacked: VALUE.length }

/** A file of the receipt's fields, every column of it one such page. */
function fileOf({ rows, levels, values, encoding, unpacked }: Page, changed: Partial<RowGroup> = {}): Uint8Array {
  const names = receipt.resources[0].schema.fields.map(({ name }) => name)
  const columns = names.map((name) => ({ name, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }) as const)
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'events', num_children: names.length }, ...columns] })
  const packed = snappyCompress(values)
  const header: PageHeader = {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: levels.length + unpacked,
    compressed_page_size: levels.length + packed.length,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: 0,
      num_rows: rows,
      encoding,
      definition_levels_byte_length: levels.length,
      repetition_levels_byte_length: 0,
    },
  }
  parquet.row_groups.push({
    num_rows: BigInt(rows),
    total_byte_size: 1n,
    columns: names.map((name) => {
      const start = BigInt(writer.offset)
      writePageHeader(writer, header)
      writer.appendBytes(levels)
      writer.appendBytes(packed)
      return {
        file_offset: start,
        meta_data: {
          type: 'BYTE_ARRAY',
          encodings: [encoding],
          path_in_schema: [name],
          codec: 'SNAPPY',
          num_values: BigInt(rows),
          total_compressed_size: BigInt(writer.offset) - start,
          total_uncompressed_size: 1n,
          data_page_offset: start,
        },
      }
    }),
    ...changed,
  })
  void parquet.finish()
  return new Uint8Array(writer.getBuffer())
}

/** The footer's bytes in place of the file's own. */
function withFooter(footer: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')])
}

test('what Eventscope wrote passes', async () => {
  expect(await rowsIn(whole)).toBe(1)
})

describe('refused before it is read', () => {
  const many = 2 ** 30
  const cases: [string, () => Uint8Array, RegExp][] = [
    ['more rows than a row group has', () => fileOf({ ...page, rows: many, levels: run(many) }), /too many rows/],
    [
      'a page of more rows than its row group',
      () => fileOf({ ...page, rows: many, levels: run(many) }, { num_rows: 1n }),
      /too many rows/,
    ],
    ['a run longer than the page', () => fileOf({ ...page, levels: run(many) }), /too many rows/],
    [
      'places in a dictionary that go on and on',
      () =>
        fileOf({
          ...page,
          encoding: 'RLE_DICTIONARY',
          values: Uint8Array.of(1, ...run(many)),
          unpacked: 1 + run(many).length,
        }),
      /too many rows/,
    ],
    ['a page of two gigabytes', () => fileOf({ ...page, unpacked: 2 ** 31 - 100 }), /too large/],
    [
      'lists in lists, each of millions',
      () =>
        withFooter(
          Uint8Array.from({ length: 5_000 }, (_, at) =>
            at === 0 ? 0x19 : ([0xf9, 0xff, 0xff, 0xff, 0x0f][(at - 1) % 5] as number),
          ),
        ),
      /its description of itself is/,
    ],
    [
      'structures without an end',
      () => withFooter(new Uint8Array(100_000).fill(0x1c)),
      /its description of itself is nested too deeply/,
    ],
    [
      'a number without an end',
      () => withFooter(Uint8Array.of(0x16, ...new Uint8Array(100_000).fill(0xff))),
      /no number where one must be/,
    ],
  ]
  test.each(cases)('%s', async (_, bytes, words) => {
    await expect(rowsIn(bytes())).rejects.toThrow(words)
  })
})

test('whatever byte is another one, it is read or refused', async () => {
  let refused = 0
  for (let at = 0; at < whole.length; at += 1) {
    for (const bits of [0x01, 0x80, 0xff]) {
      const other = whole.with(at, (whole[at] ?? 0) ^ bits)
      await rowsIn(other).catch((error: unknown) => {
        refused += 1
        expect(error).toBeInstanceOf(UnreadableFile)
      })
    }
  }
  expect(refused).toBeGreaterThan(whole.length / 2)
})
