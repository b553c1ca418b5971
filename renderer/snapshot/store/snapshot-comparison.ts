// One comparison at a time: an open snapshot with another reading of it, a closed one with what the service counts now, or any with a
// new reading of the same. Readings continue in the backend whatever happens to the comparison.
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { Recheck } from '../../../shared/search/time-search.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import { type ComparedSnapshots, joinedStretches } from './comparable-snapshots.ts'
import type { Snapshots } from './snapshots.ts'

/** A snapshot taken for the comparison. */
interface Reading {
  snapshotId: string
  within: Stretch | null
}

export type ComparisonStep =
  | { step: 'none' }
  /** The service is being asked for a total of each day. */
  | { step: 'counting' }
  /** Nothing is read yet. `stretches`: what would be read for the days that differ. */
  | { step: 'counted'; recheck: Recheck; stretches: Stretch[] }
  | { step: 'reading'; recheck: Recheck | null; readings: Reading[] }
  /** `recheck`: the counts, if the comparison started from them. */
  | { step: 'compared'; recheck: Recheck | null; parts: ComparedSnapshots[] }
  /** `again`: the same once more, with the word of its user that the account is the same, if need be. */
  | { step: 'failed'; failure: Failure; again: (sameAccount?: boolean) => void }

export type Comparison = ComparisonStep & {
  /** IDs of the snapshots involved: it is shown with any of them. */
  about: readonly string[]
}

export interface SnapshotComparison {
  state(): Comparison
  subscribe(listener: () => void): () => void
  show(compared: ComparedSnapshots): void
  /** Asks for the totals of a closed snapshot's days again: one request each. */
  recheck(closed: SnapshotSummary): void
  /** Reads the days that differ, and compares them. */
  readDays(): void
  /** Reads all of it again, and compares. */
  readAgain(snapshot: SnapshotSummary): void
  /** Ends the comparison; readings continue. */
  close(): void
}

export interface SnapshotComparisonEffects {
  bridge: { snapshots: Pick<Bridge['snapshots'], 'recheck'> }
  snapshots: Pick<Snapshots, 'state' | 'subscribe' | 'take'>
  /** The account of a connection now; null if it has none any more. */
  accountOf: (connectionId: string) => Promise<number | null>
  /** Names a reading of a part of a snapshot; null: of all of it. */
  nameOf: (snapshot: SnapshotSummary, within: Stretch | null) => string
}

/**
 * Days that differ are read as at most so many snapshots: no more are in a month, of which no other day is read. Of a
 * longer range those that are closest are read as one.
 */
const MOST_STRETCHES = 16

const NONE: Comparison = { step: 'none', about: [] }

export function createSnapshotComparison(effects: SnapshotComparisonEffects): SnapshotComparison {
  const { bridge, snapshots, accountOf, nameOf } = effects
  const store = createStore<Comparison>(() => NONE)
  const publish = (next: Comparison) => store.setState(next, true)
  let turn = new AbortController()
  let before: SnapshotSummary | null = null

  function nextTurn(): AbortSignal {
    turn.abort()
    turn = new AbortController()
    return turn.signal
  }

  async function count(closed: SnapshotSummary, sameAccount = false) {
    const signal = nextTurn()
    before = closed
    const about = [closed.id]
    publish({ step: 'counting', about })
    try {
      const recheck = await bridge.snapshots.recheck(
        { snapshotId: closed.id, ...(sameAccount ? { sameAccount } : {}) },
        { signal },
      )
      if (signal.aborted) return
      publish({ step: 'counted', recheck, stretches: joinedStretches(recheck.differing, MOST_STRETCHES), about })
    } catch (error) {
      const failure = failureOf(error)
      const again = (isSame = false) => void count(closed, isSame)
      if (!signal.aborted) publish({ step: 'failed', failure, again, about })
    }
  }

  async function read(of: SnapshotSummary, stretches: (Stretch | null)[], recheck: Recheck | null) {
    const signal = nextTurn()
    before = of
    const about = [of.id]
    publish({ step: 'reading', recheck, readings: [], about })
    const readings: Reading[] = []
    for (const within of stretches) {
      const taken = await take(of, within)
      if (signal.aborted) return
      if (!taken.ok) {
        const again = () => void read(of, stretches, recheck)
        return publish({ step: 'failed', failure: taken.failure, again, about })
      }
      readings.push({ snapshotId: taken.value.snapshotId, within })
      publish({
        step: 'reading',
        recheck,
        readings: [...readings],
        about: [of.id, ...readings.map((one) => one.snapshotId)],
      })
    }
    const stop = snapshots.subscribe(() => look())
    signal.addEventListener('abort', stop, { once: true })
    look()

    /** Compares once every reading has finished. */
    function look() {
      if (signal.aborted) return
      const list = snapshots.state().list?.snapshots ?? []
      const found = readings.map(({ snapshotId }) => list.find(({ id }) => id === snapshotId))
      if (snapshots.state().list !== null && found.includes(undefined)) {
        stop()
        return publish(NONE)
      }
      const parts = readings.flatMap(({ within }, at): ComparedSnapshots[] => {
        const now = found[at]
        return now?.status.state === 'finished' ? [{ before: of, now, within }] : []
      })
      if (parts.length < readings.length) return
      stop()
      publish({ step: 'compared', recheck, parts, about: [of.id, ...readings.map((one) => one.snapshotId)] })
    }
  }

  async function take({ connection, search, range, until, ...rest }: SnapshotSummary, within: Stretch | null) {
    const account = await accountOf(connection.id)
    if (account === null) {
      return { ok: false as const, failure: { kind: 'no-connection' as const, connectionId: connection.id } }
    }
    const whole = { ...range, until: range.until ?? until }
    const order = {
      connectionId: connection.id,
      account,
      search,
      range: within === null ? whole : { ...within, zone: range.zone },
    }
    return snapshots.take({ ...order, name: nameOf({ connection, search, range, until, ...rest }, within) })
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    show(compared) {
      nextTurn()
      before = compared.before
      publish({ step: 'compared', recheck: null, parts: [compared], about: [compared.before.id, compared.now.id] })
    },
    recheck: (closed) => void count(closed),
    readDays() {
      const now = store.getState()
      if (now.step === 'counted' && before !== null) void read(before, now.stretches, now.recheck)
    },
    readAgain: (snapshot) => void read(snapshot, [null], null),
    close() {
      nextTurn()
      publish(NONE)
    },
  }
}
