// Keeps the latest comparisons, since several tabs and windows ask about the same two snapshots.
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { Failure } from '../../../../shared/failure/failure.ts'
import type { Stretch } from '../../../../shared/snapshot/snapshot-changes.ts'
import { inOrderOfTime } from '../slice.ts'
import { openSnapshotFile, type SnapshotFile } from '../store/snapshot-file.ts'
import { compareRows, type Differences } from './compare-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { type PairedBy, type Pairing, pairRows } from './pair-rows.ts'
import type { Turn } from './turn.ts'
import type { OtherFile } from './worker-messages.ts'

type Unreadable = { kind: 'unreadable'; words: string }
type TooDifferent = { kind: 'too-different'; most: number }
export type ComparedWith = { kind: 'compared'; differences: Differences } | Unreadable | TooDifferent
export type PairedWith = { kind: 'paired'; pairing: Pairing } | Unreadable | TooDifferent

export interface Comparisons {
  /** `within`: RFC 3339 instants; events outside are ignored on both sides. */
  with(snapshot: LoadedSnapshot, other: OtherFile, within: Stretch | null, turn: Turn): Promise<ComparedWith>
  /** By ID or by key. */
  pairs(snapshot: LoadedSnapshot, other: OtherFile, by: PairedBy, turn: Turn): Promise<PairedWith>
}

/** @param key the store's, 32 bytes */
export function createComparisons(key: Uint8Array): Comparisons {
  const compared = new LRUCache<string, ComparedWith>({ max: 2 })
  const paired = new LRUCache<string, PairedWith>({ max: 2 })

  /** The outcome of what reads all rows of the other one. */
  async function reading<Outcome extends { kind: string }>(
    { path, id }: OtherFile,
    read: (rows: ReturnType<typeof rowsOf>) => Promise<Outcome | { kind: 'failed'; failure: Failure }>,
  ): Promise<Exclude<Outcome, { kind: 'failed' }> | Unreadable> {
    // SQLite would create a missing file.
    if (!existsSync(path)) return { kind: 'unreadable', words: 'The other snapshot no longer exists.' }
    const file = openSnapshotFile({ path, key: Buffer.from(key), id })
    if ('why' in file) return { kind: 'unreadable', words: file.words }
    try {
      const outcome = await read(rowsOf(file))
      if (!isFailed(outcome)) return outcome as Exclude<Outcome, { kind: 'failed' }>
      const words = outcome.failure.kind === 'disk' ? outcome.failure.detail : 'The other snapshot cannot be read.'
      return { kind: 'unreadable', words }
    } finally {
      await file.close()
    }
  }

  return {
    async with(snapshot, other, within, turn) {
      const name = JSON.stringify([other.path, within])
      const known = compared.get(name)
      if (known !== undefined) return known
      const made = await reading(other, (rows) => compareRows(snapshot, rows, turn, { within }))
      if (made.kind === 'compared') compared.set(name, made)
      return made
    },
    async pairs(snapshot, other, by, turn) {
      const name = JSON.stringify([other.path, by])
      const known = paired.get(name)
      if (known !== undefined) return known
      const made = await reading(other, (rows) => pairRows(snapshot, rows, by, turn))
      if (made.kind === 'paired') paired.set(name, made)
      return made
    },
  }
}

const isFailed = (outcome: { kind: string }): outcome is { kind: 'failed'; failure: Failure } =>
  outcome.kind === 'failed'

async function* rowsOf(file: SnapshotFile) {
  for (const { id } of inOrderOfTime(file.slices())) yield* file.rows(id)
}
