// Reads the lines of an invoice: each cell by the meaning of its column, each different text once.
import type {
  Asks,
  DayOrder,
  DecimalSign,
  InvoiceChoices,
  InvoiceMeaning,
  InvoicePeriod,
  LastDays,
  Refusal,
} from '../../../../../shared/check/checked-file.ts'
import { type Decimal, plus, readDecimal, ZERO } from '../../../../../shared/exact/decimal.ts'
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { SnapshotRange } from '../../../../../shared/snapshot/snapshot.ts'
import type { CheckProgress } from '../../../../../shared/snapshot/snapshot-ledger.ts'
import { currencyExponent } from '../../../../../shared/worth/money-text.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { type PeriodBound, periodBetween, readBound, readPeriod, saysUtc, twoDays } from '../../../check/file-times.ts'
import type { OpenedFile } from '../../../check/open-file.ts'
import { areMinor, headCurrencies, proposedInvoiceMeanings } from '../../../check/propose-columns.ts'
import { tooManyLines } from '../../../check/read-lines.ts'
import { currenciesOf, numberDress } from '../../../check/read-number.ts'
import { textsIn } from '../../table/dictionary.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import {
  amountColumn,
  amountColumns,
  amountNotes,
  amountProblem,
  columnsProblem,
  columnsRead,
  sideColumn,
  sidesAsked,
  sidesNotes,
} from '../amount-sides.ts'
import { cellNumber } from '../ledger-columns.ts'
import {
  type Beginning,
  type FileColumn,
  headNotes,
  hiddenRows,
  type LedgerFile,
  readBeginning,
  readLedgerFile,
  rowNotes,
  shortLinesNotes,
  type WantedColumn,
} from '../ledger-file.ts'
import { sharedCurrencies } from '../ledger-line-money.ts'
import { numbersOf, unusedNumbers } from '../ledger-shapes.ts'
import { memoized } from '../memoized.ts'
import { asking, columnsAsked, daysOf } from '../open-readings.ts'
import { isPeriod } from './billing-calendar.ts'
import { moneyWithCurrency } from './causes/figures.ts'
import type { DocumentLine, ReadInvoice } from './invoice-document.ts'
import { eventCurrencies, type InvoiceNames, invoiceNames, namesOfLines } from './invoice-names.ts'

const MOST_INVOICE_LINES = 100_000
const TOO_MANY = tooManyLines(MOST_INVOICE_LINES, ' of an invoice', 'customers or by months')
/** Lines are held against events currency by currency. */
const MOST_CURRENCIES = 100
const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100
const NUMBERS: readonly InvoiceMeaning[] = ['quantity', 'unitPrice', 'amount']
const DATES: readonly InvoiceMeaning[] = ['period', 'from', 'until']

type File = LedgerFile<InvoiceMeaning>
type Column = FileColumn<InvoiceMeaning>
type MeantColumn = NonNullable<InvoiceChoices['columns']>[number]

/** What an invoice is held against, as far as it decides how the invoice is read. */
interface ReadFor {
  snapshot: LoadedSnapshot
  rules: WorthRules
  /** The month that the snapshot is of, which is the period of lines that say none; null: it is not of one month. */
  month: InvoicePeriod | null
}

/**
 * Reads the lines of an invoice, or says what has to be chosen before it can be read. Each line has to have a customer
 * and a period: of its own, or one for all.
 */
export async function readInvoice(
  opened: OpenedFile,
  choices: InvoiceChoices,
  { snapshot, rules, month }: ReadFor,
  turn: Turn,
  report: (progress: CheckProgress) => void,
): Promise<ReadInvoice | Refusal> {
  if (choices.period !== null && !isPeriod(choices.period))
    return columnsAsked('The period that was chosen ends before it begins. Choose another.')
  const names = invoiceNames(snapshot, rules, choices, await eventCurrencies(snapshot, rules, turn))
  const period = choices.period ?? month
  const beginning = await readBeginning(opened, choices, turn)
  if (typeof beginning === 'string') return { kind: 'refused', words: beginning }
  const meant = meantColumns(choices, beginning)
  const wanted = invoiceColumns(meant, choices, beginning)
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
  const crowded = tooManyCurrencies(file)
  if (crowded !== null) return crowded
  // A quantity may be whole and as large as the number of a day.
  const mayBeDays = ({ means }: Column) => means === 'amount'
  const ofNumbers = file.columns.filter(({ means }) => NUMBERS.includes(means))
  const numbers = numbersOf(file, ofNumbers, choices.decimal, mayBeDays)
  if ('ask' in numbers) return asking(numbers)
  const periods = linePeriods(file, choices, period, snapshot.table.range)
  if ('ask' in periods) return asking(periods)
  if (choices.customer === null && columnIn(file, 'customer') === null) return columnsAsked(NO_CUSTOMER)
  if (period === null && columnIn(file, 'period') === null && columnIn(file, 'from') === null)
    return columnsAsked(NO_PERIOD)
  const { lines, unread } = await documentLines(file, numbers.decimal, names, choices, periods.at, turn)
  const hidden = hiddenRows(file, hiddenSums(file, lines))
  return {
    lines,
    hidden,
    columns: file.columns.map(({ column, head, means }) => ({ column, head, means, unread: unread(means) })),
    names: namesOfLines(lines, names),
    notes: [
      ...opened.notes,
      ...headNotes(beginning),
      ...unusedNumbers(
        beginning,
        meant.map(({ column }) => column),
        columnIn(file, 'amount')?.head ?? null,
      ),
      ...sidesNotes(amountColumns(meant, isSame), beginning, choices.charged),
      ...file.columns.flatMap((one) =>
        one.means === 'amount' || one.means === 'unitPrice' ? amountNotes(one, choices.units) : [],
      ),
      ...periods.notes,
      ...numbers.notes,
      ...rowNotes(file, hidden),
      ...shortLinesNotes(file),
    ],
  }
}

const NO_CUSTOMER =
  'No column says which customer a line is for. Choose the column that does, or one customer for all lines.'
const NO_PERIOD = 'No column says which period a line is for. Choose the column that does, or one period for all lines.'

const columnIn = (file: File, means: InvoiceMeaning): Column | null =>
  file.columns.find((column) => column.means === means) ?? null

/** Asks for another column where that of currencies holds something else; null: it does not. */
function tooManyCurrencies({ columns }: File): Refusal | null {
  const crowded = columns.find(({ means, dictionary }) => means === 'currency' && dictionary.size > MOST_CURRENCIES)
  if (crowded === undefined) return null
  const words = `The column “${crowded.head}” holds ${grouped(crowded.dictionary.size)} different texts, and a file can have at most ${MOST_CURRENCIES} currencies. Choose another column.`
  return columnsAsked(words)
}

/**
 * The period of each line, and what is to be known of how it was read; or what has to be asked before it can be.
 * @param chosen the period of lines that say none; null: none is known
 * @param range of the snapshot
 */
function linePeriods(
  file: File,
  { days, lastDays }: InvoiceChoices,
  chosen: InvoicePeriod | null,
  range: SnapshotRange,
): Asks | { at: ReturnType<typeof periodsIn>; notes: string[] } {
  const dates = file.columns.filter(({ means }) => DATES.includes(means))
  const order = daysOf(file, dates, days, range)
  if (order !== null && typeof order !== 'string') return order
  const read = memoized((text: string) => readBound(text, order))
  const bounds = { from: columnIn(file, 'from'), until: columnIn(file, 'until'), read }
  const [customers, items] = [columnIn(file, 'customer'), columnIn(file, 'item')]
  const seriesOf = (at: number) => JSON.stringify([cellAt(customers, at), cellAt(items, at)])
  const ends = lastDaysOf(file, bounds, seriesOf, lastDays)
  if ('ask' in ends) return ends
  return {
    at: periodsIn(columnIn(file, 'period'), bounds, chosen, ends.lastDays, order),
    notes: [...orderNotes(file, dates, order), ...ends.notes],
  }
}

/** ": 77.00 EUR": what rows come to that are hidden, totals aside; empty where none has an amount. */
function hiddenSums({ hidden }: File, lines: readonly DocumentLine[]): string {
  const sums = new Map<string | null, Decimal>()
  for (const at of hidden.lines) {
    const { means, amount = null, currency = null, unread = [] } = lines[at] ?? {}
    if (means?.is === 'total') continue
    if (unread.includes('amount')) return '; what they come to is not known, as an amount could not be read'
    if (amount !== null) sums.set(currency, plus(sums.get(currency) ?? ZERO, amount))
  }
  const parts = [...sums].map(([currency, sum]) => moneyWithCurrency(sum, currency))
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

/**
 * The lines, each cell by the meaning of its column.
 * @param periodAt the period of each line
 * @returns `unread`: the cells of a column that could not be read
 */
async function documentLines(
  file: File,
  decimal: DecimalSign,
  names: InvoiceNames,
  { currency, customer, units }: InvoiceChoices,
  periodAt: ReturnType<typeof periodsIn>,
  turn: Turn,
) {
  const columnOf = (means: InvoiceMeaning) => columnIn(file, means)
  const [items, customers, currencies] = [columnOf('item'), columnOf('customer'), columnOf('currency')]
  const numbers = new Map(
    file.columns
      .filter(({ means }) => NUMBERS.includes(means))
      .map((column) => [column.means, numbersIn(column, decimal)]),
  )
  const unreadCells = createUnreadCells()
  const currenciesAt = currencyReader(columnOf('amount'), names)
  const lines: DocumentLine[] = []
  for (let at = 0; at < file.lines; at += 1) {
    if (at % 4_096 === 0) await turn.breathe()
    const line = file.lineNumbers[at] ?? 0
    const unread: InvoiceMeaning[] = []
    const noteUnread = (means: InvoiceMeaning, text: string | null) => {
      unread.push(means)
      unreadCells.note(means, line, text ?? '')
    }
    const number = (means: InvoiceMeaning): Decimal | null => {
      const column = columnOf(means)
      const code = column?.codes[at] ?? 0
      if (column === null || code === 0) return null
      const read = numbers.get(means)?.(code) ?? null
      if (read === null) noteUnread(means, cellAt(column, at))
      return read
    }
    const item = cellAt(items, at)?.trim() ?? ''
    const customerText = cellAt(customers, at)?.trim() || null
    const read = periodAt(at)
    if (read.period === null && read.periodText !== null)
      noteUnread(columnOf('period') === null ? 'from' : 'period', read.periodText)
    const currencyText = cellAt(currencies, at)?.trim() || null
    const possible = currenciesAt(at, currencyText)
    const currencySaid = lineCurrency(possible, currency, names)
    if (possible !== null && currencySaid === null)
      noteUnread('currency', currencyText ?? cellAt(columnOf('amount'), at))
    /** An amount in units of its currency: of one in minor units without a currency nobody knows what it comes to. */
    const money = (means: 'amount' | 'unitPrice'): Decimal | null => {
      const read = number(means)
      const column = columnOf(means)
      if (read === null || column === null || !areMinor(column.head, units)) return read
      const places = currencyExponent(currencySaid ?? '')
      if (places !== null) return { digits: read.digits, scale: read.scale + places }
      noteUnread(means, cellAt(column, at))
      return null
    }
    lines.push({
      line,
      item,
      customerSaid: customerText,
      customerId: customerText === null ? customer : names.customer(customerText),
      means: item === '' ? null : names.item(item),
      period: read.period,
      isUtc: read.isUtc,
      quantity: number('quantity'),
      unitPrice: money('unitPrice'),
      amount: money('amount'),
      currency: currencySaid,
      unread,
    })
  }
  return { lines, unread: unreadCells.of }
}

/** Cells that could not be read, by the meaning of their column: how many, and the first of them. */
function createUnreadCells() {
  const found = new Map<InvoiceMeaning, { cells: number; samples: { line: number; text: string }[] }>()
  const unreadOf = (means: InvoiceMeaning) => found.get(means) ?? { cells: 0, samples: [] }
  return {
    of: unreadOf,
    note(means: InvoiceMeaning, line: number, text: string): void {
      const known = unreadOf(means)
      found.set(means, known)
      known.cells += 1
      if (known.samples.length < MOST_SAMPLES) known.samples.push({ line, text: text.slice(0, LONGEST_SAMPLE) })
    },
  }
}

/**
 * The currency of a line: the only one that its texts leave possible; where they leave several or say none, the chosen
 * one, if it can be.
 * @param possible as of `currencyReader`
 */
function lineCurrency(possible: ReadonlySet<string> | null, chosen: string | null, names: InvoiceNames): string | null {
  const [only, another] = possible ?? []
  if (only !== undefined && another === undefined) return only
  const isPossible = possible === null || (chosen !== null && possible.has(names.currency(chosen)))
  return isPossible ? chosen : null
}

/**
 * The function gives the currencies in which a line can be, by what stands beside its amount, in the head of that and
 * in the column of currencies together: none where these contradict each other; null: none of them says any.
 */
function currencyReader(amount: Column | null, names: InvoiceNames) {
  type Possible = ReadonlySet<string> | null
  const named = (codes: readonly string[] | null): Possible => codes && new Set(codes.map(names.currency))
  const ofHead = amount === null ? null : named(headCurrencies(amount.head))
  const ofCell = memoized((text: string) => named(numberDress(text)?.currencies ?? null))
  return (at: number, column: string | null): Possible => {
    const ofAmount = sharedCurrencies(ofHead, ofCell(cellAt(amount, at) ?? ''))
    if (column === null) return ofAmount
    const ofColumn = names.isEventCurrency(column) ? null : currenciesOf(column)
    return sharedCurrencies(ofAmount, named(ofColumn ?? [column]))
  }
}

/** The text of a cell; null: it is empty, or there is no such column. */
function cellAt(column: Column | null, at: number): string | null {
  const code = column?.codes[at] ?? 0
  return column === null || code === 0 ? null : column.dictionary.text(code)
}

/** The function gives the number that a value of the column stands for, by its code; each is read once. */
const numbersIn = ({ dictionary }: Column, decimal: DecimalSign): ((code: number) => Decimal | null) =>
  memoized((code) => {
    const text = cellNumber(dictionary, code, decimal)
    const value = text === null ? null : readDecimal(text)
    return value === 'beyond' ? null : value
  })

/** The columns of first and last days. */
interface Bounds {
  from: Column | null
  until: Column | null
  read(text: string): PeriodBound | null
}

/** Whether last days belong to their periods, and how that was found out. */
interface Ends {
  lastDays: LastDays
  notes: string[]
}

/**
 * Whether the last days of a file's periods belong to them, by its dates alone. They do where a period is a single day
 * or ends with a month's last day, or the last second of a day. They do not where a period leads from the first of a
 * month to the first of another, or where one ends with the day with which another of the same customer and item
 * begins, and none does what is said before. Else it is asked.
 * @param keyOf the customer and item of a line, as a text
 */
function lastDaysOf(
  file: File,
  { from, until, read }: Bounds,
  keyOf: (at: number) => string,
  chosen: LastDays | null,
): Ends | Asks {
  if (from === null || until === null) return { lastDays: 'included', notes: [] }
  if (chosen !== null) return { lastDays: chosen, notes: [] }
  const lineOf = (at: number) => grouped(file.lineNumbers[at] ?? 0)
  /**
   * The first line that has a period, that says last days are included, and that leads from a first to a first; -1:
   * none.
   */
  const seen = { period: -1, included: -1, firstToFirst: -1 }
  /** Lines by customer, item and first day. */
  const begins = new Map<string, number>()
  const note = (what: keyof typeof seen, at: number) => {
    if (seen[what] < 0) seen[what] = at
  }
  const boundsAt = (at: number) => [read(cellAt(from, at) ?? ''), read(cellAt(until, at) ?? '')] as const
  for (let at = 0; at < file.lines; at += 1) {
    const [first, last] = boundsAt(at)
    if (first === null || last === null || first.day > last.day) continue
    note('period', at)
    begins.set(`${keyOf(at)} ${first.day}`, at)
    const isMonthsEnd = last.as === 'day' && new Date(Date.parse(last.day) + 86_400_000).getUTCDate() === 1
    if (first.day === last.day || isMonthsEnd || last.as === 'end') note('included', at)
    else if (first.day.endsWith('-01') && last.day.endsWith('-01')) note('firstToFirst', at)
  }
  if (seen.included >= 0 && seen.firstToFirst < 0) return { lastDays: 'included', notes: [] }
  if (seen.included < 0 && seen.firstToFirst >= 0) return { lastDays: 'excluded', notes: [] }
  for (let at = 0; at < file.lines && seen.included < 0; at += 1) {
    const next = begins.get(`${keyOf(at)} ${boundsAt(at)[1]?.day}`)
    if (next === undefined || next === at) continue
    const words = `Line ${lineOf(at)} ends where line ${lineOf(next)} begins, and no line is a single day or ends with a month: last days do not belong to their periods.`
    return { lastDays: 'excluded', notes: [words] }
  }
  if (seen.period < 0) return { lastDays: 'included', notes: [] }
  const { included, firstToFirst, period } = seen
  const why =
    included < 0
      ? 'no date in the file settles whether last days belong to their periods'
      : `line ${lineOf(included)} says that last days belong to their periods, and line ${lineOf(firstToFirst)} that they do not`
  return lastDaysAsked(lineOf(period), boundsAt(period), why)
}

function lastDaysAsked(
  line: string,
  [from, until]: readonly [PeriodBound | null, PeriodBound | null],
  why: string,
): Asks {
  const label = (lastDays: LastDays) => {
    const period = from && until && periodBetween(from, until, lastDays)
    return period === null ? 'no day' : `${period.from} to ${period.until}`
  }
  const [included, excluded] = [label('included'), label('excluded')]
  return {
    ask: 'last-days',
    words: `Line ${line} can be ${included} or ${excluded}: ${why}. Choose it.`,
    choices: [
      { choose: { lastDays: 'included' }, label: `Included: ${included}`, outcome: null },
      { choose: { lastDays: 'excluded' }, label: `Not included: ${excluded}`, outcome: null },
    ],
  }
}

/**
 * The function gives the period of a line: of the one column of periods, else of the two of first and last days, else
 * the chosen one. `periodText`: what the file says; null: nothing.
 */
function periodsIn(
  column: Column | null,
  bounds: Bounds,
  chosen: InvoicePeriod | null,
  lastDays: LastDays,
  order: DayOrder | null,
) {
  const periodOf = memoized((text: string) => readPeriod(text, order))
  const between = (first: string, last: string): InvoicePeriod | null => {
    const [from, until] = [bounds.read(first), bounds.read(last)]
    return from && until && periodBetween(from, until, lastDays)
  }
  const isUtc = (text: string, columns: readonly (Column | null)[]) =>
    saysUtc(text) || columns.some((one) => one !== null && saysUtc(one.head))
  return (at: number): { periodText: string | null; period: InvoicePeriod | null; isUtc: boolean } => {
    const periodText = cellAt(column, at)
    if (periodText !== null) {
      return { periodText, period: periodOf(periodText), isUtc: isUtc(periodText, [column]) }
    }
    const [first, last] = [cellAt(bounds.from, at), cellAt(bounds.until, at)]
    if (first === null && last === null) return { periodText: null, period: chosen, isUtc: false }
    const both = `${first ?? ''} – ${last ?? ''}`
    return {
      periodText: both,
      period: between(first ?? '', last ?? ''),
      isUtc: isUtc(both, [bounds.from, bounds.until]),
    }
  }
}

/** A sentence on the order of day and month, with the first day that would be another by the other order. */
function orderNotes(file: File, columns: readonly Column[], order: DayOrder | null): string[] {
  if (order === null) return []
  for (const column of columns) {
    const found = twoDays(textsIn(column.dictionary))
    if (found === null) continue
    const day = order === 'day-first' ? found.dayFirst : found.monthFirst
    const at = column.codes.findIndex((code) => code !== 0 && column.dictionary.text(code) === found.text)
    return [
      `“${found.text.slice(0, LONGEST_SAMPLE)}” on line ${grouped(file.lineNumbers[at] ?? 0)} has ${order === 'day-first' ? 'the day' : 'the month'} first: ${day}.`,
    ]
  }
  return []
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
  debit: 'debits',
  credit: 'credits',
  side: 'side of the amount',
  taxes: 'taxes',
  currency: 'currency',
}

/** What each column is: as chosen, else as proposed. */
const meantColumns = ({ columns }: InvoiceChoices, beginning: Beginning): readonly MeantColumn[] =>
  columns ??
  proposedInvoiceMeanings(beginning.heads, sideColumn(beginning)).flatMap((means, column) =>
    means === null ? [] : [{ column, means }],
  )

/**
 * The columns to be read; or a refusal, which asks for others: item and amount are needed, first and last day only
 * together, and none twice.
 */
function invoiceColumns(
  meant: readonly MeantColumn[],
  { charged }: InvoiceChoices,
  beginning: Beginning,
): WantedColumn<InvoiceMeaning>[] | Refusal {
  const { heads } = beginning
  const has = (means: InvoiceMeaning) => meant.some((one) => one.means === means)
  const ofAmount = amountColumns(meant, isSame)
  const problem =
    columnsProblem(meant, beginning, (means) => WORDS[means]) ??
    (has('item') ? amountProblem(ofAmount) : 'No column seems to say what a line is for. Choose the one that does.')
  if (problem !== null) return columnsAsked(problem)
  if (amountColumn(ofAmount, heads, charged) === null)
    return columnsAsked('No column seems to hold the amounts of lines. Choose the one that does.')
  if (has('from') !== has('until')) {
    return columnsAsked(
      `A ${WORDS[has('from') ? 'from' : 'until']} is known, but no ${WORDS[has('from') ? 'until' : 'from']}. Choose both columns, or neither.`,
    )
  }
  const sides = sidesAsked(ofAmount, beginning, charged)
  if (sides !== null) return asking(sides)
  return columnsRead<InvoiceMeaning>(meant, heads, charged, isSame, 'amount').map((column) => {
    const isText = !NUMBERS.includes(column.means)
    return { ...column, base: null, isText, isMergeable: isText, called: new Map() }
  })
}

const isSame = (means: InvoiceMeaning, wanted: InvoiceMeaning) => means === wanted
