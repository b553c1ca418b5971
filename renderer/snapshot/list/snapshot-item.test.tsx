// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { SnapshotsList } from '../snapshots-list.tsx'
import type { PageSnapshots, Snapshots } from '../store/page-snapshots.ts'
import { deletingWords } from './snapshot-form.tsx'
import { SnapshotItem } from './snapshot-item.tsx'

const drawn = (element: React.ReactNode) => renderToStaticMarkup(<MantineProvider>{element}</MantineProvider>)
const nothing = () => {}
const snapshots = {} as Snapshots
const madeFor = { of: 'snapshot', snapshotId: 'november' } as const
const days = snapshotSummary({ id: 'days', name: 'November: 4 Nov', rows: 7, bytes: 2_048, madeFor })
const edge = snapshotSummary({ id: 'edge', name: 'November: before', status: { state: 'reading' }, madeFor })

const item = (madeForIt: (typeof days)[]) =>
  drawn(
    <SnapshotItem
      slot={0}
      snapshot={snapshotSummary()}
      madeForIt={madeForIt}
      pace={null}
      snapshots={snapshots}
      connection={null}
      zone="UTC"
      onOpen={nothing}
      onTakeAgain={nothing}
      onExport={nothing}
    />,
  )

test('what was read for a snapshot stands under it, opens from there, and is said to go with it', () => {
  const html = item([days, edge])
  expect(html).toContain('Read for it, and deleted with it')
  expect(html).toContain('aria-label="Open November: 4 Nov"')
  expect(html).toContain(', 7 events, 2 kB')
  // One that is still being read cannot be opened.
  expect(html).not.toContain('aria-label="Open November: before"')
  expect(item([])).not.toContain('Read for it')
})

test('before a snapshot is deleted, it is said what goes with it', () => {
  const all = 'It is permanently deleted from this computer.'
  expect(deletingWords(snapshotSummary(), [])).toBe(`${all} The service is not affected.`)
  expect(deletingWords(snapshotSummary(), [days, edge])).toBe(
    `${all} With it go 2 readings that were made for it. The service is not affected.`,
  )
  const closed = { note: '', at: '2026-12-02T00:00:00Z', rulesVersion: null, rechecked: 'never' } as const
  expect(deletingWords({ closed }, [days])).toMatch(/ With it goes 1 reading that was made for it\.$/)
})

test('whoever deletes a file that cannot be read, or keeps it, has the focus on what stands in its place', async () => {
  const unreadable = ['a', 'b'].map((id) => ({ id, why: 'damaged' as const, words: '', bytes: 1 }))
  let state = { list: { snapshots: [], unreadable, thisRunOnly: null, refused: null }, failure: null, paces: new Map() }
  const listeners = new Set<() => void>()
  const kept = {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    refresh: async () => {},
    delete: async (id: string) => {
      const left = state.list.unreadable.filter((one) => one.id !== id)
      state = { ...state, list: { ...state.list, unreadable: left } }
      for (const listener of listeners) listener()
      return { ok: true, value: null }
    },
  } as unknown as PageSnapshots
  await mounted(
    <MantineProvider env="test">
      <SnapshotsList opened snapshots={kept} connections={[]} zone="UTC" onOpen={null} onClose={nothing} />
    </MantineProvider>,
  )
  const press = async (id: string, name: string) => {
    const buttons = [...document.querySelectorAll<HTMLElement>(`[data-snapshot="${id}"] button`)]
    const button = buttons.find(({ textContent }) => textContent === name)
    await act(async () => button?.focus())
    await act(async () => button?.click())
    return document.activeElement?.textContent
  }
  expect(await press('a', 'Delete…')).toBe('Keep it')
  expect(await press('a', 'Keep it')).toBe('Delete…')
  await press('a', 'Delete…')
  expect(await press('a', 'Delete it')).toBe('Delete…')
  expect(document.activeElement?.closest('[data-snapshot]')?.getAttribute('data-snapshot')).toBe('b')
  await press('b', 'Delete…')
  await press('b', 'Delete it')
  expect(document.activeElement?.getAttribute('class')).toContain('mantine-Modal-close')
})
