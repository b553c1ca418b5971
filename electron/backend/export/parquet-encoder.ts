// Rows as the bytes of a Parquet file, a row group at a time: only one group is in memory.
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/well-formed.ts'
import { epochMicroseconds } from '../../../shared/time/instant.ts'
import type { Tally } from './file-format.ts'
import type { ParquetColumn } from './parquet-columns.ts'
import { bytesOf, PRECISION, unscaled } from './parquet-decimal.ts'
import { fingerprint, inNameOrder } from './parquet-fingerprint.ts'
import type { Survey } from './survey.ts'

export interface ParquetEncoder {
  add(row: TableRow): void
  /** How many rows the group at hand has. */
  waiting(): number
  /** Whether that is as much as a group should hold. */
  isFull(): boolean
  /** Ends the group. */
  group(): Uint8Array
  /** Ends the file. */
  end(): Uint8Array
}

/** Of a group: rows, cells, and the length of its events in UTF-16 units. */
const MOST_ROWS = 10_000
const MOST_CELLS = 1_000_000
const MOST_CHARACTERS = 16 * 1024 * 1024

export function createParquetEncoder(
  columns: readonly ParquetColumn[],
  { table }: Pick<Survey, 'table'>,
  tally: Tally,
): ParquetEncoder {
  const writer = new ByteWriter(1024 * 1024)
  const schema = schemaOf(columns)
  const parquet = new ParquetWriter({ writer, schema: plainSchema(schema), createdBy: 'Eventscope' })
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columns.length)))
  const inOrder = columns
    .flatMap((column, place) => (isText(column) ? [{ name: column.name, place }] : []))
    .sort((a, b) => inNameOrder(a.name, b.name))
  const names = inOrder.map(({ name }) => name)
  const texts: (string | null)[] = names.map(() => null)
  const { decimals } = tally
  for (const { is, name } of columns) if (is === 'decimal') decimals.set(name, { numbers: 0, without: 0 })
  let data = columns.map((): unknown[] => [])
  let rows = 0
  let characters = 0

  function taken(): Uint8Array {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }

  function add(row: TableRow): void {
    const cells = table.cells(row)
    for (const [place, column] of columns.entries()) {
      const value =
        column.is === 'properties' ? safe(table.propertiesText(row)) : written(column, cells[column.cell] ?? null)
      data[place]?.push(value)
    }
    for (const [at, { place }] of inOrder.entries()) texts[at] = data[place]?.[rows] as string | null
    tally.fingerprint += fingerprint(names, texts)
    tally.rows += 1
    rows += 1
    characters += row.source.length
  }

  function safe(text: string): string {
    const whole = wellFormed(text)
    if (whole !== text) tally.halfPairs += 1
    return whole
  }

  function written(
    column: Exclude<ParquetColumn, { is: 'properties' }>,
    cell: Cell,
  ): string | bigint | Uint8Array | null {
    switch (column.is) {
      case 'text':
        return cell && safe(cell.text)
      case 'kind':
        return cell?.kind ?? null
      case 'decimal': {
        if (cell?.kind !== 'number') return null
        const value = unscaled(cell.text, column.scale)
        const counts = decimals.get(column.name)
        if (counts !== undefined) counts[value === null ? 'without' : 'numbers'] += 1
        return value === null ? null : bytesOf(value)
      }
      case 'instant': {
        const micros = cell && epochMicroseconds(cell.text)
        if (micros === null) tally.withoutDateTime += 1
        return micros
      }
      default:
        return column satisfies never
    }
  }

  function group(): Uint8Array {
    const columnData = columns.map(
      (column, place): ColumnSource => ({
        name: column.name,
        data: data[place] ?? [],
        statistics: column.is === 'instant',
      }),
    )
    if (rows > 0) void parquet.write({ columnData, rowGroupSize: rows })
    data = columns.map(() => [])
    rows = 0
    characters = 0
    return taken()
  }

  return {
    add,
    waiting: () => rows,
    isFull: () => rows >= most || characters >= MOST_CHARACTERS,
    group,
    end: () => {
      const last = group()
      parquet.schema = schema
      void parquet.finish()
      return Buffer.concat([last, taken()])
    },
  }
}

/** What holds texts, and is part of the fingerprint. */
const isText = ({ is }: Pick<ParquetColumn, 'is'>) => is === 'text' || is === 'kind' || is === 'properties'

/** Decimals as mere bytes, which are made here: the library's own way takes several times as long. */
const plainSchema = (schema: readonly SchemaElement[]): SchemaElement[] =>
  schema.map((element) => {
    if (element.converted_type !== 'DECIMAL') return element
    const { converted_type: _, logical_type: __, ...plain } = element
    return plain
  })

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
          type_length: 16,
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
