// The command line of `npm run export`: each option is checked separately, and the first invalid one is named.
import { basename, extname } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { EVENT_FIELDS, type TextFilter } from '../../shared/event/event-fields.ts'
import { FILE_FORMATS } from '../../shared/export/file-formats.ts'
import { type RangeReading, readSnapshotRange } from '../../shared/snapshot/snapshot-range.ts'
import { beginsDay } from '../../shared/time/day-moments.ts'
import type { OrderedFile, SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import {
  chosenMember,
  DECIMAL_WORDS,
  OptionMismatch,
  optionalMember,
  type ReadArguments,
  readArguments,
  readList,
  SEARCH_OPTIONS,
  SEARCH_USAGE,
  SEPARATOR_WORDS,
  type SearchArguments,
  searchArguments,
  TEXT_OPTION_OF,
  textOptions,
} from './search-options.ts'

/** The user asked for these. A left out option is absent, so that `--resume` can tell it from one that differs. */
export interface ExportArguments extends SearchArguments {
  out: string
  resume: boolean
  /** The file of the rules, as it was typed; `file` has its text once it is read. */
  rulesFile?: string
  /** The file of the expected shapes, likewise. */
  expectFile?: string
  file: Partial<Omit<OrderedFile, 'path' | 'accountMark'>>
}

const usage = (program: string) => `Usage: ${program} --out FILE [options]
Writes every event that matches to a file, with a receipt beside it, and ends with one JSON line on standard output.

  --out FILE               its extension says the format; an existing file is replaced once the new one is complete
  --resume                 continue the reading started for this file; options left out are as before
${SEARCH_USAGE}

  --format NAME            ${FILE_FORMATS.join(', ')}; without it, as FILE's extension says. Parquet is not encrypted
  --partition day          for parquet: FILE is a folder, with a file for each day of the zone. Every day of the range
                           is replaced as a whole, other days stay; the range begins and ends with a day
  --columns A,B            fields and properties in this order; without it, all of them. A property with the name of a
                           field: property:created_at. A name with a comma: "a, b"
  --order oldest|newest    which events come first; without it, the oldest
  --sum PROPERTY           its exact sums, by event type and currency, go into the receipt and
                           the JSON line; can be repeated
  --rules FILE             your price rules, as copied in Eventscope, rate card included: the total by
                           currency and the rules' version go into the receipt, "About" and the JSON line
  --expect FILE            what the events are expected to look like, as the JSON Schema that expected shapes are
                           saved as: the number of events that do not goes into the receipt and the JSON line
                           ("misfits")
  --separator comma|semicolon|tab, --decimal point|comma, --no-guards      for CSV

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 all events read, 3 partial or unproven, or events not as --expect says (the file is there), 1 failed (no file),
2 not understood, 130 stopped by Ctrl+C (no file; --resume continues).`

const OPTIONS = {
  ...SEARCH_OPTIONS,
  ...textOptions('out', 'format', 'partition', 'columns', 'order', 'rules', 'expect', 'separator', 'decimal'),
  sum: { type: 'string', multiple: true },
  resume: { type: 'boolean' },
  'no-guards': { type: 'boolean' },
  help: { type: 'boolean' },
} as const
const MAY_REPEAT = new Set(['property', 'sum'])

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. @param program its name in the usage */
export const readExportArguments = (args: string[], program: string): ReadArguments<ExportArguments> =>
  readArguments(() => parseOptions(args), usage(program), MAY_REPEAT, exportArguments)

function exportArguments(values: Values): ExportArguments {
  if (values.out === undefined) throw new OptionMismatch('--out FILE is missing: name the file to write.')
  return {
    out: values.out,
    resume: values.resume === true,
    ...searchArguments(values),
    ...optionalMember('rulesFile', values.rules),
    ...optionalMember('expectFile', values.expect),
    file: {
      ...chosenMember('format', values.format, FORMAT_CHOICES),
      ...chosenMember('partition', values.partition, { day: 'day' }),
      ...chosenMember('separator', values.separator, SEPARATOR_WORDS),
      ...chosenMember('decimal', values.decimal, DECIMAL_WORDS),
      ...(values['no-guards'] === true ? { guarded: false } : {}),
      ...chosenMember('order', values.order, { oldest: 'oldest', newest: 'newest' }),
      ...optionalMember('columns', values.columns, columns),
      ...optionalMember('sums', values.sum && [...new Set(values.sum)]),
    },
  }
}

const FORMAT_CHOICES = Object.fromEntries(FILE_FORMATS.map((name) => [name, name]))

function columns(typed: string): NonNullable<OrderedFile['columns']> {
  const names = readList('columns', typed)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new OptionMismatch(`--columns names ${twice} twice.`)
  if (names.includes('')) throw new OptionMismatch(`--columns ${typed} holds an empty name.`)
  return names.map((name) => {
    const field = EVENT_FIELDS.find((one) => one.name === name)
    return field === undefined ? { property: name.replace(/^property:/, '') } : { field: field.key }
  })
}

/** This is what an export is to read and to write. */
export interface ExportOrder extends Pick<SnapshotHeader, 'search' | 'range'> {
  file: Omit<OrderedFile, 'accountMark'>
}

/** `message`: a sentence that names the option at fault. */
type OrderReading = { ok: true; order: ExportOrder } | { ok: false; message: string }

/**
 * The order of a new export, with defaults for options that were left out.
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
  const mismatch = csvMismatch({ ...file, format }) ?? daysMismatch({ ...file, format }, read.range)
  if (mismatch !== null) return { ok: false, message: mismatch }
  const defaults = { separator: ',', decimal: '.', guarded: true, order: 'oldest', columns: null } as const
  return {
    ok: true,
    order: {
      search: { propertyFilters: [], ...search },
      range: read.range,
      file: { ...defaults, sums: [], ...file, path, format },
    },
  }
}

/** Why a reading that was begun for a file cannot be continued by these options: a sentence; null where they agree. */
export function resumeMismatch(asked: ExportArguments, header: SnapshotHeader, file: OrderedFile): string | null {
  const { search, range } = header
  const mismatch = csvMismatch({ ...asked.file, format: asked.file.format ?? file.format })
  if (mismatch !== null) return mismatch
  const read = readSnapshotRange({ zone: range.zone, ...asked.range })
  if (!read.ok) return rangeWords(asked.range, read)
  const { from, to, until, zone } = asked.range
  const differs = [
    ...differing(SEARCH_KEYS, asked.search, search),
    ...(from !== undefined && read.range.from !== range.from ? ['from'] : []),
    ...(to !== undefined && read.range.until !== range.until ? ['to'] : []),
    ...(until !== undefined && read.range.until !== range.until ? ['until'] : []),
    ...(zone !== undefined && zone !== range.zone ? ['zone'] : []),
    ...differing(FILE_KEYS, asked.file, file),
  ]
  if (differs.length === 0) return null
  const options = differs.map((name) => `--${name}`).join(', ')
  return `${options} ${differs.length === 1 ? 'differs' : 'differ'} from what this reading was started with. Leave such options out to continue it, or --resume out to start over.`
}

/** "--from 2026-13: There is no month 2026-13." */
export function rangeWords(
  range: ExportArguments['range'],
  { field, message }: Extract<RangeReading, { ok: false }>,
): string {
  return `--${field} ${range[field] ?? ''}: ${message}`
}

/** Options that are not named like their key. */
const OTHERWISE_NAMED: Readonly<Record<string, string>> = {
  ...TEXT_OPTION_OF,
  eventType: 'event-type',
  propertyFilters: 'property',
  guarded: 'no-guards',
  sums: 'sum',
}
const optionOf = (key: string) => OTHERWISE_NAMED[key] ?? key

const SEARCH_KEYS = [...(Object.keys(TEXT_OPTION_OF) as TextFilter[]), 'eventType', 'propertyFilters'] as const
const CSV_KEYS = ['separator', 'decimal', 'guarded'] as const
const FILE_KEYS = ['format', ...CSV_KEYS, 'order', 'columns', 'sums', 'partition', 'rules', 'expect'] as const

/** The options that were given and are not as they were. */
function differing<Key extends string>(
  keys: readonly Key[],
  asked: { [_ in NoInfer<Key>]?: unknown },
  before: { [_ in NoInfer<Key>]?: unknown },
): string[] {
  const changed = keys.filter((key) => asked[key] !== undefined && !isDeepStrictEqual(asked[key], before[key]))
  return changed.map(optionOf)
}

function formatOf(path: string): OrderedFile['format'] | null {
  const ending = extname(path).toLowerCase()
  return FILE_FORMATS.find((format) => `.${format}` === ending) ?? null
}

/** Why a folder of days cannot be written; null if it can, or is not asked for. */
function daysMismatch(
  { partition, format }: Partial<OrderedFile>,
  { from, until, zone }: SnapshotHeader['range'],
): string | null {
  if (partition === undefined) return null
  if (format !== 'parquet') return `--partition is for parquet only, and this file is ${format}.`
  if ([from, until].every((moment) => moment === null || beginsDay(moment, zone))) return null
  return `--partition day replaces each day as a whole: let the range begin and end with a day of ${zone}.`
}

/** A sentence about an option that this format does not use; null if there is none. */
function csvMismatch(file: Partial<OrderedFile>): string | null {
  if (file.format === 'csv') return null
  const key = CSV_KEYS.find((one) => file[one] !== undefined)
  return key === undefined ? null : `--${optionOf(key)} is for CSV only, and this file is ${file.format}.`
}
