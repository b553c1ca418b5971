// Everything in a snapshot's file except its rows: read in full when it is opened, and refused if a chunk is missing.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { askedSampleSchema } from '../../../../shared/snapshot/asked-sample.ts'
import { madeForSchema } from '../../../../shared/snapshot/made-for.ts'
import { type ReadingState, readingStateSchema } from '../reading-state.ts'
import { type SnapshotHeader, snapshotHeaderSchema } from '../snapshot-journal.ts'
import { timeSliceSchema } from '../time-slice.ts'
import { readCipher, type SnapshotCipher } from './snapshot-cipher.ts'

// This is what the user says about a snapshot: it may change long after the reading ended.

const closingSchema = z.object({
  note: z.string(),
  /** This machine's clock, RFC 3339 UTC. */
  at: z.string(),
  /** One total a day with its bounds as they were sent, so that a recheck can ask the very same again. */
  days: z.array(z.object({ from: z.string(), to: z.string(), total: z.int().min(0).nullable() })),
  /** This is what events were worth then; absent where nobody had said it. */
  rules: z.object({ version: z.string(), text: z.string() }).optional(),
  /** The totals were last asked for again then; null: never. Absent where an earlier version closed it. */
  recheckedAt: z.string().nullable().optional(),
})
export type Closing = z.infer<typeof closingSchema>

const snapshotLabelSchema = z.object({
  name: z.string(),
  /** What was said of a month as it was closed, which keeps it from being deleted casually; null: it is not closed. */
  closed: closingSchema.nullable(),
  /** Days after the reading began; null: kept until its user deletes it. */
  deleteAfterDays: z.int().min(1).nullable(),
  /** The sample that was asked again last, and the IDs that it was of. */
  sample: askedSampleSchema.extend({ eventIds: z.array(z.string()) }).optional(),
  /** Absent: somebody took it. */
  madeFor: madeForSchema.optional(),
})
export type SnapshotLabel = z.infer<typeof snapshotLabelSchema>

/** The longest name, in characters as they are read (code points). */
export const LONGEST_NAME = 200

// The tables and statements of a snapshot's file.

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

/** Why a file cannot be opened. `words`: a sentence for people. */
export interface Unreadable {
  why: 'newer' | 'older' | 'other-key' | 'damaged' | 'disk'
  words: string
}

/** @param how the end of a sentence for the user */
export const damaged = (how: string): Unreadable => ({
  why: 'damaged',
  words: `The file of this snapshot is damaged: ${how}.`,
})

/** Sealed with every commit. Its counts reveal removed segments or slices. */
const manifestSchema = z.object({
  state: readingStateSchema,
  slices: z.int(),
  segments: z.int(),
  nextSegment: z.int(),
})
/** Its segments in row order. A slice restored from an earlier commit would name segments that are gone. */
export const timeSliceRecordSchema = z.object({ slice: timeSliceSchema, segments: z.array(z.int()) })
export type TimeSliceRecord = z.infer<typeof timeSliceRecordSchema>

export interface Contents {
  header: SnapshotHeader
  label: SnapshotLabel
  state: ReadingState
  /** The record of each slice, by its id. */
  records: Map<number, TimeSliceRecord>
  segments: number
  nextSegment: number
}

/** Reads in one transaction, so that a concurrent reading is seen as of one commit. */
export function readContents(
  database: DatabaseSync,
  key: Uint8Array,
  id: string,
): Unreadable | { contents: Contents; cipher: SnapshotCipher; statements: Statements } {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > SNAPSHOT_SCHEMA)
    return { why: 'newer', words: 'This snapshot was written by a newer Eventscope; it is left alone.' }
  if (version === 0) return damaged('it holds no snapshot')
  if (version < SNAPSHOT_SCHEMA)
    return { why: 'older', words: 'This snapshot was written by an older Eventscope; it is left alone.' }
  const statements = prepareSnapshot(database)
  database.exec('BEGIN')
  try {
    const meta = (name: string) => blobOf(statements.meta.get(name))
    const keyId = meta('key')
    const cipher = keyId && readCipher(key, id, keyId)
    if (keyId === null) return damaged('its key is not named')
    if (cipher === null)
      return { why: 'other-key', words: 'This snapshot was encrypted with another key than the present one.' }
    const unsealed = <T>(schema: z.ZodType<T>, sealed: Uint8Array | null, what: string): T | null => {
      const parsed = schema.safeParse(sealed && cipher.openJson(sealed, what))
      return parsed.success ? parsed.data : null
    }
    const header = unsealed(snapshotHeaderSchema, meta('header'), 'header')
    const label = unsealed(snapshotLabelSchema, meta('label'), 'label')
    const manifest = unsealed(manifestSchema, meta('manifest'), 'manifest')
    if (header === null || label === null || manifest === null) return damaged('its head cannot be read')
    const records = new Map<number, TimeSliceRecord>()
    for (const row of statements.slices.iterate()) {
      const sliceId = Number(row.id)
      const record = unsealed(timeSliceRecordSchema, blobOf(row), `slice ${sliceId}`)
      if (record === null) return damaged(`slice ${sliceId} cannot be read`)
      records.set(sliceId, record)
    }
    const listed = [...records.values()].reduce((sum, { segments }) => sum + segments.length, 0)
    const { count } = statements.segments.get() as { count: number }
    if (records.size !== manifest.slices || count !== manifest.segments || listed !== manifest.segments)
      return damaged('pieces are missing')
    const { state, segments, nextSegment } = manifest
    return { contents: { header, label, state, records, segments, nextSegment }, cipher, statements }
  } finally {
    database.exec('COMMIT')
  }
}
