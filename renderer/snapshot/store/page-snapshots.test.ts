import { expect, test, vi } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type {
  SnapshotList,
  SnapshotStatus,
  SnapshotSummary,
  UnreadableSnapshot,
} from '../../../shared/snapshot/snapshot.ts'
import { FailureError } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { someProgress, someReading } from './fixtures/some-reading.ts'
import { createSnapshots, type SnapshotsEffects, type SnapshotsState } from './page-snapshots.ts'
import { whenFinished } from './queued-readings.ts'

const away: Failure = { kind: 'unreachable', reason: 'refused', detail: '', attempts: 1, durationMs: 1 }
const refused: Failure = { kind: 'invalid', field: 'name', message: 'A snapshot named "A" already exists.' }
const order = {
  connectionId: 'acme',
  account: 1,
  search: { propertyFilters: [] },
  range: { from: null, until: null, zone: 'UTC' },
}
const complete: SnapshotStatus = {
  state: 'finished',
  verdict: { kind: 'complete', soFar: false, sentence: 'All.', reasons: [] },
}

/** A backend of snapshots that does as it is told. */
function scripted() {
  const kept = new Map<string, SnapshotSummary>()
  const asked: string[] = []
  /** Calls of these names are answered once that resolves. */
  const held = new Map<string, Promise<unknown>>()
  let failure: Failure | null = null
  const step = (id: string, status: SnapshotStatus, events = 0): null => {
    const before = kept.get(id)
    if (before) kept.set(id, { ...before, status, progress: someProgress({ events, total: 1_000 }), rows: events })
    return null
  }
  const add = (id: string, status: SnapshotStatus = { state: 'reading' }) =>
    kept.set(id, someReading({ id, name: id, status, progress: null }))
  /** Answers as things are then, later. */
  async function call<T>(name: string, work: () => T): Promise<T> {
    asked.push(name)
    await held.get(name)
    if (failure !== null) throw new FailureError(failure)
    return work()
  }
  let broken: UnreadableSnapshot[] = []
  const list = (): SnapshotList => ({
    snapshots: [...kept.values()],
    unreadable: broken.splice(0),
    thisRunOnly: null,
    refused: null,
  })
  const breakOne = (one: UnreadableSnapshot) => {
    broken = [one]
  }
  const calls = {
    list: () => call('list', list),
    steps: ({ snapshotIds }: { snapshotIds: string[] }) =>
      call('steps', () => snapshotIds.map((id) => kept.get(id) ?? null)),
    take: () =>
      call('take', () => {
        add('taken', complete)
        return { snapshotId: 'taken' }
      }),
    resume: ({ snapshotId }: { snapshotId: string }) => call('resume', () => step(snapshotId, { state: 'reading' })),
    stop: ({ snapshotId }: { snapshotId: string }) => call('stop', () => step(snapshotId, complete)),
    delete: ({ snapshotId }: { snapshotId: string }) => call('delete', () => kept.delete(snapshotId)),
    rename: () =>
      call('rename', () => {
        throw new FailureError(refused)
      }),
  }
  const timers = manualTimers()
  let now = 0
  const bridge = { snapshots: calls } as unknown as SnapshotsEffects['bridge']
  const deleted: string[] = []
  const snapshots = createSnapshots({
    bridge,
    now: () => now,
    later: timers.later,
    isHidden: () => false,
    onDeleted: (id) => deleted.push(id),
  })
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
  const pass = async (ms = 400) => {
    now += ms
    timers.goOff()
    await settled()
  }
  const fail = (next: Failure | null) => {
    failure = next
  }
  return { snapshots, add, step, asked, held, timers, settled, pass, fail, breakOne, kept, deleted }
}

test('follows what is being read to its end, tells of that once, and then asks nothing more', async () => {
  const { snapshots, add, step, asked, timers, settled, pass } = scripted()
  add('old', complete)
  add('month')
  const finished: string[] = []
  snapshots.onFinished(({ id }) => finished.push(id))
  snapshots.start()
  await settled()
  for (let at = 1; at <= 4; at += 1) {
    step('month', { state: 'reading' }, at * 100)
    await pass()
  }
  const month = () => snapshots.state().list?.snapshots.find(({ id }) => id === 'month')
  expect(month()?.progress?.events).toBe(400)
  expect(snapshots.state().paces.get('month')).toEqual({ eventsPerSecond: 250, leftMs: 2_400 })
  expect(asked).toEqual(['list', 'steps', 'steps', 'steps', 'steps'])
  step('month', complete, 1_000)
  await pass()
  expect(month()?.status).toEqual(complete)
  expect(finished).toEqual(['month'])
  expect(snapshots.state().paces.size).toBe(0)
  expect(timers.waiting()).toEqual([])
})

test('one that was read before it could be seen is told of too; one that its user stopped is not', async () => {
  const { snapshots, add, settled } = scripted()
  add('month')
  const finished: string[] = []
  snapshots.onFinished(({ id }) => finished.push(id))
  snapshots.start()
  await settled()
  expect(await snapshots.take(order)).toEqual({ ok: true, value: { snapshotId: 'taken' } })
  expect(finished).toEqual(['taken'])
  await snapshots.stop('month', true)
  expect(finished).toEqual(['taken'])
})

test('what cannot be is a value, and the list stays', async () => {
  const { snapshots, add, settled, fail, pass } = scripted()
  add('month', complete)
  snapshots.start()
  await settled()
  expect(await snapshots.rename('month', 'A')).toEqual({ ok: false, failure: refused })
  fail(away)
  await snapshots.refresh()
  expect(snapshots.state()).toMatchObject({ failure: away, list: { snapshots: [{ id: 'month' }] } })
  fail(null)
  await pass(3_000)
  expect(snapshots.state().failure).toBeNull()
})

test('goes on by itself where nobody answered, ever less often, and not where somebody has to do something', async () => {
  const { snapshots, add, asked, timers, settled, pass } = scripted()
  add('away', { state: 'paused', because: away })
  add('paused', { state: 'paused', because: null })
  add('key', { state: 'paused', because: { kind: 'no-token', connectionId: 'acme' } })
  snapshots.start()
  await settled()
  expect([...snapshots.state().returning]).toEqual(['away'])
  expect(timers.waiting()).toEqual([10_000])
  await pass(10_000)
  expect(asked.filter((name) => name === 'resume')).toHaveLength(1)
  expect(snapshots.state().list?.snapshots[0]?.status.state).toBe('reading')
  await snapshots.delete('away')
  expect([...snapshots.state().returning]).toEqual([])
  expect(timers.waiting()).toEqual([])
})

test('a damaged one, which the backend tells of once, stays until it is deleted', async () => {
  const { snapshots, settled, breakOne } = scripted()
  snapshots.start()
  await settled()
  breakOne({ id: 'broken', bytes: 25, why: 'damaged', words: 'It is damaged.' })
  await snapshots.refresh()
  await snapshots.refresh()
  expect(snapshots.state().list?.unreadable.map(({ id }) => id)).toEqual(['broken'])
  await snapshots.delete('broken')
  expect(snapshots.state().list?.unreadable).toEqual([])
})

test('what was begun stays in the list when the progress of an older list arrives late', async () => {
  const { snapshots, add, step, held, settled, pass } = scripted()
  add('month')
  snapshots.start()
  await settled()
  const [list, steps] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  held.set('list', list.promise).set('steps', steps.promise)
  const taken = snapshots.take(order)
  await settled()
  await pass()
  list.resolve()
  await taken
  step('taken', { state: 'reading' })
  steps.resolve()
  await settled()
  expect(snapshots.state().list?.snapshots.map(({ id }) => id)).toEqual(['month', 'taken'])
})

test('what is deleted is told once, by whomever', async () => {
  const { snapshots, add, kept, deleted } = scripted()
  for (const id of ['here', 'elsewhere', 'stays']) add(id, complete)
  await snapshots.refresh()
  await snapshots.delete('here')
  expect(deleted).toEqual(['here'])
  kept.delete('elsewhere')
  await snapshots.refresh()
  await snapshots.refresh()
  expect(deleted).toEqual(['here', 'elsewhere'])
})

const state = (): SnapshotsState => ({
  list: { snapshots: [snapshotSummary({ id: 'a' })], unreadable: [], thisRunOnly: null, refused: null },
  failure: null,
  paces: new Map(),
  returning: new Set(),
})

test('once told, nothing is left on a signal that may never be aborted', () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const unsubscribe = vi.fn()
  const onOver = vi.fn()
  whenFinished(['a'], { state, subscribe: () => unsubscribe }, signal, onOver)
  expect(onOver).toHaveBeenCalledTimes(1)
  expect(unsubscribe).toHaveBeenCalled()
  const [type, listener] = added.mock.calls[0] ?? []
  expect(removed).toHaveBeenCalledWith(type, listener)
})
