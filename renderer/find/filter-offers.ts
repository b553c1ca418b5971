// Offers that change one filter of the search on screen: a value that was seen, or a range of days.
import { readDateInput } from '../../shared/time/date-input.ts'
import { type Days, readDateWords } from '../../shared/time/date-words.ts'
import { formatUtc, parseInstant } from '../../shared/time/instant.ts'
import { countFilters } from '../live/store/filters-meaning.ts'
import { longDayWords, zoneCity } from '../ui/instant-words.ts'
import { type FindSources, MOST_OF_A_KIND, type Offer } from './offer.ts'
import { nameScore, wordsOf } from './typed-words.ts'

/** At most `MOST_OF_A_KIND` customers, then as many event codes; taking one keeps the other filters. */
export function valueOffers(text: string, { seen, applied, search }: FindSources): Offer[] {
  const kept = (key: 'customerId' | 'eventCode') => countFilters(applied) - (applied[key] === undefined ? 0 : 1)
  const offers = (key: 'customerId' | 'eventCode', what: string) =>
    seen.matching(key, text, MOST_OF_A_KIND).map(
      (value): Offer => ({
        group: key === 'customerId' ? 'Customers seen' : 'Event codes seen',
        label: `Show ${what} ${value}`,
        ...(kept(key) === 0 ? {} : { detail: keptWords(kept(key)) }),
        focus: 'rows',
        take: () => search({ ...applied, [key]: value }),
      }),
    )
  return [...offers('customerId', 'events of'), ...offers('eventCode', 'events with code')]
}

/** Event types by everyday words: "credit", "debits only". */
export function typeOffers(text: string, { applied, search }: FindSources): Offer[] {
  const typed = wordsOf(text)
  const kept = countFilters({ ...applied, eventType: undefined })
  return TYPES.filter(({ type, label, words }) => type !== applied.eventType && nameScore(typed, label, words) > 0).map(
    ({ type, label }): Offer => ({
      group: 'Event type',
      label,
      ...(kept === 0 ? {} : { detail: keptWords(kept) }),
      focus: 'rows',
      take: () => search({ ...applied, eventType: type }),
    }),
  )
}

const TYPES = [
  { type: 'credit', label: 'Show credits only', words: 'type' },
  { type: 'debit', label: 'Show debits only', words: 'type' },
  { type: undefined, label: 'Show credits and debits', words: 'type all both' },
] as const

/**
 * Whole days of the billing zone, the last hours, and the hour that begins at a time of day. A day that can be read in two
 * ways is offered both ways.
 */
export function dayOffers(text: string, { zone, days, now, applied, search }: FindSources): Offer[] {
  const wholeDays = readDateWords(text, days, now)
  const isOfDays = wholeDays?.kind === 'days' || wholeDays?.kind === 'either'
  const words = isOfDays ? wholeDays : readDateWords(text, zone, now)
  const kept = countFilters({ ...applied, createdAtFrom: undefined, createdAtTo: undefined })
  const offer = (label: string, place: string, from: string, to: string): Offer => ({
    group: 'Days',
    label,
    detail: [zoneCity(place), ...(kept === 0 ? [] : [keptWords(kept).toLowerCase()])].join(', '),
    focus: 'rows',
    take: () => search({ ...applied, createdAtFrom: from, createdAtTo: to }),
  })
  function ofDays({ first, last }: Days): Offer[] {
    const from = readDateInput(first, days, 'from')
    const to = readDateInput(last, days, 'to')
    if (from.kind !== 'instant' || to.kind !== 'instant') return []
    const label = first === last ? longDayWords(first) : `${longDayWords(first)} to ${longDayWords(last)}`
    return [offer(`Show ${label}`, days, from.utc, to.utc)]
  }
  function ofHour(clock: string): Offer[] {
    const from = readDateInput(clock, zone, 'from')
    const start = from.kind === 'instant' ? parseInstant(from.utc) : null
    if (from.kind !== 'instant' || start === null) return []
    const to = formatUtc({ seconds: start.seconds + 3_599, nanoseconds: 999_999_999 })
    return [offer(`Show the hour from ${longDayWords(clock.slice(0, 10))}, ${clock.slice(11)}`, zone, from.utc, to)]
  }
  switch (words?.kind) {
    case 'days':
      return ofDays(words)
    case 'either':
      return words.choices.flatMap(ofDays)
    case 'clock':
      return ofHour(words.text)
    case 'span':
      return [offer(`Show the ${text}`, zone, words.from, words.to)]
    default:
      return []
  }
}

const keptWords = (count: number) => `Keeps the ${count === 1 ? 'other filter' : `${count} other filters`}`
