// One offer of the one box, everything that offers are made from, and whether what was typed names something.
import type { Connection } from '../../shared/connection/connection.ts'
import type { Filters } from '../../shared/event/event.ts'
import type { Place } from '../live/store/place.ts'
import type { SavedSearch } from '../live/store/search-memory.ts'
import type { SeenValues } from '../live/store/seen-values.ts'

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
  /** What taking it does. */
  label: string
  detail?: string
  keys?: string
  /** Where the focus goes: stays, to paste the next one; into the rows, to read them; back to where it was. */
  focus: 'stay' | 'rows' | 'back'
  take: () => void
  /** Enter alone does not take it: it has to be chosen. */
  isDeliberate?: true
}

/** What the page has to offer right now. */
export interface FindSources {
  commands: readonly Command[]
  seen: SeenValues
  /** The filters of the rows on screen. */
  applied: Filters
  /** What customers are called, by ID. */
  names: ReadonlyMap<string, string>
  search: (filters: Filters) => void
  /** Opens the event of exactly this ID; where there is none, the one of `cleaned`. */
  findEvent: (exact: string, cleaned: string | null) => void
  /** Tells which of these are events; `leftOut` more were pasted. */
  findEvents: (ids: readonly string[], leftOut: number) => void
  /** Shows those of these IDs that are in the open snapshot; null: none is open. */
  showIds: ((ids: readonly string[]) => void) | null
  /** Of this connection: recent ones, the newest first, and those with a name. */
  searches: { recent: readonly Filters[]; saved: readonly SavedSearch[] }
  connections: readonly Connection[]
  current: Connection
  /** Goes to a place of any connection. */
  goTo: (connectionId: string, place: Place) => void
  zone: string
  /** In which whole days begin: the billing zone of the connection, or `zone`. */
  days: string
  /** The service's, RFC 3339 UTC: "yesterday" is reckoned from it. */
  now: string
  chooseZone: (zone: string) => void
  /** Shows what a link asks; sends nothing. */
  showLink: (text: string) => void
}

/** What is shown under the box: offers, and a note about the text. */
export interface Found {
  offers: Offer[]
  note: string | null
}

/** The most of one kind, so that no kind hides the others. */
export const MOST_OF_A_KIND = 5

const SPLIT = /[\s/_\-–.,:;“”"'()]+/

/** Lower-case words. Of a long text the first 20: nobody names anything with more. */
export function wordsOf(text: string): string[] {
  return text.slice(0, 200).toLowerCase().split(SPLIT, 20).filter(Boolean)
}

/**
 * How well the words name it, the label before the other words; 0 where they do not: every word that was typed begins one of
 * the thing's own, in any order.
 */
export function nameScore(typed: readonly string[], label: string, others = ''): number {
  const named = wordsOf(label)
  const known = [...named, ...wordsOf(others)]
  if (typed.length === 0 || !typed.every((word) => known.some((knownWord) => knownWord.startsWith(word)))) return 0
  if (typed.length === named.length && typed.every((word, index) => word === named[index])) return 4
  if (typed.every((word) => named.some((namedWord) => namedWord.startsWith(word))))
    return named[0]?.startsWith(typed[0] ?? '') ? 3 : 2
  return 1
}

/** Enough of an ID to know it by. */
export function excerptOf(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60).toWellFormed()}…${text.slice(-12).toWellFormed()}` : text
}
