// Loaded rows of one view, up to a limit: their texts, and the parsed events of those that were drawn.
import type { Event } from '../../../shared/event/event.ts'
import { NO_TEXTS } from '../../../shared/event/event-fields.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import type { SnapshotEvent } from '../../../shared/snapshot/snapshot-rows.ts'

/** Rows per request. */
export const WINDOW = 200
/** The most windows kept, and the most characters of their texts: those nearest to the rows in sight. */
const MOST_WINDOWS = 60
const MOST_CHARACTERS = 24_000_000
/** Enough to know what columns hold. */
const MOST_SAMPLED = 400

export interface RowStore {
  at(index: number): Event | null
  /** The index in the view of the row with this number; -1: it is not loaded. */
  placeOf(row: number): number
  /** The first events that were loaded, from which columns are offered. */
  sample(): readonly Event[]
  /** What to request where rows from `first` to `last`, inclusive, are missing. */
  missing(first: number, last: number, count: number): { offset: number; limit: number } | null
  add(offset: number, rows: readonly SnapshotEvent[]): void
  /** Parses rows without storing them. */
  read(rows: readonly SnapshotEvent[]): Event[]
  /** Drops what is farthest from these rows. */
  keepAround(first: number, last: number): void
}

interface Kept {
  sent: SnapshotEvent
  event: Event | null
}

/** What is known about rows besides their events, whatever the view; lives as long as the event is referenced. */
export type RowFacts = WeakMap<Event, { row: number; misses: readonly string[] }>

export function createRowStore(facts: RowFacts): RowStore {
  const windows = new Map<number, { rows: (Kept | undefined)[]; characters: number }>()
  let sampled: readonly Event[] = []

  const keptAt = (index: number) => windows.get(Math.floor(index / WINDOW))?.rows[index % WINDOW]

  function eventOf(sent: SnapshotEvent): Event {
    const read = parseEventText(sent.source)
    const event = read.ok ? read.event : unreadable(sent.source, read.problems)
    facts.set(event, { row: sent.row, misses: sent.misses })
    return event
  }

  function at(index: number): Event | null {
    const kept = keptAt(index)
    if (kept === undefined) return null
    kept.event ??= eventOf(kept.sent)
    return kept.event
  }

  return {
    at,
    placeOf(row) {
      for (const [number, { rows }] of windows) {
        const place = rows.findIndex((kept) => kept?.sent.row === row)
        if (place >= 0) return number * WINDOW + place
      }
      return -1
    },
    sample: () => sampled,
    missing(first, last, count) {
      const end = Math.min(last, count - 1)
      for (let index = Math.max(0, first); index <= end; index += 1) {
        if (keptAt(index) !== undefined) continue
        // Requests whole windows, starting with the first that lacks something.
        const start = Math.floor(index / WINDOW) * WINDOW
        const offset = keptAt(start) === undefined ? start : index
        return { offset, limit: start + WINDOW - offset }
      }
      return null
    },
    add(offset, sent) {
      sent.forEach((row, place) => {
        const index = offset + place
        const number = Math.floor(index / WINDOW)
        const window = windows.get(number) ?? { rows: [], characters: 0 }
        windows.set(number, window)
        if (window.rows[index % WINDOW] === undefined) window.characters += row.source.length
        window.rows[index % WINDOW] ??= { sent: row, event: null }
      })
      if (sampled.length >= MOST_SAMPLED) return
      const more = sent.slice(0, MOST_SAMPLED - sampled.length).flatMap((_, place) => at(offset + place) ?? [])
      sampled = [...sampled, ...more]
    },
    read: (rows) => rows.map(eventOf),
    keepAround(first, last) {
      let characters = 0
      for (const window of windows.values()) characters += window.characters
      const middle = (first + last) / 2 / WINDOW
      const byDistance = [...windows.keys()].sort((a, b) => Math.abs(b + 0.5 - middle) - Math.abs(a + 0.5 - middle))
      for (const number of byDistance) {
        const isInSight = number >= Math.floor(first / WINDOW) && number <= Math.floor(last / WINDOW)
        if (isInSight || (windows.size <= MOST_WINDOWS && characters <= MOST_CHARACTERS)) return
        characters -= windows.get(number)?.characters ?? 0
        windows.delete(number)
      }
    },
  }
}

const unreadable = (source: string, problems: readonly string[]): Event => ({
  ...NO_TEXTS,
  properties: [],
  extra: [],
  problems: problems.map((message) => ({ field: 'event', message })),
  source,
})
