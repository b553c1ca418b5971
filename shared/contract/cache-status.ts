// The local cache as "Settings" tells of it.
export interface CacheStatus {
  place: 'disk' | 'memory'
  /** In words, why it is in memory or what was lost; null when all is well. */
  notice: string | null
  entries: number
  /** Of the values as they are kept. */
  bytes: number
  limitBytes: number
  /** Milliseconds after which an entry is gone. */
  retention: number
  /** When the oldest entry was written, RFC 3339 UTC. */
  oldest: string | null
}
