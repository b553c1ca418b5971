// Changes as they are copied and saved: all that were found, piece by piece.
import { useQueryClient } from '@tanstack/react-query'
import type { ChangesQuestion, PairsQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import { bridge } from '../../bridge.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'

/** The most lines of one answer, which has fewer where they are long. */
const A_PIECE = 5_000

/** Reads them piece by piece, as many as asked for. Rejects where the snapshots cannot be compared any more. */
export function useAllChanges(snapshotId: string) {
  const client = useQueryClient()
  return async function* (
    question: ChangesQuestion | PairsQuestion,
    most: number,
  ): AsyncGenerator<SnapshotDifference[]> {
    let offset = 0
    while (offset < most) {
      const limit = Math.min(A_PIECE, most - offset)
      const asked: ChangesQuestion | PairsQuestion = { ...question, worth: null, rows: false, offset, limit }
      // Each is needed once: half a million lines would stay in memory.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, asked), gcTime: 0 })
      if (answer.kind !== 'compared') throw new Error(`The snapshots are no longer compared: ${answer.kind}`)
      if (answer.changes.length === 0) return
      yield answer.changes
      offset += answer.changes.length
    }
  }
}
