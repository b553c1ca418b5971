// What the parts of "Check a file" need beside the file itself: what it is held against, and where they lead.
import { createSafeContext } from '@mantine/core'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { NamedRows } from '../../../shared/snapshot/snapshot-worth.ts'
import { notifyError, say } from '../../ui/notify.tsx'
import type { EdgeReadings } from '../store/edge-readings.ts'
import type { FileCheck } from '../store/file-check.ts'
import type { FileCheckState, HeldAgainst } from '../store/file-check-state.ts'
import type { ChangedChoices } from '../store/file-choices.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

export interface FileCheckTools extends Pick<SnapshotTabProps, 'onShowEvents'> {
  check: FileCheck
  edges: EdgeReadings
  /** All of them, latest first. */
  snapshots: readonly SnapshotSummary[]
  /** What a file would be held against now. */
  against: HeldAgainst
  /** Chooses that, and has the file checked again. */
  onRecheck: (change: ChangedChoices) => void
  /** Properties, customers and event codes that events have, commonest first. */
  known: { properties: readonly string[]; customerId: readonly string[]; eventCode: readonly string[] }
  /** Opens the rules. */
  onRules: () => void
}

export const [FileCheckToolsProvider, useFileCheckTools] = createSafeContext<FileCheckTools>('No file is checked here')

/** A file that was checked, as what came of it is drawn. */
export interface ResultProps<Checked> {
  snapshot: SnapshotSummary
  fileName: string
  /** What is chosen for it, and which of its lines are on screen. */
  state: Pick<FileCheckState, 'choices' | 'shown'>
  checked: Checked
  /** Why the result is out of date; null: it is not. */
  stale: string | null
  onCheckAgain: () => void
}

/** Shows the events that a question names once it is answered, or says that they are too many. */
export function useShowNamed(): (asked: Promise<NamedRows>) => void {
  const { onShowEvents } = useFileCheckTools()
  const show = async (asked: Promise<NamedRows>) => {
    const { events, rows } = await asked
    if (rows.length < events)
      say(`${grouped(events)} events are too many to be shown by a condition. Narrow the snapshot first.`, true)
    else onShowEvents(scopeOfRows(rows))
  }
  return (asked) => void show(asked).catch(notifyError)
}
