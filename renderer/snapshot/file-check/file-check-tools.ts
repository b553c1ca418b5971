// What the parts of "Check a file" need beside the file itself: what it is held against, and where they lead.
import { createSafeContext } from '@mantine/core'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { EdgeReadings } from '../store/edge-readings.ts'
import type { FileCheck } from '../store/file-check.ts'
import type { HeldAgainst } from '../store/file-check-state.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

export interface FileCheckTools extends Pick<SnapshotTabProps, 'onShowEvents'> {
  check: FileCheck
  edges: EdgeReadings
  /** All of them, latest first. */
  snapshots: readonly SnapshotSummary[]
  /** What a file would be held against now. */
  against: HeldAgainst
  /** Properties, customers and event codes that events have, commonest first. */
  known: { properties: readonly string[]; customerId: readonly string[]; eventCode: readonly string[] }
  /** Opens the rules. */
  onRules: () => void
}

export const [FileCheckToolsProvider, useFileCheckTools] = createSafeContext<FileCheckTools>('No file is checked here')
