// The header of an open connection, wired to its parts.
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { ENVIRONMENT_WORDS } from '../../shared/connection/connection.ts'
import { shownCase } from '../case/shown-case.ts'
import { useLiveActions } from '../live/results/live-actions.ts'
import { countFilters, NO_FILTERS } from '../live/store/filters-meaning.ts'
import { partBehindRows } from '../ui/on-demand.tsx'
import { type InspectorPartProps, useWindowActions } from './use-inspector.ts'

const Header = partBehindRows(async () => (await import('./header/header.tsx')).Header)
const Find = partBehindRows(async () => (await import('./find.tsx')).Find)
const ConnectionSwitcher = partBehindRows(
  async () => (await import('../connections/connection-switcher.tsx')).ConnectionSwitcher,
)
const SnapshotsCount = partBehindRows(async () => (await import('../snapshot/snapshots-list.tsx')).SnapshotsCount)

export function InspectorHeader(props: InspectorPartProps) {
  const { current, connections, session, shell, settings, inspector, snapshots } = props
  const offered = useWindowActions()
  const { actions, dialogs } = offered
  const { export: onExport } = useLiveActions()
  const switcher = useMemo(
    () => (
      <ConnectionSwitcher
        connections={connections}
        current={current}
        keychain={shell.keychain}
        actions={actions}
        dialogs={dialogs}
      />
    ),
    [connections, current, shell, actions, dialogs],
  )
  // Nested in parts that are loaded on demand themselves: without this they would start loading one step later.
  useEffect(() => {
    for (const part of [Find, ConnectionSwitcher, SnapshotsCount]) void part.preload()
  }, [])
  const now = { ...props, ...offered, onExport }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const mac = shell.platform === 'darwin'
  const { findField, narrow, isLive } = inspector
  const { filtersOpen: open, toggleFilters: toggle } = inspector
  const count = countFilters(inspector.search.shown?.request.filters ?? NO_FILTERS)
  const find = useMemo(
    () => <Find key={session.epoch} field={findField} mac={mac} latest={latest} />,
    [session, findField, mac],
  )
  return (
    <Header
      title={`${current.name}, ${ENVIRONMENT_WORDS[current.environment]}`}
      switcher={switcher}
      find={find}
      snapshots={useMemo(
        () => <SnapshotsCount snapshots={snapshots} narrow={narrow} onOpen={dialogs.snapshots} />,
        [snapshots, narrow, dialogs],
      )}
      narrow={narrow}
      filters={useMemo(() => (isLive ? { open, count, toggle } : null), [isLive, open, count, toggle])}
      zones={useMemo(
        () => ({ shown: isLive ? settings.zone : settings.openedZone, billing: current.billingZone }),
        [isLive, settings.zone, settings.openedZone, current.billingZone],
      )}
      onZone={inspector.choose.zone}
      dialogs={dialogs}
      onCases={useCallback(() => shownCase.open(current.id), [current.id])}
    />
  )
}
