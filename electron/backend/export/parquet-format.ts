// Parquet: columns for engines that calculate, with the exact text of every value. It is not encrypted.
import { open } from 'node:fs/promises'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import type { Property, PropertyKind } from '../../../shared/event/event.ts'
import { epochMicroseconds } from '../../../shared/time/instant.ts'
import { isSystemError } from '../storage/disk-error.ts'
import { type FileFormat, sameColumns } from './file-format.ts'
import {
  fingerprint,
  inNameOrder,
  parquetColumns,
  parquetFields,
  readUnscaled,
  unscaled,
  withoutByteOrderMarks,
} from './parquet-columns.ts'
import { type FileField, type ReceiptContent, UnreadableFile } from './receipt.ts'
import {
  type FileBytes,
  hasCodeColumn,
  otherField,
  placeOf,
  type RowReader,
  readWhole,
  type ShownRow,
  sourceOrText,
  whyHiddenInColumns,
} from './row-reader.ts'
import type { Survey } from './survey.ts'

const PARQUET_MEDIA_TYPE = 'application/vnd.apache.parquet'

/** @param zone as of `parquetColumns` */
export function parquetFormat({ zone = 'UTC' }: { zone?: string }): FileFormat {
  const shape = (survey: Survey) =>
    parquetColumns(survey, zone).map((column) => [
      column.name,
      column.is,
      column.is === 'decimal' ? column.scale : null,
    ])
  return {
    extension: 'parquet',
    mediaType: PARQUET_MEDIA_TYPE,
    mostColumns: 500,
    measures: true,
    dialect: () => ({}),
    fields: (survey) => parquetFields(parquetColumns(survey, zone)),
    suits: (first, all) => sameColumns(first, all) && JSON.stringify(shape(first)) === JSON.stringify(shape(all)),
    bytes: async function* ({ batches, survey, onRows }, tally) {
      // Loaded with the first such file.
      const { createParquetEncoder } = await import('./parquet-encoder.ts')
      const encoder = createParquetEncoder(parquetColumns(survey, zone), survey, tally)
      for await (const batch of batches) {
        for (const row of batch) {
          encoder.add(row)
          if (encoder.isFull()) yield encoder.group()
        }
        onRows?.(tally.rows)
      }
      yield encoder.end()
    },
  }
}

// The rows of a Parquet file that was written earlier, for whoever checks it: a row group at a time. What stands beside
// the texts is held against them on the way. The library turns decimals into doubles, so it is asked for the bytes.

export const parquetRows: RowReader = {
  async *rows(file, receipt) {
    const { fields } = receipt.resources[0].schema
    const columns = parquetPlaces(fields)
    const names = columns.texts.map(({ field }) => field.name)
    const decimals = countedDecimals(fields, columns)
    let found = 0n
    for await (const row of storedRows(file, fields)) {
      found += fingerprint(
        names,
        columns.texts.map(({ place }) => textOf(row[place])),
      )
      for (const column of decimals) checkDecimal(row, column)
      yield checkedRow(row, columns)
    }
    const stated = receipt.eventscope
    if (stated.fingerprint !== undefined && String(found) !== stated.fingerprint) {
      throw new UnreadableFile(`The fingerprint of its texts is ${found}, but the receipt says ${stated.fingerprint}.`)
    }
    if (stated.decimals !== undefined) compareDecimals(decimals, stated.decimals)
  },
  whyHidden: (sum, { resources: [{ schema }] }) => whyHiddenInColumns(sum, schema.fields),
  hasCodes: hasCodeColumn,
}

interface PlacedField {
  field: FileField
  place: number
}

/** A value's column, and those that stand beside it. */
export interface ValueColumn extends PlacedField {
  decimal: PlacedField | null
  kind: PlacedField | null
}

type DecimalColumn = ValueColumn & { decimal: PlacedField }

/** Places count from 0. Below 0, `type` and `code` have no such column, `instant` and `createdAt` no instants. */
interface ParquetPlaces {
  /** The fingerprint is made of these, in its order. */
  texts: PlacedField[]
  /** The columns of properties. */
  values: ValueColumn[]
  /** Those with decimals beside them, also of what is no property. */
  decimals: DecimalColumn[]
  type: number
  code: number
  createdAt: number
  instant: number
}

/** Tells where in a file of these fields each kind of column stands. */
export function parquetPlaces(fields: readonly FileField[]): ParquetPlaces {
  const placed = fields.map((field, place): PlacedField => ({ field, place }))
  const besides = new Map(placed.map((one) => [`${one.field.beside} ${one.field.column}`, one]))
  const columns = placed
    .filter(({ field }) => field.beside === undefined)
    .map((one): ValueColumn => {
      const beside = (which: 'decimal' | 'kind') => besides.get(`${which} ${one.field.name}`) ?? null
      return { ...one, decimal: beside('decimal'), kind: beside('kind') }
    })
  const instant = fields.findIndex(({ beside }) => beside === 'instant')
  return {
    texts: placed
      .filter(({ field }) => field.beside === undefined || field.beside === 'kind')
      .sort((a, b) => inNameOrder(a.field.name, b.field.name)),
    values: columns.filter(({ field }) => field.property !== undefined),
    decimals: columns.filter((column): column is DecimalColumn => column.decimal !== null),
    type: placeOf(fields, 'eventType'),
    code: placeOf(fields, 'eventCode'),
    // The instant stands right behind the time that it is of.
    createdAt: instant - 1,
    instant,
  }
}

/** A row as sums see it. @throws UnreadableFile where the instant beside its time is another */
function checkedRow(row: readonly unknown[], { values, type, code, createdAt, instant }: ParquetPlaces): ShownRow {
  if (instant > 0) {
    const text = textOf(row[createdAt])
    if ((text === null ? null : epochMicroseconds(text)) !== (row[instant] ?? null)) {
      throw new UnreadableFile(`Its time ${text} has another instant beside it.`)
    }
  }
  const unsure = new Set<string>()
  const properties = values.flatMap((column): Property[] => {
    const text = textOf(row[column.place])
    if (text === null) return []
    const { property: name = '', type } = column.field
    if (column.kind !== null || column.decimal !== null || type !== 'any')
      return [{ name, kind: kindOf(row, column), text }]
    // A column without any number has none beside it that says what its values were sent as.
    const { kind, isSure } = sourceOrText(text)
    if (!isSure) unsure.add(name)
    return [{ name, kind, text }]
  })
  return {
    eventType: textOf(row[type]),
    eventCode: textOf(row[code]),
    properties,
    ...(unsure.size > 0 && { unsure }),
  }
}

/** How many numbers have a decimal beside them, and how many do not fit. */
type CountedDecimals = DecimalColumn & { numbers: number; without: number }

/** @throws UnreadableFile where decimals are beside nothing */
function countedDecimals(fields: readonly FileField[], { decimals }: ParquetPlaces): CountedDecimals[] {
  const beside = new Set(decimals.map(({ decimal }) => decimal.field))
  const alone = fields.find((field) => field.beside === 'decimal' && !beside.has(field))
  if (alone !== undefined)
    throw new UnreadableFile(`Its column ${alone.name} belongs to a column that it does not have.`)
  return decimals.map((column) => ({ ...column, numbers: 0, without: 0 }))
}

/** Counts the decimal of a row. @throws UnreadableFile where it is not that of the text beside it */
function checkDecimal(row: readonly unknown[], column: CountedDecimals): void {
  const text = textOf(row[column.place])
  const isNumber = text !== null && kindOf(row, column) === 'number'
  const bytes = row[column.decimal.place]
  const expected = isNumber ? unscaled(text, column.decimal.field.scale ?? 0) : null
  const found = bytes instanceof Uint8Array ? readUnscaled(bytes) : null
  if (found !== expected) {
    throw new UnreadableFile(`A number of ${column.field.name}, ${text}, has another decimal beside it.`)
  }
  if (isNumber) column[found === null ? 'without' : 'numbers'] += 1
}

/** @throws UnreadableFile where the receipt has other columns or counts */
function compareDecimals(columns: readonly CountedDecimals[], stated: NonNullable<ReceiptContent['decimals']>): void {
  const counts = new Map(stated.map((one) => [one.column, one]))
  for (const { decimal, numbers, without } of columns) {
    const { name } = decimal.field
    const said = counts.get(name)
    if (said?.numbers === String(numbers) && said.without === String(without)) continue
    const found = `Its column ${name} has ${numbers} numbers, and ${without} that do not fit`
    throw new UnreadableFile(`${found}, but the receipt says ${said === undefined ? 'nothing of them' : 'otherwise'}.`)
  }
  if (stated.length !== columns.length) {
    throw new UnreadableFile(
      'The receipt counts the decimals of a column that the file does not have, or counts one twice.',
    )
  }
}

function kindOf(row: readonly unknown[], { field, decimal, kind }: ValueColumn): PropertyKind {
  const kindText = kind && textOf(row[kind.place])
  if (kindText !== null) return KINDS.find((one) => one === kindText) ?? 'json'
  if (decimal !== null) return 'number'
  return field.type === 'string' ? 'string' : 'json'
}

const KINDS: readonly PropertyKind[] = ['string', 'number', 'boolean', 'null', 'json']

/** The library's own way to texts takes a byte order mark away from their beginning. */
const textOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length).toString() : null

/** Row by row the values of the fields, in their order. */
async function* storedRows(source: FileBytes, fields: readonly FileField[]): AsyncGenerator<unknown[]> {
  // Loaded with the first such file.
  const { parquetRead } = await import('hyparquet')
  const { checkRowGroup, readMetadata, unreadableParquet } = await import('./parquet-bounds.ts')
  const { file, close } = await anywhereIn(source)
  try {
    const metadata = await readMetadata(file)
    checkColumns(metadata, fields)
    let first = 0
    for (const group of metadata.row_groups) {
      await checkRowGroup(file, group, fields.length)
      const last = first + Number(group.num_rows)
      let rows: unknown[][] = []
      const onComplete = (all: unknown[][]) => {
        rows = all
      }
      await parquetRead({ file, metadata, rowStart: first, rowEnd: last, utf8: false, onComplete })
      yield* rows
      first = last
    }
  } catch (error) {
    if (error instanceof UnreadableFile || isOfDisk(error) || !(error instanceof Error)) throw error
    throw unreadableParquet(error.message.replace(/\.$/, ''), error)
  } finally {
    await close()
  }
}

/**
 * Whether the disk failed. Node's errors about arguments are none of the disk's: the library takes these from the file
 * as it finds them.
 */
const isOfDisk = (error: unknown) => isSystemError(error) && !error.code.startsWith('ERR_')

/** Reads anywhere in a file, as its directory is at the end: from the disk, or in memory where it has no path. */
async function anywhereIn(source: FileBytes): Promise<{ file: AsyncBuffer; close: () => Promise<void> }> {
  if (source.path === undefined) {
    // A copy of its own buffer: small ones lie in a buffer that others use too.
    const { buffer } = new Uint8Array(await readWhole(source))
    return {
      file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
      close: async () => {},
    }
  }
  const handle = await open(source.path)
  const { size } = await handle.stat()
  const bytesBetween = async (start: number, end: number) => {
    if (!(start >= 0 && start <= end && end <= size)) throw new UnreadableFile('It names a part beyond its end.')
    const bytes = new Uint8Array(end - start)
    await handle.read(bytes, 0, bytes.length, start)
    return bytes.buffer
  }
  return {
    file: {
      byteLength: size,
      slice(start, end = size) {
        const bytes = bytesBetween(start, end)
        // The library reads ahead, and may give up before it waits for what it asked for.
        bytes.catch(() => {})
        return bytes
      },
    },
    close: () => handle.close(),
  }
}

/**
 * Holds the columns against the receipt's, and takes their logical types away, so that the library gives their bytes.
 * @throws UnreadableFile where they are others
 */
function checkColumns(metadata: FileMetaData, fields: readonly FileField[]): void {
  const [, ...columns] = metadata.schema
  const at = columns.findIndex(
    ({ name }, place) => withoutByteOrderMarks(name) !== withoutByteOrderMarks(fields[place]?.name ?? ''),
  )
  const wrong = at < 0 && columns.length !== fields.length ? columns.length : at
  if (wrong >= 0) throw otherField(wrong, columns[wrong]?.name ?? '', fields[wrong]?.name ?? '')
  metadata.schema = metadata.schema.map(({ converted_type: _, logical_type: __, ...plain }) => plain)
}
