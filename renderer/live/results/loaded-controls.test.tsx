// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { createStateStore } from '../../ui/state-store.ts'
import type { AutoRefresh, AutoRefreshState } from '../store/auto-refresh.ts'
import { AutoRefreshMenu, ExportMenu } from './loaded-controls.tsx'

const items = (role: string) => [...document.querySelectorAll<HTMLElement>(`[role="${role}"]`)]

async function exporting(counts: { rows: number; selected: number; total: number | null }) {
  const chosen: string[] = []
  const { page } = await mounted(
    <MantineProvider env="test">
      <ExportMenu {...counts} onExport={(what) => chosen.push(what)} />
    </MantineProvider>,
  )
  const button = page.querySelector('button') as HTMLButtonElement
  await act(() => button.click())
  return { chosen, button, page }
}

test('what cannot be exported now stays in the menu, says why and does nothing', async () => {
  const { chosen } = await exporting({ rows: 50, selected: 0, total: 2_000 })
  const said = () => items('menuitem').map((item) => item.getAttribute('aria-description'))
  expect(said()).toEqual(['50 rows', 'Select rows first', 'Reads 2,000 rows, then writes the file'])
  expect(items('menuitem').map((item) => item.getAttribute('aria-disabled'))).toEqual([null, 'true', null])
  await act(() => items('menuitem')[1]?.click())
  expect([chosen, items('menuitem').length]).toEqual([[], 3])
  await act(() => items('menuitem')[2]?.click())
  expect(chosen).toEqual(['all'])
})

test('rows that were selected elsewhere can be exported where the page has none', async () => {
  const { chosen } = await exporting({ rows: 0, selected: 1, total: 0 })
  expect(items('menuitem').map((item) => item.getAttribute('aria-disabled'))).toEqual(['true', null, 'true'])
  expect(items('menuitem')[1]?.getAttribute('aria-description')).toBe('1 row')
  await act(() => items('menuitem')[1]?.click())
  expect(chosen).toEqual(['selection'])
})

test.each([null, 50])(
  'a count that may be of the page alone (%j) is not said to be that of the matches',
  async (total) => {
    await exporting({ rows: 50, selected: 0, total })
    expect(items('menuitem')[2]?.getAttribute('aria-description')).toBe('Reads every match, then writes the file')
  },
)

test('where nothing matches there is no menu, and the button says why', async () => {
  const { button } = await exporting({ rows: 0, selected: 0, total: 0 })
  expect(items('menuitem')).toEqual([])
  expect(button.getAttribute('aria-description')).toBe('No events match this search, so there is nothing to export.')
})

test('auto-refresh says how often, that it has stopped and why, once; stopped, it can go on as often as before', async () => {
  onTestFinished(() => notifications.clean())
  const store = createStateStore<{ autoRefresh: AutoRefreshState }>()
  const { state, subscribe, set } = store.part('autoRefresh', { kind: 'off' })
  const chosen: unknown[] = []
  const autoRefresh = { state, subscribe, choose: (every: unknown) => chosen.push(every) } as unknown as AutoRefresh
  const { page } = await mounted(
    <MantineProvider env="test">
      <AutoRefreshMenu autoRefresh={autoRefresh} />
      <Notifications />
    </MantineProvider>,
  )
  const button = page.querySelector('button') as HTMLButtonElement
  const now = () => [button.textContent, button.getAttribute('aria-description')]
  expect(now()).toEqual(['', 'Auto-refresh is off'])
  await act(() => set({ kind: 'on', every: 60 }))
  expect(now()).toEqual(['1 min', 'Auto-refresh every 1 min'])
  await act(() => button.click())
  const ticked = () => items('menuitemradio').map((item) => item.getAttribute('aria-checked'))
  expect(items('menuitemradio').map(({ textContent }) => textContent)).toEqual(['Off', '10 s', '30 s', '1 min'])
  expect(ticked()).toEqual(['false', 'false', 'false', 'true'])
  await act(() => items('menuitemradio')[0]?.click())
  await act(() => set({ kind: 'stopped', every: 60, failure: null }))
  const why = 'Auto-refresh stopped: no search or paging for an hour'
  expect(now()).toEqual(['Stopped', why])
  expect(items('status').map(({ textContent }) => textContent)).toEqual([why])
  await act(() => button.click())
  expect(ticked()).toEqual(['false', 'false', 'false', 'false'])
  await act(() => items('menuitemradio')[3]?.click())
  expect(chosen).toEqual([null, 60])
})
