// Rows as the bytes of a Parquet file, a row group at a time: only one group is in memory.
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell, TableRow } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { epochMicroseconds } from '../../../shared/time/instant.ts'
import { zonedText } from '../../../shared/time/zone-clock.ts'
import type { Tally } from './file-format.ts'
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
import {
  type Bounds,
  createParquetValues,
  type ParquetValues,
  type Plain,
  plainText,
  writeRowGroup,
} from './parquet-row-group.ts'
import type { Survey } from './survey.ts'

export type ParquetEncoder = ReturnType<typeof createParquetEncoder>

/** Of a group: the length of its events in UTF-16 units. */
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
