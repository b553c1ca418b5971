// One export as the page knows it, from the reading of its rows to its file.
import type { Failure } from '../../shared/failure.ts'
import type { ExportEntry, ExportOptions } from '../../shared/file-export.ts'
import type { SnapshotStep } from '../../shared/snapshot.ts'

export interface ExportItem {
  /** Unlike any other's in this page, and the same from the reading to the file. */
  key: string
  connectionName: string
  /** Of the file; before that is known, of what it will hold. */
  name: string
  options: ExportOptions
  /** Two, where all matches were read for it first. */
  steps: 1 | 2
  /** Where the file goes, as chosen before the reading; null: the shell asks, or the browser decides. */
  placeId: string | null
  stage: ExportStage
}

export type ExportStage =
  /** Null: nothing is known of it yet. */
  | { is: 'reading'; snapshotId: string; step: SnapshotStep | null }
  /** Every match is read, and the file is not begun: why not; null where no place was chosen for it. */
  | { is: 'read'; snapshotId: string; failure: Failure | null }
  /** Its reading was ended, here or among the snapshots. */
  | { is: 'stopped' }
  | { is: 'file'; entry: ExportEntry }

/** What the backend's entry tells of it. */
export const factsOf = (entry: ExportEntry): Pick<ExportItem, 'connectionName' | 'name' | 'options' | 'stage'> => ({
  connectionName: entry.connectionName,
  name: entry.fileName,
  options: entry.options,
  stage: { is: 'file', entry },
})

export const isWriting = ({ stage }: ExportItem) => stage.is === 'file' && stage.entry.status.state === 'running'

/** Something of it is still to come without anybody's doing. */
export function isUnderWay(item: ExportItem): boolean {
  const { stage } = item
  return isWriting(item) || (stage.is === 'reading' && stage.step?.status.state !== 'paused')
}
