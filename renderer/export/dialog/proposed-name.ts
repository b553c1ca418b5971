// The name of a file of all matches before they are read: as it will be, unless the range turns out to be over by then.
import { exportFileName } from '../../../shared/export/export-file-name.ts'
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import type { SnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'

interface AllMatches {
  connectionName: string
  customerId: string | undefined
  range: SnapshotRange
  format: FileFormatName
  /** Milliseconds since the epoch. */
  now: number
}

export function proposedName({ connectionName, customerId, range, format, now }: AllMatches): string {
  const isOver = range.until !== null && Date.parse(range.until) <= now
  const period = { ...range, until: isOver ? range.until : null }
  return exportFileName({ connectionName, customerId, period, what: 'all', format, now })
}
