// The bridge's calls about snapshots, and those that ask a loaded one.
import type { SampleStep } from '../../../shared/contract/snapshot-calls.ts'
import type { SampleOrder } from '../../../shared/snapshot/asked-sample.ts'
import type { AskStep, LoadStep, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import type { HeldFile } from '../check/held-files.ts'
import type { QuestionDesk } from '../snapshots/questions/question-desk.ts'
import type { OpenSnapshots } from '../snapshots/queue/open-snapshots.ts'
import { type BridgeCalls, latestSteps, type RouterParts, unwrap } from './implement-bridge.ts'

/** Answers the contract's calls about snapshots; expected failures leave as `unwrap` throws them. */
export function snapshotCalls({ snapshots: os }: BridgeCalls, { snapshots: all, heldFiles, untilClosed }: RouterParts) {
  const { snapshots, store, take, extension, askSample, desk } = all

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
    load: os.load.handler(({ input, signal }) => loading(desk, input.snapshotId, untilClosed(signal))),
    ask: os.ask.handler(({ input, signal }) => {
      const { question } = input
      const file = 'fileId' in question ? unwrap(heldFiles.get(question.fileId)) : null
      return answering(desk, input, file, untilClosed(signal))
    }),
    unload: os.unload.handler(async ({ input }) => {
      await desk.close(input.snapshotId)
      return null
    }),
    holding: os.holding.handler(async ({ input }) => (await store()).holding(input.customerId)),
  })
}

/** Yields how far a check of a file is, and last the outcome. */
async function* answering(
  desk: QuestionDesk,
  { snapshotId, slot, question }: { snapshotId: string; slot: string; question: SnapshotQuestion },
  file: HeldFile | null,
  signal: AbortSignal,
): AsyncGenerator<AskStep, void> {
  const ask = (tell: (step: AskStep) => void, signal: AbortSignal) =>
    desk.ask(snapshotId, question, slot, signal, {
      file,
      report: (progress) => tell({ state: 'checking', ...progress }),
    })
  const outcome = yield* latestSteps(null, ask, signal)
  if (outcome !== undefined) yield { state: 'over', outcome: unwrap(outcome) }
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
