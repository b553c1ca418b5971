// The rows read so far, each as a 64-bit digest: a million fit in memory, where their texts would not.
import { keyedHash } from '../../keyed-index.ts'

/**
 * Two rows with one digest count as one (1 in 40 million for a million rows): then fewer rows are counted than the
 * service's total, and the snapshot is not called complete.
 */
export interface RowIndex {
  /** Notes that `owner` (from 1) holds the row `times` times; returns what was noted before, by any owner. */
  note(key: string, times: number, owner: number): Noted
  /** True if the row never came before; from now on it has. */
  isNew(key: string): boolean
  /** Whether somebody holds the row. */
  has(key: string): boolean
  /** How many rows somebody held in this reading, and nobody does any more. */
  gone(): number
  /** Drops what an owner noted; the rows stay known as such that came. */
  forget(owner: number): void
  /** The rows of an owner came in no answer of this reading: once they are dropped, each is new when it comes. */
  takeOver(owner: number): void
}

export interface Noted {
  times: number
  owner: number
}

/** Of rows that came and that nobody holds. */
const NOBODY = 2 ** 32 - 1

/** Each grows by itself, so that growing never copies the whole index. */
const SHARDS = 16
const FIRST_CAPACITY = 128
const GROWTH = 1.5
const MOST_FULL = 0.75
const NOT_HELD: Noted = { times: 0, owner: 0 }

/** Takes about 17 to 26 bytes a row. `times` above 255 are noted as 255. */
export function createRowIndex(): RowIndex {
  const forgotten = new Set([NOBODY])
  const takenOver = new Set<number>()
  const shards = Array.from({ length: SHARDS }, () => createShard(forgotten, takenOver))
  const shardOf = (high: number) => shards[high >>> 28] as Shard
  return {
    note(key, times, owner) {
      const [high, low] = keyedHash.text(key)
      return shardOf(high).note(high, low, times, owner)
    },
    isNew(key) {
      const [high, low] = keyedHash.text(key)
      return shardOf(high).isNew(high, low)
    },
    has(key) {
      const [high, low] = keyedHash.text(key)
      return shardOf(high).has(high, low)
    },
    gone: () => shards.reduce((sum, shard) => sum + shard.gone(), 0),
    forget: (owner) => void forgotten.add(owner),
    takeOver: (owner) => void takenOver.add(owner),
  }
}

interface Shard {
  note(high: number, low: number, times: number, owner: number): Noted
  isNew(high: number, low: number): boolean
  has(high: number, low: number): boolean
  gone(): number
}

/** A table with open addressing, empty until its first row. */
function createShard(forgotten: ReadonlySet<number>, takenOver: ReadonlySet<number>): Shard {
  let capacity = 0
  let used = 0
  let { highs, lows, owners, counts } = tableOf(0)

  /** The index of the digest, or of the free place for it. */
  function placeOf(high: number, low: number): number {
    let at = Math.floor((low / 2 ** 32) * capacity)
    while (owners[at] !== 0 && (lows[at] !== low || highs[at] !== high)) {
      at += 1
      if (at === capacity) at = 0
    }
    return at
  }

  function grow(): void {
    const old = { highs, lows, owners, counts }
    const wasCapacity = capacity
    capacity = Math.max(FIRST_CAPACITY, Math.ceil(capacity * GROWTH))
    ;({ highs, lows, owners, counts } = tableOf(capacity))
    used = 0
    for (let at = 0; at < wasCapacity; at += 1) {
      const owner = old.owners[at] ?? 0
      if (owner === 0) continue
      const [high, low] = [old.highs[at] ?? 0, old.lows[at] ?? 0]
      put(placeOf(high, low), high, low, old.counts[at] ?? 0, owner)
    }
    // Freed now rather than whenever it is collected.
    old.highs.buffer.transfer(0)
  }

  function put(at: number, high: number, low: number, times: number, owner: number): void {
    if (owners[at] === 0) used += 1
    highs[at] = high
    lows[at] = low
    counts[at] = Math.min(times, 255)
    owners[at] = owner
  }

  return {
    gone: () =>
      owners.reduce((sum, owner) => sum + Number(owner !== NOBODY && forgotten.has(owner) && !takenOver.has(owner)), 0),
    has(high, low) {
      const known = capacity === 0 ? 0 : (owners[placeOf(high, low)] ?? 0)
      return known !== 0 && !forgotten.has(known)
    },
    isNew(high, low) {
      if (used >= capacity * MOST_FULL) grow()
      const at = placeOf(high, low)
      const known = owners[at] ?? 0
      if (known !== 0 && !(forgotten.has(known) && takenOver.has(known))) return false
      put(at, high, low, 0, NOBODY)
      return true
    },
    note(high, low, times, owner) {
      if (used >= capacity * MOST_FULL) grow()
      const at = placeOf(high, low)
      const known = owners[at] ?? 0
      if (known === 0 || forgotten.has(known)) {
        put(at, high, low, times, owner)
        return NOT_HELD
      }
      const before = { times: counts[at] ?? 0, owner: known }
      if (known === owner && times > before.times) counts[at] = Math.min(times, 255)
      return before
    },
  }
}

/** Owner, digest and count of each row, in one buffer. */
function tableOf(capacity: number) {
  const buffer = new ArrayBuffer(capacity * 13)
  return {
    owners: new Uint32Array(buffer, 0, capacity),
    highs: new Uint32Array(buffer, 4 * capacity, capacity),
    lows: new Uint32Array(buffer, 8 * capacity, capacity),
    counts: new Uint8Array(buffer, 12 * capacity, capacity),
  }
}
