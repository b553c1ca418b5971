// What the page of an open connection is given, and what it hands on to its parts.
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { ShellInfo } from '../../shared/contract/shell-info.ts'
import type { Exports } from '../export/store/exports.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { PageSnapshots } from '../snapshot/use-snapshots.ts'
import type { ConnectionSession } from './connection-session.ts'
import type { InspectorState } from './use-inspector.ts'

export interface InspectorPageProps {
  current: Connection
  connections: Connection[]
  session: ConnectionSession
  snapshots: PageSnapshots
  /** Null until they are loaded. */
  exports: Exports | null
  opened: OpenedSnapshot
  shell: ShellInfo
  settings: Settings
  scheme: 'light' | 'dark'
}

export interface InspectorPartProps extends InspectorPageProps {
  inspector: InspectorState
}
