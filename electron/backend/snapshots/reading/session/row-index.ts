// The rows read so far, each as a 64-bit digest: a million fit in memory, where their texts would not. Each row has one
// owner: the reading of a slice that holds it, as a number from 1 on. When a slice is read anew, its former owner is
// forgotten, with all that it held.
import { createPairNumbers, keyedHash } from '../../keyed-index.ts'

/**
 * Two rows with one digest count as one (1 in 40 million for a million rows): then fewer rows are counted than the
 * service's total, and the snapshot is not called complete.
 */
export type RowIndex = ReturnType<typeof createRowIndex>

/** Who holds a row, and how often it came in one answer. */
export interface Noted {
  times: number
  owner: number
}

/** In place of the owner of a row that never came. */
const NEVER_CAME = 0
/** The owner of rows that came and that nobody holds. */
const NOBODY = 2 ** 32 - 1

/** Each grows by itself, so that growing never copies the whole index. */
const SHARDS = 16
const FIRST_ROWS = 128
const GROWTH = 1.25
const NOT_HELD: Noted = { times: 0, owner: NEVER_CAME }

/** Takes about 18 to 27 bytes a row. `times` above 255 are noted as 255. */
export function createRowIndex() {
  const forgotten = new Set([NOBODY])
  /** Owners whose rows an earlier snapshot read: they came in no answer of this reading. */
  const takenOver = new Set<number>()
  const shards = Array.from({ length: SHARDS }, createShard)
  const shardOf = (high: number) => shards[high >>> 28] as ReturnType<typeof createShard>
  const find = (key: string) => {
    const [high, low] = keyedHash.text(key)
    const shard = shardOf(high)
    return [shard, shard.find(high, low)] as const
  }
  const isHeld = (owner: number) => owner !== NEVER_CAME && !forgotten.has(owner)
  /** Whether rows of this owner are known; those that were taken over are, until they are forgotten. */
  const isKnown = (owner: number) => owner !== NEVER_CAME && !(takenOver.has(owner) && forgotten.has(owner))

  return {
    /**
     * Notes that `owner` holds the row, which came `times` times in one answer, unless another holds it. Returns what
     * was noted before.
     */
    note(key: string, times: number, owner: number): Noted {
      const [high, low] = keyedHash.text(key)
      const shard = shardOf(high)
      const row = shard.rowOf(high, low)
      const before = { times: shard.times(row), owner: shard.owner(row) }
      if (!isHeld(before.owner)) {
        shard.put(row, times, owner)
        return NOT_HELD
      }
      if (before.owner === owner && times > before.times) shard.put(row, times, owner)
      return before
    },
    /** True if the row never came before; from now on it has. */
    isNew(key: string): boolean {
      const [high, low] = keyedHash.text(key)
      const shard = shardOf(high)
      const row = shard.rowOf(high, low)
      if (isKnown(shard.owner(row))) return false
      shard.put(row, 0, NOBODY)
      return true
    },
    /** Whether somebody holds the row. */
    has(key: string): boolean {
      const [shard, row] = find(key)
      return isHeld(shard.owner(row))
    },
    /** How often the row came in one answer of its owner; 0 where nobody holds it. */
    times(key: string): number {
      const [shard, row] = find(key)
      return isHeld(shard.owner(row)) ? shard.times(row) : 0
    },
    /** How many rows somebody held in this reading, and nobody does any more. */
    gone(): number {
      const isGone = (owner: number) => owner !== NOBODY && forgotten.has(owner) && !takenOver.has(owner)
      return shards.reduce((sum, shard) => sum + shard.rowsOf(isGone), 0)
    },
    /** Drops what an owner noted; the rows stay known as such that came. */
    forget: (owner: number) => void forgotten.add(owner),
    /**
     * Says that an earlier snapshot read what an owner holds: once that is forgotten, each row is new when it comes.
     */
    takeOver: (owner: number) => void takenOver.add(owner),
  }
}

/** A sixteenth of all rows, each by its number from 1 on. Number 0 is any row that never came: nobody is its owner. */
function createShard() {
  // A digest is a hash already, of which half is enough to place it.
  const digests = createPairNumbers((_, low) => low)
  let owners = new Uint32Array(FIRST_ROWS)
  let counts = new Uint8Array(FIRST_ROWS)

  return {
    find: digests.find,
    /** A new one if it never came. */
    rowOf(high: number, low: number): number {
      const row = digests.of(high, low)
      if (row === counts.length) {
        const capacity = Math.ceil(GROWTH * row)
        owners = new Uint32Array(owners.buffer.transfer(4 * capacity))
        counts = new Uint8Array(counts.buffer.transfer(capacity))
      }
      return row
    },
    owner: (row: number) => owners[row] ?? 0,
    times: (row: number) => counts[row] ?? 0,
    put(row: number, times: number, owner: number): void {
      owners[row] = owner
      counts[row] = Math.min(times, 255)
    },
    rowsOf: (isWanted: (owner: number) => boolean) => owners.reduce((sum, owner) => sum + Number(isWanted(owner)), 0),
  }
}
