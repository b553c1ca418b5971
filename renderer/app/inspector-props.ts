// What the page of an open connection is given, and what it hands on to its parts.
import type { Connection } from '../../shared/connection.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ShellInfo } from '../../shared/shell-info.ts'
import type { Exportable } from '../features/results/export-menu.tsx'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { Exports } from '../session/exports.ts'
import type { OpenedSnapshot } from '../session/opened-snapshot.ts'
import type { GoTo } from './use-address.ts'
import type { ConnectionActions } from './use-connection-actions.ts'
import type { DialogOpeners } from './use-dialog.ts'
import type { InspectorState } from './use-inspector.ts'
import type { ChangeSettings } from './use-settings.ts'
import type { PageSnapshots } from './use-snapshots.ts'

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
