// cache/ keeps answers on this computer, encrypted, so that they are shown at once, also without the service. Nothing
// here throws: a failed read is null, a failed write a notice.
import type { CacheStatus, EarlierEvent, SentEvent } from '../../../shared/contract/contract.ts'

/** Owns rows: a connection under one of its account epochs (shared/connection/connection.ts). */
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
  /** Drops a connection's rows, of all its accounts or of all but one. */
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
