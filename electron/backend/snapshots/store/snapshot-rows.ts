// Reads the rows of one slice, a segment at a time.
import { DatabaseSync } from 'node:sqlite'
import { failed, type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { onDisk } from '../../storage/disk-error.ts'
import type { SnapshotRow } from '../slice.ts'
import type { SnapshotCipher } from './snapshot-cipher.ts'
import { sliceRecordSchema } from './snapshot-contents.ts'
import { BUSY_TIMEOUT, blobOf, SEGMENT_QUERY } from './snapshot-tables.ts'

/** By a connection of its own: its transaction sees the rows as they were when it began, whatever is written meanwhile. */
export async function* readSliceRows(
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
    const record = sliceRecordSchema.safeParse(sealed && cipher.openJson(sealed, `slice ${sliceId}`))
    return { database, segment, missing: sealed === null, segments: record.success ? record.data.segments : null }
  })
  if (!reader.ok) return yield reader
  const { database, segment, missing, segments } = reader.value
  try {
    if (missing) return
    if (segments === null) return yield damagedPiece(`slice ${sliceId}`)
    for (const number of backward ? segments.toReversed() : segments) {
      const what = `segment ${number} of slice ${sliceId}`
      const sealed = onDisk(() => blobOf(segment.get(number, sliceId)))
      if (!sealed.ok) return yield sealed
      const rows = sealed.value && (await cipher.openRows(sealed.value, what))
      if (rows === null) return yield damagedPiece(what)
      yield succeeded(backward ? rows.toReversed() : rows)
    }
  } finally {
    database.close()
  }
}

const damagedPiece = (what: string) =>
  failed({ kind: 'disk', detail: `The file of this snapshot is damaged: ${what} cannot be read.` })
