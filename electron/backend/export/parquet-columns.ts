// The columns of a Parquet file: every value as its exact text, and beside it what an engine calculates with.
import { eventField, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import {
  type Cell,
  type EventTable,
  type TableColumn,
  type TableRow,
  uniqueNames,
} from '../../../shared/event/event-table.ts'
import { decimalText } from '../../../shared/exact/decimal.ts'
import { formatUtc, parseInstant } from '../../../shared/time/instant.ts'
import { type FileField, fieldOf } from './file-format.ts'
import { allFit, scaleFor, unscaled } from './parquet-decimal.ts'
import type { Survey } from './survey.ts'

interface Placed {
  /** In the file. Engines tell names apart by more than upper and lower case only. */
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
  /** All properties as one JSON object. */
  | { name: string; is: 'properties' }
  /** The number × 10^`scale`; null where the value is none, or does not fit. */
  | (Placed & { is: 'decimal'; scale: number })
  /** What the value was sent as, where the decimals alone do not tell which of the texts are numbers. */
  | (Placed & { is: 'kind' })

/** The scales of a folder that has some, by the names of the properties. */
export type Scales = ReadonlyMap<string, number>

/** Column names that files in a folder cannot have, as the folder's name gives their day. */
const RESERVED = ['dt']
const CREATED_AT = eventField('createdAt').name

/** @param scales of columns whose scale earlier days have fixed */
export function parquetColumns({ table, pick }: Survey, scales: Scales = new Map()): ParquetColumn[] {
  const textColumns = table.columns.map((of, cell) => ({ name: of.head, cell, of, is: 'text' as const }))
  const hasProperties = pick.chosen === undefined && !table.columns.some(({ of }) => of === 'properties')
  const columns = textColumns.flatMap((column): ParquetColumn[] => {
    const { of, cell } = column
    if (of.of === 'field' && of.name === CREATED_AT) {
      return [column, { ...column, name: `${CREATED_AT}_timestamp`, is: 'instant' }]
    }
    if ((of.of !== 'property' && of.of !== 'extra') || of.kinds.number === 0) return [column]
    const scale = scales.get(of.name) ?? scaleFor(of.size)
    const tells =
      of.kinds.number === Object.values(of.kinds).reduce((sum, count) => sum + count) && allFit(of.size, scale)
    return [
      column,
      { name: `${of.name}_decimal`, cell, of, is: 'decimal', scale },
      ...(tells ? [] : [{ name: `${of.name}_kind`, cell, of, is: 'kind' as const }]),
    ]
  })
  const at = textColumns.filter(({ of }) => of.of === 'field').length
  const whole: ParquetColumn[] = hasProperties
    ? [...columns.slice(0, at + 1), { name: PROPERTIES_FIELD, is: 'properties' }, ...columns.slice(at + 1)]
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
  if (column.is === 'instant') {
    const at = parseInstant(cell.text)
    return at && formatUtc({ ...at, nanoseconds: at.nanoseconds - (at.nanoseconds % 1_000) })
  }
  const value = cell.kind === 'number' ? unscaled(cell.text, column.scale) : null
  return value === null ? null : decimalText({ digits: value, scale: column.scale })
}

/** As the receipt has them. */
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
        return fieldOf(column.of, name)
      default:
        return column satisfies never
    }
  })
}
