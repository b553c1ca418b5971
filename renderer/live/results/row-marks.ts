// This is what does not fit about a row, in a few words: filters that it misses, an id that came twice, fields that
// cannot be used, and that it is not what it was.
import type { Event, Filters } from '../../../shared/event/event.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { rowMark } from '../../grid/event-rows.ts'

const UNCHANGED: ReadonlyMap<string, string> = new Map()

/** Only events with something to say are in the map. `changes` says by event id what the immutability watch found. */
export function rowMarks(
  events: readonly Event[],
  filters: Filters,
  changes: ReadonlyMap<string, string> = UNCHANGED,
): ReadonlyMap<Event, string> {
  const repeated = repeatedIds(events)
  const marks = new Map<Event, string>()
  for (const event of events) {
    const { eventId } = event
    const besides = eventId === null ? {} : { change: changes.get(eventId) ?? null, isRepeated: repeated.has(eventId) }
    const mark = rowMark(event, mismatches(event, filters), besides)
    if (mark !== null) marks.set(event, mark)
  }
  return marks
}

/** Event ids that more than one of the events bears. */
export function repeatedIds(events: readonly Event[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { eventId } of events) {
    if (eventId === null) continue
    if (seen.has(eventId)) repeated.add(eventId)
    seen.add(eventId)
  }
  return repeated
}
