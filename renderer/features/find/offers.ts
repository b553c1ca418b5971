// What the one box offers for a text, likeliest first: Enter takes the first, and each says what it does.
import type { Connection } from '../../../shared/connection.ts'
import { readDateInput } from '../../../shared/date-input.ts'
import { type Days, readDateWords } from '../../../shared/date-words.ts'
import type { Filters } from '../../../shared/event.ts'
import { zones } from '../../../shared/instant.ts'
import { countFilters } from '../../session/filters-meaning.ts'
import { type Place, readCopiedSearch } from '../../session/place.ts'
import type { SavedSearch } from '../../session/search-memory.ts'
import type { SeenValues } from '../../session/seen-values.ts'
import { longDayWords, zoneCity } from '../../ui/instant-words.ts'
import { searchWords } from '../../ui/search-words.ts'
import type { Command } from './find-commands.ts'
import { cannotBeId, cleanedId } from './pasted-id.ts'
import { pastedIds } from './pasted-ids.ts'
import { nameScore, wordsOf } from './typed-words.ts'

export interface Offer {
  group: string
  /** What taking it does. */
  label: string
  detail?: string
  keys?: string
  /** Where the focus goes: stays, to paste the next one; into the rows, to read them; back to where it was. */
  focus: 'stay' | 'rows' | 'back'
  take: () => void
}

/** What the page has to offer right now. */
export interface FindSources {
  commands: readonly Command[]
  seen: SeenValues
  /** The filters of the rows on screen. */
  applied: Filters
  search: (filters: Filters) => void
  /** Opens the event of exactly this ID; where there is none, the one of `cleaned`. */
  findEvent: (exact: string, cleaned: string | null) => void
  /** Tells which of these are events; `leftOut` more were pasted. */
  findEvents: (ids: readonly string[], leftOut: number) => void
  /** Of this connection: recent ones, the newest first, and those with a name. */
  searches: { recent: readonly Filters[]; saved: readonly SavedSearch[] }
  connections: readonly Connection[]
  current: Connection
  /** Goes to a place of any connection. */
  goTo: (connectionId: string, place: Place) => void
  zone: string
  /** The service's, RFC 3339 UTC: "yesterday" is reckoned from it. */
  now: string
  chooseZone: (zone: string) => void
}

/** The most of one kind, so that no kind hides the others. */
const MOST_OF_A_KIND = 5

/** What is shown under the box: offers, and a note about the text. */
export interface Found {
  offers: Offer[]
  note: string | null
}

/** @param typed at most as long as the box allows */
export function find(typed: string, sources: FindSources): Found {
  const copied = readCopiedSearch(typed)
  if (copied !== null) return copiedOffers(copied, sources)
  return { offers: [...pastedOffers(typed, sources), ...offersFor(typed, sources)], note: null }
}

/** For a column of IDs, or a list: one look at all of them. */
function pastedOffers(typed: string, { findEvents }: FindSources): Offer[] {
  const pasted = pastedIds(typed)
  if (pasted === null) return []
  const { ids, count } = pasted
  const leftOut = count - ids.length
  return [
    {
      group: 'Event',
      label: leftOut === 0 ? `Find ${count} events` : `Find the first ${ids.length} of ${count} events`,
      detail: 'Says which of these IDs are there',
      focus: 'back',
      take: () => findEvents(ids, leftOut),
    },
  ]
}

/** Recent searches and all commands where nothing was typed. */
export function offersFor(typed: string, sources: FindSources): Offer[] {
  const text = typed.trim()
  const commands = commandOffers(text, sources)
  const searches = searchOffers(text, sources)
  if (text === '') return [...searches, ...commands]
  const events = eventOffers(typed, sources)
  const values = valueOffers(text, sources)
  const days = dayOffers(text, sources)
  const others = [...values, ...searches, ...zoneOffers(text, sources)]
  if (sources.seen.has('eventId', text)) return [...events, ...days, ...others, ...commands]
  const isSeen = sources.seen.has('customerId', text) || sources.seen.has('eventCode', text)
  if (isSeen) return [...others, ...days, ...events, ...commands]
  const named = commands.filter(({ label }) => label.toLowerCase() === text.toLowerCase())
  if (days.length > 0) return [...new Set([...named, ...days, ...events, ...others, ...commands])]
  return looksLikeId(text) ? [...events, ...others, ...commands] : [...commands, ...others, ...events]
}

/** An ID has a digit or a sign, and no spaces; names that people use do not. */
function looksLikeId(text: string): boolean {
  return /\s/.test(text) ? cleanedId(text) !== null && /\d/.test(text) : /[^\p{L}?]/u.test(text)
}

function eventOffers(typed: string, { findEvent }: FindSources): Offer[] {
  const text = typed.trim()
  const cleaned = cleanedId(typed)
  if (cleaned === null) {
    return [
      { group: 'Event', label: `Open event ${excerptOf(text)}`, focus: 'stay', take: () => findEvent(text, null) },
    ]
  }
  const straight = cannotBeId(text) || cleaned === text
  return [
    {
      group: 'Event',
      label: `Open event ${excerptOf(cleaned)}`,
      ...(straight ? {} : { detail: 'Unless there is one of exactly what was typed' }),
      focus: 'stay',
      take: () => (straight ? findEvent(cleaned, null) : findEvent(text, cleaned)),
    },
  ]
}

/** A search that was copied, here or elsewhere: on which connection is for its user to say. */
function copiedOffers(copied: NonNullable<ReturnType<typeof readCopiedSearch>>, sources: FindSources): Found {
  const { name, baseUrl, reading } = copied
  const from = `“${excerptOf(name)}” (${excerptOf(baseUrl)})`
  if (!reading.ok) return { offers: [], note: `This search of ${from} cannot be run. ${reading.problems.join(' ')}` }
  const { place } = reading
  const isSame = (one: Connection) => one.baseUrl === baseUrl
  const same = sources.connections.filter(isSame)
  const ordered = [...same, ...sources.connections.filter((one) => !isSame(one))]
  const offers = ordered.map(
    (one): Offer => ({
      group: `Run ${searchWords(place.filters, sources.zone)}`,
      label: `Run in ${one.name}`,
      detail: isSame(one) ? (one.name === name ? 'The one it was copied from' : 'The same service') : 'Another service',
      focus: 'rows',
      take: () => sources.goTo(one.id, place),
    }),
  )
  return { offers, note: same.length === 0 ? `Copied from ${from}, which is no connection here.` : null }
}

/** Found by name, or by any word of their filters. */
function searchOffers(text: string, { searches, current, goTo, search, zone }: FindSources): Offer[] {
  const words = wordsOf(text)
  const isNamed = (label: string, others = '') => text === '' || nameScore(words, label, others) > 0
  const saved = searches.saved
    .map(({ name, place }) => ({ name, place, asks: searchWords(place.filters, zone) }))
    .filter(({ name, asks }) => isNamed(name, asks))
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
    .map((filters) => ({ filters, asks: searchWords(filters, zone) }))
    .filter(({ asks }) => isNamed(asks))
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

function valueOffers(text: string, { seen, applied, search }: FindSources): Offer[] {
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

/** Whole days, and the last hours; a day that can be read in two ways is offered both ways. */
function dayOffers(text: string, { zone, now, applied, search }: FindSources): Offer[] {
  const words = readDateWords(text, zone, now)
  const kept = countFilters({ ...applied, createdAtFrom: undefined, createdAtTo: undefined })
  const offer = (label: string, from: string, to: string): Offer => ({
    group: 'Days',
    label,
    detail: [zoneCity(zone), ...(kept === 0 ? [] : [keptWords(kept).toLowerCase()])].join(', '),
    focus: 'rows',
    take: () => search({ ...applied, createdAtFrom: from, createdAtTo: to }),
  })
  function ofDays({ first, last }: Days): Offer[] {
    const from = readDateInput(first, zone, 'from')
    const to = readDateInput(last, zone, 'to')
    if (from.kind !== 'instant' || to.kind !== 'instant') return []
    const label = first === last ? longDayWords(first) : `${longDayWords(first)} to ${longDayWords(last)}`
    return [offer(`Show ${label}`, from.utc, to.utc)]
  }
  switch (words?.kind) {
    case 'days':
      return ofDays(words)
    case 'either':
      return words.choices.flatMap(ofDays)
    case 'span':
      return [offer(`Show the ${text}`, words.from, words.to)]
    default:
      return []
  }
}

const keptWords = (count: number) => `Keeps the ${count === 1 ? 'other filter' : `${count} other filters`}`

function zoneOffers(text: string, { zone, chooseZone }: FindSources): Offer[] {
  const words = wordsOf(text)
  if (text.length < 3) return []
  return zones()
    .filter((name) => name !== zone && name !== 'UTC' && nameScore(words, name) > 0)
    .slice(0, MOST_OF_A_KIND)
    .map((name) => ({
      group: 'Time zones',
      label: `Show instants in ${name.replaceAll('_', ' ')}`,
      focus: 'back',
      take: () => chooseZone(name),
    }))
}

function commandOffers(text: string, { commands }: FindSources): Offer[] {
  const words = wordsOf(text)
  const scored = commands.map((command) => ({
    command,
    score: text === '' ? 1 : text === command.keys ? 4 : nameScore(words, command.label, command.words),
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command: { group, label, detail, keys, run } }) => ({
      group,
      label,
      ...(detail === undefined ? {} : { detail }),
      ...(keys === undefined ? {} : { keys }),
      focus: 'back',
      take: run,
    }))
}

/** Enough of an ID to know it by. */
function excerptOf(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60).toWellFormed()}…${text.slice(-12).toWellFormed()}` : text
}
