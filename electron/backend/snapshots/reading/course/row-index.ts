// The rows read so far, each as a 64-bit digest: a million fit in memory, where their texts would not.
import { createKeyedIndex, keyedHash } from '../../keyed-index.ts'

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
const FIRST_ROWS = 128
const GROWTH = 1.25
const NOT_HELD: Noted = { times: 0, owner: 0 }

/** Takes about 18 to 27 bytes a row. `times` above 255 are noted as 255. */
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

/** A sixteenth of all rows, numbered from 1. */
function createShard(forgotten: ReadonlySet<number>, takenOver: ReadonlySet<number>): Shard {
  let highs = new Uint32Array(FIRST_ROWS)
  let lows = new Uint32Array(FIRST_ROWS)
  let owners = new Uint32Array(FIRST_ROWS)
  let counts = new Uint8Array(FIRST_ROWS)
  let size = 0
  const index = createKeyedIndex((row) => lows[row] ?? 0, { mostFull: 0.75 })

  /** 0: it never came. */
  function find(high: number, low: number): number {
    let row = index.first(low)
    while (row !== 0 && (lows[row] !== low || highs[row] !== high)) row = index.next()
    return row
  }

  function rowOf(high: number, low: number): number {
    const known = find(high, low)
    if (known !== 0) return known
    if (size + 1 === counts.length) {
      const capacity = Math.ceil(counts.length * GROWTH)
      highs = new Uint32Array(highs.buffer.transfer(4 * capacity))
      lows = new Uint32Array(lows.buffer.transfer(4 * capacity))
      owners = new Uint32Array(owners.buffer.transfer(4 * capacity))
      counts = new Uint8Array(counts.buffer.transfer(capacity))
    }
    highs[size + 1] = high
    lows[size + 1] = low
    size = index.add()
    return size
  }

  function put(row: number, times: number, owner: number): void {
    counts[row] = Math.min(times, 255)
    owners[row] = owner
  }

  return {
    gone: () =>
      owners.reduce((sum, owner) => sum + Number(owner !== NOBODY && forgotten.has(owner) && !takenOver.has(owner)), 0),
    has(high, low) {
      const known = owners[find(high, low)] ?? 0
      return known !== 0 && !forgotten.has(known)
    },
    isNew(high, low) {
      const row = rowOf(high, low)
      const known = owners[row] ?? 0
      if (known !== 0 && !(forgotten.has(known) && takenOver.has(known))) return false
      put(row, 0, NOBODY)
      return true
    },
    note(high, low, times, owner) {
      const row = rowOf(high, low)
      const known = owners[row] ?? 0
      if (known === 0 || forgotten.has(known)) {
        put(row, times, owner)
        return NOT_HELD
      }
      const before = { times: counts[row] ?? 0, owner: known }
      if (known === owner && times > before.times) counts[row] = Math.min(times, 255)
      return before
    },
  }
}
