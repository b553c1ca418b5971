// The columns of a Parquet file: every value as its exact text, and beside it what an engine calculates with.
import { hash } from 'node:crypto'
import { eventField, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import {
  type Cell,
  type EventTable,
  type TableColumn,
  type TableRow,
  uniqueNames,
} from '../../../shared/event/event-table.ts'
import { decimalText, type NumberSize, readDecimal } from '../../../shared/exact/decimal.ts'
import { formatUtc, parseInstant } from '../../../shared/time/instant.ts'
import { zonedText } from '../../../shared/time/zone-clock.ts'
import { fieldOf } from './file-format.ts'
import type { FileField } from './receipt.ts'
import type { Survey } from './survey.ts'

interface Placed {
  /** It is named so in the file. Engines tell names apart by more than upper and lower case only. */
  name: string
  /** The cell of the row that it is made from. */
  cell: number
  of: TableColumn
}

export type ParquetColumn =
  /** The exact text, whatever the kind of the value. */
  | (Placed & { is: 'text' })
  /** `created_at` in microseconds since 1970, UTC. */
  | (Placed & { is: 'instant' })
  /** `created_at` by the clock of this zone; null where it is no time. */
  | (Placed & { is: 'clock'; zone: string })
  /** All properties as one JSON object. */
  | { name: string; is: 'properties' }
  /** The number × 10^`scale`; null where the value is none, or does not fit. */
  | (Placed & { is: 'decimal'; scale: number })
  /** This is what the value was sent as, where the decimals alone do not tell which of the texts are numbers. */
  | (Placed & { is: 'kind' })

/** The scales of a folder that has some, by the names of the properties. */
export type Scales = ReadonlyMap<string, number>

/** Column names that files in a folder cannot have, as the folder's name gives their day. */
const RESERVED = ['dt']
/** Hive's name for the day of events without a readable time. */
export const NO_DAY = '__HIVE_DEFAULT_PARTITION__'
const CREATED_AT = eventField('createdAt').name
/** Names the column of times by the clock of a zone. */
export const clockName = (zone: string) => `${CREATED_AT} (${zone})`

/**
 * @param zone by whose clock `created_at` stands beside it, as in a CSV file; UTC: by none
 * @param scales of columns whose scale earlier days have fixed
 */
export function parquetColumns({ table, pick }: Survey, zone: string, scales: Scales = new Map()): ParquetColumn[] {
  const textColumns = table.columns.map((of, cell) => ({ name: of.head, cell, of, is: 'text' as const }))
  const hasProperties = pick.chosen === undefined && !table.columns.some(({ of }) => of === 'properties')
  const columns = textColumns.flatMap((column): ParquetColumn[] => {
    const { of, cell } = column
    if (of.of === 'field' && of.name === CREATED_AT) {
      const inZone: ParquetColumn[] = zone === 'UTC' ? [] : [{ ...column, name: clockName(zone), is: 'clock', zone }]
      return [column, { ...column, name: `${CREATED_AT}_timestamp`, is: 'instant' }, ...inZone]
    }
    if ((of.of !== 'property' && of.of !== 'extra') || of.kinds.number === 0) return [column]
    const scale = scales.get(of.name) ?? scaleFor(of.size)
    const areAllNumbers = of.kinds.number === Object.values(of.kinds).reduce((sum, count) => sum + count)
    // Where each value has a decimal, no column has to say which of the texts are numbers.
    const doDecimalsTell = areAllNumbers && allFit(of.size, scale)
    return [
      column,
      { name: `${of.name}_decimal`, cell, of, is: 'decimal', scale },
      ...(doDecimalsTell ? [] : [{ name: `${of.name}_kind`, cell, of, is: 'kind' as const }]),
    ]
  })
  const at = columns.filter((column) => column.is !== 'properties' && column.of.of === 'field').length
  const whole: ParquetColumn[] = hasProperties
    ? [...columns.slice(0, at), { name: PROPERTIES_FIELD, is: 'properties' }, ...columns.slice(at)]
    : columns
  return named(whole)
}

/** What the service named keeps its name where it can; what stands beside it gives way. */
function named(columns: ParquetColumn[]): ParquetColumn[] {
  const rank = (column: ParquetColumn) => {
    if (column.is === 'properties' || column.is === 'instant' || column.of.of === 'field') return 0
    return column.is === 'text' ? 1 : 2
  }
  const order = columns.map((column, place) => ({ column, place })).sort((a, b) => rank(a.column) - rank(b.column))
  const names = uniqueNames([...RESERVED, ...order.map(({ column }) => plainName(column.name))], folded)
  const all = [...columns]
  for (const [at, { column, place }] of order.entries()) {
    all[place] = { ...column, name: names[at + RESERVED.length] ?? column.name }
  }
  return all
}

/** One text for all names that some reader takes for one: upper and lower case, with and without byte order marks. */
const folded = (name: string) => withoutByteOrderMarks(name).toLowerCase()

/** The same for a name as it was written, and as it was read: some readers drop the first byte order mark. */
export const withoutByteOrderMarks = (name: string) => name.replace(/^\ufeff+/, '')

/** No statement can name a column that has no name, or one with the character of code 0 in it. */
const plainName = (name: string) => (name === '' ? '(no name)' : name.replaceAll('\0', '\u2400'))

/** A column's value in a row, as people read it. */
export function parquetText(
  column: ParquetColumn,
  table: EventTable,
  row: TableRow,
  cells: readonly Cell[],
): string | null {
  if (column.is === 'properties') return table.propertiesText(row)
  const cell = cells[column.cell] ?? null
  if (cell === null || column.is === 'text') return cell?.text ?? null
  if (column.is === 'kind') return cell.kind
  if (column.is === 'clock') return zonedText(column.zone)(cell.text)
  if (column.is === 'instant') {
    const at = parseInstant(cell.text)
    return at && formatUtc({ ...at, nanoseconds: at.nanoseconds - (at.nanoseconds % 1_000) })
  }
  const value = cell.kind === 'number' ? unscaled(cell.text, column.scale) : null
  return value === null ? null : decimalText({ digits: value, scale: column.scale })
}

/** The columns as the receipt has them. */
export function parquetFields(columns: readonly ParquetColumn[]): FileField[] {
  const texts = new Map(columns.flatMap((one) => (one.is === 'text' ? [[one.cell, one.name] as const] : [])))
  return columns.map((column): FileField => {
    const { name } = column
    const besides = column.is === 'properties' ? '' : (texts.get(column.cell) ?? '')
    switch (column.is) {
      case 'properties':
        return { name, type: 'object' }
      case 'instant':
        return { name, type: 'datetime', beside: 'instant', column: besides }
      case 'decimal':
        return { ...fieldOf(column.of, name), type: 'number', beside: 'decimal', column: besides, scale: column.scale }
      case 'kind':
        return { ...fieldOf(column.of, name), type: 'string', beside: 'kind', column: besides }
      case 'text':
      case 'clock':
        return fieldOf(column.of, name)
      default:
        return column satisfies never
    }
  })
}

// Numbers as Parquet's DECIMAL of 38 digits: an integer and the column's scale. What does not fit exactly is null, and
// the library is never asked: it takes 10^38 at this precision, and 2^130 in its sixteen bytes, without a word.

/** The most digits that every engine takes. */
export const PRECISION = 38
/** Places that a column has at least, as far as its whole numbers leave room: later days may need them. */
const LEAST_SCALE = 9
/** Where not all digits fit, places beyond these are given up first: one odd number must not cost the others theirs. */
const SCALE_OF_MISMATCHES = 18
/** A number of so many characters is a safe integer without its point. */
const MOST_SAFE = 15

/** The scale for numbers of this size. */
function scaleFor({ whole, places }: NumberSize): number {
  if (whole + places > PRECISION) return Math.min(places, SCALE_OF_MISMATCHES)
  return Math.min(Math.max(places, LEAST_SCALE), PRECISION - whole)
}

/** Whether every number of this size has its place in a column of this scale. */
const allFit = ({ whole, places }: NumberSize, scale: number) => places <= scale && whole <= PRECISION - scale

/** A JSON number × 10^`scale`; null where that is no integer, has more than 38 digits, or is not calculated with. */
export function unscaled(number: string, scale: number): bigint | null {
  if (number.length <= MOST_SAFE && /^-?\d+(\.\d+)?$/.test(number)) {
    const point = number.indexOf('.')
    const places = point < 0 ? 0 : number.length - point - 1
    const digits = point < 0 ? Number(number) : Number(number.slice(0, point) + number.slice(point + 1))
    const power = scale - places
    if (power >= 0 && power <= PRECISION - MOST_SAFE) return BigInt(digits) * powerOfTen(power)
  }
  const value = readDecimal(number)
  if (value === null || value === 'beyond') return null
  if (value.digits === 0n) return 0n
  const power = scale - value.scale
  if (power > PRECISION) return null
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n
  if (value.digits % divisor !== 0n) return null
  const integer = power < 0 ? value.digits / divisor : value.digits * powerOfTen(power)
  return integer < LIMIT && integer > -LIMIT ? integer : null
}

const TEN = Array.from({ length: PRECISION + 1 }, (_, power) => 10n ** BigInt(power))
const powerOfTen = (power: number) => TEN[power] ?? 0n
const LIMIT = powerOfTen(PRECISION)

/** How many bytes a value has in a file: big-endian, in two's complement. */
export const DECIMAL_BYTES = 16

/** Writes `DECIMAL_BYTES` from `at` on. @throws RangeError if they cannot hold the value */
export function writeUnscaled(value: bigint, bytes: Buffer, at: number): void {
  bytes.writeBigInt64BE(value >> 64n, at)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), at + 8)
}

/** Reads what `writeUnscaled` wrote. */
export function readUnscaled(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (view.getBigInt64(0) << 64n) | view.getBigUint64(8)
}

// This is what shows in a Parquet file that any text of it was changed, whatever order its rows are in: engines can add
// it up as well.

/** Stands between two texts. */
export const BETWEEN = '\u001f'

/**
 * A row's part of the fingerprint: half of the MD5 of its texts, each behind its column's name. It is no seal against
 * somebody who means to deceive: the receipt's SHA-256 is of the whole file.
 */
export function fingerprint(names: readonly string[], texts: readonly (string | null)[]): bigint {
  let row = ''
  for (let at = 0; at < names.length; at += 1) {
    const text = texts[at] ?? null
    if (text !== null) row += `${row === '' ? '' : BETWEEN}${names[at]}=${text}`
  }
  // It goes by way of a text: a buffer of its own for each row would cost as much as the hash.
  DIGEST.write(hash('md5', row, 'hex'), 'hex')
  return DIGEST.readBigUInt64LE(8)
}

const DIGEST = Buffer.alloc(16)

/** The order of its columns: by their names, whatever their order in the file. */
export const inNameOrder = (a: string, b: string) => (a < b ? -1 : 1)
