// Keeps the latest comparisons, since several tabs and windows ask about the same two snapshots.
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { Stretch } from '../../../../shared/snapshot/snapshot-changes.ts'
import { inOrderOfTime } from '../slice.ts'
import { openSnapshotFile, type SnapshotFile } from '../store/snapshot-file.ts'
import { compareRows, type Differences } from './compare-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'
import type { OtherFile } from './worker-messages.ts'

export type ComparedWith =
  | { kind: 'compared'; differences: Differences }
  | { kind: 'unreadable'; words: string }
  | { kind: 'too-different'; most: number }

export interface Comparisons {
  /** `within`: RFC 3339 instants; events outside are ignored on both sides. */
  with(snapshot: LoadedSnapshot, other: OtherFile, within: Stretch | null, turn: Turn): Promise<ComparedWith>
}

/** @param key the store's, 32 bytes */
export function createComparisons(key: Uint8Array): Comparisons {
  const kept = new LRUCache<string, ComparedWith>({ max: 2 })

  async function compare(
    snapshot: LoadedSnapshot,
    { path, id }: OtherFile,
    within: Stretch | null,
    turn: Turn,
  ): Promise<ComparedWith> {
    // SQLite would create a missing file.
    if (!existsSync(path)) return { kind: 'unreadable', words: 'The other snapshot no longer exists.' }
    const file = openSnapshotFile({ path, key: Buffer.from(key), id })
    if ('why' in file) return { kind: 'unreadable', words: file.words }
    try {
      const compared = await compareRows(snapshot, rowsOf(file), turn, { within })
      if (compared.kind !== 'failed') return compared
      const words = compared.failure.kind === 'disk' ? compared.failure.detail : 'The other snapshot cannot be read.'
      return { kind: 'unreadable', words }
    } finally {
      await file.close()
    }
  }

  return {
    async with(snapshot, other, within, turn) {
      const name = JSON.stringify([other.path, within])
      const known = kept.get(name)
      if (known !== undefined) return known
      const compared = await compare(snapshot, other, within, turn)
      if (compared.kind === 'compared') kept.set(name, compared)
      return compared
    },
  }
}

async function* rowsOf(file: SnapshotFile) {
  for (const { id } of inOrderOfTime(file.slices())) yield* file.rows(id)
}
