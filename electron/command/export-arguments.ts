// The command line of `npm run export`: each option is checked separately, and the first invalid one is named.
import { parseArgs } from 'node:util'
import { CsvError, parse } from 'csv-parse/sync'
import { type PropertyFilter, propertyFilterSchema } from '../../shared/event/event.ts'
import { EVENT_FIELDS, hyphened, TEXT_FILTERS, type TextFilter } from '../../shared/event/event-fields.ts'
import { FILE_FORMATS } from '../../shared/export/file-formats.ts'
import type { RangeInput } from '../../shared/snapshot/snapshot-range.ts'
import type { OrderedFile, SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'

/** What was asked for. An option that was left out is absent, so that `--resume` can tell it from one that differs. */
export interface ExportArguments {
  out: string
  resume: boolean
  /** The user-data folder; absent: the system's place. */
  userData?: string
  connection?: string
  /** The file of the rules, as it was named; `file` has its text once it is read. */
  rulesFile?: string
  search: Partial<SnapshotHeader['search']>
  range: Partial<RangeInput>
  file: Partial<Omit<OrderedFile, 'path' | 'accountMark'>>
}

/** `code` is the exit code that goes with the message: 0 for help, 2 for what cannot be understood. */
export type ReadArguments = { ok: true; value: ExportArguments } | { ok: false; message: string; code: 0 | 2 }

// The options of `npm run export` for filters of a field's whole text, each named as its field is sent: --customer-id.

const NAMED = TEXT_FILTERS.map(({ name, key }) => ({ key, option: hyphened(name) }))
type TextOption = (typeof NAMED)[number]['option']

/** For parseArgs. */
const TEXT_OPTIONS = Object.fromEntries(NAMED.map(({ option }) => [option, { type: 'string' }])) as {
  [_ in TextOption]: { type: 'string' }
}

/** By the filter's key. */
export const TEXT_OPTION_OF = Object.fromEntries(NAMED.map(({ key, option }) => [key, option])) as {
  [_ in TextFilter]: TextOption
}

/** The filters that were given. */
function textFilters(values: { [_ in TextOption]?: string | undefined }): { [_ in TextFilter]?: string } {
  return Object.fromEntries(
    NAMED.flatMap(({ key, option }) => (values[option] === undefined ? [] : [[key, values[option]]])),
  )
}

const USAGE = `Usage: npm run export -- --out FILE [options]
Writes every event that matches to a file, with a receipt beside it, and ends with one JSON line on standard output.

  --out FILE               its extension is one of --format; an existing file is replaced once the new one is complete
  --resume                 continue the reading started for this file; options left out are as before
  --connection NAME        a name in Eventscope; without it EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN are used

  --event-type credit|debit, ${Object.keys(TEXT_OPTIONS)
    .map((name) => `--${name} TEXT`)
    .join(', ')}
  --property NAME=string:TEXT, --property NAME=number:1.5      once for each property
  --from WHEN              2026-11, 2026-11-20, 2026-11-20T14:52 or 2026-11-20T14:52:57Z
  --to WHEN                the same; all of that month or day, or that instant, is included
  --until WHEN             the same; it is not included
  --zone ZONE              the time zone of days, such as Europe/Berlin; without it the connection's billing zone,
                           else UTC

  --format NAME            ${FILE_FORMATS.join(', ')}; without it, as FILE's extension says
  --columns A,B            fields and properties in this order; without it, all of them. A property with the name of a
                           field: property:created_at. A name with a comma: "a, b"
  --order oldest|newest    which events come first; without it, the oldest
  --sum PROPERTY           its exact sums, by event type and currency, go into the receipt and
                           the JSON line; can be repeated
  --rules FILE             what events are worth, as the text that rules are copied as, rate card included: net by
                           currency and the rules' version go into the receipt, "About" and the JSON line
  --separator comma|semicolon|tab, --decimal point|comma, --no-guards      for CSV

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 complete, 3 partial or unproven (the file is there), 1 failed (no file), 2 not understood,
130 stopped by Ctrl+C (no file; --resume continues).`

const OPTIONS = {
  out: { type: 'string' },
  resume: { type: 'boolean' },
  connection: { type: 'string' },
  ...TEXT_OPTIONS,
  'event-type': { type: 'string' },
  property: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  until: { type: 'string' },
  zone: { type: 'string' },
  format: { type: 'string' },
  columns: { type: 'string' },
  order: { type: 'string' },
  sum: { type: 'string', multiple: true },
  rules: { type: 'string' },
  separator: { type: 'string' },
  decimal: { type: 'string' },
  'no-guards': { type: 'boolean' },
  'user-data': { type: 'string' },
  help: { type: 'boolean' },
} as const
const MAY_REPEAT = new Set(['property', 'sum'])

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. */
export function readExportArguments(args: string[]): ReadArguments {
  let parsed: ReturnType<typeof parseOptions>
  try {
    parsed = parseOptions(args)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `${why}\n--help lists the options.`, code: 2 }
  }
  const { values, tokens } = parsed
  if (values.help === true) return { ok: false, message: USAGE, code: 0 }
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = names.find((name, at) => names.indexOf(name) !== at && !MAY_REPEAT.has(name))
  try {
    if (twice !== undefined) throw new Misfit(`--${twice} is given twice.`)
    return { ok: true, value: exportArguments(values) }
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, message: error.message, code: 2 }
    throw error
  }
}

/** An option that cannot be used, in a sentence that names it. */
class Misfit extends Error {}

function exportArguments(values: Values): ExportArguments {
  for (const [name, value] of Object.entries(values)) {
    if (value === '' || (Array.isArray(value) && value.includes(''))) throw new Misfit(`--${name} needs a value.`)
  }
  if (values.out === undefined) throw new Misfit('--out FILE is missing: name the file to write.')
  const properties = values.property === undefined ? undefined : propertyFilters(values.property)
  const { from, to, until, zone } = values
  if (to !== undefined && until !== undefined) {
    throw new Misfit('--to and --until exclude each other: a range has one end.')
  }
  return {
    out: values.out,
    resume: values.resume === true,
    ...given('userData', values['user-data']),
    ...given('connection', values.connection),
    ...given('rulesFile', values.rules),
    search: {
      ...textFilters(values),
      ...given('eventType', choice('event-type', values['event-type'], { credit: 'credit', debit: 'debit' })),
      ...given('propertyFilters', properties),
    },
    range: { ...given('from', from), ...given('to', to), ...given('until', until), ...given('zone', zone) },
    file: {
      ...given('format', choice('format', values.format, FORMAT_CHOICES)),
      ...given('separator', choice('separator', values.separator, SEPARATORS)),
      ...given('decimal', choice('decimal', values.decimal, { point: '.', comma: ',', '.': '.', ',': ',' })),
      ...(values['no-guards'] === true ? { guarded: false } : {}),
      ...given('order', choice('order', values.order, { oldest: 'oldest', newest: 'newest' })),
      ...given('columns', values.columns === undefined ? undefined : columns(values.columns)),
      ...given('sums', values.sum),
    },
  }
}

const FORMAT_CHOICES = Object.fromEntries(FILE_FORMATS.map((name) => [name, name]))
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', ',': ',', ';': ';', '\t': '\t' } as const

/** An object with this member, or an empty one if there is no value. */
function given<Name extends string, T>(name: Name, value: T | undefined): { [_ in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [_ in Name]: T })
}

function choice<const T extends string>(
  name: string,
  text: string | undefined,
  choices: Readonly<Record<string, T>>,
): T | undefined {
  if (text === undefined) return undefined
  const chosen = Object.entries(choices).find(([word]) => word === text)
  if (chosen !== undefined) return chosen[1]
  const words = Object.keys(choices).filter((word) => word.length > 1)
  throw new Misfit(`--${name} ${text} is not one of ${words.join(', ')}.`)
}

function propertyFilters(texts: readonly string[]): PropertyFilter[] {
  const filters = texts.map((typed) => {
    const { name, kind, text } = /^(?<name>.+?)=(?<kind>string|number):(?<text>.*)$/s.exec(typed)?.groups ?? {}
    if (name === undefined) {
      throw new Misfit(`--property ${typed} must be written as NAME=string:TEXT or NAME=number:1.5.`)
    }
    const filter = propertyFilterSchema.safeParse({ name, kind, text })
    if (!filter.success) throw new Misfit(`--property ${typed}: ${text} is not a JSON number.`)
    return filter.data
  })
  const twice = filters.find(({ name }, at) => filters.findIndex((other) => other.name === name) !== at)
  if (twice !== undefined) {
    throw new Misfit(`--property ${twice.name} is given twice: a search takes one value for each property.`)
  }
  return filters
}

function columns(typed: string): NonNullable<OrderedFile['columns']> {
  const names = listed(typed)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Misfit(`--columns names ${twice} twice.`)
  if (names.includes('')) throw new Misfit(`--columns ${typed} holds an empty name.`)
  return names.map((name) => {
    const field = EVENT_FIELDS.find((one) => one.name === name)
    return field === undefined ? { property: name.replace(/^property:/, '') } : { field: field.key }
  })
}

/** Names between commas, in quotes where one holds a comma: a record of a CSV file. */
function listed(typed: string): string[] {
  try {
    const records: string[][] = parse(typed, { trim: true, relax_column_count: true })
    if (records.length === 1 && records[0] !== undefined) return records[0]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  throw new Misfit(`--columns ${typed} is not a comma-separated list of names.`)
}
