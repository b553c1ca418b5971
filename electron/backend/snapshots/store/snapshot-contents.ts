// Everything in a snapshot's file except its rows: read in full when it is opened, and refused if a piece is missing.
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { type ReadingState, readingStateSchema } from '../reading-state.ts'
import { sliceSchema } from '../slice.ts'
import { type SnapshotHeader, snapshotHeaderSchema } from '../snapshot-header.ts'
import { readCipher, type SnapshotCipher } from './snapshot-cipher.ts'
import { type SnapshotLabel, snapshotLabelSchema } from './snapshot-label.ts'
import { blobOf, prepareSnapshot, SNAPSHOT_SCHEMA, type Statements } from './snapshot-tables.ts'

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
export const sliceRecordSchema = z.object({ slice: sliceSchema, segments: z.array(z.int()) })
export type SliceRecord = z.infer<typeof sliceRecordSchema>

export interface Contents {
  header: SnapshotHeader
  label: SnapshotLabel
  state: ReadingState
  /** By the slice's id. */
  records: Map<number, SliceRecord>
  segments: number
  nextSegment: number
}

/** In one transaction, so that a concurrent reading is seen as of one commit. */
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
    const records = new Map<number, SliceRecord>()
    for (const row of statements.slices.iterate()) {
      const sliceId = Number(row.id)
      const record = unsealed(sliceRecordSchema, blobOf(row), `slice ${sliceId}`)
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
