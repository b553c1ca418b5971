// The header of an open connection, wired to its parts.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { ENVIRONMENT_WORDS } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { shownCase } from '../case/shown-case.ts'
import { useLiveActions } from '../live/results/live-actions.ts'
import { countFilters, NO_FILTERS } from '../live/store/filters-meaning.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { PageSnapshots } from '../snapshot/store/page-snapshots.ts'
import { partBehindRows } from '../ui/on-demand.tsx'
import type { InspectorNow } from './inspector-commands.ts'
import type { ShownLink } from './link/shown-link.ts'

const Header = partBehindRows(async () => (await import('./header/header.tsx')).Header)
const Find = partBehindRows(async () => (await import('./find.tsx')).Find)
const ConnectionSwitcher = partBehindRows(
  async () => (await import('../connections/connection-switcher.tsx')).ConnectionSwitcher,
)
const SnapshotsCount = partBehindRows(async () => (await import('../snapshot/snapshots-list.tsx')).SnapshotsCount)

/** The one box offers commands of all that is open. */
interface InspectorHeaderProps extends Omit<InspectorNow, 'live'> {
  snapshots: PageSnapshots
  opened: OpenedSnapshot
  shell: ShellInfo
  showLink: ShownLink['show']
  /** No snapshot covers the panes. */
  isLive: boolean
  narrow: boolean
  findField: RefObject<HTMLInputElement | null>
}

export function InspectorHeader(props: InspectorHeaderProps) {
  const { current, connections, session, snapshots, shell, settings, isLive, narrow, findField, filters } = props
  const { actions, dialogs, changeSettings } = props
  const live = useLiveActions()
  const shown = useSyncExternalStore(session.search.subscribe, () => session.search.state().shown)
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
  const now = { ...props, live }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const mac = shell.platform === 'darwin'
  const { isOpen, toggle } = filters
  const count = countFilters(shown?.request.filters ?? NO_FILTERS)
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
      filters={useMemo(() => (isLive ? { open: isOpen, count, toggle } : null), [isLive, isOpen, count, toggle])}
      zones={useMemo(
        () => ({ shown: isLive ? settings.zone : settings.openedZone, billing: current.billingZone }),
        [isLive, settings.zone, settings.openedZone, current.billingZone],
      )}
      onZone={useCallback((zone: string) => changeSettings({ zone }), [changeSettings])}
      dialogs={dialogs}
      onCases={useCallback(() => shownCase.open(current.id), [current.id])}
    />
  )
}
