// The file of one snapshot: an encrypted journal, one transaction per commit. A commit survives kill -9.
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pLimit from 'p-limit'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { CORRUPT, diskCause, isSqliteError, NOT_A_DATABASE, onDisk, primaryCode } from '../../storage/disk-error.ts'
import { makePrivate } from '../../storage/private-file.ts'
import { UNREAD } from '../reading-state.ts'
import { type JournalChange, SEGMENT_ROWS, type SnapshotHeader, type SnapshotJournal } from '../snapshot-journal.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { newCipher, type SnapshotCipher } from './snapshot-cipher.ts'
import {
  BUSY_TIMEOUT,
  blobOf,
  type Contents,
  damaged,
  LOGS,
  prepareSnapshot,
  readContents,
  SEGMENT_QUERY,
  type SnapshotLabel,
  type Statements,
  TABLES,
  timeSliceRecordSchema,
  type Unreadable,
} from './snapshot-contents.ts'

export interface SnapshotFile extends SnapshotJournal {
  label(): SnapshotLabel
  relabel(label: SnapshotLabel): Result<null>
  /** Closes the file once pending writes are done. */
  close(): Promise<void>
}

export interface SnapshotFileOptions {
  path: string
  /** The store's, 32 bytes. */
  key: Uint8Array
  id: string
}

/** Creates the file of a new snapshot, readable by this user only. Fails with `disk`, and then leaves none. */
export function createSnapshotFile(
  { path, key, id }: SnapshotFileOptions,
  header: SnapshotHeader,
  label: SnapshotLabel,
): Result<SnapshotFile> {
  const cipher = newCipher(key, id)
  return onDisk(() => {
    makePrivate(path, LOGS)
    let database: DatabaseSync | null = null
    try {
      database = opened(path)
      database.exec(`BEGIN IMMEDIATE; ${TABLES}`)
      const statements = prepareSnapshot(database)
      statements.putMeta.run('key', cipher.keyId)
      statements.putMeta.run('header', cipher.sealJson(header, 'header'))
      statements.putMeta.run('label', cipher.sealJson(label, 'label'))
      statements.putMeta.run('manifest', cipher.sealJson({ ...EMPTY, slices: 0 }, 'manifest'))
      database.exec('COMMIT')
      return snapshotFile(path, database, statements, cipher, { header, label, ...EMPTY, records: new Map() })
    } catch (error) {
      if (database?.isOpen) database.close()
      for (const end of ['', ...LOGS]) rmSync(path + end, { force: true })
      throw error
    }
  })
}

const EMPTY = { state: UNREAD, segments: 0, nextSegment: 1 }

/** Opens a file of `createSnapshotFile`. Reads no rows: a damaged segment is found when it is read. */
export function openSnapshotFile({ path, key, id }: SnapshotFileOptions): SnapshotFile | Unreadable {
  let database: DatabaseSync | null = null
  try {
    database = opened(path)
    const read = readContents(database, key, id)
    if (!('why' in read)) return snapshotFile(path, database, read.statements, read.cipher, read.contents)
    database.close()
    return read
  } catch (error) {
    if (!isSqliteError(error)) throw error
    if (database?.isOpen) database.close()
    const code = primaryCode(error)
    if (code === CORRUPT || code === NOT_A_DATABASE) return damaged('it is no readable database')
    return { why: 'disk', words: `${diskCause(error)}.` }
  }
}

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function snapshotFile(
  path: string,
  database: DatabaseSync,
  statements: Statements,
  cipher: SnapshotCipher,
  contents: Contents,
): SnapshotFile {
  const { header } = contents
  const inTurn = pLimit(1)

  /** All of `change` or nothing: memory is updated once it is on disk. */
  function write(change: JournalChange, sealedRows: ((what: string) => Buffer)[]): Result<null> {
    const records = new Map(contents.records)
    let { segments, nextSegment } = contents
    const forget = (sliceId: number) => {
      segments -= records.get(sliceId)?.segments.length ?? 0
      statements.dropSegments.run(sliceId)
    }
    return onDisk(() => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const touched = new Set<number>()
        for (const id of change.dropped ?? []) {
          forget(id)
          statements.dropSlice.run(id)
          records.delete(id)
        }
        for (const slice of change.slices ?? []) {
          records.set(slice.id, { slice, segments: records.get(slice.id)?.segments ?? [] })
          touched.add(slice.id)
        }
        if (change.rows !== undefined) {
          const { sliceId, how } = change.rows
          const record = records.get(sliceId)
          if (record === undefined) throw new Error(`Rows of slice ${sliceId}, which is not there`)
          if (how === 'replace') forget(sliceId)
          const added = sealedRows.map((seal) => {
            const number = nextSegment++
            statements.addSegment.run(number, sliceId, seal(`segment ${number} of slice ${sliceId}`))
            return number
          })
          segments += added.length
          records.set(sliceId, { ...record, segments: how === 'replace' ? added : [...record.segments, ...added] })
          touched.add(sliceId)
        }
        for (const id of touched) statements.putSlice.run(id, cipher.sealJson(records.get(id), `slice ${id}`))
        const state = change.state ?? contents.state
        statements.putMeta.run(
          'manifest',
          cipher.sealJson({ state, slices: records.size, segments, nextSegment }, 'manifest'),
        )
        database.exec('COMMIT')
        Object.assign(contents, { state, records, segments, nextSegment })
        return null
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    })
  }

  return {
    header,
    state: () => structuredClone(contents.state),
    slices: () => [...contents.records.values()].map(({ slice }) => structuredClone(slice)),
    label: () => structuredClone(contents.label),
    relabel(label) {
      return onDisk(() => {
        statements.putMeta.run('label', cipher.sealJson(label, 'label'))
        contents.label = structuredClone(label)
        return null
      })
    },
    commit(change) {
      const { state, slices, dropped, rows } = change
      const journaled: JournalChange = structuredClone({
        ...(state && { state }),
        ...(slices && { slices }),
        ...(dropped && { dropped }),
        ...(rows && { rows: { ...rows, rows: [] } }),
      })
      // Sealed concurrently with earlier writes, but written in the order of the calls.
      const sealed = Promise.all(inSegments(rows?.rows ?? []).map((segment) => cipher.sealRows(segment)))
      return inTurn(async () => write(journaled, await sealed))
    },
    async *rows(sliceId, backward = false) {
      await inTurn(async () => undefined)
      yield* readTimeSliceRows(path, cipher, sliceId, backward)
    },
    close: () => inTurn(async () => database.close()),
  }
}

function inSegments(rows: readonly SnapshotRow[]): SnapshotRow[][] {
  const segments: SnapshotRow[][] = []
  for (let at = 0; at < rows.length; at += SEGMENT_ROWS) segments.push(rows.slice(at, at + SEGMENT_ROWS))
  return segments
}

// Reads the rows of one slice, a segment at a time.

/** Reads by a connection of its own: its transaction sees the rows as they were when it began. */
async function* readTimeSliceRows(
  path: string,
  cipher: SnapshotCipher,
  sliceId: number,
  backward: boolean,
): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  const reader = onDisk(() => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, readOnly: true })
    database.exec('BEGIN')
    const segment = database.prepare(SEGMENT_QUERY)
    const sealed = blobOf(database.prepare('SELECT value FROM slice WHERE id = ?').get(sliceId))
    const record = timeSliceRecordSchema.safeParse(sealed && cipher.openJson(sealed, `slice ${sliceId}`))
    return { database, segment, missing: sealed === null, segments: record.success ? record.data.segments : null }
  })
  if (!reader.ok) return yield reader
  const { database, segment, missing, segments } = reader.value
  try {
    if (missing) return
    if (segments === null) return yield damagedChunk(`slice ${sliceId}`)
    for (const number of backward ? segments.toReversed() : segments) {
      const what = `segment ${number} of slice ${sliceId}`
      const sealed = onDisk(() => blobOf(segment.get(number, sliceId)))
      if (!sealed.ok) return yield sealed
      const rows = sealed.value && (await cipher.openRows(sealed.value, what))
      if (rows === null) return yield damagedChunk(what)
      yield succeeded(backward ? rows.toReversed() : rows)
    }
  } finally {
    database.close()
  }
}

const damagedChunk = (what: string) => failed({ kind: 'disk', detail: damaged(`${what} cannot be read`).words })
