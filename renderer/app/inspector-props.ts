// What the page of an open connection is given, and what it hands on to its parts.
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { ShellInfo } from '../../shared/contract/shell-info.ts'
import type { ConnectionActions } from '../connections/use-connection-actions.ts'
import type { DialogOpeners } from '../connections/use-dialog.ts'
import type { Exports } from '../export/store/exports.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import type { GoTo } from '../live/store/place.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { PageSnapshots } from '../snapshot/use-snapshots.ts'
import type { ConnectionSession } from './connection-session.ts'
import type { ChangeSettings } from './settings/use-settings.ts'
import type { InspectorState } from './use-inspector.ts'

export interface InspectorPageProps {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  snapshots: PageSnapshots
  /** Null until they are loaded. */
  exports: Exports | null
  opened: OpenedSnapshot
  actions: ConnectionActions
  goTo: GoTo
  dialogs: DialogOpeners
  shell: ShellInfo
  settings: Settings
  change: ChangeSettings
  scheme: 'light' | 'dark'
}

export interface InspectorPartProps extends InspectorPageProps {
  inspector: InspectorState
  /** False while an open snapshot covers the live page. */
  isLive: boolean
  onExport: (what: Exportable) => void
}
