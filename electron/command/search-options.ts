// The options that say what to read: the filters, the range and the connection of `npm run export` and of what else
// reads every match. They also tell of an option that cannot be used.
import type { parseArgs } from 'node:util'
import { CsvError, parse } from 'csv-parse/sync'
import { type PropertyFilter, propertyFilterSchema } from '../../shared/event/event.ts'
import { hyphened, TEXT_FILTERS, type TextFilter } from '../../shared/event/event-fields.ts'
import type { RangeInput } from '../../shared/snapshot/snapshot-range.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'

/** An option that was left out is absent. */
export interface SearchArguments {
  /** The user-data folder; absent: the system's place. */
  userData?: string
  connection?: string
  search: Partial<SnapshotHeader['search']>
  range: Partial<RangeInput>
}

/** Filters of a field's whole text, each named as its field is sent: --customer-id. */
const NAMED = TEXT_FILTERS.map(({ name, key }) => ({ key, option: hyphened(name) }))
type TextOption = (typeof NAMED)[number]['option']

/** Makes options for parseArgs that take a text each. */
export const textOptions = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as { [_ in Name]: { type: 'string' } }

const TEXT_OPTIONS = textOptions(...NAMED.map(({ option }) => option))

/** They are by the filter's key. */
export const TEXT_OPTION_OF = Object.fromEntries(NAMED.map(({ key, option }) => [key, option])) as {
  [_ in TextFilter]: TextOption
}

/** The filters that were given. */
function textFilters(values: { [_ in TextOption]?: string | undefined }): { [_ in TextFilter]?: string } {
  return Object.fromEntries(
    NAMED.flatMap(({ key, option }) => (values[option] === undefined ? [] : [[key, values[option]]])),
  )
}

/** They are for parseArgs. */
export const SEARCH_OPTIONS = {
  ...TEXT_OPTIONS,
  ...textOptions('connection', 'event-type', 'from', 'to', 'until', 'zone', 'user-data'),
  property: { type: 'string', multiple: true },
} as const
type SearchValues = ReturnType<typeof parseArgs<{ options: typeof SEARCH_OPTIONS }>>['values']

/** `--help` explains them so. */
export const SEARCH_USAGE = `  --connection NAME        a name in Eventscope; without it EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN are used

  --event-type credit|debit, ${Object.keys(TEXT_OPTIONS)
    .map((name) => `--${name} TEXT`)
    .join(', ')}
  --property NAME=string:TEXT, --property NAME=number:1.5      once for each property
  --from WHEN              2026-11, 2026-11-20, 2026-11-20T14:52 or 2026-11-20T14:52:57Z
  --to WHEN                the same; all of that month or day, or that instant, is included
  --until WHEN             the same; it is not included
  --zone ZONE              the time zone of days, such as Europe/Berlin; without it the connection's billing zone,
                           else UTC`

/** @throws OptionMismatch */
export function searchArguments(values: SearchValues): SearchArguments {
  const properties = optionalMember('propertyFilters', values.property, propertyFilters)
  const { from, to, until, zone } = values
  if (to !== undefined && until !== undefined) {
    throw new OptionMismatch('--to and --until exclude each other: a range has one end.')
  }
  return {
    ...optionalMember('userData', values['user-data']),
    ...optionalMember('connection', values.connection),
    search: {
      ...textFilters(values),
      ...optionalMember('eventType', values['event-type'], (type) =>
        readChoice('event-type', type, { credit: 'credit', debit: 'debit' }),
      ),
      ...properties,
    },
    range: {
      ...optionalMember('from', from),
      ...optionalMember('to', to),
      ...optionalMember('until', until),
      ...optionalMember('zone', zone),
    },
  }
}

/** `code` is the exit code that goes with the message: 0 for help, 2 for what cannot be understood. */
export type ReadArguments<T> = { ok: true; value: T } | { ok: false; message: string; code: 0 | 2 }

interface Parsed<V> {
  values: V
  tokens: { kind: string; name?: string }[]
}

/** Refuses what is unknown, given twice or without a value. @param read may throw `OptionMismatch` */
export function readArguments<V extends { help?: boolean | undefined }, T>(
  parseOptions: () => Parsed<V>,
  usage: string,
  mayRepeat: ReadonlySet<string>,
  read: (values: V) => T,
): ReadArguments<T> {
  let parsed: Parsed<V>
  try {
    parsed = parseOptions()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `${why}\n--help lists the options.`, code: 2 }
  }
  const { values, tokens } = parsed
  if (values.help === true) return { ok: false, message: usage, code: 0 }
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []))
  const twice = names.find((name, at) => names.indexOf(name) !== at && !mayRepeat.has(name))
  try {
    if (twice !== undefined) throw new OptionMismatch(`--${twice} is given twice.`)
    for (const [name, value] of Object.entries(values) as [string, unknown][]) {
      if (value === '' || (Array.isArray(value) && value.includes('')))
        throw new OptionMismatch(`--${name} needs a value.`)
    }
    return { ok: true, value: read(values) }
  } catch (error) {
    if (error instanceof OptionMismatch) return { ok: false, message: error.message, code: 2 }
    throw error
  }
}

/** An option that cannot be used, in a sentence that names it. */
export class OptionMismatch extends Error {}

/** An object with this member, or an empty one if there is no value. */
export function optionalMember<Name extends string, T>(name: Name, value: T | undefined): { [_ in Name]?: T }
/** @param read gives what the member holds */
export function optionalMember<Name extends string, T, Read>(
  name: Name,
  value: T | undefined,
  read: (value: T) => Read,
): { [_ in Name]?: Read }
export function optionalMember(name: string, value: unknown, read = (given: unknown) => given): object {
  return value === undefined ? {} : { [name]: read(value) }
}

/** An object with this member, or an empty one if the option of its name was left out. */
export const chosenMember = <Name extends string, const T extends string>(
  name: Name,
  text: string | undefined,
  choices: Readonly<Record<string, T>>,
): { [_ in Name]?: T } => optionalMember(name, text, (typed) => readChoice(name, typed, choices))

/** @param choices by the word typed. @throws OptionMismatch for any other word */
export function readChoice<const T extends string>(
  name: string,
  text: string,
  choices: Readonly<Record<string, T>>,
): T {
  const chosen = Object.entries(choices).find(([word]) => word === text)
  if (chosen !== undefined) return chosen[1]
  const words = Object.keys(choices).filter((word) => word.length > 1)
  throw new OptionMismatch(`--${name} ${text} is not one of ${words.join(', ')}.`)
}

/** `--separator` and `--decimal` take them. */
export const SEPARATOR_WORDS = { comma: ',', semicolon: ';', tab: '\t', ',': ',', ';': ';', '\t': '\t' } as const
export const DECIMAL_WORDS = { point: '.', comma: ',', '.': '.', ',': ',' } as const

function propertyFilters(texts: readonly string[]): PropertyFilter[] {
  const filters = texts.map((typed) => {
    const { name, kind, text } = /^(?<name>.+?)=(?<kind>string|number):(?<text>.*)$/s.exec(typed)?.groups ?? {}
    if (name === undefined) {
      throw new OptionMismatch(`--property ${typed} must be written as NAME=string:TEXT or NAME=number:1.5.`)
    }
    const filter = propertyFilterSchema.safeParse({ name, kind, text })
    if (!filter.success) throw new OptionMismatch(`--property ${typed}: ${text} is not a JSON number.`)
    return filter.data
  })
  const twice = filters.find(({ name }, at) => filters.findIndex((other) => other.name === name) !== at)
  if (twice !== undefined) {
    throw new OptionMismatch(`--property ${twice.name} is given twice: a search takes one value for each property.`)
  }
  return filters
}

/** Names between commas, in quotes where one holds a comma: a record of a CSV file. */
export function readList(option: string, typed: string): string[] {
  try {
    const records: string[][] = parse(typed, { trim: true, relax_column_count: true })
    if (records.length === 1 && records[0] !== undefined) return records[0]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  throw new OptionMismatch(`--${option} ${typed} is not a comma-separated list of names.`)
}

/** Columns by their heads: HEAD=MEANING,…. @param meaning null where a text is none of `words` */
export function meantColumns<T>(
  typed: string,
  meaning: (text: string) => T | null,
  words: string,
): { head: string; means: T }[] {
  return readList('columns', typed).map((text) => {
    const { head, said } = /^(?<head>.+)=(?<said>[^=]+)$/s.exec(text)?.groups ?? {}
    const means = said === undefined ? null : meaning(said)
    if (head === undefined || means === null) {
      throw new OptionMismatch(`--columns ${text} must be written as HEAD=MEANING, where MEANING is ${words}.`)
    }
    return { head, means }
  })
}
