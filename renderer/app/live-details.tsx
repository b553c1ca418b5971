// The details of an event of the live page, with why its row is marked among those on screen.
import { useMemo } from 'react'
import { type Event, eventKey, type Filters } from '../../shared/event/event.ts'
import { filterWords } from '../../shared/search/filter-words.ts'
import { mismatches } from '../../shared/search/matches.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import { DetailPane, type DetailPaneProps } from '../event/details/detail-pane.tsx'
import { againReasons } from '../grid/same-again.ts'
import type { ShownRows } from '../live/store/search-state.ts'
import { useEventJudge } from '../shape/kept-shapes.ts'
import { unexpectedWords } from '../shape/shape-words.ts'
import { shortened } from '../ui/excerpt.ts'

interface LiveDetailsProps extends Omit<DetailPaneProps, 'reasons'> {
  shown: ShownRows | null
}

/** The rest is in "Checks" of a snapshot. */
const MOST_UNEXPECTED = 20

export function LiveDetails({ shown, ...pane }: LiveDetailsProps) {
  const { view, connection } = pane
  const judge = useEventJudge(connection.id)
  const reasons = useMemo(() => {
    if (view.state !== 'event') return NO_REASONS
    const { event } = view
    const unexpected = judge === null ? [] : judge(event).slice(0, MOST_UNEXPECTED)
    return [
      ...(shown === null ? [] : rowReasons(event, shown.answer.page.events, shown.request.filters)),
      ...unexpected.map((part) => `Unexpected shape: ${unexpectedWords(part)}.`),
    ]
  }, [view, shown, judge])
  return (
    <CustomerNames connectionId={pane.connection.id}>
      <DetailPane {...pane} reasons={reasons} />
    </CustomerNames>
  )
}

const NO_REASONS: readonly string[] = []

/** Of a filter and its value. */
const MOST_CHARACTERS = 200

/**
 * Why a row is marked, in sentences: what its own fields do not show; what does not fit a field is beside that field.
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
  const again = againReasons(event, events)
  const times = event.eventId === null ? 1 : events.filter(({ eventId }) => eventId === event.eventId).length
  return [...missed, ...(times > 1 ? [`Its event ID occurs ${times} times on this page.`] : []), ...again]
}
