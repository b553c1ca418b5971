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
  return (snapshotId: string, answered: Answered<TotalsQuestion>): Promise<TotalsAnswer> =>
    allLines(answered, async (question) => {
      // Each is needed once.
      const { answer } = await client.fetchQuery({ ...snapshotQuery(bridge, snapshotId, question), gcTime: 0 })
      return answer
    })
}

/** Asks for page after page. Rejects with a FailureError if there are more than 200,000 lines, and as `ask` does. */
export async function allLines(
  { question, answer }: Answered<TotalsQuestion>,
  ask: (question: TotalsQuestion) => Promise<TotalsAnswer>,
): Promise<TotalsAnswer> {
  if (answer.lineCount > MOST_LINES) throw new FailureError(TOO_MANY)
  const lines = [...answer.lines]
  while (lines.length < answer.lineCount) {
    const next = await ask({ ...question, offset: question.offset + lines.length })
    if (next.lines.length === 0) break
    lines.push(...next.lines)
  }
  return { ...answer, lines }
}

const TOO_MANY = {
  kind: 'invalid' as const,
  field: 'export' as const,
  message: `There are more than ${grouped(MOST_LINES)} groups. Choose others, or set a condition in Events first.`,
}
