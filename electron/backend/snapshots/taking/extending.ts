// Which snapshot may be extended by which, and what that takes.
import { isDeepStrictEqual } from 'node:util'
import { LIMIT_CAP } from '../../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { Extension } from '../../../../shared/snapshot/snapshot.ts'
import { MOST_ANSWERS } from '../reading/pages/read-slices.ts'
import type { SnapshotReader } from '../reading/snapshot-reader.ts'
import { partsToTake } from '../reading/taken-over-parts.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'
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
  store: () => Promise<Pick<SnapshotStore, 'open'>>
  reader: Pick<SnapshotReader, 'countRange'>
}

export function createExtending({ store, reader }: ExtendingParts): Extending {
  /** @param see of its file, which is closed afterwards */
  async function withComplete<T>(
    id: string,
    see: (source: {
      header: SnapshotHeader
      partsIn: (range: SnapshotHeader['range']) => Pick<Extension, 'parts' | 'events'>
    }) => T,
  ): Promise<Result<T>> {
    const file = (await store()).open(id)
    if (!file.ok) return file
    const source = file.value
    const { verdict, proof } = source.state()
    const isComplete = proof === 2 && verdict?.kind === 'complete'
    const seen = see({
      header: source.header,
      partsIn: (range) => {
        const parts = partsToTake(source, range)
        return { parts: parts.length, events: parts.reduce((sum, { kept }) => sum + kept, 0) }
      },
    })
    await source.close()
    return isComplete ? succeeded(seen) : refused('Only a complete snapshot can be extended.')
  }

  return {
    async extension(id, range, signal) {
      const source = await withComplete(id, ({ header, partsIn }) => ({ header, ...partsIn(range) }))
      if (!source.ok) return source
      const { header, parts, events } = source.value
      const total = await reader.countRange({ ...header, range }, { signal })
      if (!total.ok) return total
      // So few are read by offset, all of them.
      const isSmall = (total.value ?? 0) <= MOST_ANSWERS * LIMIT_CAP
      return succeeded({ total: total.value, parts: isSmall ? 0 : parts, events: isSmall ? 0 : events })
    },
    async mayExtend(id, { search, connection, accountMark }) {
      const source = await withComplete(id, ({ header }) => header)
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
