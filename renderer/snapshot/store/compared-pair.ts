// Which two snapshots are held against each other in "Comparison", and how: the same whichever of them is open.
import { createStore } from 'zustand/vanilla'
import type { EventPart } from '../../../shared/snapshot/snapshot-changes.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'

/** By groups of events, or event by event: those of one ID, or of one key. */
export type ComparedBy = 'groups' | 'id' | 'key'

/** Null: as usual. */
export interface ComparisonChoice {
  by: ComparedBy | null
  groupBy: [SnapshotKey] | [SnapshotKey, SnapshotKey] | null
  /** The name of the figure of groups. */
  figure: string | null
  isPerDay: boolean | null
  key: EventPart[]
  /** What events that are the same may differ in. */
  ignored: EventPart[] | null
  /** The snapshot by the rules of whose connection both sides are valued. */
  rulesOf: string | null
}

export interface ComparedPair {
  ids: readonly [string, string]
  choice: ComparisonChoice
}

const USUAL_CHOICE: ComparisonChoice = {
  by: null,
  groupBy: null,
  figure: null,
  isPerDay: null,
  key: (['customerId', 'eventCode', 'eventType', 'createdAt'] as const).map((field) => ({ of: 'field', field })),
  ignored: null,
  rulesOf: null,
}

export interface ComparedPairStore {
  /** Null: nothing is compared. */
  state(): ComparedPair | null
  subscribe(listener: () => void): () => void
  show(one: string, other: string): void
  choose(change: Partial<ComparisonChoice>): void
  close(): void
}

export function createComparedPair(): ComparedPairStore {
  const store = createStore<{ pair: ComparedPair | null }>(() => ({ pair: null }))
  const publish = (pair: ComparedPair | null) => store.setState({ pair }, true)
  return {
    state: () => store.getState().pair,
    subscribe: store.subscribe,
    show: (one, other) => publish({ ids: [one, other], choice: USUAL_CHOICE }),
    choose(change) {
      const { pair } = store.getState()
      if (pair !== null) publish({ ...pair, choice: { ...pair.choice, ...change } })
    },
    close: () => publish(null),
  }
}
