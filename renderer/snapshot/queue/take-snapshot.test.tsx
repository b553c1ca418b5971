// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, createRef } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { LiveSession } from '../../live/store/live-session.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { FirstView, PageSnapshots } from '../store/page-snapshots.ts'
import { TakeSnapshot } from './take-snapshot.tsx'

const current = { id: 'acme', name: 'Acme', account: 1, billingZone: null } as Connection

/** "Load all" over an answer that counts so many events, and a backend that takes snapshots when it is told to. */
async function loadingAll(total: number, { snapshots: there = [] }: { snapshots?: SnapshotSummary[] } = {}) {
  const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
  const answer = { page: { events: [], total, limit: 50, offset: 0 }, info: { durationMs: 10 } }
  const shown = { shown: { request, answer } }
  const list = { list: { snapshots: there, unreadable: [], thisRunOnly: null, refused: null } }
  const still = () => () => {}
  const taking: { name: string | undefined; end: (taken: Result<{ snapshotId: string }>) => void }[] = []
  const opensOn: [string, FirstView | null][] = []
  const opened: [string, FirstView][] = []
  const loadAll = createRef<(view: FirstView) => void>()
  const snapshots = {
    subscribe: still,
    state: () => list,
    take: ({ name }: { name?: string }) => {
      const { promise, resolve } = Promise.withResolvers<Result<{ snapshotId: string }>>()
      taking.push({ name, end: resolve })
      return promise
    },
    opensOn: (id: string, view: FirstView | null) => opensOn.push([id, view]),
  } as unknown as PageSnapshots
  onTestFinished(() => notifications.clean())
  const { page } = await mounted(
    <MantineProvider env="test">
      <Notifications />
      <TakeSnapshot
        session={{ search: { subscribe: still, state: () => shown } } as unknown as LiveSession}
        current={current}
        snapshots={snapshots}
        zone="UTC"
        onOpen={(id, view) => opened.push([id, view])}
        loadAll={loadAll}
      />
    </MantineProvider>,
  )
  const button = page.querySelector<HTMLElement>('[aria-label="Load all"]')
  /** What is asked in the dialog is answered there. */
  const answerWith = (words: string) =>
    act(() =>
      [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
        .find(({ textContent }) => textContent?.startsWith(words))
        ?.click(),
    )
  return {
    taking,
    opensOn,
    opened,
    load: (times = 1) =>
      act(() => {
        for (let click = 0; click < times; click += 1) button?.click()
      }),
    loadAll: (view: FirstView) => act(() => loadAll.current?.(view)),
    answerWith,
    end: (at: number, taken: Result<{ snapshotId: string }>) => act(async () => taking[at]?.end(taken)),
    why: () => button?.getAttribute('aria-description'),
    said: () => document.body.textContent,
  }
}

test('a double click, or “Load all” from elsewhere meanwhile, begins one snapshot; the next begins another', async () => {
  const { load, loadAll, end, taking, opensOn, why } = await loadingAll(120)
  await load(2)
  expect(taking).toHaveLength(1)
  expect(why()).toContain('A snapshot is being started.')
  await loadAll({ tab: 'Totals' })
  expect(taking).toHaveLength(1)
  await end(0, succeeded({ snapshotId: 'one' }))
  expect(opensOn).toEqual([['one', { tab: 'Events' }]])
  await loadAll({ tab: 'Totals' })
  await end(1, succeeded({ snapshotId: 'two' }))
  expect(opensOn.at(-1)).toEqual(['two', { tab: 'Totals' }])
})

test('one that cannot be begun is said, opens nothing, and can be tried again', async () => {
  const { load, end, taking, opensOn, said, why } = await loadingAll(120)
  await load()
  await end(0, failed({ kind: 'disk', detail: 'database or disk is full' }))
  expect(said()).toContain('A file could not be written or read')
  expect(opensOn).toEqual([])
  expect(why()).toContain('Takes at most')
  await load()
  expect(taking).toHaveLength(2)
})

test('a large one is asked for first: “Not now” takes nothing, “Load all” opens what was asked for', async () => {
  const { load, loadAll, answerWith, end, taking, opensOn } = await loadingAll(100_001)
  await load()
  await answerWith('Not now')
  expect([taking, document.querySelector('[role="dialog"]')]).toEqual([[], null])
  await loadAll({ tab: 'Checks' })
  expect(taking).toEqual([])
  await answerWith('Load all')
  await end(0, succeeded({ snapshotId: 'large' }))
  expect(opensOn).toEqual([['large', { tab: 'Checks' }]])
})

test('one of the same search that is minutes old is offered, and opened where that was asked for', async () => {
  const range = { from: null, until: null, zone: 'UTC' }
  const asOf = new Date(Date.now() - 60_000).toISOString()
  const recent = snapshotSummary({ id: 'recent', range, asOf })
  const { loadAll, answerWith, taking, opened } = await loadingAll(90_000, { snapshots: [recent] })
  await loadAll({ tab: 'Totals' })
  await answerWith('Use the snapshot')
  expect([taking, opened]).toEqual([[], [['recent', { tab: 'Totals' }]]])
})

test('of nothing, nothing is taken, and why is said', async () => {
  const { load, loadAll, taking, why, said } = await loadingAll(0)
  await load()
  await loadAll({ tab: 'Totals' })
  expect(taking).toEqual([])
  expect(why()).toContain('No events match this search')
  expect(said()).toContain('No events match this search')
})

test('its name is one that no other snapshot of the connection has', async () => {
  const first = await loadingAll(120)
  await first.load()
  const name = first.taking[0]?.name ?? ''
  const there = snapshotSummary({ name, asOf: '2026-01-01T00:00:00Z' })
  const { load, taking } = await loadingAll(120, { snapshots: [there] })
  await load()
  expect(taking[0]?.name).toBe(`${name} (2)`)
})
