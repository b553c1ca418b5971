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
import type { FileArguments } from './checked-snapshot.ts'
import { INVOICE_MEANING_WORDS, type InvoiceArguments, invoiceArguments } from './invoice-arguments.ts'
import {
  meantColumns,
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

export interface LedgerArguments extends FileArguments {
  kind: 'ledger'
  /** Properties that are amount and currency of events without a rule. */
  sent?: { amount: string; currency: string | null }
  choices: Partial<
    Pick<FileChoices, 'separator' | 'decimal' | 'encoding' | 'sheet' | 'headLine' | 'key' | 'currency' | 'amounts'>
  >
  /** Columns by their heads. */
  columns?: { head: string; means: Meaning }[]
}

export type CheckArguments = LedgerArguments | InvoiceArguments

const usage = (called: string) => `Usage: ${called} --file FILE [options]
Holds the lines of a ledger or an invoice (CSV, TSV, Excel or NDJSON) against events, and prints one JSON line for each line
of the file, one for each event of a ledger that is on none, or for all events of a customer, code and period that are on no
line of an invoice, and a summary at the end.

  --file FILE              the ledger or the invoice
  --kind ledger|invoice    what it is; without it a ledger
  --snapshot NAME          a snapshot in Eventscope; without it, every match is read, as for an export:
${SEARCH_USAGE}

  --rules FILE             what events are worth, as the text that rules are copied as; an invoice needs it
  --columns HEAD=MEANING,… what columns are, as their names say without it; others are left out. Of a ledger: event_id,
                           customer_id, event_code, event_type, created_at, amount, currency or property:NAME; of an
                           invoice: ${INVOICE_MEANING_WORDS}
  --map FILE               what the file calls customers and event codes: a CSV file with the columns of, said, is;
                           of is customer or code; of an invoice also not-from-events (is: fee, tax, discount, proration
                           or other) and total
  --separator comma|semicolon|tab|bar, --decimal point|comma, --encoding utf-8|windows-1252, --sheet NAME,
  --heads LINE             the line with the heads; 0: there is none
  --currency CODE          of all lines, where no column says it

Of a ledger:
  --key A,B                what names an event instead of its ID: customer_id,created_at:day,property:NAME
  --sent AMOUNT[,CURRENCY] properties that are the amount and the currency of events without a rule
  --amounts as-sent|as-counted      whether credits stand as the service sends them, or below zero as they count

Of an invoice:
  --customer ID            of all lines, where no column says it
  --period WHEN            of all lines, where no column says it: 2026-10, or 2026-10-01..2026-10-15, both days included;
                           without it the month that was read
  --shown-zone ZONE        in which somebody may have looked at the events: one of the causes goes by it; without it that
                           of this computer
  --edges                  reads the 26 hours before and after the period, too, which some causes need

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 every line matched, nothing only in the snapshot, the snapshot complete; of an invoice every usage line agrees,
also rounded, without doubt, it adds up, no event is on no line or on two, the snapshot complete; 3 otherwise; 1 failed;
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
  customer: { type: 'string' },
  period: { type: 'string' },
  'shown-zone': { type: 'string' },
  edges: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. */
export const readCheckArguments = (args: string[], called: string): ReadArguments<CheckArguments> =>
  readArguments(() => parseOptions(args), usage(called), new Set(['property']), checkArguments)

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

const OF_LEDGER = ['key', 'sent', 'amounts'] as const
const OF_INVOICE = ['customer', 'period', 'shown-zone', 'edges'] as const

function checkArguments(values: Values): CheckArguments {
  if (values.file === undefined) throw new OptionMisfit('--file FILE is missing: name the file to check.')
  const kind = readChoice('kind', values.kind, { ledger: 'ledger', invoice: 'invoice' }) ?? 'ledger'
  const settled = values.snapshot === undefined ? undefined : OF_READING.find((name) => values[name] !== undefined)
  if (settled !== undefined) {
    throw new OptionMisfit(`--${settled} says what is read, and --snapshot names what was: leave one of them out.`)
  }
  const [others, ofOther] =
    kind === 'ledger' ? ([OF_INVOICE, '--kind invoice'] as const) : ([OF_LEDGER, '--kind ledger'] as const)
  const foreign = others.find((name) => values[name] !== undefined)
  if (foreign !== undefined) throw new OptionMisfit(`--${foreign} goes with ${ofOther}.`)
  const common = {
    ...searchArguments(values),
    file: values.file,
    ...optionalMember('rulesFile', values.rules),
    ...optionalMember('mapFile', values.map),
    ...optionalMember('snapshot', values.snapshot),
  }
  const choices = {
    ...optionalMember('separator', readChoice('separator', values.separator, SEPARATOR_WORDS)),
    ...optionalMember('decimal', readChoice('decimal', values.decimal, DECIMAL_WORDS)),
    ...optionalMember('encoding', readChoice('encoding', values.encoding, ENCODING_WORDS)),
    ...optionalMember('sheet', values.sheet),
    ...optionalMember('headLine', values.heads === undefined ? undefined : headLine(values.heads)),
    ...optionalMember('currency', values.currency),
  }
  return kind === 'invoice'
    ? { ...common, ...invoiceArguments({ ...values, shownZone: values['shown-zone'] }, choices) }
    : { ...common, ...ledgerArguments(values, choices) }
}

function ledgerArguments(
  values: Values,
  choices: LedgerArguments['choices'],
): Omit<LedgerArguments, 'file' | keyof SearchArguments> {
  const sent = values.sent === undefined ? undefined : readList('sent', values.sent)
  if (sent !== undefined && (sent.length > 2 || sent.includes(''))) {
    throw new OptionMisfit(`--sent ${values.sent} must be one property, or two with a comma between.`)
  }
  return {
    kind: 'ledger',
    ...optionalMember('sent', sent && { amount: sent[0] ?? '', currency: sent[1] ?? null }),
    ...optionalMember(
      'columns',
      values.columns === undefined ? undefined : meantColumns(values.columns, meaning, MEANINGS),
    ),
    choices: {
      ...choices,
      ...optionalMember(
        'key',
        values.key === undefined ? undefined : readList('key', values.key).map((text) => keyPart(text)),
      ),
      ...optionalMember(
        'amounts',
        readChoice('amounts', values.amounts, { 'as-sent': 'as-sent', 'as-counted': 'as-counted' }),
      ),
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
