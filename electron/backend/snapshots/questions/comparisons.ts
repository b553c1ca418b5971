// What a snapshot was compared with, kept for the next question: other tabs and windows ask about the same two.
import { inOrderOfTime } from '../slice.ts'
import { openSnapshotFile, type SnapshotFile } from '../store/snapshot-file.ts'
import { compareRows, type Differences } from './compare-rows.ts'
import { createLately } from './lately.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'
import type { OtherFile } from './worker-messages.ts'

export type ComparedWith =
  | { kind: 'compared'; differences: Differences }
  | { kind: 'unreadable'; words: string }
  | { kind: 'too-different'; most: number }

export interface Comparisons {
  with(snapshot: LoadedSnapshot, other: OtherFile, turn: Turn): Promise<ComparedWith>
}

/** @param key the store's, 32 bytes */
export function createComparisons(key: Uint8Array): Comparisons {
  const kept = createLately<ComparedWith>(2)

  async function compare(snapshot: LoadedSnapshot, { path, id }: OtherFile, turn: Turn): Promise<ComparedWith> {
    const file = openSnapshotFile({ path, key: Buffer.from(key), id })
    if ('why' in file) return { kind: 'unreadable', words: file.words }
    try {
      const compared = await compareRows(snapshot, rowsOf(file), turn)
      if (compared.kind !== 'failed') return compared
      const words = compared.failure.kind === 'disk' ? compared.failure.detail : 'The other snapshot cannot be read.'
      return { kind: 'unreadable', words }
    } finally {
      await file.close()
    }
  }

  return {
    async with(snapshot, other, turn) {
      const known = kept.get(other.path)
      if (known !== undefined) return known
      const compared = await compare(snapshot, other, turn)
      if (compared.kind === 'compared') kept.set(other.path, compared)
      return compared
    },
  }
}

async function* rowsOf(file: SnapshotFile) {
  for (const { id } of inOrderOfTime(file.slices())) yield* file.rows(id)
}
