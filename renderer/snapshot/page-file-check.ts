// The file that is held against the snapshot that is open: one a window, whichever tab is in sight.
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { bridge } from '../bridge.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { createFileCheck, type FileCheck } from './store/file-check.ts'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'

const checks = new WeakMap<OpenedSnapshot, { snapshotId: string; check: FileCheck }>()

/** Ends once another snapshot is open, or none. */
export function fileCheckOf(opened: OpenedSnapshot, snapshot: Pick<SnapshotSummary, 'id' | 'connection'>): FileCheck {
  const known = checks.get(opened)
  if (known?.snapshotId === snapshot.id) return known.check
  const { id: snapshotId, connection } = snapshot
  const check = createFileCheck({ bridge, snapshotId, connectionId: connection.id, onUnkept: notifyFailure })
  checks.set(opened, { snapshotId, check })
  const stop = opened.subscribe(() => {
    const now = opened.state()
    if (now.kind !== 'live' && now.id === snapshotId) return
    stop()
    check.end()
    if (checks.get(opened)?.check === check) checks.delete(opened)
  })
  return check
}
