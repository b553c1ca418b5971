// What was seen, kept to be seen again (design.md section 6). No function here rejects: a failed read is null,
// a failed write a notice. The in-memory version serves tests, machines without a keychain, and broken disks.

import type { CacheStatus, EarlierEvent, SentEvent } from '../../../shared/contract.ts'

/** Whose rows: a connection and its account epoch (shared/connection.ts). */
export interface CacheOwner {
  connectionId: string
  account: number
}

export interface Cache {
  read(owner: CacheOwner, key: string): string | null
  write(owner: CacheOwner, key: string, value: string): void
  remove(owner: CacheOwner, key: string): void
  /** Whether there is anything of an owner's to be shown. */
  holds(owner: CacheOwner): boolean
  /** Remembers events that were never seen; answers with how the others were first seen, where their text was another. */
  recordFirstSeen(owner: CacheOwner, events: readonly SentEvent[]): EarlierEvent[]
  /** How an event was first seen; null when it never was, or that is not kept any more. */
  firstSeen(owner: CacheOwner, eventId: string): EarlierEvent | null
  /** Drops the rows of a connection: of all its accounts, or all but one. */
  forget(connectionId: string, exceptAccount?: number): void
  clear(): void
  status(): CacheStatus
  close(): void
}

export interface CacheLimits {
  bytes: number
  /** Milliseconds after which an entry is gone. */
  retention: number
}

export const CACHE_LIMITS: CacheLimits = { bytes: 256 * 1024 * 1024, retention: 7 * 24 * 60 * 60 * 1000 }

/** How far in the future, in ms, an entry may be dated before the clock is thought to have gone back. */
export const CLOCK_TOLERANCE = 5 * 60 * 1000

/** Whether an entry written at `writtenAt` may still be shown at `now` (both ms since the epoch). */
export function isKept(writtenAt: number, now: number, retention: number): boolean {
  return now - writtenAt <= retention && writtenAt - now <= CLOCK_TOLERANCE
}

interface MemoryEntry {
  owner: CacheOwner
  value: string
  writtenAt: number
}

const seenKey = (eventId: string) => `event ${eventId}`

/** Keeps values for this run, least recently used first out. */
export function memoryCache(now: () => number, limits: CacheLimits, notice: string | null): Cache {
  // A Map iterates in insertion order: an entry that is used is put in again, so the first is the least recently used.
  const entries = new Map<string, MemoryEntry>()
  const nameOf = (owner: CacheOwner, key: string) => JSON.stringify([owner.connectionId, owner.account, key])
  const sizeOf = (entry: MemoryEntry) => Buffer.byteLength(entry.value)
  let bytes = 0

  function drop(name: string): void {
    const entry = entries.get(name)
    if (entry === undefined) return
    entries.delete(name)
    bytes -= sizeOf(entry)
  }

  function use(owner: CacheOwner, key: string): MemoryEntry | null {
    const name = nameOf(owner, key)
    const entry = entries.get(name)
    if (entry === undefined) return null
    if (!isKept(entry.writtenAt, now(), limits.retention)) {
      drop(name)
      return null
    }
    entries.delete(name)
    entries.set(name, entry)
    return entry
  }

  function write(owner: CacheOwner, key: string, value: string): void {
    const name = nameOf(owner, key)
    drop(name)
    const entry = { owner, value, writtenAt: now() }
    if (sizeOf(entry) > limits.bytes) return
    entries.set(name, entry)
    bytes += sizeOf(entry)
    for (const oldest of entries.keys()) {
      if (bytes <= limits.bytes) break
      drop(oldest)
    }
  }

  function firstSeen(owner: CacheOwner, eventId: string): EarlierEvent | null {
    const entry = use(owner, seenKey(eventId))
    return entry && { eventId, source: entry.value, seenAt: new Date(entry.writtenAt).toISOString() }
  }

  return {
    read: (owner, key) => use(owner, `entry ${key}`)?.value ?? null,
    write: (owner, key, value) => write(owner, `entry ${key}`, value),
    remove: (owner, key) => drop(nameOf(owner, `entry ${key}`)),
    holds: ({ connectionId, account }) =>
      entries
        .values()
        .some(
          ({ owner, writtenAt }) =>
            owner.connectionId === connectionId &&
            owner.account === account &&
            isKept(writtenAt, now(), limits.retention),
        ),
    recordFirstSeen: (owner, events) =>
      events.flatMap(({ eventId, source }) => {
        const first = firstSeen(owner, eventId)
        if (first === null) write(owner, seenKey(eventId), source)
        return first === null || first.source === source ? [] : [first]
      }),
    firstSeen,
    forget(connectionId, exceptAccount) {
      for (const [name, { owner }] of entries) {
        if (owner.connectionId === connectionId && owner.account !== exceptAccount) drop(name)
      }
    },
    clear() {
      entries.clear()
      bytes = 0
    },
    status() {
      // One by one: as arguments of a call, 125,000 of them overflow the stack.
      let oldest = Number.POSITIVE_INFINITY
      for (const { writtenAt } of entries.values()) oldest = Math.min(oldest, writtenAt)
      return {
        place: 'memory',
        notice,
        entries: entries.size,
        bytes,
        limitBytes: limits.bytes,
        retention: limits.retention,
        oldest: entries.size === 0 ? null : new Date(oldest).toISOString(),
      }
    },
    close() {
      entries.clear()
      bytes = 0
    },
  }
}
