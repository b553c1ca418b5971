// A file that is checked, in words: on the buttons that ask how it is read, in the line about it, and why it cannot be
// checked; what came of a ledger or an invoice, which on a snapshot that is not complete is of what was read.
import type {
  AmountUnits,
  Asks,
  DayOrder,
  DecimalSign,
  Encoding,
  InvoicePeriod,
  LastDays,
  NotFromEvents,
  Separator,
} from '../../../shared/check/checked-file.ts'
import { countWords, grouped, listWords } from '../../../shared/exact/grouped-digits.ts'
import { ITEM_CHARACTERS, isDifference, itemText } from '../../../shared/figures/invoice.ts'
import { kindWords, NOT_KNOWN } from '../../../shared/figures/ledger.ts'
import { checkedWords, invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import type { InvoiceLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import {
  type LedgerEquation,
  type MoneyKind,
  type Outcome,
  outcomeWords,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import { readDateWords } from '../../../shared/time/date-words.ts'
import { civilSeconds } from '../../../shared/time/instant.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { shortened } from '../../ui/excerpt.ts'
import { dayWords, monthWords } from '../../ui/instant-words.ts'
import { currencyWords, drawnMoney, signedMoney } from '../../worth/money-words.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import type { Chosen } from '../store/file-check-state.ts'
import {
  againstOf,
  type CheckedFile,
  type CheckedInvoiceFile,
  type CheckedLedger,
  type FileCheckState,
  type HeldAgainst,
  type LookedFile,
} from '../store/file-check-state.ts'

/** Says it behind a figure, in the middle of an equation: "only in the file". */
export const outcomeTerm = (outcome: Outcome) => outcomeWords(outcome, true).toLowerCase()

/** "EUR, by the rules". */
export const moneyKindWords = ({ of, currency }: { of: MoneyKind; currency: string | null }) =>
  `${currencyWords(currency)}, ${kindWords(of)}`

/** Says in a sentence what the snapshot is worth besides the figures of an equation; null: nothing. */
export function wholeMonthsWords({ wholeMonths }: CheckedLedger): string | null {
  if (wholeMonths.length === 0) return null
  const all = listWords(wholeMonths.map(lineMoneyWords))
  return `The snapshot is worth more: ${all}, which no single event has and no line is compared with.`
}

/** The group that is looked at first: the first in which something is wrong. */
export function firstGroup({ groups }: CheckedLedger): Outcome {
  const order: Outcome[] = ['differing', 'changed-id', 'only-file', 'only-snapshot', 'repeated']
  const found = order.find((outcome) => groups.some((one) => one.outcome === outcome && one.lines + one.events > 0))
  return found ?? 'matched'
}

const isZero = (text: string) => !/[1-9]/.test(text)

/** Tells what groups come to, without those that come to nothing, with the sign between them. */
export function partsOf({ groups, currency }: Pick<LedgerEquation, 'groups' | 'currency'>) {
  return groups
    .filter(({ difference }) => difference === null || !isZero(difference))
    .map(({ outcome, difference }, at) => {
      if (difference === null) return { outcome, sign: at === 0 ? '=' : '+', figure: NOT_KNOWN }
      if (at === 0) return { outcome, sign: '=', figure: drawnMoney(difference, currency) }
      const isLess = difference.startsWith('-')
      return {
        outcome,
        sign: isLess ? '−' : '+',
        figure: drawnMoney(isLess ? difference.slice(1) : difference, currency),
      }
    })
}

/** An equation as one text: "43,178.60 in the file − 42,803.30 in the snapshot = +375.30 = …". */
export function ledgerEquationWords(one: LedgerEquation): string {
  const parts = partsOf(one).map(({ outcome, sign, figure }) => ` ${sign} ${figure} ${outcomeTerm(outcome)}`)
  const file = `${one.file === null ? NOT_KNOWN : drawnMoney(one.file, one.currency)} in the file`
  const snapshot = `${drawnMoney(one.snapshot, one.currency)} in the snapshot`
  return `${file} − ${snapshot} = ${one.difference === null ? NOT_KNOWN : signedMoney(one.difference, one.currency)}${parts.join('')}`
}

export const SEPARATOR_WORDS: Record<Separator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

export const DECIMAL_WORDS: Record<DecimalSign, string> = { '.': 'Decimal point', ',': 'Decimal comma' }

export const DAY_ORDER_WORDS: Record<DayOrder, string> = { 'day-first': 'Day first', 'month-first': 'Month first' }

export const AMOUNT_UNITS_WORDS: Record<AmountUnits, string> = {
  minor: 'Minor units, such as cents',
  'as-written': 'As they stand',
}

export const LAST_DAYS_WORDS: Record<LastDays, string> = { included: 'Included', excluded: 'Not included' }

export const ENCODING_WORDS: Record<Encoding, string> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

/** This is what is to be chosen before a file can be checked, in the middle of a sentence. */
const ASKED_WORDS: Record<Exclude<Asks['ask'], 'columns'>, string> = {
  amounts: 'how amounts of credits stand',
  charged: 'which column is charged',
  days: 'which of day and month comes first',
  'last-days': 'whether last days belong to their periods',
  separator: 'the separator',
  decimal: 'the decimal sign',
  encoding: 'the encoding',
  sheet: 'the sheet',
}

const FORMAT_WORDS: Record<LookedFile['format'], string> = { delimited: 'CSV', xlsx: 'Excel', ndjson: 'NDJSON' }

/** "3,220 lines, 9 columns · CSV with semicolons, UTF-8 · 214 kB". @param checkedLines all of them, once known */
export function factsOf(look: LookedFile | null, bytes: number, checkedLines?: number): string {
  if (look === null) return sizeWords(bytes)
  const { columns, sheet, sheets } = look
  const lineCount = checkedLines ?? look.lineCount
  const lines = lineCount === null ? 'more than a thousand lines' : countWords(lineCount, 'line')
  const ofSheet = sheet !== null && sheets.length > 1 ? [`sheet ${shortened(sheet, 40)}`] : []
  return [`${lines}, ${countWords(columns.length, 'column')}`, formatWords(look), ...ofSheet, sizeWords(bytes)].join(
    ' · ',
  )
}

function formatWords({ format, separator, encoding }: LookedFile): string {
  if (format !== 'delimited') return FORMAT_WORDS[format]
  const name = separator === '\t' ? 'TSV' : FORMAT_WORDS[format]
  const by = separator === null || separator === '\t' || separator === ',' ? '' : ` with ${SEPARATED_BY[separator]}`
  return `${name}${by}${encoding === null ? '' : `, ${encoding === 'utf-16' ? 'UTF-16' : ENCODING_WORDS[encoding]}`}`
}

const SEPARATED_BY = { ';': 'semicolons', '|': 'vertical bars' } as const

/** Why it cannot be checked now, in a sentence; null: it can. Columns asked about may have changed. */
export function whyNotWords({ typed, file, kind, choices, look, asks, refusal, work }: FileCheckState): string | null {
  if (work !== null) return work.step === 'checking' ? 'It is being checked.' : 'The file is being read.'
  if (kind === 'ledger' && choices.ledger.key?.length === 0)
    return 'Choose at least one column by which lines are found.'
  if (file === null) return typed.trim() === '' ? 'Paste lines or choose a file first.' : null
  if (refusal !== null && look === null) return 'The file cannot be read as it is chosen now.'
  const open = asks.flatMap(({ ask }) => (ask === 'columns' ? [] : [ASKED_WORDS[ask]]))
  return open.length === 0 ? null : `Choose ${open.join(' and ')} first.`
}

/** Said once: of a file that is there what it is and what is asked of it, of one that was checked what came of it. */
export function announcedWords({ file, look, asks, work, checked }: FileCheckState, isWhole: boolean): string {
  if (file === null || work !== null) return ''
  if (checked !== null && asks.length === 0) return checkedFileWords(checked, isWhole)
  const next = asks.length > 0 ? ` ${asks.map(({ words }) => words).join(' ')}` : ''
  return `${shortened(file.name, 80)}: ${factsOf(look, file.bytes.size)}.${next}`
}

const checkedFileWords = (checked: CheckedFile, isWhole: boolean) =>
  checked.kind === 'ledger' ? checkedWords(checked.answer, isWhole) : invoiceWords(checked.answer, isWhole)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Why what was checked is not what would be checked now, in a sentence. */
export function staleWords({ kind, choices, against }: CheckedFile, now: Chosen, nowAgainst: HeldAgainst): string {
  const { scope, ...others } = againstOf(kind, against)
  const { scope: nowScope, ...nowOthers } = againstOf(kind, nowAgainst)
  const changed = [
    ...(isSame(choices, now.choices[kind]) ? [] : ['how the file is read']),
    ...(isSame(scope, nowScope) ? [] : ['the conditions']),
    ...(isSame(worthOf(others), worthOf(nowOthers)) ? [] : ['what events are worth']),
    ...(kind === 'invoice' && against.shownZone !== nowAgainst.shownZone ? ['the time zone'] : []),
    ...(kind === 'invoice' && !isSame(against.duplicates, nowAgainst.duplicates)
      ? ['what counts as possible duplicates']
      : []),
    ...(kind === 'invoice' && against.closed !== nowAgainst.closed ? ['the closing copy'] : []),
  ]
  return `This is the outcome as it was checked: ${listWords(changed)} changed since then.`
}

const worthOf = (against: { rules: string | null; sent?: unknown }) => [against.rules, against.sent]

/** They are on the chips that narrow the lines. */
export const NOT_FROM_EVENTS_WORDS: Record<NotFromEvents, string> = {
  fee: 'Fee',
  tax: 'Tax',
  discount: 'Discount',
  proration: 'Proration',
  other: 'Something else',
}

/** "Build minutes, +16.00"; the item alone where nothing differs. */
export const lineTitle = ({ item, difference, currency }: InvoiceLine): string =>
  `${itemWords(item)}${isDifference(difference) ? `, ${signedMoney(difference, currency)}` : ''}`

/** Writes as `itemText`, cut after 60 UTF-16 units. */
const itemWords = (item: string): string => shortened(itemText(item), ITEM_CHARACTERS)

/** "38 causes tried, 1 fits: the only one". */
export function causesWords({ tried, fits, unasked }: NonNullable<InvoiceLine['causes']>): string {
  const fit = fits.length === 0 ? 'none fits' : fits.length === 1 ? '1 fits: the only one' : `${fits.length} fit`
  const edges = unasked === 0 ? '' : `; ${countWords(unasked, 'more needs', 'more need')} the hours around the period`
  return `${countWords(tried, 'cause')} tried, ${fit}${edges}`
}

/** "10 lines, invoice of Nordlicht Logistik, October 2026, EUR". @param lines all of them; null: not all are known */
export function invoiceFacts({ answer, choices }: CheckedInvoiceFile, lines: readonly InvoiceLine[] | null): string {
  const customers = answer.names.flatMap((name) => (name.of === 'customer' ? [name.said] : []))
  const customer = customers[0] ?? choices.customer
  const of =
    customers.length > 1
      ? `invoices of ${grouped(customers.length)} customers`
      : customer === null
        ? 'invoice'
        : `invoice of ${shortened(customer, 40)}`
  const periods = [...new Set((lines ?? []).flatMap(({ period }) => (period === null ? [] : [periodWords(period)])))]
  const currencies = answer.equation.map(({ currency }) => currency)
  return [
    countWords(answer.lines, 'line'),
    of,
    ...(periods.length === 1 ? periods : periods.length > 1 ? [`${periods.length} periods`] : []),
    ...(currencies.length === 1 ? [currencyWords(currencies[0] ?? null)] : []),
  ].join(', ')
}

/** "Show the 31 events". */
export const showEventsWords = (events: number) =>
  events === 1 ? 'Show the event' : `Show the ${grouped(events)} events`

// A period as somebody types it: a month, or its first and its last day.

const TWO_DAYS = /^(\d{4}-\d\d-\d\d)\s*(?:–|-|to|until|\.\.|\/)?\s*(\d{4}-\d\d-\d\d)$/
const MONTH = /^\d{4}-\d\d$/

/**
 * "2026-10", "October 2026", "2026-10-01 to 2026-10-14"; both days belong to it. Null where it is none of these.
 * @param now RFC 3339 UTC: "last month" goes by it
 */
export function readPeriod(text: string, zone: string, now: string): InvoicePeriod | null {
  const typed = text.trim()
  const [, first = '', last = ''] = TWO_DAYS.exec(typed) ?? []
  if (first !== '') return isDay(first) && isDay(last) && first <= last ? { from: first, until: last } : null
  if (isDay(typed)) return { from: typed, until: typed }
  const isMonth = MONTH.test(typed)
  if (isMonth && !isDay(`${typed}-01`)) return null
  const read = readDateWords(isMonth ? monthWords(`${typed}-01`) : typed, zone, now)
  return read?.kind === 'days' ? { from: read.first, until: read.last } : null
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && civilSeconds(text, '00:00:00') !== null

/** "October 2026"; "1 to 14 Oct 2026" of no whole month. */
export function periodWords({ from, until }: InvoicePeriod): string {
  const [year = '', month = '', day = ''] = from.split('-')
  if (day === '01' && until === lastDay(year, month)) return monthWords(from)
  const last = `${dayWords(until)} ${until.slice(0, 4)}`
  if (from === until) return last
  const first = until.startsWith(`${year}-${month}-`) ? String(Number(day)) : `${dayWords(from)} ${year}`
  return `${first} to ${last}`
}

/** Gives the last day of a month, as "2026-02-28". */
const lastDay = (year: string, month: string) =>
  new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)

/** The title of the equation. */
export const ADDS_UP = 'How the difference adds up'
