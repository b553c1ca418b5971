import { expect, test, vi } from 'vitest'
import type { Recheck } from '../../../shared/search/time-search.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { createStateStore } from '../../ui/state-store.ts'
import type { ComparedSnapshots } from './compared-snapshots.ts'
import type { SnapshotsState } from './page-snapshots.ts'
import { createSnapshotComparison, type SnapshotComparisonEffects } from './snapshot-comparison.ts'

const verdict = { kind: 'complete' as const, soFar: false, sentence: '', reasons: [] }
const closed: SnapshotSummary = {
  id: 'closed',
  name: 'November',
  connection: { id: 'c1', name: 'Acme', baseUrl: 'https://acme.example', account: 1 },
  search: { customerId: 'cus_1', propertyFilters: [] },
  range: { from: '2026-11-01T00:00:00Z', until: null, zone: 'Europe/Berlin' },
  until: '2026-12-01T00:00:00Z',
  begunAt: '2026-12-01T08:00:00Z',
  endedAt: '2026-12-01T08:00:58Z',
  asOf: null,
  rows: 10,
  requests: 3,
  account: null,
  counted: null,
  stops: [],
  clock: null,
  begins: null,
  bytes: 1,
  madeFor: null,
  closed: { note: 'sent', at: '2026-12-01T09:00:00Z', rulesVersion: null, rechecked: 'never' } as const,
  deleteAfterDays: null,
  sample: null,
  status: { state: 'finished', verdict },
  progress: null,
}
const day = (date: number) => ({
  from: `2026-11-${String(date).padStart(2, '0')}T00:00:00Z`,
  until: `2026-11-${String(date + 1).padStart(2, '0')}T00:00:00Z`,
})

function underTest(differing: Recheck['differing'] = [day(4), day(17)]) {
  const listeners = new Set<() => void>()
  let list: SnapshotSummary[] = [closed]
  const orders: Parameters<SnapshotComparisonEffects['snapshots']['take']>[0][] = []
  const change = (next: SnapshotSummary[]) => {
    list = next
    for (const listener of [...listeners]) listener()
  }
  const recheck = vi.fn(async (_: { snapshotId: string; sameAccount?: boolean }) => ({
    note: 'sent',
    days: 30,
    differing,
  }))
  const comparison = createSnapshotComparison({
    parts: createStateStore(),
    bridge: { snapshots: { recheck } } as unknown as SnapshotComparisonEffects['bridge'],
    snapshots: {
      state: () => ({ list: { snapshots: list } }) as unknown as SnapshotsState,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async take(order) {
        orders.push(order)
        const snapshotId = `reading ${orders.length}`
        change([...list, { ...closed, id: snapshotId, status: { state: 'reading' } }])
        return { ok: true, value: { snapshotId } }
      },
      refresh: async () => {},
    },
    accountOf: async (id) => (id === 'c1' ? 7 : null),
    nameOf: ({ name }, within) => `${name} ${within?.from.slice(8, 10) ?? 'again'}`,
  })
  const finish = (id: string) =>
    change(list.map((one) => (one.id === id ? { ...one, status: { state: 'finished', verdict } } : one)))
  return { comparison, orders, recheck, finish, change, listeners }
}

const step = async (comparison: { state(): { step: string } }, wanted: string) =>
  vi.waitFor(() => expect(comparison.state().step).toBe(wanted))

test('a recheck counts, then reads the days that differ and compares each with what was closed', async () => {
  const { comparison, orders, finish, listeners } = underTest()
  comparison.recheck(closed)
  expect(comparison.state()).toEqual({ step: 'counting', about: ['closed'], pair: null })
  await step(comparison, 'counted')
  expect(orders).toEqual([])
  comparison.readDays()
  await vi.waitFor(() => expect(orders).toHaveLength(2))
  expect(orders[0]).toEqual({
    madeForSnapshot: 'closed',
    connectionId: 'c1',
    account: 7,
    search: closed.search,
    range: { ...day(4), zone: 'Europe/Berlin' },
    name: 'November 04',
  })
  finish('reading 1')
  expect(comparison.state().step).toBe('reading')
  await vi.waitFor(() => expect(listeners.size).toBe(1))
  finish('reading 2')
  await step(comparison, 'compared')
  const now = comparison.state()
  expect(now.about).toEqual(['closed', 'reading 1', 'reading 2'])
  expect(now.step === 'compared' && now.parts).toMatchObject([
    { there: { id: 'closed' }, here: { id: 'reading 1' }, within: day(4) },
    { there: { id: 'closed' }, here: { id: 'reading 2' }, within: day(17) },
  ])
  expect(listeners.size).toBe(0)
})

test('all is read again over the range as it was fixed, and compared as a whole', async () => {
  const { comparison, orders, finish } = underTest()
  comparison.readAgain(closed)
  await vi.waitFor(() => expect(orders).toHaveLength(1))
  expect(orders[0]?.range).toEqual({
    from: '2026-11-01T00:00:00Z',
    until: '2026-12-01T00:00:00Z',
    zone: 'Europe/Berlin',
  })
  await step(comparison, 'reading')
  finish('reading 1')
  await step(comparison, 'compared')
})

test('what was closed meanwhile shows nothing late, and a reading that is deleted ends it', async () => {
  const { comparison, orders, change } = underTest()
  comparison.recheck(closed)
  comparison.close()
  await Promise.resolve()
  expect(comparison.state()).toEqual({ step: 'none', about: [], pair: null })
  comparison.readDays()
  comparison.readAgain(closed)
  await vi.waitFor(() => expect(orders).toHaveLength(1))
  await step(comparison, 'reading')
  await Promise.resolve()
  change([closed])
  await step(comparison, 'none')
})

test('what fails can be asked again', async () => {
  const { comparison, recheck } = underTest()
  recheck.mockRejectedValueOnce(new Error('gone'))
  comparison.recheck(closed)
  await step(comparison, 'failed')
  const failed = comparison.state()
  if (failed.step === 'failed') failed.again(true)
  await step(comparison, 'counted')
  expect(recheck.mock.lastCall?.[0]).toEqual({ snapshotId: 'closed', sameAccount: true })
  comparison.readAgain({ ...closed, connection: { ...closed.connection, id: 'gone' } })
  await step(comparison, 'failed')
  expect(comparison.state()).toMatchObject({ failure: { kind: 'no-connection' } })
  const shown: ComparedSnapshots = { there: closed, here: { ...closed, id: 'b' }, within: null }
  comparison.show(shown)
  expect(comparison.state()).toMatchObject({ step: 'compared', parts: [shown], about: ['closed', 'b'] })
})

test('of a month no day is read that counts as it did, however the days that differ lie', async () => {
  const days = Array.from({ length: 15 }, (_, at) => day(1 + 2 * at))
  const { comparison, orders } = underTest(days)
  comparison.recheck(closed)
  await step(comparison, 'counted')
  comparison.readDays()
  await vi.waitFor(() => expect(orders).toHaveLength(15))
  expect(orders.map(({ range: { from, until } }) => ({ from, until }))).toEqual(days)
})

test('two snapshots are compared beside readings, with what is chosen, until others are', async () => {
  const { comparison } = underTest()
  comparison.choose({ by: 'key' })
  expect(comparison.state().pair).toBeNull()
  comparison.compare('a', 'b')
  comparison.choose({ by: 'key' })
  comparison.recheck(closed)
  await step(comparison, 'counted')
  comparison.close()
  expect(comparison.state()).toMatchObject({ step: 'none', pair: { ids: ['a', 'b'], choice: { by: 'key' } } })
  comparison.compare('a', 'c')
  expect(comparison.state().pair).toMatchObject({ ids: ['a', 'c'], choice: { by: null } })
  comparison.closePair()
  expect(comparison.state().pair).toBeNull()
})
