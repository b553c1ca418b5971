// Which rows were read already, by 64 bits of a digest: a million of them fit in memory, their texts would not.
import { hash, randomInt } from 'node:crypto'

export type Digest = (key: string) => readonly [high: number, low: number]

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

/** @param digestOf two words of 32 bits, as unlike as keys are */
export function createRowIndex(digestOf: Digest = keyDigest): RowIndex {
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

/** For whole texts, where two of one digest would hide a change. */
export const textDigest: Digest = (text) => {
  const digest = hash('sha256', text, 'hex')
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)]
}

/** Other ones in every run, so that nobody can choose identifiers of one digest. */
const [HIGH_SEED, LOW_SEED] = [randomInt(2 ** 32), randomInt(2 ** 32)]

/** For identifiers: a twentieth of the cost of a cryptographic one. Rounds of rotate and multiply, ended as MurmurHash3 does. */
export const keyDigest: Digest = (key) => {
  let high = HIGH_SEED
  let low = LOW_SEED
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at)
    high = Math.imul(((high << 5) | (high >>> 27)) ^ unit, 0x9e3779b1)
    low = Math.imul(((low << 13) | (low >>> 19)) ^ unit, 0x85ebca6b)
  }
  return [mixed(high ^ (low >>> 16)), mixed(low ^ key.length)]
}

function mixed(word: number): number {
  const once = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}
