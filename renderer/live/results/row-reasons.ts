// Why a row is marked, in sentences for the details.
import { type Event, eventKey, type Filters } from '../../../shared/event/event.ts'
import { filterWords } from '../../../shared/search/filter-words.ts'
import { mismatches } from '../../../shared/search/matches.ts'
import { shortened } from '../../ui/excerpt.ts'

/**
 * What the row's own fields do not show; what does not fit a field is beside that field.
 * @param events the rows among which it stands, asked for with `filters`
 */
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
