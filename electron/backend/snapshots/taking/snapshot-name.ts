// The default name of a snapshot: its connection and when it was begun.
import type { SnapshotHeader } from '../snapshot-header.ts'
import type { SnapshotEntry } from '../store/snapshot-entry.ts'

/** Of the connection's name. */
const LONGEST = 80

/** One that no other of `entries` has. */
export function usualName({ connection, begunAt }: SnapshotHeader, entries: readonly SnapshotEntry[]): string {
  const taken = new Set(entries.map((entry) => (entry.kind === 'readable' ? entry.label.name : '')))
  const usual = `${connection.name.slice(0, LONGEST)} ${begunAt.slice(0, 16).replace('T', ' ')}`
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? usual : `${usual} (${number})`
    if (!taken.has(name)) return name
  }
}
