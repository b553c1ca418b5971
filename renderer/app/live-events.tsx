// The Events pane of the live page, and what the floors above it say around its rows.
import { memo, useEffect, useMemo } from 'react'
import { AccountNotice } from '../connections/account-notice.tsx'
import { changeWords, newerWords } from '../event/details/change-words.ts'
import { ResultsPane } from '../live/results/results-pane.tsx'
import { partBehindRows } from '../ui/on-demand.tsx'
import type { InspectorPartProps } from './inspector-props.ts'
import { useWindowActions } from './window-actions.ts'

const Results = memo(ResultsPane)
const TakeSnapshot = partBehindRows(async () => (await import('../snapshot/taking.tsx')).TakeSnapshot)

type LiveEventsProps = Pick<InspectorPartProps, 'current' | 'session' | 'snapshots' | 'settings' | 'inspector'>

export function LiveEvents({ current, session, snapshots, settings, inspector }: LiveEventsProps) {
  const { shown, newer } = inspector.search
  const { actions } = useWindowActions()
  // Nested in a part that is loaded on demand itself: without this it would start loading one step later.
  useEffect(() => void TakeSnapshot.preload(), [])
  return (
    <Results
      key={session.epoch}
      session={session}
      zone={settings.zone}
      sorting={inspector.sorting}
      chosen={inspector.chosen}
      openEvent={inspector.openEvent}
      newerWords={useMemo(() => newer && newerWords(newer, shown), [newer, shown])}
      changes={useMemo(() => changeWords(inspector.changes, settings.zone), [inspector.changes, settings.zone])}
      notice={useMemo(
        () => current.hiddenAccount !== null && <AccountNotice connection={current} onDecide={actions.decideAccount} />,
        [current, actions],
      )}
      taking={useMemo(
        () => <TakeSnapshot session={session} current={current} snapshots={snapshots} zone={settings.zone} />,
        [session, current, snapshots, settings.zone],
      )}
      onShown={inspector.onShown}
    />
  )
}
