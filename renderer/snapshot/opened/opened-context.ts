// Tabs of an opened snapshot need these of the window beyond the props of every tab; the window compares them.
import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { SnapshotRange, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { bridge, FailureError } from '../../bridge.ts'
import type { EventSession } from '../../event/store/detail-session.ts'
import type { ColumnId } from '../../grid/column-choice.ts'
import type { LiveSession } from '../../live/store/live-session.ts'
import { focusIsFree } from '../../ui/focus.ts'
import { notifyOffer } from '../../ui/notify.tsx'
import { unusedName } from '../../ui/unused-name.ts'
import { datesWords } from '../changes/changes-words.ts'
import type { OpenedSnapshot } from '../store/opened-snapshot.ts'
import { type PageSnapshots, type Snapshots, snapshotNames } from '../store/page-snapshots.ts'
import { accountOf, takeOnConnectionOf, whenFinished } from '../store/queued-readings.ts'
import { createSnapshotComparison, type SnapshotComparison } from '../store/snapshot-comparison.ts'

export interface OpenedWindow {
  opened: OpenedSnapshot
  session: LiveSession & Pick<EventSession, 'watch'>
  current: Connection
  connections: readonly Connection[]
  /** Times are shown in it. */
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

interface InWindow {
  opened: OpenedSnapshot
  snapshots: Pick<Snapshots, 'state' | 'subscribe' | 'take' | 'refresh'>
}

/** The comparison of the opened snapshot, created when it is first asked for. */
export function comparisonOf({ opened: { parts, tabs }, snapshots }: InWindow): SnapshotComparison {
  tabs.comparison ??= createSnapshotComparison({
    parts,
    bridge,
    snapshots,
    accountOf,
    nameOf: ({ name, range, connection }, within) => {
      const days = within === null ? null : datesWords(within, range.zone)
      const namesInUse = snapshotNames(snapshots.state().list, connection.id)
      return unusedName(days === null ? `${name}, read again` : `${name}: ${days}`, namesInUse)
    },
  })
  return tabs.comparison
}

/** How the comparison of the opened snapshot stands. */
export function useComparison(window: InWindow) {
  const { subscribe, state } = comparisonOf(window)
  return useSyncExternalStore(subscribe, state)
}

/**
 * Reads another range of a snapshot's search, and shows both compared once it is read; where something else was opened
 * meanwhile, a notice offers to. Rejects with a FailureError.
 */
export async function readToCompare(
  snapshot: SnapshotSummary,
  range: SnapshotRange,
  { opened, snapshots }: InWindow,
  onShow: () => void,
): Promise<void> {
  const { search, connection, name } = snapshot
  const days = datesWords(range, range.zone) ?? name
  const asked = opened.place()
  const order = { search, range, name: unusedName(days, snapshotNames(snapshots.state().list, connection.id)) }
  const taken = await takeOnConnectionOf(snapshot, order, { snapshots, accountOf })
  if (!taken.ok) throw new FailureError(taken.failure)
  // It ends by itself, when the reading is over or deleted.
  const { signal } = new AbortController()
  whenFinished([taken.value.snapshotId], snapshots, signal, (finished) => {
    if (finished === null) return
    const id = taken.value.snapshotId
    comparisonOf({ opened, snapshots }).compare(snapshot.id, id)
    const words = `${days} is read: “Comparison” compares the two.`
    void focusIsFree().then(() => {
      const now = opened.place()
      if (now?.id === asked?.id && now?.view.tab === asked?.view.tab) onShow()
      else notifyOffer({ id, words, action: 'Show', onAction: onShow })
    })
  })
}
