// Every line of an answer about totals, of which the screen has the first ones.
import { useQueryClient } from '@tanstack/react-query'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { TotalsAnswer, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { bridge, FailureError } from '../../bridge.ts'
import { type Answered, snapshotQuery } from '../store/snapshot-query.ts'

/** A bound on memory: lines of both sides are held until they are compared. */
const MOST_LINES = 200_000

/** Reads on from an answer until no line is missing. Rejects with a FailureError where there are too many. */
export function useAllLines() {
  const client = useQueryClient()
  return async (snapshotId: string, { question, answer }: Answered<TotalsQuestion>): Promise<TotalsAnswer> => {
    if (answer.lineCount > MOST_LINES) throw new FailureError(TOO_MANY)
    const lines = [...answer.lines]
    while (lines.length < answer.lineCount) {
      const asked = { ...question, offset: question.offset + lines.length }
      // Each is needed once.
      const next = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, asked), gcTime: 0 })
      if (next.answer.lines.length === 0) break
      lines.push(...next.answer.lines)
    }
    return { ...answer, lines }
  }
}

const TOO_MANY = {
  kind: 'invalid' as const,
  field: 'export' as const,
  message: `There are more than ${grouped(MOST_LINES)} groups. Choose others, or set a condition in Events first.`,
}
