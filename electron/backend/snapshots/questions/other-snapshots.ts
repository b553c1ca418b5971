// Other snapshots that a question names: compared with the loaded one or, where small, loaded beside it. The latest are kept,
// since several tabs and windows ask about the same two.
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../../shared/failure/failure.ts'
import type { Stretch } from '../../../../shared/snapshot/snapshot-changes.ts'
import { inOrderOfTime } from '../slice.ts'
import { openSnapshotFile, type SnapshotFile } from '../store/snapshot-file.ts'
import { compareRows, type Differences } from './compare-rows.ts'
import { loadTable } from './load-table.ts'
import { type LoadedSnapshot, loadedSnapshot } from './loaded-snapshot.ts'
import type { OtherFile } from './open-questions.ts'
import { type PairedBy, type Pairing, pairRows } from './pair-rows.ts'
import type { Turn } from './turn.ts'

/** Events of one that is loaded beside the snapshot. */
const MOST_BESIDE = 100_000

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

export const GONE_OTHER = 'The other snapshot no longer exists.'

/** @param key the store's, 32 bytes */
export function createComparisons(key: Uint8Array): Comparisons {
  const compared = new LRUCache<string, ComparedWith>({ max: 2 })
  const paired = new LRUCache<string, PairedWith>({ max: 2 })

  /** The outcome of what reads all rows of the other one. */
  async function reading<Outcome extends { kind: string }>(
    other: OtherFile,
    read: (rows: ReturnType<typeof rowsOf>) => Promise<Outcome | { kind: 'failed'; failure: Failure }>,
  ): Promise<Exclude<Outcome, { kind: 'failed' }> | Unreadable> {
    const outcome = await withFile(other, key, GONE_OTHER, (file) => read(rowsOf(file)))
    if (typeof outcome === 'string') return { kind: 'unreadable', words: outcome }
    if (!isFailed(outcome)) return outcome as Exclude<Outcome, { kind: 'failed' }>
    return { kind: 'unreadable', words: failureWords(outcome.failure) }
  }

  return {
    async with(snapshot, other, within, turn) {
      const name = JSON.stringify([other.path, within])
      const made = compared.get(name) ?? (await reading(other, (rows) => compareRows(snapshot, rows, turn, { within })))
      if (made.kind === 'compared') compared.set(name, made)
      return made
    },
    async pairs(snapshot, other, by, turn) {
      const name = JSON.stringify([other.path, by])
      const made = paired.get(name) ?? (await reading(other, (rows) => pairRows(snapshot, rows, by, turn)))
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

  async function load(other: OtherFile, turn: Turn): Promise<LoadedSnapshot | string> {
    const known = held.get(other.path)
    if (known !== undefined) return known
    const loaded = await withFile(other, key, 'The snapshot of the hours beside the period no longer exists.', (file) =>
      loadTable(file, turn, () => undefined, MOST_BESIDE),
    )
    if (typeof loaded === 'string') return loaded
    if (loaded.kind === 'failed') return failureWords(loaded.failure)
    if (loaded.kind === 'too-many') {
      return `The snapshot of the hours beside the period has ${grouped(loaded.rows)} events, and at most ${grouped(MOST_BESIDE)} are used. Narrow it to one customer.`
    }
    const made = loadedSnapshot(loaded.table)
    held.set(other.path, made)
    return made
  }

  return (others) => {
    const fileOf = (id: string) => others.find((other) => other.id === id)
    return {
      async load(id, turn) {
        const file = fileOf(id)
        return file === undefined ? GONE_OTHER : load(file, turn)
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

/** What `read` makes of the file, which is closed after it; a sentence where it cannot be opened. */
async function withFile<Made>(
  { path, id }: OtherFile,
  key: Uint8Array,
  goneWords: string,
  read: (file: SnapshotFile) => Promise<Made>,
): Promise<Made | string> {
  // SQLite would create a missing file.
  if (!existsSync(path)) return goneWords
  const file = openSnapshotFile({ path, key: Buffer.from(key), id })
  if ('why' in file) return file.words
  try {
    return await read(file)
  } finally {
    await file.close()
  }
}

const failureWords = (failure: Failure) =>
  failure.kind === 'disk' ? failure.detail : 'The other snapshot cannot be read.'
