import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createBoundaryReadings, plannedBoundaryReadings } from './boundary-readings.ts'
import type { SnapshotsState } from './page-snapshots.ts'

const OCTOBER = snapshotSummary({ id: 'october', name: 'October' })
const WANTED = {
  lines: 2,
  before: { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z', customer: 'cus_1' },
  after: { from: '2026-10-31T23:00:00Z', until: '2026-11-02T01:00:00Z', customer: 'cus_1' },
}

const september = (other: Partial<SnapshotSummary> = {}) =>
  snapshotSummary({
    id: 'september',
    range: { from: '2026-08-31T22:00:00Z', until: '2026-09-30T22:00:00Z', zone: 'Europe/Berlin' },
    ...other,
  })

/** Snapshots as the page has them: what is taken is in the list at once, and finished when the test says so. */
function started(accountOf = async (): Promise<number | null> => 1) {
  const taken: unknown[] = []
  const silent: string[] = []
  const listeners = new Set<() => void>()
  let snapshots: SnapshotSummary[] = [OCTOBER]
  const state = (): SnapshotsState => ({
    list: { snapshots, unreadable: [], thisRunOnly: null, refused: null },
    failure: null,
    paces: new Map(),
    returning: new Set(),
  })
  const change = (next: SnapshotSummary[]) => {
    snapshots = next
    for (const listener of listeners) listener()
  }
  const readings = createBoundaryReadings({
    parts: createStateStore(),
    snapshots: {
      state,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async take(order) {
        taken.push(order)
        const snapshotId = `edge ${taken.length}`
        change([...snapshots, snapshotSummary({ id: snapshotId, status: { state: 'reading', phase: null } as never })])
        return { ok: true, value: { snapshotId } }
      },
      opensOn: (id) => silent.push(id),
    },
    accountOf,
    nameOf: ({ name }, { edge }) => `${name}: ${edge}`,
  })
  const finish = () => change(snapshots.map((one) => snapshotSummary({ ...one, status: OCTOBER.status })))
  return { readings, taken, silent, finish, remove: () => change([OCTOBER]), listeners }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('two small readings are taken of the customer alone, and the invoice is checked again once both are read', async () => {
  const { readings, taken, silent, finish, listeners } = started()
  const done: unknown[] = []
  readings.read(OCTOBER, plannedBoundaryReadings(OCTOBER, WANTED, [OCTOBER]), (edges) => done.push(edges))
  await settled()
  expect(taken).toMatchObject([
    {
      connectionId: 'acme',
      account: 1,
      search: { customerId: 'cus_1' },
      range: { from: '2026-09-29T20:00:00Z', until: '2026-09-30T22:00:00Z', zone: 'UTC' },
      name: 'October: before',
    },
    { range: { from: '2026-10-31T23:00:00Z', until: '2026-11-02T01:00:00Z' }, name: 'October: after' },
  ])
  expect(readings.state()).toEqual({ step: 'reading', snapshotIds: ['edge 1', 'edge 2'] })
  // They do not open by themselves.
  expect(silent).toEqual(['edge 1', 'edge 2'])
  expect(done).toEqual([])
  finish()
  expect(done).toEqual([{ before: 'edge 1', after: 'edge 2' }])
  expect([readings.state(), listeners.size]).toEqual([{ step: 'none' }, 0])
})

test.each<[string, Partial<SnapshotSummary>, boolean]>([
  ['of all customers', {}, true],
  ['of this customer', { search: { customerId: 'cus_1', propertyFilters: [] } }, true],
  ['of another customer', { search: { customerId: 'cus_2', propertyFilters: [] } }, false],
  ['of one code alone', { search: { eventCode: 'sms', propertyFilters: [] } }, false],
  [
    'that begins too late',
    { range: { from: '2026-09-30T00:00:00Z', until: '2026-10-01T00:00:00Z', zone: 'UTC' } },
    false,
  ],
  ['of another connection', { connection: { ...OCTOBER.connection, id: 'other' } }, false],
  ['that is not complete', { status: { state: 'finished', verdict: { kind: 'partial' } } as never }, false],
])('a snapshot %s holds the hours before, or does not', (_, other, isThere) => {
  const [before, after] = plannedBoundaryReadings(OCTOBER, WANTED, [OCTOBER, september(other)])
  expect(before?.there?.id).toBe(isThere ? 'september' : undefined)
  expect(after?.there).toBeNull()
})

test('where snapshots hold both already nothing is taken', async () => {
  const { readings, taken } = started()
  const planned = plannedBoundaryReadings(OCTOBER, WANTED, [
    september({ range: { from: null, until: '2026-12-01T00:00:00Z', zone: 'UTC' } }),
  ])
  const done: unknown[] = []
  readings.read(OCTOBER, planned, (edges) => done.push(edges))
  await settled()
  expect([done, taken]).toEqual([[{ before: 'september', after: 'september' }], []])
})

test('a connection that is gone is said; nobody waits for a reading that is deleted, or for one that nobody wants', async () => {
  const gone = started(async () => null)
  gone.readings.read(OCTOBER, plannedBoundaryReadings(OCTOBER, WANTED, []), () => {})
  await settled()
  expect(gone.readings.state()).toEqual({
    step: 'failed',
    failure: { kind: 'no-connection', connectionId: 'acme' },
  })
  for (const end of ['remove', 'end'] as const) {
    const { readings, remove, finish } = started()
    const done: unknown[] = []
    readings.read(OCTOBER, plannedBoundaryReadings(OCTOBER, WANTED, []), (edges) => done.push(edges))
    await settled()
    if (end === 'remove') remove()
    else readings.end()
    finish()
    expect([readings.state(), done]).toEqual([{ step: 'none' }, []])
  }
})
