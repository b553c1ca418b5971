// The command line of `npm run check`: what to read is said as for `npm run export`, or a snapshot is named.
import { parseArgs } from 'node:util'
import {
  type Encoding,
  type FileChoices,
  INVOICE_MEANINGS,
  type InvoiceChoices,
  type InvoiceMeaning,
  type InvoicePeriod,
  type KeyPart,
  type Meaning,
  TIME_STEPS,
  type TimeStep,
} from '../../shared/check/checked-file.ts'
import { EVENT_FIELDS } from '../../shared/event/event-fields.ts'
import { isZone } from '../../shared/time/instant.ts'
import { readPeriod } from '../backend/check/file-times.ts'
import type { FileArguments } from './checked-snapshot.ts'
import {
  chosenMember,
  DECIMAL_WORDS,
  meantColumns,
  OptionMismatch,
  optionalMember,
  type ReadArguments,
  readArguments,
  readChoice,
  readList,
  SEARCH_OPTIONS,
  SEARCH_USAGE,
  SEPARATOR_WORDS,
  type SearchArguments,
  searchArguments,
  textOptions,
} from './search-options.ts'

/** Choices for ledgers and invoices alike. */
type CommonChoices = Partial<
  Pick<
    FileChoices,
    'separator' | 'decimal' | 'encoding' | 'sheet' | 'hidden' | 'headLine' | 'currency' | 'days' | 'units' | 'charged'
  >
>

export interface InvoiceArguments extends FileArguments {
  kind: 'invoice'
  choices: CommonChoices & Partial<Pick<InvoiceChoices, 'customer' | 'period' | 'lastDays'>>
  /** Columns by their heads. */
  columns?: { head: string; means: InvoiceMeaning }[]
  /** Absent: that of this computer. */
  shownZone?: string
  /** Whether the hours around the period are read where causes need them. */
  edges: boolean
}

/** They are as people type them: `unit_price`. */
const WORDS: Record<string, InvoiceMeaning> = Object.fromEntries(
  INVOICE_MEANINGS.map((meaning) => [meaning.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), meaning]),
)
const INVOICE_MEANING_WORDS = Object.keys(WORDS)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

/** @throws OptionMismatch */
function invoiceArguments(
  { columns, customer, period, 'last-days': lastDays, 'shown-zone': shownZone, edges = false }: Values,
  choices: CommonChoices,
): Pick<InvoiceArguments, 'kind' | 'choices' | 'columns' | 'shownZone' | 'edges'> {
  if (shownZone !== undefined && !isZone(shownZone)) {
    throw new OptionMismatch(`--shown-zone ${shownZone} is not known here: write one such as Europe/Berlin.`)
  }
  const meant = (text: string) => (Object.hasOwn(WORDS, text) ? (WORDS[text] ?? null) : null)
  return {
    kind: 'invoice',
    edges,
    ...optionalMember('shownZone', shownZone),
    ...optionalMember('columns', columns, (typed) => meantColumns(typed, meant, INVOICE_MEANING_WORDS)),
    choices: {
      ...choices,
      ...optionalMember('customer', customer),
      ...optionalMember('period', period, invoicePeriod),
      ...optionalMember('lastDays', lastDays, (typed) => readChoice('last-days', typed, LAST_DAYS_WORDS)),
    },
  }
}

const LAST_DAYS_WORDS = { included: 'included', excluded: 'excluded' } as const

/** Reads a period as an invoice may name it, too; days as 2026-10-01..2026-10-15. */
function invoicePeriod(typed: string): InvoicePeriod {
  const period = readPeriod(typed)
  if (period === null) {
    throw new OptionMismatch(
      `--period ${typed} must be a month such as 2026-10, or days such as 2026-10-01..2026-10-15.`,
    )
  }
  return period
}

export interface LedgerArguments extends FileArguments {
  kind: 'ledger'
  /** Properties that are amount and currency of events without a rule. */
  sent?: { amount: string; currency: string | null }
  choices: CommonChoices & Partial<Pick<FileChoices, 'key' | 'amounts'>>
  /** Columns by their heads. */
  columns?: { head: string; means: Meaning }[]
}

export type CheckArguments = LedgerArguments | InvoiceArguments

const usage = (called: string) => `Usage: ${called} --file FILE [options]
Checks the lines of a ledger or an invoice (CSV, TSV, Excel or NDJSON) against events. Prints one JSON line for each line of
the file; then, of a ledger, one for each event that is not in the file, of an invoice, one for all events of a customer, code
and period that are on no line; and a summary at the end.

  --file FILE              the ledger or the invoice
  --kind ledger|invoice    what it is; without it a ledger
  --snapshot NAME          a snapshot in Eventscope; without it, every match is read, as for an export:
${SEARCH_USAGE}

  --rules FILE             your price rules, as copied in Eventscope; an invoice needs them
  --columns HEAD=MEANING,… what columns mean, and others are left out; without it their heads say it. Of a ledger: event_id,
                           customer_id, event_code, event_type, created_at, amount (or debit and credit), side (S or H, D or C),
                           taxes (within the amount), currency or property:NAME; of an invoice:
                           ${INVOICE_MEANING_WORDS}
  --map FILE               what the file calls customers and event codes: a CSV file with the columns "of", "said" and "is";
                           "of" is customer or code, and for an invoice also not-from-events ("is": fee, tax, discount,
                           proration or other) and total
  --separator comma|semicolon|tab|bar, --decimal point|comma, --encoding utf-8|windows-1252, --sheet NAME,
  --hidden leave-out       leaves out the rows of a workbook that are hidden, or filtered out
  --heads LINE             the line with the header row; 0: there is none
  --currency CODE          of all lines, where no column says it
  --days day-first|month-first      of days such as 05/10/2026, where the file does not settle it
  --charged debit|credit            which of two sides of amounts is charged, where the file does not settle it
  --units minor|as-written          whether amounts are in minor units, such as cents; without it their head says it

Of a ledger:
  --key A,B                what names an event instead of its ID: customer_id,created_at:day,property:NAME
  --sent AMOUNT[,CURRENCY] properties that are the amount and the currency of events without a price rule
  --amounts as-sent|as-counted      whether credits stand as the service sends them, or below zero as they count

Of an invoice:
  --customer ID            of all lines, where no column says it
  --period WHEN            of all lines, where no column says it: 2026-10, or 2026-10-01..2026-10-15, both days included;
                           without it the month that was read
  --last-days included|excluded     whether the last days of periods belong to them, where the file does not settle it
  --shown-zone ZONE        the time zone in which somebody may have looked at the events, which is one possible cause;
                           without it that of this computer
  --edges                  also reads the 26 hours before and after the period, which some causes need

  --user-data DIR          where connections and snapshots are kept

Exit code: 0 all events were read, and of a ledger every line matched and no event is missing from the file, of an invoice
every usage line agrees, to rounding, with nothing possibly charged twice, it adds up, and each event is on one line; 4 a ledger
matched like this, but no amount was compared; 3 otherwise; 1 failed; 2 not understood, or it needs an option that only you can
give; 130 stopped by Ctrl+C.`

const OPTIONS = {
  ...SEARCH_OPTIONS,
  ...textOptions('file', 'kind', 'snapshot', 'rules', 'columns', 'map', 'separator', 'decimal', 'encoding', 'sheet'),
  ...textOptions(
    'hidden',
    'days',
    'units',
    'charged',
    'last-days',
    'heads',
    'currency',
    'key',
    'sent',
    'amounts',
    'customer',
    'period',
    'shown-zone',
  ),
  edges: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const parseOptions = (args: string[]) => parseArgs({ args, options: OPTIONS, tokens: true })
type Values = ReturnType<typeof parseOptions>['values']

/** Reads the arguments after the program's name. */
export const readCheckArguments = (args: string[], called: string): ReadArguments<CheckArguments> =>
  readArguments(() => parseOptions(args), usage(called), new Set(['property']), checkArguments)

const SEPARATORS = { ...SEPARATOR_WORDS, bar: '|', '|': '|' } as const
const ENCODING_WORDS: Record<string, Encoding> = { 'utf-8': 'utf-8', 'windows-1252': 'windows-1252' }
/** What a snapshot that is there settles already. */
const OF_READING = ['event-type', 'customer-id', 'event-code', 'event-id', 'property', 'from', 'to', 'until'] as const

const OF_LEDGER = ['key', 'sent', 'amounts'] as const
const OF_INVOICE = ['customer', 'period', 'last-days', 'shown-zone', 'edges'] as const

function checkArguments(values: Values): CheckArguments {
  if (values.file === undefined) throw new OptionMismatch('--file FILE is missing: name the file to check.')
  const kind = readChoice('kind', values.kind ?? 'ledger', { ledger: 'ledger', invoice: 'invoice' })
  const settled = values.snapshot === undefined ? undefined : OF_READING.find((name) => values[name] !== undefined)
  if (settled !== undefined) {
    throw new OptionMismatch(`--${settled} says what is read, and --snapshot names what was: leave one of them out.`)
  }
  const [others, ofOther] =
    kind === 'ledger' ? ([OF_INVOICE, '--kind invoice'] as const) : ([OF_LEDGER, '--kind ledger'] as const)
  const foreign = others.find((name) => values[name] !== undefined)
  if (foreign !== undefined) throw new OptionMismatch(`--${foreign} goes with ${ofOther}.`)
  const common = {
    ...searchArguments(values),
    file: values.file,
    ...optionalMember('rulesFile', values.rules),
    ...optionalMember('mapFile', values.map),
    ...optionalMember('snapshot', values.snapshot),
  }
  const choices = {
    ...chosenMember('separator', values.separator, SEPARATORS),
    ...chosenMember('decimal', values.decimal, DECIMAL_WORDS),
    ...chosenMember('encoding', values.encoding, ENCODING_WORDS),
    ...optionalMember('sheet', values.sheet),
    ...chosenMember('hidden', values.hidden, { 'leave-out': 'leave-out' }),
    ...optionalMember('headLine', values.heads, headLine),
    ...optionalMember('currency', values.currency),
    ...chosenMember('units', values.units, { minor: 'minor', 'as-written': 'as-written' }),
    ...chosenMember('charged', values.charged, { debit: 'debit', credit: 'credit' }),
    ...chosenMember('days', values.days, { 'day-first': 'day-first', 'month-first': 'month-first' }),
  }
  return kind === 'invoice'
    ? { ...common, ...invoiceArguments(values, choices) }
    : { ...common, ...ledgerArguments(values, choices) }
}

function ledgerArguments(
  values: Values,
  choices: CommonChoices,
): Omit<LedgerArguments, 'file' | keyof SearchArguments> {
  return {
    kind: 'ledger',
    ...optionalMember('sent', values.sent, sentProperties),
    ...optionalMember('columns', values.columns, (typed) => meantColumns(typed, meaning, MEANINGS)),
    choices: {
      ...choices,
      ...optionalMember('key', values.key, (typed) => readList('key', typed).map(keyPart)),
      ...chosenMember('amounts', values.amounts, { 'as-sent': 'as-sent', 'as-counted': 'as-counted' }),
    },
  }
}

function sentProperties(typed: string): NonNullable<LedgerArguments['sent']> {
  const names = readList('sent', typed)
  if (names.length > 2 || names.includes('')) {
    throw new OptionMismatch(`--sent ${typed} must be one property, or two with a comma between.`)
  }
  const [amount = '', currency = null] = names
  return { amount, currency }
}

function headLine(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > 1_000)
    throw new OptionMismatch(`--heads ${text} is not a line from 0 to 1000.`)
  return Number(text)
}

/** Null where it is none. */
function meaning(text: string): Meaning | null {
  const field = EVENT_FIELDS.find(({ name }) => name === text)
  if (field !== undefined) return { is: 'field', field: field.key }
  if (text === 'amount' || text === 'debit' || text === 'credit' || text === 'side' || text === 'taxes')
    return { is: text }
  if (text === 'currency') return { is: text }
  const name = /^property:(?<name>.+)$/s.exec(text)?.groups?.name
  return name === undefined ? null : { is: 'property', name }
}

const MEANINGS = `${EVENT_FIELDS.map(({ name }) => name).join(', ')}, amount, debit, credit, side, taxes, currency or property:NAME`

function keyPart(text: string): KeyPart {
  const { said = text, step } = /^(?<said>created_at):(?<step>.+)$/.exec(text)?.groups ?? {}
  const means = meaning(said)
  const to = TIME_STEPS.find((one): one is TimeStep => one === step)
  if (means === null || (step !== undefined && to === undefined)) {
    throw new OptionMismatch(
      `--key ${text} is none of ${MEANINGS}; of created_at also created_at:${TIME_STEPS.join('|')}.`,
    )
  }
  return { means, ...(to && { to }) }
}
