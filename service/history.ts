// What the service held when: a test can ask which events a search matched in any state between two requests.
import { type EventRecord, storedEvent } from './event-record.ts'
import { type EventStore, openEventStore } from './event-store.ts'
import { readSearch } from './search-request.ts'
import type { Gaps } from './service-options.ts'

export type Change = {
  kind: 'arrival' | 'amendment' | 'removal'
  eventId: string
  /** When it was made, in milliseconds since 1970 by the service's clock. */
  at: number
}

/** An event's text that a search matched in the states from `since` up to, not including, `until`. */
export type Match = { eventId: string; text: string; since: number; until: number }

/**
 * State 0 is what the store held when the service started; each change makes one event arrive, differ or go, and leads
 * to the next state. Events that change together come in between one by one.
 */
export type History = {
  /** The number of the state now. */
  state(): number
  /** The number of the last state that was reached by an instant, in milliseconds since 1970. */
  stateAt(instant: number): number
  /** The changes in order: the first leads to state 1. */
  changes(): readonly Change[]
  /**
   * All that matches the filters of a search, in whatever state, in the order of arrival. The search is a request's body,
   * as an object or as JSON; its limit and offset do not count. Throws where the service would refuse it.
   */
  matches(search: object | string): Match[]
  /** The texts of those that match in one state. */
  matchesAsOf(search: object | string, state: number): string[]
}

/** Records the history of a store from now on: of all changes that are made through the store that is returned. */
export function createHistory(
  store: EventStore,
  gaps: Gaps,
  clock: () => number,
): { store: EventStore; history: History } {
  // Every text that there ever was: the archive's seq 1 belongs to the first of the lives, and so on.
  const archive = openEventStore(':memory:')
  const lives: Life[] = []
  const current = new Map<number, Life>()
  const changes: Change[] = []

  function begin(seq: number, event: EventRecord): void {
    const life = { eventId: event.eventId, since: changes.length, until: Number.POSITIVE_INFINITY }
    lives.push(life)
    current.set(seq, life)
  }

  function end(seq: number): void {
    const life = current.get(seq)
    if (life !== undefined) life.until = changes.length
  }

  function change(kind: Change['kind'], eventId: string): void {
    changes.push({ kind, eventId, at: clock() })
  }

  const held = store.matches({ properties: [], limit: 0, offset: 0 }, gaps)
  archive.add(held.map(({ text }) => storedEvent(text)))
  for (const { seq, text } of held) begin(seq, storedEvent(text))

  function matches(search: object | string): Match[] {
    const reading = readSearch(typeof search === 'string' ? search : JSON.stringify(search), gaps)
    if (!reading.ok) throw new TypeError(reading.problem)
    return archive.matches(reading.request, gaps).flatMap(({ seq, text }) => {
      const life = lives[seq - 1]
      return life === undefined ? [] : [{ ...life, text }]
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
  const recorded: EventStore = {
    ...store,
    add(events) {
      const added = [...events]
      const first = store.lastSeq() + 1
      store.add(added)
      archive.add(added)
      for (const [index, event] of added.entries()) {
        change('arrival', event.eventId)
        begin(first + index, event)
      }
    },
    amend(stored, event) {
      store.amend(stored, event)
      archive.add([event])
      change('amendment', event.eventId)
      end(stored.seq)
      begin(stored.seq, event)
    },
    remove(stored) {
      store.remove(stored)
      change('removal', storedEvent(stored.text).eventId)
      end(stored.seq)
      current.delete(stored.seq)
    },
    close() {
      archive.close()
      store.close()
    },
  }
  return { store: recorded, history }
}

type Life = Pick<Match, 'eventId' | 'since' | 'until'>
