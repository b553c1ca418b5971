// The rows read so far, each as a 64-bit digest: a million fit in memory, where their texts would not.
import { createPairNumbers, keyedHash } from '../../keyed-index.ts'

/**
 * Two rows with one digest count as one (1 in 40 million for a million rows): then fewer rows are counted than the
 * service's total, and the snapshot is not called complete.
 */
export type RowIndex = ReturnType<typeof createRowIndex>

export interface Noted {
  times: number
  owner: number
}

/** The owner of rows that came and that nobody holds. */
const NOBODY = 2 ** 32 - 1

/** Each grows by itself, so that growing never copies the whole index. */
const SHARDS = 16
const FIRST_ROWS = 128
const GROWTH = 1.25
const NOT_HELD: Noted = { times: 0, owner: 0 }

/** Takes about 18 to 27 bytes a row. `times` above 255 are noted as 255. */
export function createRowIndex() {
  const forgotten = new Set([NOBODY])
  const takenOver = new Set<number>()
  const shards = Array.from({ length: SHARDS }, createShard)
  const shardOf = (high: number) => shards[high >>> 28] as ReturnType<typeof createShard>
  const find = (key: string) => {
    const [high, low] = keyedHash.text(key)
    const shard = shardOf(high)
    return [shard, shard.find(high, low)] as const
  }
  const isHeld = (owner: number) => owner !== 0 && !forgotten.has(owner)

  return {
    /** Notes that `owner` (from 1) holds the row `times` times; returns what was noted before, by any owner. */
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
      const known = shard.owner(row)
      if (known !== 0 && !(forgotten.has(known) && takenOver.has(known))) return false
      shard.put(row, 0, NOBODY)
      return true
    },
    /** Whether somebody holds the row. */
    has(key: string): boolean {
      const [shard, row] = find(key)
      return isHeld(shard.owner(row))
    },
    /** How often its owner holds the row; 0 where nobody does. */
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
    /** The rows of an owner came in no answer of this reading: once they are dropped, each is new when it comes. */
    takeOver: (owner: number) => void takenOver.add(owner),
  }
}

/** A sixteenth of all rows, each by its number; what never came is row 0, of owner 0. */
function createShard() {
  // A digest is its own hash.
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
