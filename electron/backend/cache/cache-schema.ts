// The cache's tables and its statements.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Increased with every change of the tables. A file with a newer schema is left alone. */
export const CACHE_SCHEMA = 2

// `used` is a sequence, not a time, so that eviction is right even if the clock goes back.
// `seen` maps an event's name to the entry with its first version; the events of a page share an entry.
export const tables = `
  CREATE TABLE IF NOT EXISTS entry (
    owner BLOB NOT NULL, account INTEGER NOT NULL, name BLOB NOT NULL,
    value BLOB NOT NULL, bytes INTEGER NOT NULL, written_at INTEGER NOT NULL, used INTEGER NOT NULL,
    PRIMARY KEY (owner, account, name)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entry_used ON entry (used, bytes);
  CREATE INDEX IF NOT EXISTS entry_written ON entry (written_at);
  CREATE TABLE IF NOT EXISTS seen (
    owner BLOB NOT NULL, account INTEGER NOT NULL, name BLOB NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (owner, account, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  PRAGMA user_version = ${CACHE_SCHEMA};`

export type CacheStatements = Record<
  | 'read'
  | 'holds'
  | 'touch'
  | 'write'
  | 'remove'
  | 'forget'
  | 'expire'
  | 'fromTheFuture'
  | 'evict'
  | 'size'
  | 'count'
  | 'clear'
  | 'seen'
  | 'see'
  | 'forgetSeen'
  | 'pruneSeen'
  | 'clearSeen',
  StatementSync
>

/** `tables` must be there: SQLite throws otherwise. */
export function prepareCache(database: DatabaseSync): CacheStatements {
  const sql = (text: string) => database.prepare(text)
  const byKey = 'owner = ? AND account = ? AND name = ?'
  return {
    read: sql(`SELECT value, written_at FROM entry WHERE ${byKey} AND written_at BETWEEN ? AND ?`),
    holds: sql('SELECT 1 FROM entry WHERE owner = ? AND account = ? AND written_at BETWEEN ? AND ? LIMIT 1'),
    touch: sql(`UPDATE entry SET used = (SELECT max(used) + 1 FROM entry) WHERE ${byKey}`),
    write: sql(
      `INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM entry))`,
    ),
    remove: sql(`DELETE FROM entry WHERE ${byKey}`),
    forget: sql('DELETE FROM entry WHERE owner = ? AND account <> ?'),
    expire: sql('DELETE FROM entry WHERE written_at < ?'),
    fromTheFuture: sql('DELETE FROM entry WHERE written_at > ?'),
    // A few at a time: evicting one by one would sum the sizes again for each.
    evict: sql('DELETE FROM entry WHERE rowid IN (SELECT rowid FROM entry ORDER BY used LIMIT 8)'),
    // Separate from `count`, because the index alone can answer it.
    size: sql('SELECT coalesce(sum(bytes), 0) AS bytes FROM entry'),
    count: sql('SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes, min(written_at) AS oldest FROM entry'),
    clear: sql('DELETE FROM entry'),
    seen: sql(`SELECT entry FROM seen WHERE ${byKey}`),
    see: sql('INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?)'),
    forgetSeen: sql('DELETE FROM seen WHERE owner = ? AND account <> ?'),
    // References to entries that were evicted or have expired.
    pruneSeen: sql(`DELETE FROM seen WHERE NOT EXISTS (
      SELECT 1 FROM entry WHERE (entry.owner, entry.account, entry.name) = (seen.owner, seen.account, seen.entry))`),
    clearSeen: sql('DELETE FROM seen'),
  }
}
