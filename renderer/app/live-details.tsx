// The details of an event of the live page, with what can be done with it, and why its row is marked among those on
// screen.
import { useMemo, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { type Event, eventKey, type Filters } from '../../shared/event/event.ts'
import { filterWords } from '../../shared/search/filter-words.ts'
import { mismatches } from '../../shared/search/matches.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import { type DetailActions, DetailActionsProvider, type EventSteps } from '../event/details/detail-actions.tsx'
import { DetailPane } from '../event/details/detail-pane.tsx'
import { changeOf, type DetailView } from '../event/store/detail-session.ts'
import { againReasons, missesWords } from '../grid/same-again.ts'
import { useLiveActions } from '../live/results/live-actions.ts'
import { NO_FILTERS } from '../live/store/filters-meaning.ts'
import { useEventJudge } from '../shape/kept-shapes.ts'
import { unexpectedWords } from '../shape/shape-words.ts'
import { shortened } from '../ui/excerpt.ts'
import { partOnDemand } from '../ui/on-demand.tsx'
import type { ConnectionSession } from './connection-session.ts'

const FilterByButton = partOnDemand(async () => (await import('../event/details/filter-by-button.tsx')).FilterByButton)

interface LiveDetailsProps {
  session: ConnectionSession
  current: Connection
  view: DetailView
  steps: EventSteps
  zone: string
  onClose: DetailActions['close']
  onFindOthers: DetailActions['findOthers']
}

/** The rest is in "Checks" of a snapshot. */
const MOST_UNEXPECTED = 20

export function LiveDetails({ session, current, view, steps, zone, onClose, onFindOthers }: LiveDetailsProps) {
  const { search, watch, clock, details } = session
  const { search: startSearch, replaceToken, editConnection } = useLiveActions()
  const { shown } = useSyncExternalStore(search.subscribe, search.state)
  const changes = useSyncExternalStore(watch.subscribe, watch.changes)
  const judge = useEventJudge(current.id)
  const reasons = useMemo(() => {
    if (view.state !== 'event') return NO_REASONS
    const { event } = view
    const unexpected = judge === null ? [] : judge(event).slice(0, MOST_UNEXPECTED)
    return [
      ...(shown === null ? [] : rowReasons(event, shown.answer.page.events, shown.request.filters)),
      ...unexpected.map((part) => `Unexpected shape: ${unexpectedWords(part)}.`),
    ]
  }, [view, shown, judge])
  const { retry, showNewer } = details
  const { firstSeen } = watch
  const applied = shown?.request.filters ?? NO_FILTERS
  const actions = useMemo(
    (): DetailActions => ({
      close: onClose,
      retry,
      showNewer,
      replaceToken,
      editConnection,
      findOthers: onFindOthers,
      firstSeen,
      offersFor: (value) => <FilterByButton value={value} applied={applied} onSearch={startSearch} />,
    }),
    [onClose, retry, showNewer, replaceToken, editConnection, onFindOthers, firstSeen, applied, startSearch],
  )
  return (
    <DetailActionsProvider value={actions}>
      <CustomerNames connectionId={current.id}>
        <DetailPane
          connection={current}
          view={view}
          change={changeOf(view, changes)}
          reasons={reasons}
          zone={zone}
          now={clock.now}
          steps={steps}
        />
      </CustomerNames>
    </DetailActionsProvider>
  )
}

const NO_REASONS: readonly string[] = []

/** A filter and its value are cut there. */
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
    return missesWords(`${shortened(name, MOST_CHARACTERS)}${asked}`)
  })
  const again = againReasons(event, events)
  const times = event.eventId === null ? 1 : events.filter(({ eventId }) => eventId === event.eventId).length
  return [...missed, ...(times > 1 ? [`Its event ID occurs ${times} times on this page.`] : []), ...again]
}
