// What does not fit about a row, in words: filters that it misses, an id that came twice, fields that cannot be used,
// and that it is not what it was.
import type { Event, Filters } from '../../../shared/event/event.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { shortened } from '../../ui/excerpt.ts'

/** Of the filters that a row misses. */
const NAMES_CHARACTERS = 300

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
    const missed = mismatches(event, filters)
    const words = [
      (event.eventId !== null && changes.get(event.eventId)) || null,
      missed.length > 0 ? `does not match ${shortened(missed.join(', '), NAMES_CHARACTERS)}` : null,
      event.eventId !== null && repeated.has(event.eventId) ? 'its event ID occurs more than once on this page' : null,
      ...event.problems.map(({ field, message }) => `${field} ${message}`),
    ].filter((word) => word !== null)
    if (words.length > 0) marks.set(event, words.join('; '))
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
