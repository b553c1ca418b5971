// cache/ keeps answers on this computer, encrypted, so that they are shown at once.
// The local cache, so that answers can be shown again without the service. Nothing here throws: a failed read is null, a
// failed write a notice. The in-memory version serves tests, machines without a keychain, and broken disks.
import type { CacheStatus } from '../../../shared/contract/cache-status.ts'
import type { EarlierEvent, SentEvent } from '../../../shared/contract/seen-event.ts'

/** Whose rows: those of a connection under one of its account epochs (shared/connection/connection.ts). */
export interface CacheOwner {
  connectionId: string
  account: number
}

export interface Cache {
  read(owner: CacheOwner, key: string): string | null
  write(owner: CacheOwner, key: string, value: string): void
  remove(owner: CacheOwner, key: string): void
  /** Whether the owner has any rows that may still be shown. */
  holds(owner: CacheOwner): boolean
  /** Records events that are new; returns the first versions of those whose text has changed since. */
  recordFirstSeen(owner: CacheOwner, events: readonly SentEvent[]): EarlierEvent[]
  /** The first version of an event; null if it was never seen or is no longer kept. */
  firstSeen(owner: CacheOwner, eventId: string): EarlierEvent | null
  /** Drops a connection's rows: those of all its accounts, or of all but one. */
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

/** How far in the future, in ms, an entry may be dated before we assume that the clock went back. */
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

/** Keeps values for this run; evicts the least recently used first. */
export function memoryCache(now: () => number, limits: CacheLimits, notice: string | null): Cache {
  // A Map iterates in insertion order. Entries are reinserted when used, so the first is the least recently used.
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
      // Not Math.min(...times): 125,000 arguments overflow the stack.
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
