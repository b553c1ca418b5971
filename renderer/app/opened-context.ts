// What the tabs of an opened snapshot may need of the window beside what every tab is given.
import { createContext, useContext } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Settings } from '../../shared/settings.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { OpenedSnapshot } from '../session/opened-snapshot.ts'
import type { PageSnapshots } from './use-snapshots.ts'

export interface OpenedWindow {
  opened: OpenedSnapshot
  session: ConnectionSession
  current: Connection
  connections: readonly Connection[]
  settings: Pick<Settings, 'zone' | 'detailsWidth'>
  snapshots: PageSnapshots
  narrow: boolean
  onDetailsWidth: (width: number) => void
}

const OpenedContext = createContext<OpenedWindow | null>(null)

export const OpenedProvider = OpenedContext.Provider

/** Within an opened snapshot only. */
export function useOpenedWindow(): OpenedWindow {
  const found = useContext(OpenedContext)
  if (found === null) throw new Error('No snapshot is open here')
  return found
}
