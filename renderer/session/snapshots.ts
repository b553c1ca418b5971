// All snapshots as the page knows them, one store for the whole page: which there are, how far those are that are being read,
// and what can be done with them. A reading goes on in the backend whatever the page does.
import { createStore } from 'zustand/vanilla'
import type { Failure, Result } from '../../shared/failure.ts'
import {
  MOST_STEPS,
  type SnapshotList,
  type SnapshotStep,
  type SnapshotSummary,
  type UnreadableSnapshot,
} from '../../shared/snapshot.ts'
import { type Bridge, outcomeOf } from '../bridge.ts'
import type { Later } from './later.ts'
import { createPaceMeter, type PaceMeter, type ReadingPace } from './reading-pace.ts'
import { createReadingReturns } from './reading-returns.ts'
import type { SnapshotOrder } from './snapshot-order.ts'

export interface SnapshotsState {
  /** Null until it was read. What is being read stands in it as it is now. */
  list: SnapshotList | null
  /** Why it could not be read, or asked how far the readings are; what was there stays. */
  failure: Failure | null
  /** How fast each is that is being read, by its id; absent where nothing can be told yet. */
  paces: ReadonlyMap<string, ReadingPace>
  /** Ids of those that are paused and gone on with by themselves once their service is back. */
  returning: ReadonlySet<string>
}

/** Every outcome is a value; failures of `take`, `rename` and `close` that are `invalid` say in words what cannot be. */
export interface Snapshots {
  state(): SnapshotsState
  subscribe(listener: () => void): () => void
  /** Reads the list and watches what is being read; answers with how to end that. */
  start(): () => void
  /** Reads the list anew: another window may have changed it. */
  refresh(): Promise<void>
  /** Begins to read every match of a search, at once or when its turn comes. It is in the list when this resolves. */
  take(order: SnapshotOrder & { name?: string }): Promise<Result<{ snapshotId: string }>>
  pause(snapshotId: string): Promise<Result<null>>
  /** `sameAccount`: its user says that the API key of now is of the account that it was begun with. */
  resume(snapshotId: string, sameAccount?: boolean): Promise<Result<null>>
  /** For good: what is there is kept as incomplete, or goes. */
  stop(snapshotId: string, keep: boolean): Promise<Result<null>>
  rename(snapshotId: string, name: string): Promise<Result<null>>
  /** Marks it as closed, with one total a day as the service counts now; null takes the mark away. `sameAccount`: as above. */
  close(snapshotId: string, note: string | null, sameAccount?: boolean): Promise<Result<null>>
  /** Days from when it was begun; null: never by itself. */
  deleteAfter(snapshotId: string, days: number | null): Promise<Result<null>>
  delete(snapshotId: string, evenClosed?: boolean): Promise<Result<null>>
  /** Ids of those that hold an event of the customer. */
  holding(customerId: string): Promise<Result<string[]>>
  /** Called once for each that comes to its verdict while the page is there. */
  onFinished(listener: (snapshot: FinishedSnapshot) => void): () => void
}

export type FinishedSnapshot = SnapshotSummary & { status: { state: 'finished' } }

export interface SnapshotsEffects {
  bridge: Pick<Bridge, 'snapshots'>
  /** Milliseconds since the epoch. */
  now: () => number
  later: Later
  /** The window is: then nothing is gone on with by itself. */
  isHidden: () => boolean
}

/** Between two looks at what is being read. */
const LOOK_MS = 400
/** The same after one that failed. */
const LOOK_AGAIN_MS = 3_000

export function createSnapshots({ bridge, now, later, isHidden }: SnapshotsEffects): Snapshots {
  const calls = bridge.snapshots
  const store = createStore<SnapshotsState>(() => ({
    list: null,
    failure: null,
    paces: new Map(),
    returning: new Set(),
  }))
  const finishedListeners = new Set<(snapshot: FinishedSnapshot) => void>()
  /** Without a verdict when last seen. */
  const unfinished = new Set<string>()
  const meters = new Map<string, PaceMeter>()
  const returns = createReadingReturns(later, isHidden, (id) => void goOn(id))
  let stopLooking = () => {}
  let isWatching = false
  /** Grows with each change: an answer that was asked for before it is not shown. */
  let changes = 0

  /** Damaged ones are set aside, and told once only: here they stay until they are deleted. */
  const damaged = new Map<string, UnreadableSnapshot>()

  function publish(found: SnapshotList) {
    for (const one of found.unreadable) if (one.why === 'damaged') damaged.set(one.id, one)
    const others = found.unreadable.filter(({ id }) => !damaged.has(id))
    const list = { ...found, unreadable: [...others, ...damaged.values()] }
    const finished = list.snapshots.filter((one) => isFinished(one) && unfinished.has(one.id))
    for (const one of list.snapshots) {
      if (isFinished(one)) unfinished.delete(one.id)
      else unfinished.add(one.id)
      follow(one)
    }
    const known = new Set(list.snapshots.map(({ id }) => id))
    for (const id of [...meters.keys(), ...unfinished]) if (!known.has(id)) forget(id)
    store.setState({ list, failure: null, ...told() })
    for (const one of finished) if (isFinished(one)) for (const listener of finishedListeners) listener(one)
  }

  function told(): Pick<SnapshotsState, 'paces' | 'returning'> {
    const paces = new Map<string, ReadingPace>()
    for (const [id, meter] of meters) {
      const pace = meter.pace()
      if (pace !== null) paces.set(id, pace)
    }
    return { paces, returning: returns.ids() }
  }

  function forget(id: string) {
    meters.delete(id)
    returns.forget(id)
    unfinished.delete(id)
  }

  /** Its pace while it is read; its going on by itself while it is paused for want of an answer. */
  function follow(one: SnapshotSummary) {
    const { id, status, progress } = one
    const meter = meters.get(id) ?? createPaceMeter()
    if (status.state === 'reading' && progress !== null) {
      meter.note(progress, now())
      meters.set(id, meter)
    } else {
      meters.delete(id)
    }
    if (isWatching) returns.note(one, (meter.pace()?.eventsPerSecond ?? 0) > 0)
  }

  async function goOn(snapshotId: string) {
    await outcomeOf(() => calls.resume({ snapshotId }))
    await refresh()
  }

  async function refresh(): Promise<void> {
    const mark = changes
    const read = await outcomeOf(() => calls.list())
    if (mark !== changes) return refresh()
    if (read.ok) publish(read.value)
    else store.setState({ failure: read.failure })
    watch()
  }

  function watch() {
    stopLooking()
    if (!isWatching) return
    const { list, failure } = store.getState()
    const isAnyUnderWay = list === null || list.snapshots.some(isUnderWay)
    if (failure !== null || isAnyUnderWay) stopLooking = later(failure === null ? LOOK_MS : LOOK_AGAIN_MS, look)
  }

  async function look() {
    const { list, failure } = store.getState()
    if (list === null || failure !== null) return refresh()
    const mark = changes
    const ids = list.snapshots.filter(isUnderWay).map(({ id }) => id)
    const snapshotIds = ids.slice(0, MOST_STEPS)
    const asked = await outcomeOf(() => calls.steps({ snapshotIds }))
    if (mark !== changes) return
    if (!asked.ok) {
      store.setState({ failure: asked.failure })
      return watch()
    }
    const steps = new Map(snapshotIds.map((id, at) => [id, asked.value[at] ?? null]))
    // What else changed with it, its size and its rows, is in the list.
    if ([...steps.values()].some((step) => step === null || !isUnderWay(step))) return refresh()
    publish({ ...list, snapshots: list.snapshots.map((one) => ({ ...one, ...steps.get(one.id) })) })
    watch()
  }

  /** Makes a change and reads the list as it is then. */
  async function change<T>(call: () => Promise<T>): Promise<Result<T>> {
    const done = await outcomeOf(call)
    changes += 1
    await refresh()
    return done
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    start() {
      isWatching = true
      void refresh()
      return () => {
        isWatching = false
        stopLooking()
        returns.stop()
      }
    },
    refresh,
    take: (order) =>
      change(async () => {
        const taken = await calls.take(order)
        unfinished.add(taken.snapshotId)
        return taken
      }),
    pause: (snapshotId) => change(() => calls.pause({ snapshotId })),
    resume(snapshotId, sameAccount) {
      returns.forget(snapshotId)
      return change(() => calls.resume({ snapshotId, ...(sameAccount ? { sameAccount } : {}) }))
    },
    stop(snapshotId, keep) {
      // Its user ended it: nothing opens by itself.
      unfinished.delete(snapshotId)
      return change(() => calls.stop({ snapshotId, keep }))
    },
    rename: (snapshotId, name) => change(() => calls.rename({ snapshotId, name })),
    close: (snapshotId, note, sameAccount) =>
      change(() => calls.close({ snapshotId, note, ...(sameAccount ? { sameAccount } : {}) })),
    deleteAfter: (snapshotId, days) => change(() => calls.deleteAfter({ snapshotId, days })),
    delete: (snapshotId, evenClosed = false) =>
      change(async () => {
        await calls.delete({ snapshotId, evenClosed })
        damaged.delete(snapshotId)
        return null
      }),
    holding: (customerId) => outcomeOf(() => calls.holding({ customerId })),
    onFinished(listener) {
      finishedListeners.add(listener)
      return () => finishedListeners.delete(listener)
    },
  }
}

/** It is being read, or waits for its turn. */
const isUnderWay = ({ status }: SnapshotStep) => status.state === 'waiting' || status.state === 'reading'

const isFinished = (one: SnapshotSummary): one is FinishedSnapshot => one.status.state === 'finished'
