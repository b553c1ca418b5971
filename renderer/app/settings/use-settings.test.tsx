// @vitest-environment happy-dom

import { notifications } from '@mantine/notifications'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultSettings, type Settings } from '../../../shared/contract/settings.ts'
import type { Bridge } from '../../bridge.ts'
import { type ChangeSettings, type ShownSettings, useSettings, useShownZones } from './use-settings.ts'

/** What a window shows and keeps, where these are open in turn. */
function shownIn(stored: Partial<Settings> = {}) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => act(() => root.unmount()))
  let kept: Settings = { ...defaultSettings, ...stored }
  let shown: ShownSettings | null = null
  let change: ChangeSettings = () => undefined
  let own: { billing: string | null; opened: string | null } = { billing: null, opened: null }
  const keep: ChangeSettings = (part) => {
    kept = { ...kept, ...part }
  }
  function Probe({ settings }: { settings: Settings }) {
    const [now, changeShown] = useShownZones(settings, keep, own)
    shown = now
    change = changeShown
    return null
  }
  const draw = () => act(() => root.render(<Probe settings={kept} />))
  const zones = () => [shown?.zone, shown?.openedZone]
  return {
    async open(billing: string | null, opened: string | null = null) {
      own = { billing, opened }
      await draw()
      return zones()
    },
    async choose(zone: string) {
      change({ zone })
      await draw()
      return zones()
    },
    kept: () => kept.zone,
  }
}

test('times are shown in the billing zone of each connection, in UTC where there is none', async () => {
  const window = shownIn()
  expect(await window.open('Europe/Berlin')).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  expect(await window.open('America/New_York')).toEqual(['America/New_York', 'America/New_York'])
  expect(await window.open(null)).toEqual(['UTC', 'UTC'])
  expect(await window.open('Mars/Olympus_Mons')).toEqual(['UTC', 'UTC'])
})

test('a snapshot is shown in the zone that it was taken in, whatever its connection has now', async () => {
  const window = shownIn()
  expect(await window.open('America/New_York', 'Europe/Berlin')).toEqual(['America/New_York', 'Europe/Berlin'])
  expect(await window.open(null, 'Europe/Berlin')).toEqual(['UTC', 'Europe/Berlin'])
})

test('a chosen zone holds for all, UTC too, until that of what is open is chosen', async () => {
  const window = shownIn()
  await window.open('Europe/Berlin')
  expect(await window.choose('UTC')).toEqual(['UTC', 'UTC'])
  expect(window.kept()).toBe('UTC')
  expect(await window.open('America/New_York', 'Europe/Berlin')).toEqual(['UTC', 'UTC'])
  expect(await window.choose('Europe/Berlin')).toEqual(['America/New_York', 'Europe/Berlin'])
  expect(window.kept()).toBeNull()
})

test('a zone that was chosen in an earlier version still is', async () => {
  expect(await shownIn({ zone: 'Asia/Tokyo' }).open('Europe/Berlin')).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
})

async function settingsOf(initial: Partial<Settings>, write: (change: Partial<Settings>) => Promise<void>) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const said = vi.spyOn(notifications, 'show').mockReturnValue('')
  const root = createRoot(document.createElement('div'))
  onTestFinished(async () => {
    await act(() => root.unmount())
    said.mockRestore()
  })
  let now: [Settings, ChangeSettings] | null = null
  const bridge = { settings: { write } } as unknown as Bridge
  const first = { ...defaultSettings, ...initial }
  function Probe() {
    now = useSettings(bridge, first)
    return null
  }
  await act(() => root.render(<Probe />))
  return {
    shown: () => now?.[0],
    change: (part: Partial<Settings>) => act(async () => now?.[1](part)),
    said: () => said.mock.calls.map(([{ message }]) => message),
  }
}

test('a change holds at once, and only what changed is kept', async () => {
  const written: Partial<Settings>[] = []
  const { shown, change, said } = await settingsOf({ theme: 'dark' }, async (part) => void written.push(part))
  await change({ pageSize: 100 })
  await change({ fetchAhead: false })
  expect(shown()).toEqual({ ...defaultSettings, theme: 'dark', pageSize: 100, fetchAhead: false })
  expect([written, said()]).toEqual([[{ pageSize: 100 }, { fetchAhead: false }], []])
})

test('a change that cannot be kept holds for this window, which is said', async () => {
  const { shown, change, said } = await settingsOf({}, () => Promise.reject(new Error('The disk is full.')))
  await change({ theme: 'light' })
  expect([shown()?.theme, said().length]).toEqual(['light', 1])
})

test('a zone that is not known here is UTC, which is said once', async () => {
  const { shown, change, said } = await settingsOf({ zone: 'Mars/Olympus_Mons' }, async () => {})
  expect(shown()?.zone).toBe('UTC')
  await change({ theme: 'dark' })
  expect(shown()?.zone).toBe('UTC')
  expect(said()).toEqual(['The time zone “Mars/Olympus_Mons” is not known here. Times are shown in UTC.'])
})
