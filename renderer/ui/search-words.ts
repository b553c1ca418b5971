// A search in one line, for lists of searches: "cus_acme · Credit · Tue 3 Nov 2026 · amount = 12".
import { readDateInput } from '../../shared/date-input.ts'
import type { Filters } from '../../shared/event.ts'
import { inZone } from '../../shared/instant.ts'
import { shortened } from './excerpt.ts'
import { longDayWords } from './instant-words.ts'

/** Enough to recognise a value by. */
const LONGEST = 40

export function searchWords(filters: Filters, zone: string): string {
  const { customerId, eventCode, eventType, createdAtFrom, createdAtTo, eventId, propertyFilters } = filters
  const short = (text: string) => shortened(text, LONGEST)
  const parts = [
    ...[customerId, eventCode].map((text) => text && short(text)),
    eventType && { credit: 'Credit', debit: 'Debit' }[eventType],
    rangeWords(createdAtFrom, createdAtTo, zone),
    eventId && short(eventId),
    ...propertyFilters.map(({ name, kind, text }) => {
      return `${short(name)} = ${kind === 'string' ? `"${short(text)}"` : short(text)}`
    }),
  ]
  return parts.filter(Boolean).join(' · ') || 'All events'
}

function rangeWords(from: string | undefined, to: string | undefined, zone: string): string | undefined {
  const first = from && endWords(from, zone, 'from')
  const last = to && endWords(to, zone, 'to')
  if (first && last) return first === last ? first : `${first} to ${last}`
  return first ? `from ${first}` : last && `until ${last}`
}

/** The day where the range begins or ends with it, else the minute. */
function endWords(utc: string, zone: string, edge: 'from' | 'to'): string {
  const seen = inZone(utc, zone)
  if (seen === null) return utc
  const day = readDateInput(seen.date, zone, edge)
  const isWhole = day.kind === 'instant' && day.utc === utc
  return isWhole ? longDayWords(seen.date) : `${longDayWords(seen.date)}, ${seen.time}`
}
