// Other snapshots that a question about a file names: small ones are loaded beside the snapshot, and one may be compared with it.
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import { openSnapshotFile } from '../store/snapshot-file.ts'
import type { Comparisons } from './comparisons.ts'
import { loadTable } from './load-table.ts'
import { type LoadedSnapshot, loadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'
import type { OtherFile } from './worker-messages.ts'

/** Events of one that is loaded beside the snapshot. */
const MOST_BESIDE = 100_000

export interface OtherSnapshots {
  /** All events of another one; a sentence where they cannot be read, or are too many. */
  load(id: string, turn: Turn): Promise<LoadedSnapshot | string>
  /** Rows of the loaded snapshot that the other one does not have; null: it cannot be compared. */
  added(snapshot: LoadedSnapshot, id: string, turn: Turn): Promise<ReadonlySet<number> | null>
}

/** @param key the store's, 32 bytes */
export function createOtherSnapshots(
  key: Uint8Array,
  comparisons: Pick<Comparisons, 'with'>,
): (others: readonly OtherFile[]) => OtherSnapshots {
  const held = new LRUCache<string, LoadedSnapshot>({ max: 2 })

  async function load({ path, id }: OtherFile, turn: Turn): Promise<LoadedSnapshot | string> {
    const known = held.get(path)
    if (known !== undefined) return known
    // SQLite would create a missing file.
    if (!existsSync(path)) return 'The snapshot of the hours beside the period no longer exists.'
    const file = openSnapshotFile({ path, key: Buffer.from(key), id })
    if ('why' in file) return file.words
    try {
      const loaded = await loadTable(file, turn, () => undefined, MOST_BESIDE)
      if (loaded.kind === 'too-many') {
        return `The snapshot of the hours beside the period has ${grouped(loaded.rows)} events; ${grouped(MOST_BESIDE)} are the most. Narrow it to one customer.`
      }
      if (loaded.kind === 'failed') {
        return loaded.failure.kind === 'disk' ? loaded.failure.detail : 'The other snapshot cannot be read.'
      }
      const made = loadedSnapshot(loaded.table)
      held.set(path, made)
      return made
    } finally {
      await file.close()
    }
  }

  return (others) => {
    const fileOf = (id: string) => others.find((other) => other.id === id)
    return {
      async load(id, turn) {
        const file = fileOf(id)
        return file === undefined ? 'The other snapshot no longer exists.' : load(file, turn)
      },
      async added(snapshot, id, turn) {
        const file = fileOf(id)
        if (file === undefined) return null
        const compared = await comparisons.with(snapshot, file, null, turn)
        return compared.kind === 'compared' ? new Set(compared.differences.added) : null
      },
    }
  }
}
