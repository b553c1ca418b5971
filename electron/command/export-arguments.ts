// The command line of `npm run export`: each option is checked separately, and the first invalid one is named.
import { parseArgs } from 'node:util'
import { EVENT_FIELDS } from '../../shared/event/event-fields.ts'
import { FILE_FORMATS } from '../../shared/export/file-formats.ts'
import type { OrderedFile } from '../backend/snapshots/snapshot-header.ts'
import {
  OptionMisfit,
  optionalMember,
  type ReadArguments,
  readArguments,
  readChoice,
  readList,
  SEARCH_OPTIONS,
  SEARCH_USAGE,
  type SearchArguments,
  searchArguments,
} from './search-options.ts'

/** What was asked for. An option that was left out is absent, so that `--resume` can tell it from one that differs. */
export interface ExportArguments extends SearchArguments {
  out: string
  resume: boolean
  /** The file of the rules, as it was named; `file` has its text once it is read. */
  rulesFile?: string
  /** The same of expected shapes. */
  expectFile?: string
  file: Partial<Omit<OrderedFile, 'path' | 'accountMark'>>
}

const usage = (called: string) => `Usage: ${called} --out FILE [options]
Writes every event that matches to a file, with a receipt beside it, and ends with one JSON line on standard output.

  --out FILE               its extension is one of --format; an existing file is replaced once the new one is complete
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
  --rules FILE             what events are worth, as the text that rules are copied as, rate card included: net by
                           currency and the rules' version go into the receipt, "About" and the JSON line
  --expect FILE            what the events are expected to look like, as the JSON Schema that expected shapes are
                           saved as: how many do not goes into the receipt and the JSON line ("misfits")
  --separator comma|semicolon|tab, --decimal point|comma, --no-guards      for CSV

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 complete, 3 partial or unproven, or events are not as --expect has it (the file is there), 1 failed (no file), 2 not understood,
130 stopped by Ctrl+C (no file; --resume continues).`

const OPTIONS = {
  out: { type: 'string' },
  resume: { type: 'boolean' },
  ...SEARCH_OPTIONS,
  format: { type: 'string' },
  partition: { type: 'string' },
  columns: { type: 'string' },
  order: { type: 'string' },
  sum: { type: 'string', multiple: true },
  rules: { type: 'string' },
  expect: { type: 'string' },
  separator: { type: 'string' },
  decimal: { type: 'string' },
  'no-guards': { type: 'boolean' },
  help: { type: 'boolean' },
} as const
const MAY_REPEAT = new Set(['property', 'sum'])

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. */
export const readExportArguments = (args: string[], called: string): ReadArguments<ExportArguments> =>
  readArguments(() => parseOptions(args), usage(called), MAY_REPEAT, exportArguments)

function exportArguments(values: Values): ExportArguments {
  if (values.out === undefined) throw new OptionMisfit('--out FILE is missing: name the file to write.')
  return {
    out: values.out,
    resume: values.resume === true,
    ...searchArguments(values),
    ...optionalMember('rulesFile', values.rules),
    ...optionalMember('expectFile', values.expect),
    file: {
      ...optionalMember('format', readChoice('format', values.format, FORMAT_CHOICES)),
      ...optionalMember('partition', readChoice('partition', values.partition, { day: 'day' })),
      ...optionalMember('separator', readChoice('separator', values.separator, SEPARATORS)),
      ...optionalMember(
        'decimal',
        readChoice('decimal', values.decimal, { point: '.', comma: ',', '.': '.', ',': ',' }),
      ),
      ...(values['no-guards'] === true ? { guarded: false } : {}),
      ...optionalMember('order', readChoice('order', values.order, { oldest: 'oldest', newest: 'newest' })),
      ...optionalMember('columns', values.columns === undefined ? undefined : columns(values.columns)),
      ...optionalMember('sums', values.sum),
    },
  }
}

const FORMAT_CHOICES = Object.fromEntries(FILE_FORMATS.map((name) => [name, name]))
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', ',': ',', ';': ';', '\t': '\t' } as const

function columns(typed: string): NonNullable<OrderedFile['columns']> {
  const names = readList('columns', typed)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new OptionMisfit(`--columns names ${twice} twice.`)
  if (names.includes('')) throw new OptionMisfit(`--columns ${typed} holds an empty name.`)
  return names.map((name) => {
    const field = EVENT_FIELDS.find((one) => one.name === name)
    return field === undefined ? { property: name.replace(/^property:/, '') } : { field: field.key }
  })
}
