// Changes as they are copied and saved: all that were found, piece by piece.
import { useQueryClient } from '@tanstack/react-query'
import type { FigureTable } from '../../../shared/figures/figure-table.ts'
import type { ChangesQuestion, PairsQuestion, SnapshotDifference } from '../../../shared/snapshot/snapshot-changes.ts'
import { bridge } from '../../bridge.ts'
import type { CopiedSource } from '../../tables/save-table.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'
import { linesLeftOut } from './snapshot-source.ts'

/** The most lines of one answer, which has fewer where they are long. */
const A_PIECE = 5_000
/** The most lines that are copied: nobody pastes more. A saved file has all of them. */
const MOST_COPIED = 10_000

type Question = ChangesQuestion | PairsQuestion

/**
 * @returns a function that makes what `CopyTable` takes. It rejects where the snapshots cannot be compared any more.
 */
export function useAllChanges(snapshotId: string) {
  const client = useQueryClient()

  /** Reads them piece by piece, as many as asked for. */
  async function* pieces(question: Question, most: number): AsyncGenerator<SnapshotDifference[]> {
    let offset = 0
    while (offset < most) {
      const limit = Math.min(A_PIECE, most - offset)
      const asked: Question = { ...question, worth: null, rows: false, offset, limit }
      // Each is needed once: half a million lines would stay in memory.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, asked), gcTime: 0 })
      if (answer.kind !== 'compared') throw new Error(`The snapshots are no longer compared: ${answer.kind}`)
      if (answer.changes.length === 0) return
      yield answer.changes
      offset += answer.changes.length
    }
  }

  /** @param total how many there are @param source of all of them */
  return <Row, Of, By extends string>(
    question: Question,
    total: number,
    tableOf: (changes: readonly SnapshotDifference[]) => FigureTable<Row, Of, By>,
    source: CopiedSource,
  ) => {
    const copied = Math.min(total, MOST_COPIED)
    return {
      source: [...source, ...linesLeftOut(copied, total)],
      table: async () => {
        const changes: SnapshotDifference[] = []
        for await (const piece of pieces(question, copied)) changes.push(...piece)
        return tableOf(changes)
      },
      whole: {
        pieces: async function* () {
          for await (const piece of pieces(question, total)) yield tableOf(piece)
        },
        lines: total,
        source,
      },
    }
  }
}
