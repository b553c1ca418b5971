// The page's only comparison of readings and its only one of any two snapshots, each created when first needed.
import { useSyncExternalStore } from 'react'
import type { SnapshotRange, SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { bridge, FailureError } from '../bridge.ts'
import { notifyOffer } from '../ui/notify.tsx'
import { unusedName } from '../ui/unused-name.ts'
import { datesWords } from './changes/changes-words.ts'
import { type ComparedPairStore, createComparedPair } from './store/compared-sides.ts'
import { createSnapshotComparison, type SnapshotComparison } from './store/snapshot-comparison.ts'
import { type Snapshots, snapshotNames } from './store/snapshots.ts'
import { accountOf, takeOnConnectionOf, whenFinished } from './store/taken-readings.ts'

type Taking = Pick<Snapshots, 'state' | 'subscribe' | 'take' | 'refresh'>

/** Keyed by the page's only store of snapshots: by `state`, which it and PageSnapshots share. */
const comparisons = new WeakMap<Taking['state'], SnapshotComparison>()

export function comparisonOf(snapshots: Taking): SnapshotComparison {
  const comparison =
    comparisons.get(snapshots.state) ??
    createSnapshotComparison({
      bridge,
      snapshots,
      accountOf,
      nameOf: ({ name, range, connection }, within) => {
        const days = within === null ? null : datesWords(within, range.zone)
        const namesInUse = snapshotNames(snapshots.state().list, connection.id)
        return unusedName(days === null ? `${name}, read again` : `${name}: ${days}`, namesInUse)
      },
    })
  comparisons.set(snapshots.state, comparison)
  return comparison
}

export function useComparison(snapshots: Taking) {
  const { subscribe, state } = comparisonOf(snapshots)
  return useSyncExternalStore(subscribe, state)
}

const pairs = new WeakMap<Taking['state'], ComparedPairStore>()

/** Keyed like `comparisonOf`. */
export function comparedPairOf(snapshots: Pick<Taking, 'state'>): ComparedPairStore {
  const pair = pairs.get(snapshots.state) ?? createComparedPair()
  pairs.set(snapshots.state, pair)
  return pair
}

/**
 * Reads another range of a snapshot's search, and compares both once it is read: a notice offers to show it. Rejects with a
 * FailureError.
 */
export async function readToCompare(
  snapshot: SnapshotSummary,
  range: SnapshotRange,
  snapshots: Taking,
  onShow: () => void,
): Promise<void> {
  const { search, connection, name } = snapshot
  const days = datesWords(range, range.zone) ?? name
  const order = { search, range, name: unusedName(days, snapshotNames(snapshots.state().list, connection.id)) }
  const taken = await takeOnConnectionOf(snapshot, order, { snapshots, accountOf })
  if (!taken.ok) throw new FailureError(taken.failure)
  // It ends by itself, when the reading is over or deleted.
  const { signal } = new AbortController()
  whenFinished([taken.value.snapshotId], snapshots, signal, (finished) => {
    if (finished === null) return
    const id = taken.value.snapshotId
    comparedPairOf(snapshots).show(snapshot.id, id)
    const words = `${days} is read: “Comparison” compares the two.`
    notifyOffer({ id, words, action: 'Show', onAction: onShow })
  })
}

export function useComparedPair(snapshots: Pick<Taking, 'state'>) {
  const { subscribe, state } = comparedPairOf(snapshots)
  return useSyncExternalStore(subscribe, state)
}
