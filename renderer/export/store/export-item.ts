// One export as the page knows it, from the reading of its rows to its file.
import type { ExportEntry, ExportOptions } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'

export interface ExportItem {
  /** Unique within this page, and the same from the reading to the file. */
  key: string
  connectionName: string
  /** The file's name; until that is known, a description of what it will hold. */
  name: string
  options: ExportOptions
  /** Two if all matches have to be read first. */
  steps: 1 | 2
  /** Where the file goes, as chosen before the reading; null: the shell asks, or the browser decides. */
  placeId: string | null
  stage: ExportStage
}

export type ExportStage =
  /** Null: nothing is known of it yet. */
  | { is: 'reading'; snapshotId: string; step: SnapshotStep | null }
  /** All matches are read, but the file was not begun: why; null if no place was chosen for it. */
  | { is: 'read'; snapshotId: string; failure: Failure | null }
  /** Its reading was stopped, here or in the list of snapshots. */
  | { is: 'stopped' }
  | { is: 'file'; entry: ExportEntry }

/** What the backend's entry says about it. */
export const factsOf = (entry: ExportEntry): Pick<ExportItem, 'connectionName' | 'name' | 'options' | 'stage'> => ({
  connectionName: entry.connectionName,
  name: entry.fileName,
  options: entry.options,
  stage: { is: 'file', entry },
})

export const isWriting = ({ stage }: ExportItem) => stage.is === 'file' && stage.entry.status.state === 'running'

/** Whether it will resume by itself. */
export function isUnderWay(item: ExportItem): boolean {
  const { stage } = item
  return isWriting(item) || (stage.is === 'reading' && stage.step?.status.state !== 'paused')
}
