// Reads the lines of an invoice: each cell by the meaning of its column, each different text once.
import type {
  DecimalSign,
  InvoiceChoices,
  InvoiceMeaning,
  InvoicePeriod,
  Refusal,
} from '../../../../../shared/check/checked-file.ts'
import { type Decimal, readDecimal } from '../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import { readDay, readPeriod, readPeriodBetween } from '../../../check/cell-text.ts'
import type { OpenedFile } from '../../../check/open-file.ts'
import { proposedInvoiceMeanings } from '../../../check/propose-columns.ts'
import { jsonNumber } from '../../../check/read-number.ts'
import {
  type FileColumn,
  headNotes,
  type LedgerFile,
  readBeginning,
  readLedgerFile,
  type WantedColumn,
} from '../ledger-file.ts'
import { decimalOf, numbersProblem } from '../ledger-shapes.ts'
import type { Turn } from '../turn.ts'
import { type InvoiceNames, namesOfLines } from './invoice-names.ts'
import type { PaperLine, ReadInvoice } from './invoice-paper.ts'

const MOST_INVOICE_LINES = 100_000
const TOO_MANY = `This file has more than ${grouped(MOST_INVOICE_LINES)} lines, which are the most of an invoice. Split it by customers or by months, and check each part.`
/** Lines are held against events currency by currency. */
const MOST_CURRENCIES = 100
const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100
const NUMBERS: readonly InvoiceMeaning[] = ['quantity', 'unitPrice', 'amount']

type File = LedgerFile<InvoiceMeaning>
type Column = FileColumn<InvoiceMeaning>

/** @param period of lines for which no column says one; null: none is known */
export async function readInvoice(
  opened: OpenedFile,
  choices: InvoiceChoices,
  names: InvoiceNames,
  period: InvoicePeriod | null,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<ReadInvoice | Refusal> {
  const beginning = await readBeginning(opened, choices, turn)
  if (typeof beginning === 'string') return { kind: 'refused', words: beginning }
  const wanted = invoiceColumns(choices, beginning.heads)
  if (!Array.isArray(wanted)) return wanted
  const bound = { lines: MOST_INVOICE_LINES, words: TOO_MANY }
  const file = await readLedgerFile(
    opened,
    beginning.headLine,
    wanted,
    turn,
    (done) => report({ phase: 'reading', done, of: opened.size }),
    bound,
  )
  if (typeof file === 'string') return { kind: 'refused', words: file }
  const crowded = file.columns.find(
    ({ means, dictionary }) => means === 'currency' && dictionary.size > MOST_CURRENCIES,
  )
  if (crowded !== undefined) {
    const words = `The column “${crowded.head}” holds ${grouped(crowded.dictionary.size)} different texts, and ${MOST_CURRENCIES} currencies are the most. Choose the column that is meant.`
    return { kind: 'asks', asks: [{ ask: 'columns', words }] }
  }
  const numbers = numbersOf(file, choices)
  if ('kind' in numbers) return numbers
  const { lines, ends, unread } = await paperLines(file, numbers.decimal, names, choices, period, turn)
  return {
    lines,
    columns: file.columns.map(({ column, head, means }) => ({ column, head, means, unread: unread(means) })),
    names: namesOfLines(lines, names),
    notes: [
      ...opened.notes,
      ...headNotes(beginning),
      ...utcNotes(file),
      ...(ends === null ? [] : [ends]),
      ...numbers.notes,
      ...shortNotes(file),
    ],
  }
}

/** Which decimal sign the file has. */
function numbersOf(
  file: File,
  { decimal: chosen }: InvoiceChoices,
): { decimal: DecimalSign; notes: string[] } | Refusal {
  const columns = file.columns.filter(({ means }) => NUMBERS.includes(means))
  const decimal = decimalOf(file, columns, chosen)
  if (typeof decimal !== 'string') return { kind: 'asks', asks: [decimal] }
  const notes: string[] = []
  for (const column of columns) {
    const found = numbersProblem(file, column, decimal)
    if (found.asks !== null) return { kind: 'asks', asks: [found.asks] }
    // A quantity may be whole and as large as the number of a day.
    if (column.means === 'amount') notes.push(...found.notes)
    notes.push(...found.readings)
  }
  return { decimal, notes }
}

async function paperLines(
  file: File,
  decimal: DecimalSign,
  names: InvoiceNames,
  { currency, customer }: InvoiceChoices,
  period: InvoicePeriod | null,
  turn: Turn,
) {
  const columnOf = (means: InvoiceMeaning) => file.columns.find((column) => column.means === means) ?? null
  const [items, customers, currencies] = [columnOf('item'), columnOf('customer'), columnOf('currency')]
  const numbers = new Map(
    file.columns
      .filter(({ means }) => NUMBERS.includes(means))
      .map((column) => [column.means, numbersIn(column, decimal)]),
  )
  const bounds = { from: columnOf('from'), until: columnOf('until') }
  const ends = endsOf(file, bounds, (at) => JSON.stringify([cellAt(customers, at), cellAt(items, at)]))
  const periodAt = periodsIn(columnOf('period'), bounds, period, ends !== null)
  const found = new Map<InvoiceMeaning, { cells: number; samples: { line: number; text: string }[] }>()
  const note = (means: InvoiceMeaning, line: number, text: string) => {
    const known = found.get(means) ?? { cells: 0, samples: [] }
    found.set(means, known)
    known.cells += 1
    if (known.samples.length < MOST_SAMPLES) known.samples.push({ line, text: text.slice(0, LONGEST_SAMPLE) })
  }
  const lines: PaperLine[] = []
  for (let at = 0; at < file.lines; at += 1) {
    if (at % 4_096 === 0) await turn.breathe()
    const line = file.lineNumbers[at] ?? 0
    const unread: InvoiceMeaning[] = []
    const miss = (means: InvoiceMeaning, text: string | null) => {
      unread.push(means)
      note(means, line, text ?? '')
    }
    const number = (means: InvoiceMeaning): Decimal | null => {
      const column = columnOf(means)
      const code = column?.codes[at] ?? 0
      if (column === null || code === 0) return null
      const read = numbers.get(means)?.(code) ?? null
      if (read === null) miss(means, cellAt(column, at))
      return read
    }
    const item = cellAt(items, at)?.trim() ?? ''
    const customerText = cellAt(customers, at)?.trim() || null
    const read = periodAt(at)
    if (read.period === null && read.periodText !== null)
      miss(columnOf('period') === null ? 'from' : 'period', read.periodText)
    const currencyText = cellAt(currencies, at)?.trim() || null
    lines.push({
      line,
      item,
      customerSaid: customerText,
      customerId: customerText === null ? customer : names.customer(customerText),
      means: item === '' ? null : names.item(item),
      periodSaid: read.periodText,
      period: read.period,
      quantity: number('quantity'),
      unitPrice: number('unitPrice'),
      amount: number('amount'),
      currency: currencyText === null ? currency : names.currency(currencyText),
      unread,
    })
  }
  return { lines, ends, unread: (means: InvoiceMeaning) => found.get(means) ?? { cells: 0, samples: [] } }
}

/** Of an empty cell null. */
function cellAt(column: Column | null, at: number): string | null {
  const code = column?.codes[at] ?? 0
  return column === null || code === 0 ? null : column.dictionary.text(code)
}

/** Of the number of a value; each is read once. */
function numbersIn({ dictionary }: Column, decimal: DecimalSign): (code: number) => Decimal | null {
  const read: (Decimal | null | undefined)[] = []
  return (code) => {
    const known = read[code]
    if (known !== undefined) return known
    const kind = dictionary.kind(code)
    const text =
      kind === 'number' ? dictionary.text(code) : kind === 'string' ? jsonNumber(dictionary.text(code), decimal) : null
    const value = text === null ? null : readDecimal(text)
    const made = value === 'beyond' ? null : value
    read[code] = made
    return made
  }
}

interface Bounds {
  from: Column | null
  until: Column | null
}

/**
 * That the last days of a file's periods do not belong to them, as a sentence: periods of one customer and item share borders, and
 * none is a single day or ends with a month. Null where the dates do not say so.
 */
function endsOf(file: File, { from, until }: Bounds, keyOf: (at: number) => string): string | null {
  if (from === null || until === null) return null
  const days = new Map<string, string | null>()
  const dayOf = (column: Column, at: number): string | null => {
    const text = cellAt(column, at) ?? ''
    const known = days.get(text)
    if (known !== undefined) return known
    const day = readDay(text)
    days.set(text, day)
    return day
  }
  const begins = new Map<string, number>()
  for (let at = 0; at < file.lines; at += 1) {
    const [first, last] = [dayOf(from, at), dayOf(until, at)]
    if (first === null || last === null) continue
    const isMonthsEnd = new Date(Date.parse(last) + 86_400_000).getUTCDate() === 1
    if (first === last || isMonthsEnd) return null
    begins.set(`${keyOf(at)} ${first}`, at)
  }
  for (let at = 0; at < file.lines; at += 1) {
    const next = begins.get(`${keyOf(at)} ${dayOf(until, at)}`)
    if (next === undefined || next === at) continue
    const [line, other] = [file.lineNumbers[at] ?? 0, file.lineNumbers[next] ?? 0]
    return `Line ${grouped(line)} ends where line ${grouped(other)} begins, and no line is a single day or ends with a month: last days do not belong to their periods.`
  }
  return null
}

/** A column's period goes before the days of two columns, and what is chosen comes last. */
function periodsIn(column: Column | null, { from, until }: Bounds, chosen: InvoicePeriod | null, isOpen: boolean) {
  const read = new Map<string, InvoicePeriod | null>()
  const reading = (key: string, make: () => InvoicePeriod | null) => {
    const known = read.get(key)
    if (known !== undefined) return known
    const made = make()
    read.set(key, made)
    return made
  }
  /** A first after a first is read as whole months already. */
  const between = (first: string, last: string): InvoicePeriod | null => {
    const read = readPeriodBetween(first, last)
    if (!isOpen || read === null || read.until !== readDay(last)) return read
    const before = new Date(Date.parse(read.until) - 86_400_000).toISOString().slice(0, 10)
    return before < read.from ? null : { from: read.from, until: before }
  }
  return (at: number): { periodText: string | null; period: InvoicePeriod | null } => {
    const periodText = cellAt(column, at)
    if (periodText !== null) return { periodText, period: reading(periodText, () => readPeriod(periodText)) }
    const [first, last] = [cellAt(from, at), cellAt(until, at)]
    if (first === null && last === null) return { periodText: null, period: chosen }
    const both = `${first ?? ''} – ${last ?? ''}`
    return { periodText: both, period: reading(`\u0000${both}`, () => between(first ?? '', last ?? '')) }
  }
}

/** That bounds are instants in UTC, and are read as days of the billing zone. */
function utcNotes({ columns, lines, lineNumbers }: File): string[] {
  for (const column of columns.filter(({ means }) => means === 'from' || means === 'until')) {
    for (let line = 0; line < lines; line += 1) {
      const text = cellAt(column, line) ?? ''
      if (!/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)$/i.test(text.trim())) continue
      return [
        `Bounds such as “${text.slice(0, LONGEST_SAMPLE)}” on line ${grouped(lineNumbers[line] ?? 0)} are instants in UTC: they are read as days of the billing zone, and the hours by which its months and UTC’s differ are not compared.`,
      ]
    }
  }
  return []
}

function shortNotes({ shortLines }: File): string[] {
  if (shortLines === 0) return []
  return [
    `${countWords(shortLines, 'line')} ${shortLines === 1 ? 'has' : 'have'} fewer cells than the heads; what is missing is empty.`,
  ]
}

const WORDS: Record<InvoiceMeaning, string> = {
  customer: 'customer',
  item: 'item',
  period: 'period',
  from: 'first day',
  until: 'last day',
  quantity: 'quantity',
  unitPrice: 'unit price',
  amount: 'amount',
  currency: 'currency',
}

const asked = (words: string): Refusal => ({ kind: 'asks', asks: [{ ask: 'columns', words }] })

/** As chosen, else as proposed. A refusal asks for columns: item and amount are needed, first and last day only together, and none twice. */
function invoiceColumns(
  { columns: chosen }: InvoiceChoices,
  heads: readonly string[],
): WantedColumn<InvoiceMeaning>[] | Refusal {
  const proposed = () =>
    proposedInvoiceMeanings(heads).flatMap((means, column) => (means === null ? [] : [{ column, means }]))
  const meant = chosen ?? proposed()
  const beyond = meant.find(({ column }) => column >= heads.length)
  if (beyond !== undefined) return asked(`The file has no column ${beyond.column + 1}; it has ${heads.length}.`)
  const twice = meant.find(({ means }, at) => meant.findIndex((other) => other.means === means) !== at)
  if (twice !== undefined) return asked(`Two columns are meant as ${WORDS[twice.means]}. Choose the one that is.`)
  const has = (means: InvoiceMeaning) => meant.some((one) => one.means === means)
  if (!has('item')) return asked('No column is known to say what a line is for. Choose the one that does.')
  if (!has('amount')) return asked('No column is known to hold the amounts of lines. Choose the one that does.')
  if (has('from') !== has('until')) {
    return asked(
      `A ${WORDS[has('from') ? 'from' : 'until']} is known and no ${WORDS[has('from') ? 'until' : 'from']}. Choose both columns, or neither.`,
    )
  }
  return meant.map(({ column, means }) => ({
    column,
    means,
    head: heads[column] || `column ${column + 1}`,
    base: null,
    called: new Map(),
  }))
}
