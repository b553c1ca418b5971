// The command line of `npm run check`: what to read is said as for `npm run export`, or a snapshot is named.
import { parseArgs } from 'node:util'
import {
  type DecimalSign,
  type Encoding,
  type FileChoices,
  type KeyPart,
  type Meaning,
  type Separator,
  TIME_STEPS,
  type TimeStep,
} from '../../shared/check/checked-file.ts'
import { EVENT_FIELDS } from '../../shared/event/event-fields.ts'
import {
  choice,
  given,
  listed,
  OptionMisfit,
  type ReadArguments,
  readArguments,
  SEARCH_OPTIONS,
  SEARCH_USAGE,
  type SearchArguments,
  searchArguments,
} from './search-options.ts'

export interface CheckArguments extends SearchArguments {
  kind: 'ledger'
  /** As they were named. */
  file: string
  rulesFile?: string
  mapFile?: string
  /** The name of a snapshot that is there; absent: a new one is read. */
  snapshot?: string
  /** Properties that are amount and currency of events without a rule. */
  sent?: { amount: string; currency: string | null }
  choices: Partial<
    Pick<FileChoices, 'separator' | 'decimal' | 'encoding' | 'sheet' | 'headLine' | 'key' | 'currency' | 'amounts'>
  >
  /** Columns by their heads. */
  columns?: { head: string; means: Meaning }[]
}

const USAGE = `Usage: npm run check -- --file FILE [options]
Holds the lines of a ledger (CSV, TSV, Excel or NDJSON) against events, and prints one JSON line for each line of the file,
one for each event that is on none, and a summary at the end.

  --file FILE              the ledger
  --snapshot NAME          a snapshot in Eventscope; without it, every match is read as by npm run export:
${SEARCH_USAGE}

  --key A,B                what names an event instead of its ID: customer_id,created_at:day,property:NAME
  --rules FILE             what events are worth, as the text that rules are copied as
  --sent AMOUNT[,CURRENCY] properties that are the amount and the currency of events without a rule
  --columns HEAD=MEANING,… what columns are: event_id, customer_id, event_code, event_type, created_at, amount,
                           currency or property:NAME. Without it, as their names say; others are left out
  --map FILE               what the file calls customers and event codes: a CSV file with the columns of, said, is;
                           of is customer or code
  --separator comma|semicolon|tab|bar, --decimal point|comma, --encoding utf-8|windows-1252, --sheet NAME,
  --heads LINE             the line with the heads; 0: there is none
  --currency CODE          of all lines, where no column says it
  --amounts as-sent|as-counted      whether credits stand as the service sends them, or below zero as they count
  --kind ledger

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 every line matched, nothing only in the snapshot, the snapshot complete; 3 otherwise; 1 failed;
2 not understood, or something has to be said that only you know; 130 stopped by Ctrl+C.`

const OPTIONS = {
  file: { type: 'string' },
  kind: { type: 'string' },
  snapshot: { type: 'string' },
  ...SEARCH_OPTIONS,
  key: { type: 'string' },
  rules: { type: 'string' },
  sent: { type: 'string' },
  columns: { type: 'string' },
  map: { type: 'string' },
  separator: { type: 'string' },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  sheet: { type: 'string' },
  heads: { type: 'string' },
  currency: { type: 'string' },
  amounts: { type: 'string' },
  help: { type: 'boolean' },
} as const

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. */
export const readCheckArguments = (args: string[]): ReadArguments<CheckArguments> =>
  readArguments(() => parseOptions(args), USAGE, new Set(['property']), checkArguments)

const SEPARATOR_WORDS: Record<string, Separator> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  bar: '|',
  ',': ',',
  ';': ';',
  '\t': '\t',
  '|': '|',
}
const DECIMAL_WORDS: Record<string, DecimalSign> = { point: '.', comma: ',', '.': '.', ',': ',' }
const ENCODING_WORDS: Record<string, Encoding> = { 'utf-8': 'utf-8', 'windows-1252': 'windows-1252' }
/** What a snapshot that is there settles already. */
const OF_READING = ['event-type', 'customer-id', 'event-code', 'event-id', 'property', 'from', 'to', 'until'] as const

function checkArguments(values: Values): CheckArguments {
  if (values.file === undefined) throw new OptionMisfit('--file FILE is missing: name the file to check.')
  choice('kind', values.kind, { ledger: 'ledger' })
  const settled = values.snapshot === undefined ? undefined : OF_READING.find((name) => values[name] !== undefined)
  if (settled !== undefined) {
    throw new OptionMisfit(`--${settled} says what is read, and --snapshot names what was: leave one of them out.`)
  }
  const sent = values.sent === undefined ? undefined : listed('sent', values.sent)
  if (sent !== undefined && (sent.length > 2 || sent.includes(''))) {
    throw new OptionMisfit(`--sent ${values.sent} must be one property, or two with a comma between.`)
  }
  return {
    ...searchArguments(values),
    kind: 'ledger',
    file: values.file,
    ...given('rulesFile', values.rules),
    ...given('mapFile', values.map),
    ...given('snapshot', values.snapshot),
    ...given('sent', sent && { amount: sent[0] ?? '', currency: sent[1] ?? null }),
    ...given('columns', values.columns === undefined ? undefined : columns(values.columns)),
    choices: {
      ...given('separator', choice('separator', values.separator, SEPARATOR_WORDS)),
      ...given('decimal', choice('decimal', values.decimal, DECIMAL_WORDS)),
      ...given('encoding', choice('encoding', values.encoding, ENCODING_WORDS)),
      ...given('sheet', values.sheet),
      ...given('headLine', values.heads === undefined ? undefined : headLine(values.heads)),
      ...given('key', values.key === undefined ? undefined : listed('key', values.key).map((text) => keyPart(text))),
      ...given('currency', values.currency),
      ...given('amounts', choice('amounts', values.amounts, { 'as-sent': 'as-sent', 'as-counted': 'as-counted' })),
    },
  }
}

function headLine(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > 1_000)
    throw new OptionMisfit(`--heads ${text} is no line from 0 to 1000.`)
  return Number(text)
}

/** Null where it is none. */
function meaning(text: string): Meaning | null {
  const field = EVENT_FIELDS.find(({ name }) => name === text)
  if (field !== undefined) return { is: 'field', field: field.key }
  if (text === 'amount' || text === 'currency') return { is: text }
  const name = /^property:(?<name>.+)$/s.exec(text)?.groups?.name
  return name === undefined ? null : { is: 'property', name }
}

const MEANINGS = `${EVENT_FIELDS.map(({ name }) => name).join(', ')}, amount, currency or property:NAME`

function columns(typed: string): { head: string; means: Meaning }[] {
  return listed('columns', typed).map((text) => {
    const { head, said } = /^(?<head>.+)=(?<said>[^=]+)$/s.exec(text)?.groups ?? {}
    const means = said === undefined ? null : meaning(said)
    if (head === undefined || means === null) {
      throw new OptionMisfit(`--columns ${text} must be written as HEAD=MEANING, where MEANING is ${MEANINGS}.`)
    }
    return { head, means }
  })
}

function keyPart(text: string): KeyPart {
  const { said = text, step } = /^(?<said>created_at):(?<step>.+)$/.exec(text)?.groups ?? {}
  const means = meaning(said)
  const to = TIME_STEPS.find((one): one is TimeStep => one === step)
  if (means === null || (step !== undefined && to === undefined)) {
    throw new OptionMisfit(
      `--key ${text} is none of ${MEANINGS}; of created_at also created_at:${TIME_STEPS.join('|')}.`,
    )
  }
  return { means, ...(to && { to }) }
}
