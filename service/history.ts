// The history of a store, for tests: which events a search matched at any point between two requests.
import { type EventRecord, storedEvent } from './event-record.ts'
import { readSearch } from './search-request.ts'
import type { Gaps } from './service-options.ts'
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts'

export type Change = {
  kind: 'arrival' | 'amendment' | 'removal'
  eventId: string
  /** It was made then, in milliseconds since 1970 by the service's clock. */
  at: number
}

/** One version of an event that a search matches, stored from state `since` up to, but not including, state `until`. */
export type Match = { eventId: string; text: string; since: number; until: number }

/**
 * State 0 is what the store held when the service started. Each change adds, amends or removes one event and leads to
 * the next state; changes made in one transaction still count one by one.
 */
export type History = {
  /** The current state's number. */
  state(): number
  /** The state at an instant, in milliseconds since 1970. */
  stateAt(instant: number): number
  /** All changes in order; the first leads to state 1. */
  changes(): readonly Change[]
  /**
   * Every event version that the search's filters match, whichever state it belongs to. `search` is a request body, as
   * an object or as JSON text; its limit and offset are ignored. Throws if the service would refuse it.
   */
  matches(search: object | string): Match[]
  /** The JSON texts of the events that match in one state. */
  matchesAsOf(search: object | string, state: number): string[]
}

/** Starts recording: from now on, all changes must go through the store that is returned. */
export function createHistory(
  store: SqliteStore,
  gaps: Gaps,
  clock: () => number,
): { store: SqliteStore; history: History } {
  // Holds every version of every event; the version with seq 1 there is versions[0], and so on.
  const archive = openSqliteStore(':memory:')
  const versions: Version[] = []
  const current = new Map<number, Version>()
  const changes: Change[] = []

  function openVersion(seq: number, event: EventRecord): void {
    const version = { eventId: event.eventId, since: changes.length, until: Number.POSITIVE_INFINITY }
    versions.push(version)
    current.set(seq, version)
  }

  function closeVersion(seq: number): void {
    const version = current.get(seq)
    if (version !== undefined) version.until = changes.length
  }

  function recordChange(kind: Change['kind'], eventId: string): void {
    changes.push({ kind, eventId, at: clock() })
  }

  const held = store.matches({ properties: [], limit: 0, offset: 0 }, gaps)
  archive.add(held.map(({ text }) => storedEvent(text)))
  for (const { seq, text } of held) openVersion(seq, storedEvent(text))

  function matches(search: object | string): Match[] {
    const reading = readSearch(typeof search === 'string' ? search : JSON.stringify(search), gaps)
    if (!reading.ok) throw new TypeError(reading.problem)
    return archive.matches(reading.request, gaps).flatMap(({ seq, text }) => {
      const version = versions[seq - 1]
      return version === undefined ? [] : [{ ...version, text }]
    })
  }

  const history: History = {
    state: () => changes.length,
    stateAt: (instant) => changes.findLastIndex(({ at }) => at <= instant) + 1,
    changes: () => changes,
    matches,
    matchesAsOf: (search, state) =>
      matches(search)
        .filter(({ since, until }) => since <= state && state < until)
        .map(({ text }) => text),
  }
  const recorded: SqliteStore = {
    ...store,
    add(events) {
      const added = [...events]
      const first = store.lastSeq() + 1
      store.add(added)
      archive.add(added)
      for (const [index, event] of added.entries()) {
        recordChange('arrival', event.eventId)
        openVersion(first + index, event)
      }
    },
    amend(stored, event) {
      store.amend(stored, event)
      archive.add([event])
      recordChange('amendment', event.eventId)
      closeVersion(stored.seq)
      openVersion(stored.seq, event)
    },
    remove(stored) {
      store.remove(stored)
      recordChange('removal', storedEvent(stored.text).eventId)
      closeVersion(stored.seq)
      current.delete(stored.seq)
    },
    close() {
      archive.close()
      store.close()
    },
  }
  return { store: recorded, history }
}

type Version = Pick<Match, 'eventId' | 'since' | 'until'>
