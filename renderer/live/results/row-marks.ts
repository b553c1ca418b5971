// What does not fit about a row, in words: filters that it misses, an id that came twice, fields that cannot be used,
// and that it is not what it was.
import { type Event, eventKey, type Filters } from '../../../shared/event/event.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { rowMark } from '../../grid/row-mark.ts'
import { shortened } from '../../ui/excerpt.ts'

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

/** Why a row is marked, in sentences for the details: what the row's own fields do not show. `events` are the rows among which it stands, asked for with `filters`. What does not fit a field is beside that field. */
export function rowReasons(event: Event, events: readonly Event[], filters: Filters): string[] {
  if (!events.some((one) => eventKey(one) === eventKey(event))) return []
  const applied = filterWords(filters)
  const missed = mismatches(event, filters).map((name) => {
    const filter = applied.find((one) => one.name === name)
    const asked = filter === undefined ? '' : ` = ${shortened(filter.value, MOST_CHARACTERS)}`
    return `Does not match the filter ${shortened(name, MOST_CHARACTERS)}${asked}.`
  })
  const times = event.eventId === null ? 1 : events.filter(({ eventId }) => eventId === event.eventId).length
  return times > 1 ? [...missed, `Its event ID occurs ${times} times on this page.`] : missed
}

const MOST_CHARACTERS = 200
