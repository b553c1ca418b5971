// Other snapshots that a question names: compared with the loaded one or, where small, loaded beside it. The latest are
// kept, since several tabs and windows ask about the same two.
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../../shared/failure/failure.ts'
import { GONE_OTHER } from '../../../../shared/snapshot/snapshot-changes.ts'
import { openSnapshotFile, type SnapshotFile } from '../store/snapshot-file.ts'
import { loadTable } from '../table/load-table.ts'
import { type LoadedSnapshot, loadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Turn } from '../table/turn.ts'
import { inOrderOfTime } from '../time-slice.ts'
import { type ComparedAs, type CompareOutcome, compareRows } from './compare-rows.ts'
import type { OtherFile } from './open-questions.ts'

/** The most events of a snapshot that is loaded beside the open one. */
const MOST_BESIDE = 100_000

/** What two snapshots differ in, that they differ too much, or, in words, why the other cannot be read. */
export type ComparedWith = Exclude<CompareOutcome, { kind: 'failed' }> | { kind: 'unreadable'; words: string }

export interface Comparisons {
  /** Compares the open snapshot with another one; the last four outcomes are kept. */
  with(snapshot: LoadedSnapshot, other: OtherFile, as: ComparedAs, turn: Turn): Promise<ComparedWith>
}

/** @param key the store's, 32 bytes */
export function createComparisons(key: Uint8Array): Comparisons {
  const compared = new LRUCache<string, ComparedWith>({ max: 4 })
  return {
    async with(snapshot, other, as, turn) {
      const name = JSON.stringify([other.path, as])
      const known = compared.get(name)
      if (known !== undefined) return known
      const made = await withFile(other, key, GONE_OTHER, (file) => compareRows(snapshot, rowsOf(file), as, turn))
      if (typeof made === 'string') return { kind: 'unreadable', words: made }
      if (made.kind === 'failed') return { kind: 'unreadable', words: failureWords(made.failure) }
      if (made.kind === 'compared') compared.set(name, made)
      return made
    },
  }
}

async function* rowsOf(file: SnapshotFile) {
  for (const { id } of inOrderOfTime(file.slices())) yield* file.rows(id)
}

/** Two readings of one search are compared in this way. */
const BY_TEXT: ComparedAs = { sameness: 'text', within: null }

export interface OtherSnapshots {
  /** All events of another one; a sentence where they cannot be read, or are too many. */
  load(id: string, turn: Turn): Promise<LoadedSnapshot | string>
  /** Rows of the loaded snapshot that the other one does not have; null: it cannot be compared. */
  added(snapshot: LoadedSnapshot, id: string, turn: Turn): Promise<ReadonlySet<number> | null>
}

/**
 * The function gives access to the other snapshots that a question names.
 * @param key the store's, 32 bytes
 */
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
      return `The snapshot of the hours beside the period has ${grouped(loaded.rows)} events, of which at most ${grouped(MOST_BESIDE)} are used. Narrow it to one customer.`
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
        const compared = await comparisons.with(snapshot, file, BY_TEXT, turn)
        return compared.kind === 'compared' ? new Set(compared.differences.added) : null
      },
    }
  }
}

/** What `read` makes of a file, which is opened for it and then closed; a sentence: why it cannot be opened. */
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
