// A period as somebody types it: a month, or its first and its last day.
import type { InvoicePeriod } from '../../../shared/check/checked-file.ts'
import { readDateWords } from '../../../shared/time/date-words.ts'
import { civilSeconds } from '../../../shared/time/instant.ts'
import { dayWords, monthWords } from '../../ui/instant-words.ts'

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
