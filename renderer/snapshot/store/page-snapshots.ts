// store/ knows which snapshots there are, which one is open, and what was asked of it. All snapshots, one store for the
// whole page: the list, the progress of readings, and every action. Readings continue in the backend whatever the page
// does.
import { createStore } from 'zustand/vanilla'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import {
  MOST_STEPS,
  type SnapshotList,
  type SnapshotOrder,
  type SnapshotStep,
  type UnreadableSnapshot,
} from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { type Bridge, outcomeOf } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import type { SnapshotTabName } from './snapshot-tab.ts'
import { createWatchedReadings, type FinishedSnapshot, type ReadingPace } from './watched-readings.ts'

export interface SnapshotsState {
  /** Null until read. Contains the current progress of readings. */
  list: SnapshotList | null
  /** Why the list or the progress could not be read; the previous state stays. */
  failure: Failure | null
  /** The pace of each reading by its ID; absent until it is known. */
  paces: ReadonlyMap<string, ReadingPace>
  /** IDs of paused readings that resume by themselves once the service is back. */
  returning: ReadonlySet<string>
}

export interface ClosingOptions {
  /** The user confirms that the current API key is for the account that it was read with. */
  sameAccount?: boolean
  /** The price rules in force, as text, which are kept with the mark; null: there are none. */
  rules?: string | null
}

/** A snapshot shows this when it opens. */
export interface FirstView {
  tab: SnapshotTabName
  scope?: Scope
}

/** The window's snapshots, which also know where each opens. */
export interface PageSnapshots extends Snapshots {
  /** Tells what it shows once finished, whether by itself or from the notice; null: it does not open by itself. */
  opensOn: (snapshotId: string, view: FirstView | null) => void
}

export interface SnapshotsEffects {
  bridge: Pick<Bridge, 'snapshots'>
  /** Milliseconds since the epoch. */
  now: () => number
  later: Later
  /** Whether the window is hidden: then no reading is resumed automatically. */
  isHidden: () => boolean
  /** Called for each snapshot that has left the list: deleted here, in another window, or by its age. */
  onDeleted: (snapshotId: string) => void
}

/** Milliseconds between two polls of the readings. */
const LOOK_MS = 400
/** The same after a failed poll. */
const LOOK_AGAIN_MS = 3_000

export type Snapshots = ReturnType<typeof createSnapshots>

/** Every outcome is a value; `invalid` failures of `take`, `rename` and `close` carry a message for the user. */
export function createSnapshots({ bridge, now, later, isHidden, onDeleted }: SnapshotsEffects) {
  const calls = bridge.snapshots
  const store = createStore<SnapshotsState>(() => ({
    list: null,
    failure: null,
    paces: new Map(),
    returning: new Set(),
  }))
  const finishedListeners = new Set<(snapshot: FinishedSnapshot) => void>()
  const readings = createWatchedReadings({ now, later, isHidden, resume: (id) => void resumeByItself(id) })
  let stopLooking = () => {}
  let isWatching = false
  /** Counts changes: an answer requested before a change is not shown. */
  let changes = 0

  /** The backend reports damaged files once and sets them aside; they stay here until deleted. */
  const damaged = new Map<string, UnreadableSnapshot>()

  function publish(found: SnapshotList) {
    for (const file of found.unreadable) if (file.why === 'damaged') damaged.set(file.id, file)
    const others = found.unreadable.filter(({ id }) => !damaged.has(id))
    const list = { ...found, unreadable: [...others, ...damaged.values()] }
    const ids = new Set(list.snapshots.map(({ id }) => id))
    for (const { id } of store.getState().list?.snapshots ?? []) if (!ids.has(id)) onDeleted(id)
    const finished = readings.note(list.snapshots, isWatching)
    store.setState({ list, failure: null, paces: readings.paces(), returning: readings.returning() })
    for (const snapshot of finished) for (const listener of finishedListeners) listener(snapshot)
  }

  async function resumeByItself(snapshotId: string) {
    await outcomeOf(() => calls.resume({ snapshotId }))
    await refresh()
  }

  /** Reads the list again: another window may have changed it. */
  async function refresh(): Promise<void> {
    const changesBefore = changes
    const read = await outcomeOf(() => calls.list())
    if (changesBefore !== changes) return refresh()
    if (read.ok) publish(read.value)
    else store.setState({ failure: read.failure })
    watch()
  }

  /** Looks again after a while, as long as anything is under way or failed. */
  function watch() {
    stopLooking()
    if (!isWatching) return
    const { list, failure } = store.getState()
    const isAnyUnderWay = list === null || list.snapshots.some(isUnderWay)
    if (failure !== null || isAnyUnderWay) stopLooking = later(failure === null ? LOOK_MS : LOOK_AGAIN_MS, look)
  }

  /** Asks for the progress of what is under way, which takes less than the whole list. */
  async function look() {
    const { list, failure } = store.getState()
    if (list === null || failure !== null) return refresh()
    const changesBefore = changes
    const ids = list.snapshots.filter(isUnderWay).map(({ id }) => id)
    const snapshotIds = ids.slice(0, MOST_STEPS)
    const asked = await outcomeOf(() => calls.steps({ snapshotIds }))
    if (changesBefore !== changes) return
    // The list was read again meanwhile: these steps are of the older one, which may lack a snapshot begun since.
    if (store.getState().list !== list) return watch()
    if (!asked.ok) {
      store.setState({ failure: asked.failure })
      return watch()
    }
    const steps = new Map(snapshotIds.map((id, at) => [id, asked.value[at] ?? null]))
    // A reading has ended: the list also has what changed with that, such as size and rows.
    if ([...steps.values()].some((step) => step === null || !isUnderWay(step))) return refresh()
    publish({ ...list, snapshots: list.snapshots.map((one) => ({ ...one, ...steps.get(one.id) })) })
    watch()
  }

  /** Makes a change, then reads the list again. */
  async function change<T>(call: () => Promise<T>): Promise<Result<T>> {
    const done = await outcomeOf(call)
    changes += 1
    await refresh()
    return done
  }

  return {
    state: store.getState,
    subscribe: (listener: () => void) => store.subscribe(listener),
    /** Reads the list and watches the readings; returns how to stop. */
    start(): () => void {
      isWatching = true
      void refresh()
      return () => {
        isWatching = false
        stopLooking()
        readings.stop()
      }
    },
    refresh,
    /**
     * Begins reading every match of a search, at once or when its turn comes. It is in the list when this resolves.
     * `madeForSnapshot`: the ID of the snapshot that needs it, with which it is shown and deleted.
     */
    take: (order: SnapshotOrder & { name?: string; madeForSnapshot?: string }) =>
      change(async () => {
        const taken = await calls.take(order)
        readings.begun(taken.snapshotId)
        return taken
      }),
    pause: (snapshotId: string) => change(() => calls.pause({ snapshotId })),
    /** `sameAccount`: the user confirms that the current API key belongs to the account it was begun with. */
    resume(snapshotId: string, sameAccount?: boolean): Promise<Result<null>> {
      readings.resumed(snapshotId)
      return change(() => calls.resume({ snapshotId, ...(sameAccount ? { sameAccount } : {}) }))
    },
    /** Stops it for good: keeps what was read as incomplete, or deletes it. */
    stop(snapshotId: string, keep: boolean): Promise<Result<null>> {
      // It must not open automatically.
      readings.stopped(snapshotId)
      return change(() => calls.stop({ snapshotId, keep }))
    },
    rename: (snapshotId: string, name: string) => change(() => calls.rename({ snapshotId, name })),
    /**
     * Marks it as closed, with a note and one total a day as the service counts now. A note of null removes the mark.
     */
    close: (snapshotId: string, note: string | null, { sameAccount = false, rules = null }: ClosingOptions = {}) =>
      change(() =>
        calls.close({
          snapshotId,
          note,
          ...(rules === null ? {} : { rules }),
          ...(sameAccount ? { sameAccount } : {}),
        }),
      ),
    /** Days from when it was started; null: never automatically. */
    deleteAfter: (snapshotId: string, days: number | null) => change(() => calls.deleteAfter({ snapshotId, days })),
    delete: (snapshotId: string, evenClosed = false) =>
      change(async (): Promise<null> => {
        await calls.delete({ snapshotId, evenClosed })
        damaged.delete(snapshotId)
        return null
      }),
    /** IDs of the snapshots that hold an event of the customer. */
    holding: (customerId: string) => outcomeOf(() => calls.holding({ customerId })),
    /** Calls the listener once for each snapshot that finishes while the page is open. */
    onFinished(listener: (snapshot: FinishedSnapshot) => void): () => void {
      finishedListeners.add(listener)
      return () => finishedListeners.delete(listener)
    },
  }
}

/** Whether it is being read, or waits for its turn. */
const isUnderWay = ({ status }: SnapshotStep) => status.state === 'waiting' || status.state === 'reading'

/** The names of a connection's snapshots, which no other of its snapshots can have. */
export const snapshotNames = (list: SnapshotList | null, connectionId: string): string[] =>
  list?.snapshots.flatMap(({ name, connection }) => (connection.id === connectionId ? [name] : [])) ?? []
