// Snapshots of the hours around the period of an invoice: those that are there already, else two small readings, after which
// the invoice is checked again.
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { EdgeRange } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { CheckedInvoice, EdgesRead } from './file-check-state.ts'
import type { Snapshots } from './snapshots.ts'

type Wanted = NonNullable<CheckedInvoice['edgesWanted']>
type Edge = 'before' | 'after'
const EDGES: readonly Edge[] = ['before', 'after']

/** A small reading, or the snapshot that holds these hours already. */
export interface PlannedEdge {
  edge: Edge
  range: EdgeRange
  there: SnapshotSummary | null
}

export type EdgeReadingsState =
  | { step: 'none' }
  | { step: 'reading'; snapshotIds: readonly string[] }
  | { step: 'failed'; failure: Failure }

export interface EdgeReadings {
  state(): EdgeReadingsState
  subscribe(listener: () => void): () => void
  /** Takes what is not there; `done` gets the snapshots once all of them are read. */
  read(snapshot: SnapshotSummary, planned: readonly PlannedEdge[], done: (edges: NonNullable<EdgesRead>) => void): void
  /** Waits no longer; readings continue as snapshots. */
  end(): void
}

interface EdgeReadingsEffects {
  snapshots: Pick<Snapshots, 'state' | 'subscribe' | 'take'> & { opensOn: (snapshotId: string, tab: null) => void }
  /** The account of a connection now; null if it has none any more. */
  accountOf: (connectionId: string) => Promise<number | null>
  nameOf: (snapshot: SnapshotSummary, edge: PlannedEdge) => string
}

/** Before, then after. `there` is another snapshot, finished and complete, that holds every event of the range. */
export const plannedEdges = (
  snapshot: SnapshotSummary,
  wanted: Wanted,
  all: readonly SnapshotSummary[],
): PlannedEdge[] =>
  EDGES.map((edge) => {
    const range = wanted[edge]
    return { edge, range, there: all.find((one) => one.id !== snapshot.id && holds(one, snapshot, range)) ?? null }
  })

/** Whether every event of these hours that the search of the invoice's snapshot finds is in it. */
function holds(
  candidate: SnapshotSummary,
  { connection, search }: SnapshotSummary,
  { from, until, customer }: EdgeRange,
) {
  const isOfConnection =
    candidate.connection.id === connection.id && candidate.connection.baseUrl === connection.baseUrl
  if (!isOfConnection || candidate.status.state !== 'finished' || candidate.status.verdict.kind !== 'complete')
    return false
  const { customerId, propertyFilters, ...narrowing } = candidate.search
  const isAll = propertyFilters.length === 0 && Object.values(narrowing).every((filter) => filter === undefined)
  const isOfCustomer = customerId === undefined || customerId === (customer ?? search.customerId)
  const end = candidate.range.until ?? candidate.until
  const begins = candidate.range.from === null || Date.parse(candidate.range.from) <= Date.parse(from)
  return isAll && isOfCustomer && begins && end !== null && Date.parse(end) >= Date.parse(until)
}

export function createEdgeReadings({ snapshots, accountOf, nameOf }: EdgeReadingsEffects): EdgeReadings {
  const store = createStore<EdgeReadingsState>(() => ({ step: 'none' }))
  const publish = (next: EdgeReadingsState) => store.setState(next, true)
  let turn = new AbortController()

  async function take(snapshot: SnapshotSummary, planned: PlannedEdge) {
    const { connection, search, range } = snapshot
    const account = await accountOf(connection.id)
    if (account === null) {
      return { ok: false as const, failure: { kind: 'no-connection' as const, connectionId: connection.id } }
    }
    const { from, until, customer } = planned.range
    return snapshots.take({
      connectionId: connection.id,
      account,
      search: customer === null ? search : { ...search, customerId: customer },
      range: { from, until, zone: range.zone },
      name: nameOf(snapshot, planned),
    })
  }

  async function read(
    snapshot: SnapshotSummary,
    planned: readonly PlannedEdge[],
    done: (edges: NonNullable<EdgesRead>) => void,
  ) {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    const edges: NonNullable<EdgesRead> = { before: null, after: null }
    const taken: string[] = []
    publish({ step: 'reading', snapshotIds: taken })
    for (const plan of planned) {
      if (plan.there !== null) edges[plan.edge] = plan.there.id
      else {
        const begun = await take(snapshot, plan)
        if (signal.aborted) return
        if (!begun.ok) return publish({ step: 'failed', failure: begun.failure })
        edges[plan.edge] = begun.value.snapshotId
        taken.push(begun.value.snapshotId)
        // It is read for this check alone.
        snapshots.opensOn(begun.value.snapshotId, null)
        publish({ step: 'reading', snapshotIds: [...taken] })
      }
    }
    const stop = snapshots.subscribe(() => look())
    signal.addEventListener('abort', stop, { once: true })
    look()

    function look() {
      const { list } = snapshots.state()
      if (signal.aborted || list === null) return
      const found = taken.map((id) => list.snapshots.find((one) => one.id === id))
      // One that is deleted meanwhile will not be read any more.
      const isGone = found.includes(undefined)
      if (!isGone && found.some((one) => one?.status.state !== 'finished')) return
      stop()
      publish({ step: 'none' })
      if (!isGone) done(edges)
    }
  }

  return {
    state: store.getState,
    subscribe: store.subscribe,
    read: (snapshot, planned, done) => void read(snapshot, planned, done),
    end() {
      turn.abort()
      publish({ step: 'none' })
    },
  }
}
