// The name of a file of all matches before they are read: as it will be, unless the range turns out to be over by then.
import type { SnapshotRange } from '../snapshot/snapshot-range.ts'
import { exportFileName } from './export-file-name.ts'
import type { FileFormatName } from './file-formats.ts'

interface AllMatches {
  connectionName: string
  customerId: string | undefined
  range: SnapshotRange
  format: FileFormatName
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * "eventscope-acme-cus-1-2026-10.csv" of a range that is over; of one that is open, or goes on after `now`,
 * "eventscope-acme-cus-1-20261122-090000Z.csv".
 */
export function matchesFileName({ connectionName, customerId, range, format, now }: AllMatches): string {
  const isOver = range.until !== null && Date.parse(range.until) <= now
  const period = { ...range, until: isOver ? range.until : null }
  return exportFileName({ connectionName, customerId, period, what: 'all', format, now })
}
