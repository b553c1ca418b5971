// A search in one line, for lists of searches: "cus_acme · Credit · Tue 3 Nov 2026 · amount = 12".
import type { Filters } from '../../../shared/event/event.ts'
import { propertyText } from '../../../shared/search/filter-words.ts'
import { readDateInput } from '../../../shared/time/date-input.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { shortened } from '../../ui/excerpt.ts'
import { longDayWords, monthWords, zoneCity } from '../../ui/instant-words.ts'

/** Enough to recognise a value by. */
const LONGEST = 40

/**
 * @param zone in which times are shown
 * @param days the zone in which whole days begin; where it is another one and the search is of such days, it is named
 */
export function searchWords(filters: Filters, zone: string, days = zone): string {
  const { customerId, eventCode, eventType, createdAtFrom, createdAtTo, eventId, propertyFilters } = filters
  const short = (text: string) => shortened(text, LONGEST)
  const parts = [
    ...[customerId, eventCode].map((text) => text && short(text)),
    eventType && { credit: 'Credit', debit: 'Debit' }[eventType],
    rangeWords(createdAtFrom, createdAtTo, zone, days),
    eventId && short(eventId),
    ...propertyFilters.map(({ name, kind, text }) => `${short(name)} = ${propertyText({ kind, text: short(text) })}`),
  ]
  return parts.filter(Boolean).join(' · ') || 'All events'
}

/** An instant in UTC; undefined: the range is open on that side. */
type End = string | undefined

/** "Tue 3 Nov 2026 to Fri 6 Nov 2026 (Berlin)"; undefined for a range that is open on both sides. */
function rangeWords(from: End, to: End, zone: string, days: string): string | undefined {
  const beginsWithDay = from === undefined || wholeDay(from, days, 'from') !== undefined
  const endsWithDay = to === undefined || wholeDay(to, days, 'to') !== undefined
  const isOfDays = beginsWithDay && endsWithDay
  const words = rangeIn(from, to, isOfDays ? days : zone)
  return words && isOfDays && days !== zone ? `${words} (${zoneCity(days)})` : words
}

/** "November 2026", "from Tue 3 Nov 2026, 14:52:00": the range as it is in this zone. */
function rangeIn(from: End, to: End, zone: string): string | undefined {
  const month = wholeMonth(from && wholeDay(from, zone, 'from'), to && wholeDay(to, zone, 'to'))
  if (month !== null) return monthWords(month)
  const first = from && endWords(from, zone, 'from')
  const last = to && endWords(to, zone, 'to')
  if (first && last) return first === last ? first : `${first} to ${last}`
  return first ? `from ${first}` : last && `until ${last}`
}

/** The day where the range begins or ends with it, else the minute. */
function endWords(utc: string, zone: string, edge: 'from' | 'to'): string {
  const seen = inZone(utc, zone)
  if (seen === null) return utc
  return wholeDay(utc, zone, edge) === undefined ? `${longDayWords(seen.date)}, ${seen.time}` : longDayWords(seen.date)
}

/** `YYYY-MM-DD` where a range from (or to) this instant begins (or ends) with a day of the zone; else undefined. */
function wholeDay(utc: string, zone: string, edge: 'from' | 'to'): string | undefined {
  const seen = inZone(utc, zone)
  if (seen === null) return undefined
  const day = readDateInput(seen.date, zone, edge)
  return day.kind === 'instant' && day.utc === utc ? seen.date : undefined
}

/** The first day of the month that these are the first and the last of; null where they are not, or one is absent. */
function wholeMonth(first: string | undefined, last: string | undefined): string | null {
  if (!first?.endsWith('-01') || last?.slice(0, 7) !== first.slice(0, 7)) return null
  const days = new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 0)).getUTCDate()
  return Number(last.slice(8)) === days ? first : null
}
