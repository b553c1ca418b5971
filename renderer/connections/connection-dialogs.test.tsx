// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { snapshotSummary } from '../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { ConnectionDialogs } from './connection-dialogs.tsx'
import type { ConnectionActions } from './use-connections.ts'
import type { Dialog } from './use-dialog.ts'

const current = { id: 'acme', name: 'Acme' } as Connection

/** The dialogs over a page that knows these snapshots. */
async function dialogsOver(snapshots: SnapshotSummary[]) {
  const list = { list: { snapshots, unreadable: [], thisRunOnly: null, refused: null } }
  let refreshed = 0
  const known = {
    state: () => list,
    subscribe: () => () => {},
    async refresh() {
      refreshed += 1
    },
  }
  const drawn = (dialog: Dialog | null) => (
    <MantineProvider env="test">
      <ConnectionDialogs
        opened={dialog !== null}
        dialog={dialog}
        current={current}
        actions={{} as ConnectionActions}
        snapshots={known}
        onClose={() => {}}
      />
    </MantineProvider>
  )
  const { draw } = await mounted(drawn(null))
  return {
    open: (dialog: Dialog | null) => draw(drawn(dialog)),
    refreshed: () => refreshed,
    asked: () => [...document.querySelectorAll('[role="dialog"]')].map(({ textContent }) => textContent),
    named: () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent),
    box: () => document.querySelector<HTMLInputElement>('[role="dialog"] input[type="checkbox"]'),
  }
}

const kept = (id: string, other: Partial<SnapshotSummary> = {}) => snapshotSummary({ id, name: id, ...other })

test('whoever deletes a connection is told its own snapshots, which stay unless that is chosen each time', async () => {
  const { connection } = kept('a')
  const ten = Array.from({ length: 10 }, (_, at) => kept(`s${at}`))
  const { open, refreshed, asked, named, box } = await dialogsOver([
    kept('of another', { connection: { ...connection, id: 'other' } }),
    kept('edges', { madeFor: { of: 'snapshot', snapshotId: 's1' } }),
    ...ten,
  ])
  await open('delete')
  expect(asked()).toEqual([
    expect.stringContaining('10 snapshots of it stay on this computer, unless you delete them too'),
  ])
  expect(named()).toEqual([...ten.slice(0, 8).map(({ id }) => id), 'and 2 more'])
  await act(() => box()?.click())
  expect(box()?.checked).toBe(true)
  await open(null)
  expect(asked()).toEqual([])
  await open('delete')
  expect([box()?.checked, refreshed()]).toEqual([false, 2])
  // The question about the key is another one.
  await open('forget')
  expect([asked().length, box()]).toEqual([1, null])
})

test('of one snapshot it is said as of one, and that it is a closing copy', async () => {
  const closed = { at: '2026-12-02T08:00:00Z' } as SnapshotSummary['closed']
  const { open, asked, named } = await dialogsOver([kept('October', { closed })])
  await open('delete')
  expect(named()).toEqual(['October (closing copy)'])
  expect(asked()).toEqual([
    expect.stringMatching(/1 snapshot of it stays .* unless you delete it too:.*Also delete its snapshot/),
  ])
})

test('nothing is asked about snapshots of a connection that has none', async () => {
  const { open, asked, box } = await dialogsOver([])
  await open('delete')
  expect([asked().length, box()]).toEqual([1, null])
})
