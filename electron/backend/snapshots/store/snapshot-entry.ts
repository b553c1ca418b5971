// An entry in the list of snapshots, and whether it has expired.
import type { Account } from '../../../../shared/snapshot/account.ts'
import type { ReadingState } from '../reading-state.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'
import type { Unreadable } from './snapshot-contents.ts'
import type { SnapshotLabel } from './snapshot-label.ts'

/** One snapshot in the list, from the head of its file alone. */
export type SnapshotEntry =
  | {
      kind: 'readable'
      id: string
      header: SnapshotHeader
      label: SnapshotLabel
      state: ReadingState
      /** Kept rows. */
      rows: number
      /** Null where nothing was read yet, or an earlier version of this program read it. */
      account: Account | null
      /** On the disk. */
      bytes: number
    }
  | ({ kind: 'unreadable'; id: string; bytes: number } & Unreadable)

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a check left it behind, if that is not under way: then its file is locked. */
export const isLeftover = (entry: SnapshotEntry) => entry.kind === 'readable' && entry.header.forCheck === true

/** Whether it was to be deleted after some days, and those have gone by; never one that is closed. @param nowMs since the epoch */
export const isOver = (entry: SnapshotEntry, nowMs: number) =>
  entry.kind === 'readable' &&
  entry.label.closed === null &&
  entry.label.deleteAfterDays !== null &&
  nowMs >= Date.parse(entry.header.begunAt) + entry.label.deleteAfterDays * DAY_MS
