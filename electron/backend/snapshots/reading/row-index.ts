// Which rows were read already, by 64 bits of a digest: a million of them fit in memory, their texts would not.
import { hash } from 'node:crypto'

/**
 * Two rows of one digest would count as one (in a million rows one time in 40 million): then fewer rows are counted than
 * the service counts, and the snapshot is not called complete.
 */
export interface RowIndex {
  /** Notes that `owner` (from 1 on) holds the row so many times; answers with what was noted before of another owner or this one. */
  note(key: string, times: number, owner: number): { times: number; owner: number }
  has(key: string): boolean
  /** What an owner noted counts as never noted. */
  forget(owner: number): void
}

const FIRST_CAPACITY = 1 << 11
const NEVER = { times: 0, owner: 0 }

export function createRowIndex(): RowIndex {
  let capacity = FIRST_CAPACITY
  let high = new Uint32Array(capacity)
  let low = new Uint32Array(capacity)
  let owners = new Uint32Array(capacity)
  let counts = new Uint8Array(capacity)
  let used = 0
  const forgotten = new Set<number>()

  /** Where the digest is, or would be. */
  function placeOf(h: number, l: number): number {
    let at = l & (capacity - 1)
    while (owners[at] !== 0 && (low[at] !== l || high[at] !== h)) at = (at + 1) & (capacity - 1)
    return at
  }

  function grow(): void {
    const old = { high, low, owners, counts }
    const wasCapacity = capacity
    capacity *= 2
    high = new Uint32Array(capacity)
    low = new Uint32Array(capacity)
    owners = new Uint32Array(capacity)
    counts = new Uint8Array(capacity)
    used = 0
    for (let at = 0; at < wasCapacity; at += 1) {
      const owner = old.owners[at] ?? 0
      if (owner === 0 || forgotten.has(owner)) continue
      put(placeOf(old.high[at] ?? 0, old.low[at] ?? 0), old.high[at] ?? 0, old.low[at] ?? 0, old.counts[at] ?? 0, owner)
    }
    forgotten.clear()
  }

  function put(at: number, h: number, l: number, times: number, owner: number): void {
    if (owners[at] === 0) used += 1
    high[at] = h
    low[at] = l
    counts[at] = Math.min(times, 255)
    owners[at] = owner
  }

  function noteDigest(h: number, l: number, times: number, owner: number): { times: number; owner: number } {
    const at = placeOf(h, l)
    const known = owners[at] ?? 0
    if (known === 0 || forgotten.has(known)) {
      put(at, h, l, times, owner)
      if (used * 3 > capacity * 2) grow()
      return NEVER
    }
    const before = { times: counts[at] ?? 0, owner: known }
    if (known === owner && times > before.times) counts[at] = Math.min(times, 255)
    return before
  }

  return {
    note: (key, times, owner) => {
      const [high, low] = digestOf(key)
      return noteDigest(high, low, times, owner)
    },
    has: (key) => {
      const owner = owners[placeOf(...digestOf(key))] ?? 0
      return owner !== 0 && !forgotten.has(owner)
    },
    forget: (owner) => void forgotten.add(owner),
  }
}

function digestOf(key: string): [high: number, low: number] {
  const digest = hash('sha256', key, 'hex')
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)]
}
