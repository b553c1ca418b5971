// Snapshots of the hours around the period of an invoice: those that are there already, else two small readings, after
// which the invoice is checked again.
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { BoundaryRange } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { StateStore } from '../../ui/state-store.ts'
import type { BoundaryEventsRead, CheckedInvoice } from './file-check-state.ts'
import { createLatestWork } from './latest-work.ts'
import type { PageSnapshots } from './page-snapshots.ts'
import { type QueueEffects, takeOnConnectionOf, whenFinished } from './queued-readings.ts'

type Wanted = NonNullable<CheckedInvoice['boundaryEventsWanted']>
type Edge = 'before' | 'after'
const EDGES: readonly Edge[] = ['before', 'after']

/** The hours on one side of the period. `there`: the snapshot that holds them already; null: they are to be read. */
export interface PlannedBoundaryReading {
  edge: Edge
  range: BoundaryRange
  there: SnapshotSummary | null
}

export type BoundaryReadingsState =
  | { step: 'none' }
  | { step: 'reading'; snapshotIds: readonly string[] }
  | { step: 'failed'; failure: Failure }

interface BoundaryReadingsEffects extends QueueEffects {
  parts: StateStore<{ edges: BoundaryReadingsState }>
  snapshots: QueueEffects['snapshots'] & Pick<PageSnapshots, 'opensOn'>
  nameOf: (snapshot: SnapshotSummary, edge: PlannedBoundaryReading) => string
}

/** Plans the hours before, then after. `there`: a finished, complete snapshot that holds every event of the range. */
export const plannedBoundaryReadings = (
  snapshot: SnapshotSummary,
  wanted: Wanted,
  all: readonly SnapshotSummary[],
): PlannedBoundaryReading[] =>
  EDGES.map((edge) => {
    const range = wanted[edge]
    return { edge, range, there: all.find((one) => one.id !== snapshot.id && holds(one, snapshot, range)) ?? null }
  })

/** Whether the candidate has every event of these hours that the search of the invoice's snapshot finds. */
function holds(
  candidate: SnapshotSummary,
  { connection, search }: SnapshotSummary,
  { from, until, customer }: BoundaryRange,
) {
  const isOfConnection =
    candidate.connection.id === connection.id && candidate.connection.baseUrl === connection.baseUrl
  if (!isOfConnection || candidate.status.state !== 'finished' || candidate.status.verdict.kind !== 'complete')
    return false
  const { customerId, propertyFilters, ...narrowing } = candidate.search
  const isUnfiltered = propertyFilters.length === 0 && Object.values(narrowing).every((filter) => filter === undefined)
  const isOfCustomer = customerId === undefined || customerId === (customer ?? search.customerId)
  const end = candidate.range.until ?? candidate.until
  const beginsBefore = candidate.range.from === null || Date.parse(candidate.range.from) <= Date.parse(from)
  return isUnfiltered && isOfCustomer && beginsBefore && end !== null && Date.parse(end) >= Date.parse(until)
}

export type BoundaryReadings = ReturnType<typeof createBoundaryReadings>

/** One at a time: another call of `read`, or `end`, ends the wait for the one before. */
export function createBoundaryReadings(effects: BoundaryReadingsEffects) {
  const { snapshots, nameOf, parts } = effects
  const { state, subscribe, set: publish } = parts.part('edges', { step: 'none' })
  const latestWork = createLatestWork()

  function take(snapshot: SnapshotSummary, planned: PlannedBoundaryReading) {
    const { search, range } = snapshot
    const { from, until, customer } = planned.range
    const order = {
      search: customer === null ? search : { ...search, customerId: customer },
      range: { from, until, zone: range.zone },
      name: nameOf(snapshot, planned),
      madeForSnapshot: snapshot.id,
    }
    return takeOnConnectionOf(snapshot, order, effects)
  }

  async function read(
    snapshot: SnapshotSummary,
    planned: readonly PlannedBoundaryReading[],
    done: (edges: NonNullable<BoundaryEventsRead>) => void,
  ) {
    const signal = latestWork.next()
    const edges: NonNullable<BoundaryEventsRead> = { before: null, after: null }
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
        // Read for this check alone, so it does not open once finished.
        snapshots.opensOn(begun.value.snapshotId, null)
        publish({ step: 'reading', snapshotIds: [...taken] })
      }
    }
    whenFinished(taken, snapshots, signal, (finished) => {
      publish({ step: 'none' })
      if (finished !== null) done(edges)
    })
  }

  return {
    state,
    subscribe,
    /** Reads the hours that no snapshot holds; calls `done` with the snapshots of both sides once all are read. */
    read: (...order: Parameters<typeof read>) => void read(...order),
    /** Stops waiting. Readings continue, as snapshots. */
    end(): void {
      latestWork.next()
      publish({ step: 'none' })
    },
  }
}
