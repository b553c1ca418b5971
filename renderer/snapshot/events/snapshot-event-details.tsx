// Details of an event of an opened snapshot, as it was read; its filters apply to the snapshot.
import { useMemo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { EventSteps } from '../../event/details/detail-actions.tsx'
import { type DetailActions, DetailActionsProvider } from '../../event/details/detail-actions.tsx'
import { FilterByToggle } from '../../event/details/filter-by-button.tsx'
import type { DetailView } from '../../event/store/detail-session.ts'
import { againReasons, missesWords } from '../../grid/same-again.ts'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { conditionOf, conditionsOfFilters, isInScope, toggledScope } from '../store/scope-conditions.ts'

const DetailPane = partOnDemand(async () => (await import('../../event/details/detail-pane.tsx')).DetailPane)

interface SnapshotEventDetailsProps {
  snapshot: SnapshotSummary
  scope: Scope
  event: Event
  steps: EventSteps
  /** Names of the filters that it does not match. */
  misses: readonly string[]
  /** The rows around it that are loaded: those that it looks like are said. */
  around: readonly Event[]
  zone: string
  onClose: () => void
}

const nothing = () => {}

export function SnapshotEventDetails(props: SnapshotEventDetailsProps) {
  const { snapshot, scope, event, steps, misses, around, zone, onClose } = props
  const { opened, session, current, connections } = useOpenedWindow()
  const { connection, endedAt, begunAt } = snapshot
  const receivedAt = endedAt ?? begunAt
  const view = useMemo((): DetailView => {
    const source = { from: 'snapshot', receivedAt, withPage: true, unrefreshed: null } as const
    return { state: 'event', event, info: null, source, newer: null }
  }, [event, receivedAt])
  const reasons = useMemo(() => [...misses.map(missesWords), ...againReasons(event, around)], [misses, event, around])
  const isCurrent = connection.id === current.id
  const actions = useMemo(
    (): DetailActions => ({
      close: onClose,
      // It is shown as it was read: nothing is asked of the service.
      retry: nothing,
      showNewer: nothing,
      replaceToken: nothing,
      editConnection: nothing,
      findOthers: (filters) => opened.changeScope({ ...scope, where: conditionsOfFilters(filters) }),
      // Known for the open connection only.
      firstSeen: async (eventId) => (isCurrent ? session.watch.firstSeen(eventId) : null),
      offersFor(value) {
        const condition = conditionOf(value)
        return (
          <FilterByToggle
            isOn={isInScope(scope, condition)}
            onToggle={() => opened.changeScope(toggledScope(scope, condition))}
          />
        )
      },
    }),
    [onClose, scope, opened, isCurrent, session],
  )
  return (
    <DetailActionsProvider value={actions}>
      <DetailPane
        connection={connections.find(({ id }) => id === connection.id) ?? { ...current, ...connection }}
        view={view}
        change={null}
        reasons={reasons}
        zone={zone}
        now={session.clock.now}
        steps={steps}
      />
    </DetailActionsProvider>
  )
}
