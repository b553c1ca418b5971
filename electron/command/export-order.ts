// What an export is to read and to write: from the options alone, or from a reading that was begun and options that agree.
import { basename, extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { FILE_FORMATS } from '../../shared/export/file-formats.ts'
import { type RangeReading, readSnapshotRange } from '../../shared/snapshot/snapshot-range.ts'
import { beginsDay } from '../../shared/time/day-moments.ts'
import type { OrderedFile, SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'
import type { ExportArguments } from './export-arguments.ts'
import { TEXT_OPTION_OF } from './search-options.ts'

export interface ExportOrder {
  search: SnapshotHeader['search']
  range: SnapshotHeader['range']
  file: Omit<OrderedFile, 'accountMark'>
}

/** `message`: a sentence that names the option at fault. */
export type OrderReading = { ok: true; order: ExportOrder } | { ok: false; message: string }

/**
 * @param path where the file is to go, absolute
 * @param zone in which days are meant where no option says it
 */
export function newOrder({ search, range, file }: ExportArguments, path: string, zone: string): OrderReading {
  const read = readSnapshotRange({ zone, ...range })
  if (!read.ok) return { ok: false, message: rangeWords(range, read) }
  const format = file.format ?? (file.partition === undefined ? formatOf(path) : 'parquet')
  if (format === null) {
    return { ok: false, message: `${basename(path)} does not say which format is meant: add --format.` }
  }
  const misfit = csvMisfit({ ...file, format }) ?? daysMisfit({ ...file, format }, read.range)
  if (misfit !== null) return { ok: false, message: misfit }
  const defaults = { separator: ',', decimal: '.', guarded: true, order: 'oldest', columns: null, sums: [] } as const
  return {
    ok: true,
    order: {
      search: { propertyFilters: [], ...search },
      range: read.range,
      file: { ...defaults, sums: [], ...file, path, format },
    },
  }
}

/** The order of a reading that was begun for a file; refused where an option says otherwise. */
export function resumedOrder(asked: ExportArguments, header: SnapshotHeader, file: OrderedFile): OrderReading {
  const { search, range } = header
  const misfit = csvMisfit({ ...asked.file, format: asked.file.format ?? file.format })
  if (misfit !== null) return { ok: false, message: misfit }
  const read = readSnapshotRange({ zone: range.zone, ...asked.range })
  if (!read.ok) return { ok: false, message: rangeWords(asked.range, read) }
  const { from, to, until, zone } = asked.range
  const differs = [
    ...differing(OPTION_OF.search, asked.search, search),
    ...(from !== undefined && read.range.from !== range.from ? ['from'] : []),
    ...(to !== undefined && read.range.until !== range.until ? ['to'] : []),
    ...(until !== undefined && read.range.until !== range.until ? ['until'] : []),
    ...(zone !== undefined && zone !== range.zone ? ['zone'] : []),
    ...differing(OPTION_OF.file, asked.file, file),
  ]
  if (differs.length === 0) return { ok: true, order: { search, range, file } }
  const options = differs.map((name) => `--${name}`).join(', ')
  const message = `${options} ${differs.length === 1 ? 'differs' : 'differ'} from what this reading was started with. Leave such options out to continue it, or --resume out to start over.`
  return { ok: false, message }
}

/** "--from 2026-13: There is no month 2026-13." */
export function rangeWords(
  range: ExportArguments['range'],
  { field, message }: Extract<RangeReading, { ok: false }>,
): string {
  return `--${field} ${range[field] ?? ''}: ${message}`
}

const OPTION_OF = {
  search: {
    ...TEXT_OPTION_OF,
    eventType: 'event-type',
    propertyFilters: 'property',
  },
  file: {
    format: 'format',
    separator: 'separator',
    decimal: 'decimal',
    guarded: 'no-guards',
    order: 'order',
    columns: 'columns',
    sums: 'sum',
    partition: 'partition',
    rules: 'rules',
    expect: 'expect',
  },
} as const

/** The options that were given and are not as they were. */
function differing<Key extends string>(
  options: Readonly<Record<Key, string>>,
  asked: { [_ in NoInfer<Key>]?: unknown },
  before: { [_ in NoInfer<Key>]?: unknown },
): string[] {
  const given = (Object.keys(options) as Key[]).filter((key) => asked[key] !== undefined)
  return given.filter((key) => !isDeepStrictEqual(asked[key], before[key])).map((key) => options[key])
}

function formatOf(path: string): OrderedFile['format'] | null {
  const ending = extname(path).toLowerCase()
  return FILE_FORMATS.find((format) => `.${format}` === ending) ?? null
}

/** Why a folder of days cannot be written; null if it can, or is not asked for. */
function daysMisfit(
  { partition, format }: Partial<OrderedFile>,
  { from, until, zone }: SnapshotHeader['range'],
): string | null {
  if (partition === undefined) return null
  if (format !== 'parquet') return `--partition is for parquet only, and this file is ${format}.`
  if ([from, until].every((moment) => moment === null || beginsDay(moment, zone))) return null
  return `--partition day replaces each day as a whole: let the range begin and end with a day of ${zone}.`
}

/** A sentence about an option that this format does not use; null if there is none. */
function csvMisfit(file: Partial<OrderedFile>): string | null {
  if (file.format === 'csv') return null
  const key = (['separator', 'decimal', 'guarded'] as const).find((one) => file[one] !== undefined)
  return key === undefined ? null : `--${OPTION_OF.file[key]} is for CSV only, and this file is ${file.format}.`
}
