// What came of an invoice in words: of its lines, of a verdict, of all of it. On a snapshot that is not complete they are of
// what was read.
import type { InvoicePeriod, NotFromEvents } from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { ITEM_CHARACTERS, isDifference, itemText } from '../../../shared/figures/invoice.ts'
import type { InvoiceLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import { readDateWords } from '../../../shared/time/date-words.ts'
import { civilSeconds } from '../../../shared/time/instant.ts'
import { shortened } from '../../ui/excerpt.ts'
import { dayWords, monthWords } from '../../ui/instant-words.ts'
import { currencyWords, signedMoney } from '../../worth/money-words.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'

/** On the chips that narrow the lines. */
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

/** As `itemText`, cut after 60 UTF-16 units. */
const itemWords = (item: string): string => shortened(itemText(item), ITEM_CHARACTERS)

/** "38 causes tried, 1 fits: the only one". */
export function causesWords({ tried, fits, unasked }: NonNullable<InvoiceLine['causes']>): string {
  const fit = fits.length === 0 ? 'none fits' : fits.length === 1 ? '1 fits: the only one' : `${fits.length} fit`
  const edges = unasked === 0 ? '' : `; ${unasked} more need the hours around the period`
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

/** Of a month, as "2026-02-28". */
const lastDay = (year: string, month: string) =>
  new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)

/** The title of the equation. */
export const ADDS_UP = 'How the difference adds up'
