// The bridge's calls about snapshots, and those that ask a loaded one.
import type { SampleStep } from '../../../shared/contract/snapshot-calls.ts'
import type { SampleOrder } from '../../../shared/snapshot/asked-sample.ts'
import type { LoadStep, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import type { QuestionDesk } from '../snapshots/questions/question-desk.ts'
import type { OpenSnapshots } from '../snapshots/taking/open-snapshots.ts'
import { type BridgeCalls, latestSteps, type RouterParts, unwrap } from './implement-bridge.ts'

export function snapshotCalls({ snapshots: os }: BridgeCalls, { snapshots: all, untilClosed }: RouterParts) {
  const { snapshots, store, take, extension, askSample, desk } = all
  const answer = async <Q extends SnapshotQuestion>(
    { snapshotId, slot, question }: { snapshotId: string; slot: string; question: Q },
    signal: AbortSignal | undefined,
  ) => unwrap(await desk.ask(snapshotId, question, slot, untilClosed(signal)))

  return os.router({
    take: os.take.handler(async ({ input: { name = null, madeForSnapshot, ...order } }) => {
      const madeFor =
        madeForSnapshot === undefined ? undefined : { of: 'snapshot' as const, snapshotId: madeForSnapshot }
      return unwrap(await take(order, name, madeFor))
    }),
    extension: os.extension.handler(async ({ input: { snapshotId, range }, signal }) =>
      unwrap(await extension(snapshotId, range, untilClosed(signal))),
    ),
    list: os.list.handler(() => snapshots.list()),
    steps: os.steps.handler(({ input }) => snapshots.steps(input.snapshotIds)),
    pause: os.pause.handler(async ({ input }) => unwrap(await snapshots.pause(input.snapshotId))),
    resume: os.resume.handler(async ({ input }) => {
      // Reading adds rows, so what was loaded would be out of date.
      await desk.close(input.snapshotId)
      return unwrap(await snapshots.resume(input.snapshotId, input.sameAccount))
    }),
    stop: os.stop.handler(async ({ input }) => unwrap(await snapshots.stop(input.snapshotId, input.keep))),
    rename: os.rename.handler(async ({ input }) => unwrap((await store()).rename(input.snapshotId, input.name))),
    deleteAfter: os.deleteAfter.handler(async ({ input }) =>
      unwrap((await store()).deleteAfter(input.snapshotId, input.days)),
    ),
    close: os.close.handler(async ({ input: { snapshotId, note, rules = null, sameAccount = false }, signal }) =>
      unwrap(await snapshots.close(snapshotId, note, { signal: untilClosed(signal), sameAccount, rules })),
    ),
    closingRules: os.closingRules.handler(async ({ input }) => unwrap(await snapshots.closingRules(input.snapshotId))),
    recheck: os.recheck.handler(async ({ input: { snapshotId, sameAccount = false }, signal }) =>
      unwrap(await snapshots.recheck(snapshotId, { signal: untilClosed(signal), sameAccount })),
    ),
    askSample: os.askSample.handler(({ input, signal }) => asking(askSample, input, untilClosed(signal))),
    delete: os.delete.handler(async ({ input: { snapshotId, evenClosed = false } }) =>
      unwrap(await snapshots.delete(snapshotId, evenClosed)),
    ),
    questions: {
      load: os.questions.load.handler(({ input, signal }) => loading(desk, input.snapshotId, untilClosed(signal))),
      rows: os.questions.rows.handler(({ input, signal }) => answer(input, signal)),
      totals: os.questions.totals.handler(({ input, signal }) => answer(input, signal)),
      values: os.questions.values.handler(({ input, signal }) => answer(input, signal)),
      duplicates: os.questions.duplicates.handler(({ input, signal }) => answer(input, signal)),
      checks: os.questions.checks.handler(({ input, signal }) => answer(input, signal)),
      changes: os.questions.changes.handler(({ input, signal }) => answer(input, signal)),
      rechecked: os.questions.rechecked.handler(({ input, signal }) => answer(input, signal)),
      pairs: os.questions.pairs.handler(({ input, signal }) => answer(input, signal)),
      kinds: os.questions.kinds.handler(({ input, signal }) => answer(input, signal)),
      worth: os.questions.worth.handler(({ input, signal }) => answer(input, signal)),
      worthRows: os.questions.worthRows.handler(({ input, signal }) => answer(input, signal)),
      shapeRows: os.questions.shapeRows.handler(({ input, signal }) => answer(input, signal)),
      shapes: os.questions.shapes.handler(({ input, signal }) => answer(input, signal)),
      learn: os.questions.learn.handler(({ input, signal }) => answer(input, signal)),
      close: os.questions.close.handler(async ({ input }) => {
        await desk.close(input.snapshotId)
        return null
      }),
    },
    holding: os.holding.handler(async ({ input }) => (await store()).holding(input.customerId)),
  })
}

/** Yields how many rows are loaded, and last the outcome. */
async function* loading(desk: QuestionDesk, snapshotId: string, signal: AbortSignal): AsyncGenerator<LoadStep, void> {
  const first: LoadStep = { state: 'loading', rows: 0 }
  const load = (report: (step: LoadStep) => void) => desk.load(snapshotId, (rows) => report({ state: 'loading', rows }))
  const loaded = yield* latestSteps(first, load, signal)
  if (loaded !== undefined) yield { state: 'over', outcome: unwrap(loaded) }
}

/** Yields how many events were asked for, and last the sample. */
async function* asking(
  askSample: OpenSnapshots['askSample'],
  {
    snapshotId,
    order,
    sameAccount = false,
  }: { snapshotId: string; order: SampleOrder; sameAccount?: boolean | undefined },
  signal: AbortSignal,
): AsyncGenerator<SampleStep, void> {
  const sample = yield* latestSteps<SampleStep, Awaited<ReturnType<typeof askSample>>>(
    { state: 'asking', done: 0, of: null },
    (report, signal) =>
      askSample(snapshotId, order, {
        signal,
        sameAccount,
        report: (progress) => report({ state: 'asking', ...progress }),
      }),
    signal,
  )
  if (sample !== undefined) yield { state: 'over', sample: unwrap(sample) }
}
