// The tables and statements of a snapshot's file.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Grows with every change of the tables or of what is in them, also where an older reader would not notice; files of
 * other numbers are left alone. fixtures/kept-snapshot.ts is regenerated then. 1 was never released.
 */
export const SNAPSHOT_SCHEMA = 2

// Segment numbers are never reused (`Manifest.nextSegment`), so that an old segment cannot replace a later one.
export const TABLES = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  CREATE TABLE slice (id INTEGER PRIMARY KEY, value BLOB NOT NULL) STRICT;
  CREATE TABLE segment (number INTEGER PRIMARY KEY, slice INTEGER NOT NULL, value BLOB NOT NULL) STRICT;
  CREATE INDEX segment_slice ON segment (slice);
  PRAGMA user_version = ${SNAPSHOT_SCHEMA};`

/** The suffixes of SQLite's files beside the database. */
export const LOGS = ['-wal', '-shm']

export const SEGMENT_QUERY = 'SELECT value FROM segment WHERE number = ? AND slice = ?'

/** How long, in ms, a statement waits for another process. */
export const BUSY_TIMEOUT = 2_000

export type Statements = Record<
  'meta' | 'putMeta' | 'slices' | 'putSlice' | 'dropSlice' | 'segments' | 'addSegment' | 'dropSegments',
  StatementSync
>

/** `TABLES` must be there: SQLite throws otherwise. */
export function prepareSnapshot(database: DatabaseSync): Statements {
  const sql = (text: string) => database.prepare(text)
  return {
    meta: sql('SELECT value FROM meta WHERE name = ?'),
    putMeta: sql('INSERT OR REPLACE INTO meta VALUES (?, ?)'),
    slices: sql('SELECT id, value FROM slice'),
    putSlice: sql('INSERT OR REPLACE INTO slice VALUES (?, ?)'),
    dropSlice: sql('DELETE FROM slice WHERE id = ?'),
    segments: sql('SELECT count(*) AS count FROM segment'),
    addSegment: sql('INSERT INTO segment VALUES (?, ?, ?)'),
    dropSegments: sql('DELETE FROM segment WHERE slice = ?'),
  }
}

/** The column `value` of a row, or null where there is no row. */
export function blobOf(row: unknown): Uint8Array | null {
  const value = (row as { value?: unknown } | undefined)?.value
  return value instanceof Uint8Array ? value : null
}
