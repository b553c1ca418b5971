// What tabs of an opened snapshot need of the window beyond the props of every tab.
import { createContext, type RefObject, useContext } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { EventSession } from '../../event/store/detail-session.ts'
import type { ColumnId } from '../../grid/column-choice.ts'
import type { LiveSession } from '../../live/store/live-session.ts'
import type { OpenedSnapshot } from '../store/opened-snapshot.ts'
import type { PageSnapshots } from '../store/snapshots.ts'

export interface OpenedWindow {
  opened: OpenedSnapshot
  session: LiveSession & Pick<EventSession, 'watch'>
  current: Connection
  connections: readonly Connection[]
  /** In which times are shown. */
  zone: string
  settings: Pick<Settings, 'detailsWidth'>
  snapshots: PageSnapshots
  narrow: boolean
  onDetailsWidth: (width: number) => void
}

interface OpenedTools extends OpenedWindow {
  /** Columns of "Events", left to right; empty until first drawn. */
  shownColumns: RefObject<readonly ColumnId[]>
}

const OpenedContext = createContext<OpenedTools | null>(null)

export const OpenedProvider = OpenedContext.Provider

/** Usable within an opened snapshot only. */
export function useOpenedWindow(): OpenedTools {
  const found = useContext(OpenedContext)
  if (found === null) throw new Error('No snapshot is open here')
  return found
}
