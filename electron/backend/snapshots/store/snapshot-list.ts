// The list of a store's snapshots. Opens only files that were written to since the last list.
import type { Account } from '../../../../shared/snapshot/account.ts'
import type { ReadingState } from '../reading-state.ts'
import type { SnapshotHeader } from '../snapshot-journal.ts'
import { wholeAccount } from '../time-slice.ts'
import type { SnapshotLabel, Unreadable } from './snapshot-contents.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

export interface SnapshotListParts {
  files: SnapshotFolder
  read: (id: string) => SnapshotFile | Unreadable
  now: () => number
}

/** Lists for `SnapshotStore.list`. */
export function snapshotList({ files, read, now }: SnapshotListParts): () => SnapshotEntry[] {
  /** What was read of each file, by its ID, and its stamp then: as long as it has that, it is not opened again. */
  const known = new Map<string, { stamp: string; entry: SnapshotEntry }>()
  /** The entries as last read, whatever was written since: a full disk lets nobody open a file whose rows are there. */
  const readable = new Map<string, SnapshotEntry>()
  /** Damaged files that were set aside in this run: told until they are deleted. */
  const aside = new Map<string, SnapshotEntry>()

  /** Null of one that another process is about to begin: nothing of it is there yet. */
  function entryOf(id: string): SnapshotEntry | null {
    const stamp = files.stampOf(id)
    const before = known.get(id)
    if (stamp !== null && before?.stamp === stamp) return before.entry
    const entry = readEntry(id)
    if (stamp !== null && entry?.kind === 'readable') known.set(id, { stamp, entry })
    else known.delete(id)
    return entry
  }

  function readEntry(id: string): SnapshotEntry | null {
    const bytes = files.bytesOf(id)
    const file = read(id)
    if ('why' in file) {
      const before = readable.get(id)
      if (file.why === 'disk' && before !== undefined) return { ...before, bytes }
      const entry: SnapshotEntry = { kind: 'unreadable', id, bytes, ...file }
      if (file.why === 'damaged') {
        if (!files.setAside(id, new Date(now()))) return null
        aside.set(id, entry)
      }
      return entry
    }
    const slices = file.slices()
    const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
    const account = wholeAccount(slices)
    const entry = { kind: 'readable' as const, id, header: file.header, label: file.label(), state: file.state() }
    void file.close()
    const found: SnapshotEntry = { ...entry, rows, account, bytes }
    readable.set(id, found)
    return found
  }

  return () => {
    const begun = (entry: SnapshotEntry) => (entry.kind === 'readable' ? entry.header.begunAt : '')
    const ids = files.ids()
    const there = ids.map(entryOf).filter((entry) => entry !== null)
    // One whose ID has a file again is told by that file.
    const asideAlone = [...aside].filter(([id]) => !ids.includes(id) && files.isSetAside(id)).map(([, entry]) => entry)
    const entries = [...there, ...asideAlone]
    for (const id of known.keys()) if (!ids.includes(id)) known.delete(id)
    for (const id of readable.keys()) if (!ids.includes(id)) readable.delete(id)
    return entries.sort((a, b) => begun(b).localeCompare(begun(a)))
  }
}

// An entry in the list of snapshots, and whether it has expired.

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
      /** It takes so many on the disk. */
      bytes: number
    }
  | ({ kind: 'unreadable'; id: string; bytes: number } & Unreadable)

const DAY_MS = 24 * 60 * 60 * 1000

/** Whether a check left it behind, if that is not under way: then its file is locked. */
export const isLeftover = (entry: SnapshotEntry) => entry.kind === 'readable' && entry.header.forCheck === true

/**
 * Tells what became of the export that had it read, `written` or `unwritten`; null of one that stands for itself, as
 * one does that was closed since. While its run lasts, an export is `unwritten` until its file is there.
 */
export function exportOf(entry: SnapshotEntry): 'written' | 'unwritten' | null {
  if (entry.kind !== 'readable' || entry.label.closed !== null || entry.label.madeFor?.of !== 'export') return null
  return entry.label.madeFor.isOver ? 'written' : 'unwritten'
}

/** Those that were made for a snapshot and go with it; not one that was closed since. */
export const entriesMadeFor = (entries: readonly SnapshotEntry[], snapshotId: string) =>
  entries.filter((entry) => {
    if (entry.kind !== 'readable' || entry.label.closed !== null) return false
    const { madeFor } = entry.label
    return madeFor?.of === 'snapshot' && madeFor.snapshotId === snapshotId
  })

/** Whether it was to be deleted after some days that have gone by; never one that is closed. @param nowMs since 1970 */
export const isOver = (entry: SnapshotEntry, nowMs: number) =>
  entry.kind === 'readable' &&
  entry.label.closed === null &&
  entry.label.deleteAfterDays !== null &&
  nowMs >= Date.parse(entry.header.begunAt) + entry.label.deleteAfterDays * DAY_MS
