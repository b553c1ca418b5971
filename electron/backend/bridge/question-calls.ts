// The bridge's calls that ask a loaded snapshot.
import type { LoadStep, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import type { QuestionDesk } from '../snapshots/questions/question-desk.ts'
import { type BridgeCalls, unwrap } from './implement-bridge.ts'
import { latestSteps } from './latest-steps.ts'

export function questionCalls(
  { snapshots: { questions: os } }: BridgeCalls,
  { desk, untilClosed }: QuestionCallsParts,
) {
  const answer = async <Q extends SnapshotQuestion>(
    { snapshotId, slot, question }: { snapshotId: string; slot: string; question: Q },
    signal: AbortSignal | undefined,
  ) => unwrap(await desk.ask(snapshotId, question, slot, untilClosed(signal)))

  return os.router({
    load: os.load.handler(({ input, signal }) => loading(desk, input.snapshotId, untilClosed(signal))),
    rows: os.rows.handler(({ input, signal }) => answer(input, signal)),
    totals: os.totals.handler(({ input, signal }) => answer(input, signal)),
    values: os.values.handler(({ input, signal }) => answer(input, signal)),
    duplicates: os.duplicates.handler(({ input, signal }) => answer(input, signal)),
    checks: os.checks.handler(({ input, signal }) => answer(input, signal)),
    changes: os.changes.handler(({ input, signal }) => answer(input, signal)),
    close: os.close.handler(async ({ input }) => {
      await desk.close(input.snapshotId)
      return null
    }),
  })
}

export interface QuestionCallsParts {
  desk: QuestionDesk
  untilClosed: (signal: AbortSignal | undefined) => AbortSignal
}

/** How many rows are there; last what it came to. */
async function* loading(desk: QuestionDesk, snapshotId: string, signal: AbortSignal): AsyncGenerator<LoadStep, void> {
  const first: LoadStep = { state: 'loading', rows: 0 }
  const load = (report: (step: LoadStep) => void) => desk.load(snapshotId, (rows) => report({ state: 'loading', rows }))
  const loaded = yield* latestSteps(first, load, signal)
  if (loaded !== undefined) yield { state: 'over', outcome: unwrap(loaded) }
}
