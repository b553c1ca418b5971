// What a window compares. One comparison of readings at a time: an open snapshot with another reading of it, a closed
// one with what the service counts now, or any with a new reading of the same; readings continue in the backend
// whatever happens to it. Beside it there may be a comparison of any two snapshots (`pair`).

import type { Failure } from '../../../shared/failure/failure.ts'
import type { Recheck } from '../../../shared/search/time-search.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Segment } from '../../../shared/snapshot/snapshot-changes.ts'
import { rangeRead } from '../../../shared/snapshot/snapshot-range.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import type { StateStore } from '../../ui/state-store.ts'
import {
  type ComparedPair,
  type ComparedSnapshots,
  type ComparisonChoice,
  comparedPair,
  joinedSegments,
  withChoice,
} from './compared-snapshots.ts'
import { createLatestWork } from './latest-work.ts'
import type { Snapshots } from './page-snapshots.ts'
import { type QueueEffects, takeOnConnectionOf, whenFinished } from './queued-readings.ts'

/** A snapshot taken for the comparison. */
interface Reading {
  snapshotId: string
  within: Segment | null
}

export type ComparisonStep =
  | { step: 'none' }
  /** The service is being asked for a total of each day. */
  | { step: 'counting' }
  /** Nothing is read yet. `segments`: what would be read for the days that differ. */
  | { step: 'counted'; recheck: Recheck; segments: Segment[] }
  | { step: 'reading'; recheck: Recheck | null; readings: Reading[] }
  /** `recheck`: the counts, if the comparison started from them. */
  | { step: 'compared'; recheck: Recheck | null; parts: ComparedSnapshots[] }
  /** `again` tries once more; `sameAccount`: the user confirms that the account is the same. */
  | { step: 'failed'; failure: Failure; again: (sameAccount?: boolean) => void }

type OfReadings = ComparisonStep & {
  /** IDs of the snapshots involved: the comparison is shown with any of them. */
  about: readonly string[]
}

export type Comparison = OfReadings & {
  /** The two of "Comparison"; null: nothing is compared there. */
  pair: ComparedPair | null
}

export interface SnapshotComparisonEffects extends QueueEffects {
  parts: StateStore<{ comparison: Comparison }>
  bridge: { snapshots: Pick<Bridge['snapshots'], 'recheck'> }
  snapshots: QueueEffects['snapshots'] & Pick<Snapshots, 'refresh'>
  /** Names a new reading of a segment of a snapshot's range; null: of all of it. */
  nameOf: (snapshot: SnapshotSummary, within: Segment | null) => string
}

/**
 * The most snapshots as which days that differ are read: enough for any days of a month without reading others. Those
 * that are closest in a longer range are read as one.
 */
const MOST_SEGMENTS = 16

const NONE: OfReadings = { step: 'none', about: [] }

export type SnapshotComparison = ReturnType<typeof createSnapshotComparison>

export function createSnapshotComparison(effects: SnapshotComparisonEffects) {
  const { bridge, snapshots, nameOf, parts } = effects
  const { state, subscribe, set, patch } = parts.part('comparison', { ...NONE, pair: null })
  const publish = (next: OfReadings) => set({ ...next, pair: state().pair })
  const latestWork = createLatestWork()
  /** The snapshot that is compared with what came later; null: none was yet. */
  let before: SnapshotSummary | null = null

  async function count(closed: SnapshotSummary, sameAccount = false) {
    const signal = latestWork.next()
    before = closed
    const about = [closed.id]
    publish({ step: 'counting', about })
    try {
      const recheck = await bridge.snapshots.recheck(
        { snapshotId: closed.id, ...(sameAccount ? { sameAccount } : {}) },
        { signal },
      )
      // That it was rechecked is kept with it.
      void snapshots.refresh()
      if (signal.aborted) return
      publish({ step: 'counted', recheck, segments: joinedSegments(recheck.differing, MOST_SEGMENTS), about })
    } catch (error) {
      const failure = failureOf(error)
      const again = (isSame = false) => void count(closed, isSame)
      if (!signal.aborted) publish({ step: 'failed', failure, again, about })
    }
  }

  async function read(of: SnapshotSummary, segments: (Segment | null)[], recheck: Recheck | null) {
    const signal = latestWork.next()
    before = of
    const about = [of.id]
    publish({ step: 'reading', recheck, readings: [], about })
    const readings: Reading[] = []
    for (const within of segments) {
      const taken = await take(of, within)
      if (signal.aborted) return
      if (!taken.ok) {
        const again = () => void read(of, segments, recheck)
        return publish({ step: 'failed', failure: taken.failure, again, about })
      }
      readings.push({ snapshotId: taken.value.snapshotId, within })
      publish({
        step: 'reading',
        recheck,
        readings: [...readings],
        about: [of.id, ...readings.map(({ snapshotId }) => snapshotId)],
      })
    }
    const ids = readings.map(({ snapshotId }) => snapshotId)
    whenFinished(ids, snapshots, signal, (finished) => {
      if (finished === null) return publish(NONE)
      const parts = finished.map((here, at) => ({ there: of, here, within: segments[at] ?? null }))
      publish({ step: 'compared', recheck, parts, about: [of.id, ...ids] })
    })
  }

  function take(of: SnapshotSummary, within: Segment | null) {
    const order = {
      search: of.search,
      range: { ...rangeRead(of), ...within },
      name: nameOf(of, within),
      // All of it read again is a snapshot like any other.
      ...(within === null ? {} : { madeForSnapshot: of.id }),
    }
    return takeOnConnectionOf(of, order, effects)
  }

  return {
    state,
    subscribe,
    show(compared: ComparedSnapshots): void {
      latestWork.next()
      before = compared.there
      publish({ step: 'compared', recheck: null, parts: [compared], about: [compared.there.id, compared.here.id] })
    },
    /** Asks for the totals of a closed snapshot's days again: one request each. */
    recheck: (closed: SnapshotSummary) => void count(closed),
    /** Reads the days that differ, and compares them. */
    readDays(): void {
      const now = state()
      if (now.step === 'counted' && before !== null) void read(before, now.segments, now.recheck)
    },
    /** Reads all of the snapshot again, and compares. */
    readAgain: (snapshot: SnapshotSummary) => void read(snapshot, [null], null),
    /** Ends the comparison of readings, which continue. */
    close(): void {
      latestWork.next()
      publish(NONE)
    },
    /** Compares any two snapshots, as usual. */
    compare: (one: string, other: string) => patch({ pair: comparedPair(one, other) }),
    /** How these two are compared. */
    choose: (change: Partial<ComparisonChoice>) => patch({ pair: withChoice(state().pair, change) }),
    /** Ends their comparison. */
    closePair: () => patch({ pair: null }),
  }
}
