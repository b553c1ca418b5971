// The file that is held against the snapshot that is open, and the readings that an invoice waits for: one a window, whichever
// tab is in sight.
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { bridge } from '../bridge.ts'
import { notifyFailure } from '../ui/notify.tsx'
import { unusedName } from '../ui/unused-name.ts'
import { createEdgeReadings, type EdgeReadings } from './store/edge-readings.ts'
import { createFileCheck, type FileCheck } from './store/file-check.ts'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'
import type { PageSnapshots } from './store/snapshots.ts'
import { snapshotNames } from './store/snapshots.ts'
import { accountOf } from './store/taken-readings.ts'

interface PageFileCheck {
  check: FileCheck
  edges: EdgeReadings
}

const checks = new WeakMap<OpenedSnapshot, PageFileCheck & { snapshotId: string }>()

/** Ends once another snapshot is open, or none. */
export function fileCheckOf(
  opened: OpenedSnapshot,
  snapshots: PageSnapshots,
  { id: snapshotId, connection }: Pick<SnapshotSummary, 'id' | 'connection'>,
): PageFileCheck {
  const known = checks.get(opened)
  if (known?.snapshotId === snapshotId) return known
  const check = createFileCheck({ bridge, snapshotId, connectionId: connection.id, onUnkept: notifyFailure })
  const edges = createEdgeReadings({
    snapshots,
    accountOf,
    nameOf: ({ name, connection: { id } }, { edge }) =>
      unusedName(`${name}: hours ${edge} it`, snapshotNames(snapshots.state().list, id)),
  })
  const made = { snapshotId, check, edges }
  checks.set(opened, made)
  const stop = opened.subscribe(() => {
    const now = opened.state()
    if (now.kind !== 'live' && now.id === snapshotId) return
    stop()
    check.end()
    edges.end()
    if (checks.get(opened) === made) checks.delete(opened)
  })
  return made
}
