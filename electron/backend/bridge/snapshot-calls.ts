// The bridge's calls about snapshots.
import type { OpenSnapshots } from '../snapshots/taking/open-snapshots.ts'
import { type BridgeCalls, unwrap } from './implement-bridge.ts'
import { type QuestionCallsParts, questionCalls } from './question-calls.ts'

export interface SnapshotCallsParts extends QuestionCallsParts {
  snapshots: OpenSnapshots
}

export function snapshotCalls(bridge: BridgeCalls, parts: SnapshotCallsParts) {
  const { snapshots: os } = bridge
  const { untilClosed, desk } = parts
  const { snapshots, store, take } = parts.snapshots
  return os.router({
    take: os.take.handler(async ({ input: { name = null, ...order } }) => unwrap(await take(order, name))),
    list: os.list.handler(() => snapshots.list()),
    steps: os.steps.handler(({ input }) => snapshots.steps(input.snapshotIds)),
    pause: os.pause.handler(async ({ input }) => unwrap(await snapshots.pause(input.snapshotId))),
    resume: os.resume.handler(async ({ input }) => {
      // What is read on is another snapshot than what was loaded.
      await desk.close(input.snapshotId)
      return unwrap(await snapshots.resume(input.snapshotId, input.sameAccount))
    }),
    stop: os.stop.handler(async ({ input }) => unwrap(await snapshots.stop(input.snapshotId, input.keep))),
    rename: os.rename.handler(async ({ input }) => unwrap((await store()).rename(input.snapshotId, input.name))),
    deleteAfter: os.deleteAfter.handler(async ({ input }) =>
      unwrap((await store()).deleteAfter(input.snapshotId, input.days)),
    ),
    close: os.close.handler(async ({ input: { snapshotId, note, sameAccount = false }, signal }) =>
      unwrap(await snapshots.close(snapshotId, note, { signal: untilClosed(signal), sameAccount })),
    ),
    recheck: os.recheck.handler(async ({ input: { snapshotId, sameAccount = false }, signal }) =>
      unwrap(await snapshots.recheck(snapshotId, { signal: untilClosed(signal), sameAccount })),
    ),
    delete: os.delete.handler(async ({ input: { snapshotId, evenClosed = false } }) => {
      await desk.close(snapshotId)
      return unwrap(await snapshots.delete(snapshotId, evenClosed))
    }),
    questions: questionCalls(bridge, parts),
    holding: os.holding.handler(async ({ input }) => (await store()).holding(input.customerId)),
  })
}
