// @vitest-environment happy-dom
import { createTheme, MantineProvider, Modal } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { snapshotSummary } from '../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { Bridge } from '../bridge.ts'
import { FindBox } from '../find/find-box.tsx'
import type { FindSources } from '../find/offers.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { initialState } from '../live/store/search-session.ts'
import { createSeenValues } from '../live/store/seen-values.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { takeFocusAlone } from '../ui/focus.ts'
import { SidePane } from '../ui/side-pane.tsx'
import { showFinished } from './show-finished.ts'
import { createOpenedSnapshot, type OpenedState } from './store/opened-snapshot.ts'
import type { Snapshots } from './store/page-snapshots.ts'
import type { FinishedSnapshot } from './store/watched-readings.ts'

const NOVEMBER = snapshotSummary() as FinishedSnapshot
const FILTERS = {
  createdAtFrom: '2026-11-01T00:00:00Z',
  createdAtTo: '2026-11-30T23:59:59.999999999Z',
  propertyFilters: [],
}
const theme = createTheme({ components: { ModalContent: { defaultProps: { ref: takeFocusAlone } } } })

/** Nothing is asked of the backend here. */
const NO_BRIDGE = {} as Bridge

/** The page of November's search, with `now` open; tells what was opened by itself. */
function page(now: OpenedState = { kind: 'live' }, filters: typeof FILTERS = FILTERS) {
  const opened: string[] = []
  const state = { ...initialState(50), shown: { request: { filters, limit: 50, offset: 0 } } }
  const asItIs = {
    opened: {
      ...createOpenedSnapshot({ bridge: NO_BRIDGE }),
      state: () => now,
      open: (id: string) => void opened.push(id),
    },
    snapshots: { state: () => ({ list: null }) } as unknown as Snapshots,
    session: {
      connection: { id: NOVEMBER.connection.id },
      search: { state: () => state },
    } as unknown as LiveSession,
    openedAt: 0,
  }
  return { opened, asItIs }
}

/** What is offered in place of opening it. */
const offered = () => notificationsStore.getState().notifications.map(({ id }) => id)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  notifications.clean()
})

test('opens at once while nobody holds the focus', async () => {
  const { opened, asItIs } = page()
  await showFinished(NOVEMBER, { tab: 'Events' }, () => asItIs)
  expect(opened).toEqual(['november'])
})

const HOLDERS: [string, (isOpen: boolean) => ReactNode][] = [
  [
    'a dialog',
    (isOpen) => (
      <Modal opened={isOpen} onClose={() => {}} transitionProps={{ duration: 0 }}>
        <input />
      </Modal>
    ),
  ],
  [
    'a pane that is shown as a dialog',
    (isOpen) => (
      <SidePane side="left" label="Filters" overlay open={isOpen} onClose={() => {}}>
        <input />
      </SidePane>
    ),
  ],
]

test.each(HOLDERS)('opens once %s is closed, and the mouse let go', async (_, draw) => {
  const { opened, asItIs } = page()
  const drawn = await mounted(<MantineProvider theme={theme}>{draw(true)}</MantineProvider>)
  void showFinished(NOVEMBER, { tab: 'Events' }, () => asItIs)
  await pass(60_000)
  expect(opened).toEqual([])
  await drawn.draw(<MantineProvider theme={theme}>{draw(false)}</MantineProvider>)
  await pass(100)
  expect(opened).toEqual([])
  await pass(200)
  expect(opened).toEqual(['november'])
})

const NOTHING_TO_FIND: FindSources = {
  commands: [],
  seen: createSeenValues(),
  applied: FILTERS,
  names: new Map(),
  search: () => {},
  findEvent: () => {},
  findEvents: () => {},
  showIds: null,
  searches: { recent: [], saved: [] },
  connections: [someConnection],
  current: someConnection,
  goTo: () => {},
  zone: 'UTC',
  days: 'UTC',
  now: '2026-12-01T08:00:41Z',
  chooseZone: () => {},
  showLink: () => {},
}

test('opens once the find box is left, and not while another dialog took its place', async () => {
  const { opened, asItIs } = page()
  const draw = (isDialog: boolean) => (
    <MantineProvider theme={theme}>
      <FindBox field={{ current: null }} mac={false} sources={() => NOTHING_TO_FIND} onRows={() => {}} />
      {HOLDERS[0]?.[1](isDialog)}
    </MantineProvider>
  )
  const drawn = await mounted(draw(false))
  const box = drawn.page.querySelector('input')
  await act(() => box?.focus())
  void showFinished(NOVEMBER, { tab: 'Events' }, () => asItIs)
  await pass(60_000)
  expect(opened).toEqual([])
  await act(() => box?.blur())
  await drawn.draw(draw(true))
  await pass(60_000)
  expect(opened).toEqual([])
  await drawn.draw(draw(false))
  await pass(300)
  expect(opened).toEqual(['november'])
})

test.each([
  ['another search is on screen', page(undefined, { ...FILTERS, createdAtTo: '2026-11-29T23:59:59Z' })],
  ['another snapshot is open', page({ kind: 'opening', id: 'october' })],
])('is offered where %s', async (_, { opened, asItIs }) => {
  await showFinished(NOVEMBER, { tab: 'Events' }, () => asItIs)
  expect({ opened, offered: offered() }).toEqual({ opened: [], offered: ['november'] })
})

test('is offered no longer once it was opened by another way, nor where it is open', async () => {
  let now: OpenedState = { kind: 'opening', id: 'october' }
  const listeners = new Set<() => void>()
  const { asItIs } = page()
  const opened = {
    ...asItIs.opened,
    state: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const show = (kind: OpenedState) => {
    now = kind
    for (const listener of listeners) listener()
  }
  await showFinished(NOVEMBER, { tab: 'Events' }, () => ({ ...asItIs, opened }))
  show({ kind: 'live' })
  expect(offered()).toEqual(['november'])
  show({ kind: 'opening', id: 'november' })
  expect([offered(), listeners.size]).toEqual([[], 0])
  await showFinished(NOVEMBER, { tab: 'Events' }, () => ({ ...asItIs, opened }))
  expect(offered()).toEqual([])
})

test('is neither opened nor offered once the page is gone', async () => {
  await showFinished(NOVEMBER, { tab: 'Events' }, () => null)
  expect(offered()).toEqual([])
})
