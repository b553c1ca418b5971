// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import { succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotStatus, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { someReading } from '../store/fixtures/some-reading.ts'
import type { PageSnapshots } from '../store/page-snapshots.ts'
import { Readings } from './readings.tsx'

const acme = { id: 'acme', name: 'Acme', baseUrl: 'https://acme.example', environment: 'test' } as Connection
const READING: SnapshotStatus = { state: 'reading' }
const PAUSED: SnapshotStatus = { state: 'paused', because: null }
const AWAY: SnapshotStatus = {
  state: 'paused',
  because: { kind: 'unreachable', reason: 'refused', detail: '', attempts: 1, durationMs: 1 },
}

interface Shown {
  forFiles?: readonly string[]
  hiddenAccount?: number | null
  /** What becomes of a reading that is resumed, once `until` is over. */
  resumed?: (reading: SnapshotSummary) => SnapshotSummary
  until?: Promise<void>
}

async function shown(readings: SnapshotSummary[], { forFiles = [], hiddenAccount = null, resumed, until }: Shown = {}) {
  const did: unknown[][] = []
  let list = readings
  let state = {}
  let listener = () => {}
  function set(next: SnapshotSummary[]) {
    list = next
    const known = { snapshots: list, unreadable: [], thisRunOnly: null, refused: null }
    state = { list: known, failure: null, paces: new Map(), returning: new Set() }
    listener()
  }
  set(readings)
  const change = (id: string, status: SnapshotStatus) =>
    act(() => set(list.map((one) => (one.id === id ? { ...one, status } : one))))
  const snapshots = {
    subscribe: (told: () => void) => {
      listener = told
      return () => {}
    },
    state: () => state,
    stop: async (...call: unknown[]) => succeeded(did.push(['stop', ...call])),
    resume: async (id: string, isSame?: boolean) => {
      did.push(['resume', id, isSame])
      await until
      if (resumed !== undefined) set(list.map((one) => (one.id === id ? resumed(one) : one)))
      return succeeded(null)
    },
  } as unknown as PageSnapshots
  const { page } = await mounted(
    <MantineProvider env="test">
      <Readings
        snapshots={snapshots}
        exports={{ isForFile: (id) => forFiles.includes(id), subscribe: () => () => {}, state: () => null }}
        connections={[{ ...acme, hiddenAccount }]}
        actions={{ replaced: () => {}, decideAccount: (...call) => did.push(['decide', ...call]) }}
      />
    </MantineProvider>,
  )
  const row = (id: string) => page.querySelector(`[data-snapshot="${id}"]`)
  return {
    did,
    change,
    row,
    ids: () => [...page.querySelectorAll<HTMLElement>('[data-snapshot]')].map(({ dataset }) => dataset.snapshot),
    press: (id: string, words: string) =>
      act(async () =>
        [...(row(id)?.querySelectorAll<HTMLElement>('button') ?? [])]
          .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === words)
          ?.click(),
      ),
    choose: (words: string) =>
      act(async () =>
        [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
          .find(({ textContent }) => textContent?.startsWith(words))
          ?.click(),
      ),
  }
}

test('what is read comes before what waits and what is paused; one for a file is with its file until it is paused', async () => {
  const readings = [
    someReading({ id: 'paused', status: PAUSED }),
    someReading({ id: 'waiting', status: { state: 'waiting' } }),
    someReading({ id: 'reading' }),
    someReading({ id: 'for a file' }),
    someReading({ id: 'paused for a file', status: PAUSED }),
  ]
  const { ids, change } = await shown(readings, { forFiles: ['for a file', 'paused for a file'] })
  expect(ids()).toEqual(['reading', 'waiting', 'paused', 'paused for a file'])
  await change('paused for a file', READING)
  expect(ids()).not.toContain('paused for a file')
})

test('what is paused can be hidden, each by itself, until it is read again', async () => {
  const readings = ['a', 'b', 'c'].map((id) => someReading({ id, name: id, status: PAUSED }))
  const { ids, press, change } = await shown(readings)
  await press('a', 'Hide a')
  await press('b', 'Hide b')
  expect(ids()).toEqual(['c'])
  await change('b', READING)
  expect(ids()).toEqual(['b', 'c'])
})

test('that “Resume” had no effect is said, until the reading continues', async () => {
  const { promise: until, resolve } = Promise.withResolvers<void>()
  const { press, change, row } = await shown([someReading({ id: 'a', status: AWAY })], { until })
  const saysAgain = () => row('a')?.querySelector('[role="alert"]')?.textContent?.startsWith('Tried again. ')
  expect(saysAgain()).toBe(false)
  await press('a', 'Resume')
  expect(saysAgain()).toBe(false)
  await act(async () => resolve())
  expect(saysAgain()).toBe(true)
  await change('a', READING)
  await change('a', AWAY)
  expect(saysAgain()).toBe(false)
})

test('one that continues, and is paused later, was not tried again', async () => {
  const { press, change, row } = await shown([someReading({ id: 'a', status: AWAY })], {
    resumed: (reading) => ({ ...reading, status: READING }),
  })
  await press('a', 'Resume')
  await change('a', AWAY)
  expect(row('a')?.textContent).not.toContain('Tried again.')
})

test('whose rows are hidden is decided with “Same account”, and by nothing else', async () => {
  const because = { kind: 'connection-changed', connectionId: 'acme' } as const
  const readings = [
    someReading({ id: 'changed', status: { state: 'paused', because } }),
    someReading({ id: 'away', status: AWAY }),
  ]
  const asked = await shown(readings, { hiddenAccount: 1 })
  await asked.press('away', 'Resume')
  await asked.press('changed', 'Same account: continue')
  expect(asked.did).toEqual([
    ['resume', 'away', undefined],
    ['decide', 'acme', true],
    ['resume', 'changed', true],
  ])
  const unasked = await shown(readings)
  await unasked.press('changed', 'Same account: continue')
  expect(unasked.did).toEqual([['resume', 'changed', true]])
})

test.each([
  ['Keep as incomplete', true],
  ['Discard', false],
])('“%s” stops it for good', async (words, isKept) => {
  const { press, choose, did } = await shown([someReading({ id: 'a' })])
  await press('a', 'Stop')
  await choose(words)
  expect(did).toEqual([['stop', 'a', isKept]])
})

test('a hundred percent is said of all alone, and that it was left behind of what nothing stopped', async () => {
  const nearly = { events: 99_999, total: 100_000 }
  const { row } = await shown([
    someReading({ id: 'nearly', progress: nearly }),
    someReading({ id: 'left', status: PAUSED, progress: null }),
    someReading({ id: 'away', status: AWAY, progress: null }),
  ])
  expect(row('nearly')?.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('99')
  const isLeft = (id: string) => row(id)?.textContent?.includes('Eventscope closed while this was being read')
  expect(['nearly', 'left', 'away'].map(isLeft)).toEqual([false, true, false])
})
