import { expect, test, vi } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotList } from '../../../shared/snapshot/snapshot.ts'
import type { LoadStep } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'
import type { BoundaryReadings } from './boundary-readings.ts'
import type { FileCheck } from './file-check.ts'
import { createOpenedSnapshot, type OpenedTabs } from './opened-snapshot.ts'

/** A bridge whose snapshots load as the test says. */
function opened(list: Partial<SnapshotList> = {}) {
  const recorded: string[] = []
  const steps = new Map<string, PromiseWithResolvers<LoadStep | Error>>()
  let failing = false
  const all: SnapshotList = {
    snapshots: [snapshotSummary(), snapshotSummary({ id: 'october', name: 'October' })],
    unreadable: [],
    thisRunOnly: null,
    refused: null,
    ...list,
  }
  const calls = {
    list: async () => {
      if (failing) throw new TypeError('nobody answers')
      return all
    },
    async load({ snapshotId }: { snapshotId: string }, { signal }: { signal: AbortSignal }) {
      recorded.push(`load ${snapshotId}`)
      return (async function* () {
        for (;;) {
          const next = Promise.withResolvers<LoadStep | Error>()
          steps.set(snapshotId, next)
          signal.addEventListener('abort', () => next.reject(signal.reason))
          const step = await next.promise
          if (step instanceof Error) throw step
          yield step
        }
      })()
    },
    unload: async ({ snapshotId }: { snapshotId: string }) => void recorded.push(`close ${snapshotId}`),
  }
  const snapshot = createOpenedSnapshot({ bridge: { snapshots: calls } as unknown as Pick<Bridge, 'snapshots'> })
  async function tell(id: string, step: LoadStep | Error) {
    await settled()
    steps.get(id)?.resolve(step)
    await settled()
  }
  return { snapshot, recorded, tell, all, breakDown: (isBroken: boolean) => (failing = isBroken) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('opens with its rows so far, holds one filter for all tabs, and leads back to the live page', async () => {
  const { snapshot, recorded, tell } = opened()
  expect(snapshot.state()).toEqual({ kind: 'live' })
  snapshot.open('november')
  expect(snapshot.state()).toEqual({ kind: 'opening', id: 'november' })
  await tell('november', { state: 'loading', rows: 2 })
  const whole = { where: [], misses: false }
  expect(snapshot.state()).toMatchObject({
    kind: 'open',
    tab: 'Events',
    load: { state: 'loading', rows: 2 },
    scope: whole,
  })
  await tell('november', { state: 'over', outcome: { kind: 'loaded', rows: 3 } })
  snapshot.open('november')
  expect(snapshot.state()).toMatchObject({ load: { state: 'loaded', rows: 3 } })

  snapshot.showTab('Totals')
  const debits = { where: [{ is: 'sign', sign: 'debit' } as const], misses: false }
  snapshot.changeScope(debits)
  expect(snapshot.state()).toMatchObject({ tab: 'Totals', scope: debits })
  snapshot.showEvents({ ...debits, misses: true })
  expect(snapshot.state()).toMatchObject({ tab: 'Events', scope: { ...debits, misses: true } })

  const sort = { column: 'created', descending: true }
  snapshot.changeSort(sort)
  const view = { tab: 'Events', scope: { ...debits, misses: true }, sort }
  expect(snapshot.place()).toEqual({ id: 'november', view })
  snapshot.open('november', { tab: 'Values' })
  expect(snapshot.place()).toEqual({ id: 'november', view: { ...view, tab: 'Values' } })

  snapshot.backToLive()
  expect(snapshot.state()).toEqual({ kind: 'live' })
  expect(snapshot.place()).toBeNull()
  expect(recorded).toEqual(['load november', 'close november'])
})

test('opened with a view, it has it from before its rows are there', async () => {
  const { snapshot, tell, breakDown } = opened()
  const view = { tab: 'Totals' as const, scope: { where: [], misses: true }, sort: null }
  breakDown(true)
  snapshot.open('november', view)
  expect(snapshot.place()).toEqual({ id: 'november', view })
  await settled()
  breakDown(false)
  snapshot.retry()
  await tell('november', { state: 'over', outcome: { kind: 'loaded', rows: 3 } })
  expect(snapshot.state()).toMatchObject({ kind: 'open', ...view })
  snapshot.open('october')
  await settled()
  expect(snapshot.state()).toMatchObject({ kind: 'open', tab: 'Events', scope: { misses: false } })
})

test('another one takes its place: its memory is let go of, and nothing of it arrives any more', async () => {
  const { snapshot, recorded, tell } = opened()
  snapshot.open('november')
  await settled()
  snapshot.open('october')
  await tell('november', { state: 'loading', rows: 2 })
  await tell('october', { state: 'loading', rows: 1 })
  expect(snapshot.state()).toMatchObject({ id: 'october', load: { rows: 1 } })
  expect(recorded).toEqual(['load november', 'close november', 'load october'])
})

test('the check of a file ends with its snapshot, whatever takes its place, and not while that is looked up again', async () => {
  const { snapshot, breakDown } = opened()
  const ended: string[] = []
  const check = (snapshotId: string): NonNullable<OpenedTabs['fileCheck']> => ({
    snapshotId,
    check: { end: () => ended.push(`check ${snapshotId}`) } as unknown as FileCheck,
    edges: { end: () => ended.push(`edges ${snapshotId}`) } as unknown as BoundaryReadings,
  })
  breakDown(true)
  snapshot.open('november')
  await settled()
  snapshot.tabs.fileCheck = check('november')
  breakDown(false)
  snapshot.open('november')
  await settled()
  snapshot.open('november', { tab: 'Totals' })
  expect(ended).toEqual([])
  snapshot.open('october')
  expect(ended).toEqual(['check november', 'edges november'])
  expect(snapshot.tabs.fileCheck).toBeUndefined()
  snapshot.tabs.fileCheck = check('october')
  snapshot.backToLive()
  expect(ended).toEqual(['check november', 'edges november', 'check october', 'edges october'])
})

test('one that is not there, that cannot be read, or that nobody answers for says so, and can be tried again', async () => {
  const damaged = { id: 'damaged', bytes: 7, why: 'damaged' as const, words: 'Its file is damaged.' }
  const { snapshot, tell, breakDown } = opened({ unreadable: [damaged] })
  snapshot.open('gone')
  await settled()
  expect(snapshot.state()).toEqual({ kind: 'missing', id: 'gone', unreadable: null })
  snapshot.open('damaged')
  await settled()
  expect(snapshot.state()).toEqual({ kind: 'missing', id: 'damaged', unreadable: damaged })

  breakDown(true)
  snapshot.open('november')
  await settled()
  expect(snapshot.state()).toMatchObject({ kind: 'failed', failure: { kind: 'bridge', reason: 'backend-gone' } })
  breakDown(false)
  snapshot.retry()
  await tell('november', new TypeError('nobody answers'))
  expect(snapshot.state()).toMatchObject({ kind: 'open', load: { state: 'failed' } })
  snapshot.retry()
  await tell('november', { state: 'over', outcome: { kind: 'too-many', rows: 4e6, most: 3e6 } })
  expect(snapshot.state()).toMatchObject({ load: { state: 'refused', because: { kind: 'too-many' } } })
})

test('what became of it meanwhile is read again, and nothing else changes', async () => {
  const { snapshot, tell, all } = opened()
  snapshot.open('november')
  await tell('november', { state: 'over', outcome: { kind: 'loaded', rows: 3 } })
  all.snapshots = [snapshotSummary({ name: 'Renamed' })]
  snapshot.renew()
  await settled()
  expect(snapshot.state()).toMatchObject({ snapshot: { name: 'Renamed' }, load: { state: 'loaded' } })
})

test('once it was deleted it is missing, and what was checked against it ends', async () => {
  const { snapshot, tell, all } = opened()
  snapshot.open('november')
  await tell('november', { state: 'over', outcome: { kind: 'loaded', rows: 3 } })
  const end = vi.fn()
  snapshot.tabs.fileCheck = {
    snapshotId: 'november',
    check: { end } as unknown as FileCheck,
    edges: { end } as unknown as BoundaryReadings,
  }
  all.snapshots = []
  snapshot.renew()
  await settled()
  expect(snapshot.state()).toEqual({ kind: 'missing', id: 'november', unreadable: null })
  expect(end).toHaveBeenCalledTimes(2)
  expect(snapshot.tabs.fileCheck).toBeUndefined()
})
