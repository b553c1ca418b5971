// This is what the one box offers: what an offer is and is made from, how well typed words name a thing, and the offers
// to search.

import type { Connection } from '../../shared/connection/connection.ts'
import type { Filters } from '../../shared/event/event.ts'
import { readDateInput } from '../../shared/time/date-input.ts'
import { type Days, daysWithin, readDateWords } from '../../shared/time/date-words.ts'
import { formatUtc, parseInstant } from '../../shared/time/instant.ts'
import { searchWords } from '../live/searches/search-words.ts'
import { countFilters } from '../live/store/filters-meaning.ts'
import type { Place, readCopiedSearch } from '../live/store/place.ts'
import type { SavedSearch } from '../live/store/search-memory.ts'
import type { SeenValues } from '../live/store/seen-values.ts'
import { longDayWords, zoneCity } from '../ui/instant-words.ts'
import { namesWithin } from './pasted-ids.ts'

/** `keys`: the shortcut that does the same, as shown. `words`: others that people may type for it. */
export interface Command {
  group: string
  label: string
  detail?: string
  words?: string
  keys?: string
  run: () => void
}

export interface Offer {
  group: string
  /** This is what taking it does. */
  label: string
  detail?: string
  keys?: string
  /** Where the focus goes: stays, to paste the next one; into the rows, to read them; back to where it was. */
  focus: 'stay' | 'rows' | 'back'
  take: () => void
  /** Enter alone does not take it: it has to be chosen. */
  isDeliberate?: true
}

/** The page has these to offer right now. */
export interface FindSources {
  commands: readonly Command[]
  seen: SeenValues
  /** The filters of the rows on screen. */
  applied: Filters
  /** Customers are called so, by ID. */
  names: ReadonlyMap<string, string>
  search: (filters: Filters) => void
  /** Opens the event of exactly this ID; where there is none, the one of `cleaned`. */
  findEvent: (exact: string, cleaned: string | null) => void
  /** Tells which of these are events; `leftOut` more were pasted. */
  findEvents: (ids: readonly string[], leftOut: number) => void
  /** Shows those of these IDs that are in the open snapshot; null: none is open. */
  showIds: ((ids: readonly string[]) => void) | null
  /** They are of this connection: recent ones, the newest first, and those with a name. */
  searches: { recent: readonly Filters[]; saved: readonly SavedSearch[] }
  connections: readonly Connection[]
  current: Connection
  /** Goes to a place of any connection. */
  goTo: (connectionId: string, place: Place) => void
  zone: string
  /** Whole days begin in it: the billing zone of the connection, or `zone`. */
  days: string
  /** The service's, RFC 3339 UTC: "yesterday" is computed from it. */
  now: string
  chooseZone: (zone: string) => void
  /** Shows what a link asks; sends nothing. */
  showLink: (text: string) => void
}

/** This is what is shown under the box: offers, and a note about the text. */
export interface Found {
  offers: Offer[]
  note: string | null
}

/** The most of one kind, so that no kind hides the others. */
export const MOST_OF_A_KIND = 5

const SPLIT = /[\s/_\-–.,:;“”"'()]+/

/** Lower-case words. A long text gives the first 20: nobody names anything with more. */
export function wordsOf(text: string): string[] {
  return text.slice(0, 200).toLowerCase().split(SPLIT, 20).filter(Boolean)
}

/**
 * How well the words name a thing: 0 where they do not, as each has to begin one of the thing's words, in any order.
 * 4: they are its label; 3: they are of its label, and the first begins it; 2: they are of its label; 1: they need its
 * other words.
 */
export function nameScore(typed: readonly string[], label: string, others = ''): number {
  const named = wordsOf(label)
  const areIn = (words: readonly string[]) => typed.every((begun) => words.some((word) => word.startsWith(begun)))
  if (typed.length === 0 || !areIn([...named, ...wordsOf(others)])) return 0
  if (typed.length === named.length && typed.every((word, index) => word === named[index])) return 4
  if (!areIn(named)) return 1
  return named[0]?.startsWith(typed[0] ?? '') ? 3 : 2
}

/** Enough of an ID to know it by. */
export function excerptOf(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60).toWellFormed()}…${text.slice(-12).toWellFormed()}` : text
}

// Searches are offered by a copied, a saved or a recent search, or by one filter of the search on screen.

/** A search that was copied, here or elsewhere: on which connection is for its user to say. */
export function copiedOffers(copied: NonNullable<ReturnType<typeof readCopiedSearch>>, sources: FindSources): Found {
  const { name, baseUrl, reading } = copied
  const isComplete = name !== '' && baseUrl !== ''
  const from = `“${excerptOf(name)}” (${excerptOf(baseUrl)})`
  if (!reading.ok) {
    const which = isComplete ? `This search from ${from}` : 'This search'
    return { offers: [], note: `${which} cannot be run. ${reading.problems.join(' ')}` }
  }
  const { place } = reading
  const isSame = (one: Connection) => one.baseUrl === baseUrl
  const same = sources.connections.filter(isSame)
  const ordered = [...same, ...sources.connections.filter((one) => !isSame(one))]
  const offers = ordered.map(
    (one): Offer => ({
      group: `Run ${searchWords(place.filters, sources.zone, place.zone ?? sources.days)}`,
      label: `Run in ${one.name}`,
      detail: isSame(one) ? (one.name === name ? 'Where it was copied' : 'Same service') : 'Different service',
      focus: 'rows',
      take: () => sources.goTo(one.id, place),
    }),
  )
  if (same.length > 0) return { offers, note: null }
  const note = isComplete
    ? `Copied from ${from}, which is not one of your connections.`
    : 'It does not say which connection it was copied from.'
  return { offers, note }
}

/** Found by name, or by any word of their filters. */
export function searchOffers(text: string, { searches, current, goTo, search, zone, days }: FindSources): Offer[] {
  const words = wordsOf(text)
  const isNamed = (label: string, others = '') => text === '' || nameScore(words, label, others) > 0
  const saved = searches.saved
    .map(({ name, place }) => ({ name, place, asks: searchWords(place.filters, zone, place.zone ?? days) }))
    .filter(({ name, asks }) => isNamed(name, `saved ${asks}`))
    .map(
      ({ name, place, asks }): Offer => ({
        group: 'Saved searches',
        label: `Search ${name}`,
        detail: asks,
        focus: 'rows',
        take: () => goTo(current.id, place),
      }),
    )
  const recent = searches.recent
    .map((filters) => ({ filters, asks: searchWords(filters, zone, days) }))
    .filter(({ asks }) => isNamed(asks, 'recent'))
    .map(
      ({ filters, asks }): Offer => ({
        group: 'Recent searches',
        label: `Search ${asks}`,
        focus: 'rows',
        take: () => search(filters),
      }),
    )
  return [...saved.slice(0, MOST_OF_A_KIND), ...recent.slice(0, MOST_OF_A_KIND)]
}

/** Offers `MOST_OF_A_KIND` customers at most, then as many event codes; taking one keeps the other filters. */
export function valueOffers(text: string, { seen, applied, search }: FindSources): Offer[] {
  const offers = (key: 'customerId' | 'eventCode', what: string) =>
    seen.matching(key, text, MOST_OF_A_KIND).map(
      (value): Offer => ({
        group: key === 'customerId' ? 'Customers seen' : 'Event codes seen',
        label: `Show ${what} ${value}`,
        ...keptDetail(applied, { [key]: value }),
        focus: 'rows',
        take: () => search({ ...applied, [key]: value }),
      }),
    )
  return [...offers('customerId', 'events of'), ...offers('eventCode', 'events with code')]
}

/** Customers by what they are called in the list of the connection. */
export function namedOffers(text: string, { names, applied, search }: FindSources): Offer[] {
  const words = wordsOf(text)
  return [...names]
    .filter(([, name]) => nameScore(words, name) > 0)
    .slice(0, MOST_OF_A_KIND)
    .map(([customerId, name]) => ({
      group: 'Customers by name',
      label: `Show events of ${excerptOf(name)}`,
      detail: [customerId, keptDetail(applied, { customerId }).detail].filter(Boolean).join(', '),
      focus: 'rows',
      take: () => search({ ...applied, customerId }),
    }))
}

/** Event types by everyday words: "credit", "debits only". */
export function typeOffers(text: string, { applied, search }: FindSources): Offer[] {
  const typed = wordsOf(text)
  return TYPES.filter(({ type, label, words }) => type !== applied.eventType && nameScore(typed, label, words) > 0).map(
    ({ type, label }): Offer => ({
      group: 'Event type',
      label,
      ...keptDetail(applied, { eventType: type }),
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

/** So many of a kind are offered; a mail that names more is not about one of them. */
const MOST_WITHIN = 2

/**
 * Tells what a pasted mail is about: customers, event codes and days within it. All of them together first, where each
 * is one; then each on its own. Taking one keeps the other filters.
 */
export function withinOffers(text: string, { seen, days, now, applied, search }: FindSources): Offer[] {
  const customers = namesWithin(text, 'customerId', seen).slice(0, MOST_WITHIN)
  const codes = namesWithin(text, 'eventCode', seen).slice(0, MOST_WITHIN)
  const ranges = daysWithin(text, days, now, MOST_WITHIN)
  const about: { words: string; filters: Partial<Filters> }[] = [
    ...customers.map((customerId) => ({ words: `of ${customerId}`, filters: { customerId } })),
    ...ranges.flatMap((range) => {
      const filters = filtersOfDays(range, days)
      return filters === null
        ? []
        : [{ words: range.first === range.last ? `on ${daysWords(range)}` : `from ${daysWords(range)}`, filters }]
    }),
    ...codes.map((eventCode) => ({ words: `with code ${eventCode}`, filters: { eventCode } })),
  ]
  const isOneOfEach = customers.length < 2 && ranges.length < 2 && codes.length < 2 && about.length > 1
  const together = about.map(({ words }) => words).join(' ')
  const all = {
    words: together,
    filters: Object.assign({}, ...about.map(({ filters }) => filters)) as Partial<Filters>,
  }
  return (isOneOfEach ? [all, ...about] : about).map(({ words, filters }) => ({
    group: 'Within this text',
    label: `Show events ${words}`,
    ...keptDetail(applied, filters),
    focus: 'rows',
    take: () => search({ ...applied, ...filters }),
  }))
}

/**
 * Whole days of the billing zone, the last hours, and the hour that begins at a time of day. A day that can be read in
 * two ways is offered both ways.
 */
export function dayOffers(text: string, { zone, days, now, applied, search }: FindSources): Offer[] {
  // Days are read in the zone that they are counted in; a time of day in the zone that the screen shows.
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
  function ofDays(range: Days): Offer[] {
    const filters = filtersOfDays(range, days)
    return filters === null ? [] : [offer(`Show ${daysWords(range)}`, days, filters.createdAtFrom, filters.createdAtTo)]
  }
  function ofHour(clock: string): Offer[] {
    const from = readDateInput(clock, zone, 'from')
    const start = from.kind === 'instant' ? parseInstant(from.utc) : null
    if (from.kind !== 'instant' || start === null) return []
    // The last instant before the next hour, as ranges hold their ends.
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

/** Null where the zone's days lie outside the years that the interface knows. */
function filtersOfDays({ first, last }: Days, zone: string): { createdAtFrom: string; createdAtTo: string } | null {
  const from = readDateInput(first, zone, 'from')
  const to = readDateInput(last, zone, 'to')
  return from.kind === 'instant' && to.kind === 'instant' ? { createdAtFrom: from.utc, createdAtTo: to.utc } : null
}

const daysWords = ({ first, last }: Days) =>
  first === last ? longDayWords(first) : `${longDayWords(first)} to ${longDayWords(last)}`

/** Says how many of the filters on screen these leave as they are. */
function keptDetail(applied: Filters, filters: Partial<Filters>): Pick<Offer, 'detail'> {
  const replaced = Object.fromEntries(Object.keys(filters).map((key) => [key, undefined]))
  const count = countFilters({ ...applied, ...replaced })
  return count === 0 ? {} : { detail: keptWords(count) }
}

const keptWords = (count: number) => `Keeps the ${count === 1 ? 'other filter' : `${count} other filters`}`
