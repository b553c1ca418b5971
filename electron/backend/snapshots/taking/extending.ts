// Which snapshot may be extended by which, and what that takes.
import { isDeepStrictEqual } from 'node:util'
import { LIMIT_CAP } from '../../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { Extension } from '../../../../shared/snapshot/snapshot.ts'
import { MOST_ANSWERS } from '../reading/pages/read-slices.ts'
import type { SnapshotReader } from '../reading/snapshot-reader.ts'
import { partsToTake } from '../reading/taken-over-parts.ts'
import type { SnapshotHeader } from '../snapshot-journal.ts'
import type { SnapshotFile } from '../store/snapshot-file.ts'
import type { SnapshotStore } from '../store/snapshot-store.ts'
import { refused } from './snapshot-closing.ts'

export interface Extending {
  /**
   * What another range of a snapshot's search takes with its parts; asks the service for one total. Fails with `invalid` for
   * a snapshot that is not complete, with `connection-changed` for another account, or as the service does.
   */
  extension(id: string, range: SnapshotHeader['range'], signal: AbortSignal): Promise<Result<Extension>>
  /** Fails with `invalid` unless `header` is of the same search and account as a complete snapshot. */
  mayExtend(id: string, header: SnapshotHeader): Promise<Result<null>>
}

interface ExtendingParts {
  store: () => Promise<Pick<SnapshotStore, 'look'>>
  reader: Pick<SnapshotReader, 'countRange'>
}

export function createExtending({ store, reader }: ExtendingParts): Extending {
  /** What `look` finds in a complete snapshot. */
  async function lookAtComplete<T>(id: string, look: (source: SnapshotFile) => T): Promise<Result<T>> {
    const read = await (await store()).look(id, (source) => {
      const { verdict, proof } = source.state()
      return proof === 2 && verdict?.kind === 'complete' ? { found: look(source) } : null
    })
    if (!read.ok) return read
    return read.value === null ? refused('Only a complete snapshot can be extended.') : succeeded(read.value.found)
  }

  return {
    async extension(id, range, signal) {
      const source = await lookAtComplete(id, (file) => ({ header: file.header, taken: partsToTake(file, range) }))
      if (!source.ok) return source
      const { header, taken } = source.value
      const total = await reader.countRange({ ...header, range }, { signal })
      if (!total.ok) return total
      // So few are read by offset, all of them.
      const isSmall = (total.value ?? 0) <= MOST_ANSWERS * LIMIT_CAP
      const parts = isSmall ? [] : taken
      const events = parts.reduce((sum, { kept }) => sum + kept, 0)
      return succeeded({ total: total.value, parts: parts.length, events })
    },
    async mayExtend(id, { search, connection, accountMark }) {
      const source = await lookAtComplete(id, ({ header }) => header)
      if (!source.ok) return source
      const before = source.value
      if (!isDeepStrictEqual(before.search, search) || before.connection.id !== connection.id)
        return refused('A snapshot is extended by another range of the same search.')
      const mark = before.accountMark ?? before.file?.accountMark
      const isSame =
        before.connection.baseUrl === connection.baseUrl &&
        before.connection.account === connection.account &&
        (mark === undefined || mark === accountMark)
      if (!isSame)
        return refused('The server or the API key of this connection was changed since: take a new snapshot.')
      return succeeded(null)
    },
  }
}
