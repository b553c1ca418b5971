// @vitest-environment happy-dom
// Each command: where it is offered, and what it runs. That one of each kind works is for the specs.
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import { defaultSettings } from '../../shared/contract/settings.ts'
import type { Event } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { shownCase } from '../case/shown-case.ts'
import type { AutoRefreshState } from '../live/store/auto-refresh.ts'
import { unreachable } from '../live/store/fixtures/search-session-rig.ts'
import type { Place } from '../live/store/place.ts'
import { initialState, type SearchState, type ShownRows } from '../live/store/search-session.ts'
import { useCommandTarget } from '../ui/tool-popover.tsx'
import { inspectorCommands } from './inspector-commands.ts'

type Now = Parameters<typeof inspectorCommands>[0]

const NOW = '2026-11-20T14:57:05.426210Z'
const [ALPHA, BETA]: [Connection, Connection] = [
  { ...someConnection, name: 'Alpha' },
  { ...someConnection, id: 'two', name: 'Beta' },
]
const SAMPLE: Connection = { ...someConnection, id: 'sample', name: 'Sample data', origin: 'sample' }
const events = [1, 2].map((number) => someEvent({ eventId: `evt_${number}`, source: `{"event_id":"evt_${number}"}` }))
const OTHERS = {
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  createdAtFrom: '2026-11-19T14:57:05.42621Z',
  createdAtTo: '2026-11-21T14:57:05.42621Z',
  propertyFilters: [],
}
const BUTTONS = ['Columns', 'Load all', 'Over time', 'Totals', 'Totals of this page']

/** Everything that was called, with what it was given. */
let heard: [string, ...unknown[]][] = []
const call =
  (name: string) =>
  (...given: unknown[]) => {
    heard.push([name, ...given])
  }
/** Whatever is called of it is heard; `known` is as it is. */
const hears = <T extends object>(name: string, known: object = {}) =>
  new Proxy(known as T, { get: (of, key) => (key in of ? Reflect.get(of, key) : call(`${name}.${String(key)}`)) })

/** Rows of a page that all are, or of one in the middle. */
function rowsAt(offset: number, total: number): ShownRows {
  const info = { receivedAt: NOW, serviceDate: NOW, durationMs: 1, attempts: 1, requestId: null, bytes: 1 }
  const page = { events, total, sent: events.length, limit: total > 2 ? 2 : 50, offset, extra: [], problems: [] }
  const request = { filters: { propertyFilters: [] }, limit: page.limit, offset }
  return { request, answer: { page: page as unknown as ShownRows['answer']['page'], info }, fromCache: false, turn: 1 }
}

interface Situation {
  search?: Partial<SearchState>
  selected?: number
  view?: Event | null
  hidden?: string[]
  autoRefresh?: AutoRefreshState
  current?: Connection
  connections?: Connection[]
  zone?: string
  isCovered?: boolean
}

/** Rows of a middle page of Alpha, both selected, one open: nearly everything can be done. */
const USUAL: Required<Situation> = {
  search: { shown: rowsAt(2, 10) },
  selected: 2,
  view: events[0] ?? null,
  hidden: ['Type'],
  autoRefresh: { kind: 'on', every: 30 },
  current: ALPHA,
  connections: [ALPHA, BETA],
  zone: 'Europe/Berlin',
  isCovered: false,
}

function commandsIn(situation: Situation) {
  const { search, selected, view, hidden, autoRefresh, current, connections, zone, isCovered } = {
    ...USUAL,
    ...situation,
  }
  const state: SearchState = { ...initialState(50), ...search }
  const place: Place = { filters: { propertyFilters: [] }, limit: 2, offset: 2, sort: null, columns: null, event: 'e' }
  const now = {
    current,
    connections,
    session: {
      search: hears('search', { state: () => state }),
      autoRefresh: hears('autoRefresh', { state: () => autoRefresh }),
      clock: { now: () => NOW },
      place: { current: () => place },
      columns: hears('columns', { state: () => ({ hidden }) }),
      times: hears('times'),
    },
    settings: { ...defaultSettings, zone, openedZone: zone },
    changeSettings: call('changeSettings'),
    actions: hears('actions'),
    goTo: call('goTo'),
    dialogs: hears('dialogs'),
    openers: hears('openers'),
    live: hears('live'),
    filters: hears('filters'),
    rows: hears('rows', {
      events: state.shown === null ? [] : events,
      selection: new Map(events.slice(0, selected).map((event) => [event.eventId, event])),
    }),
    details: hears('details', {
      view: view && { state: 'event', event: view },
      steps: { previous: view && call('steps.previous'), next: view && call('steps.next') },
    }),
  }
  return inspectorCommands(now as unknown as Now, isCovered ? call('backToLive') : null)
}

const labelsIn = (situation: Situation) => commandsIn(situation).map(({ label }) => label)

/** What is there in this situation and not in the usual one, and what is not. */
function changedIn(situation: Situation): { added: string[]; missing: string[] } {
  const [usual, now] = [labelsIn(USUAL), labelsIn(situation)]
  return {
    added: now.filter((label) => !usual.includes(label)),
    missing: usual.filter((label) => !now.includes(label)),
  }
}

function Buttons() {
  return BUTTONS.map((name) => <Target key={name} name={name} />)
}

function Target({ name }: { name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useCommandTarget(name, button, call(`press ${name}`))
  return <button ref={button} type="button" />
}

let unmount = () => {}
beforeEach(() => {
  heard = []
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div data-events-grid><i tabindex="0" id="first-cell"></i></div><div id="page"></div>'
  const root = createRoot(document.getElementById('page') as HTMLElement)
  act(() => root.render(<Buttons />))
  unmount = () => act(() => root.unmount())
})
afterEach(() => {
  unmount()
  document.body.replaceChildren()
})

const asked = (createdAtFrom: string, createdAtTo: string) => [
  ['search.search', { createdAtFrom, createdAtTo, propertyFilters: [] }],
]
const day = (first: string, last: string, zone: [string, string] = ['T23:00:00Z', 'T22:59:59.999999999Z']) =>
  asked(first + zone[0], last + zone[1])

/** Of each command, in the order in which they are offered, what it calls; a text: what is on the clipboard then. */
const USUALLY: Record<string, unknown[] | string> = {
  'Last hour': asked('2026-11-20T13:57:06Z', '2026-11-20T14:57:06Z'),
  Today: day('2026-11-19', '2026-11-20'),
  Yesterday: day('2026-11-18', '2026-11-19'),
  'Last 7 days': day('2026-11-13', '2026-11-20'),
  'This month': day('2026-10-31', '2026-11-30'),
  'Last month': day('2026-09-30', '2026-10-31', ['T22:00:00Z', 'T22:59:59.999999999Z']),
  Refresh: [['search.refresh']],
  'Auto-refresh every 10 s': [['autoRefresh.choose', 10]],
  'Auto-refresh every 1 min': [['autoRefresh.choose', 60]],
  'Auto-refresh off': [['autoRefresh.choose', null]],
  'First page': [['search.page', 0]],
  'Previous page': [['search.page', 0]],
  'Next page': [['search.page', 4]],
  '25 rows per page': [['live.limit', 25]],
  '50 rows per page': [['live.limit', 50]],
  '100 rows per page': [['live.limit', 100]],
  'Compare selected rows': [['openers.compare', events]],
  'Clear selection': [['rows.clearSelection']],
  'Choose columns': [['press Columns']],
  'Show all columns': [['columns.change', { hidden: [] }]],
  'Save this search': [['openers.saveSearch']],
  'Copy search': 'eventscope:search?',
  'Run in Beta': [
    ['goTo', 'two', { filters: { propertyFilters: [] }, limit: 2, offset: 0, sort: null, columns: null, event: null }],
  ],
  'Copy the search as cURL': '{"limit":50,"offset":0}',
  'Load all': [['press Load all']],
  Snapshots: [['dialogs.snapshots']],
  'Export this page': [['live.export', 'page']],
  'Export selected rows': [['live.export', 'selection']],
  'When did it start?': [['press Over time'], ['times.find', 'first']],
  'When did it stop?': [['press Over time'], ['times.find', 'last']],
  'Events over time': [['press Over time']],
  Totals: [['press Totals']],
  'Totals of this page': [['press Totals of this page']],
  'Export all matches': [['live.export', 'all']],
  'Go to filters': [['filters.goTo']],
  'Show or hide filters': [['filters.toggle']],
  'Search with these filters': [['filters.submit']],
  'Clear filters': [['filters.clear']],
  'Previous event': [['steps.previous']],
  'Next event': [['steps.next']],
  'Similar events': [['details.findOthers', OTHERS]],
  'Copy event ID': 'evt_1',
  'Copy JSON': '"event_id": "evt_1"',
  'Copy as cURL': "'https://one.example/v1/events/evt_1'",
  'Close details': [['details.close']],
  'Switch to Beta': [['actions.open', 'two']],
  'Add connection': [['dialogs.add']],
  'Explore sample data': [['actions.exploreSampleData']],
  'Customer names': [['dialogs.names']],
  'Edit connection': [['dialogs.edit']],
  'Replace API key': [['dialogs.token']],
  'Forget API key': [['dialogs.forget']],
  'Delete connection': [['dialogs.delete']],
  'Light theme': [['changeSettings', { theme: 'light' }]],
  'Dark theme': [['changeSettings', { theme: 'dark' }]],
  'System theme': [['changeSettings', { theme: 'auto' }]],
  'Choose time zone': [['dialogs.settings']],
  'Show times in UTC': [['changeSettings', { zone: 'UTC' }]],
  Reports: [],
  Activity: [['dialogs.activity']],
  Settings: [['dialogs.settings']],
  Help: [['dialogs.help']],
}

async function whatRuns(situation: Situation, label: string) {
  heard = []
  await navigator.clipboard.writeText('')
  const command = commandsIn(situation).find((one) => one.label === label)
  command?.run()
  await new Promise((done) => setTimeout(done, 0))
  return { heard, clipboard: await navigator.clipboard.readText() }
}

test('of rows that are there, these commands are offered', () => {
  expect(labelsIn(USUAL)).toEqual(Object.keys(USUALLY))
})

test('"Reports" opens the report of the open connection', async () => {
  await whatRuns(USUAL, 'Reports')
  expect(shownCase.connectionId()).toBe(ALPHA.id)
})

test.each(Object.entries(USUALLY))('"%s" does what it says', async (label, expected) => {
  const ran = await whatRuns(USUAL, label)
  if (typeof expected === 'string') expect(ran).toEqual({ heard: [], clipboard: expect.stringContaining(expected) })
  else expect(ran).toEqual({ heard: expected, clipboard: '' })
})

const OF_ROWS = ['Export this page', 'Export selected rows', 'Export all matches']
const OF_PAGES = ['First page', 'Previous page']
const OF_TIMES = ['When did it start?', 'When did it stop?', 'Events over time']
const OF_DETAILS = [
  'Previous event',
  'Next event',
  'Similar events',
  'Copy event ID',
  'Copy JSON',
  'Copy as cURL',
  'Close details',
]

const CONDITIONS: [string, Situation, string[], string[]][] = [
  ['on the first page', { search: { shown: rowsAt(0, 10) } }, [], OF_PAGES],
  ['on the only page', { search: { shown: rowsAt(0, 2) } }, [], [...OF_PAGES, 'Next page']],
  [
    'before the first rows',
    { search: {}, selected: 0 },
    [],
    [
      ...[...OF_PAGES, 'Next page', 'Clear selection', 'Load all', 'Export this page', 'Export selected rows'],
      ...[...OF_TIMES, 'Totals', 'Totals of this page', 'Export all matches'],
    ],
  ],
  ['while a search is under way', { search: { ...USUAL.search, loading: {} as never } }, ['Cancel search'], []],
  ['after a failure', { search: { ...USUAL.search, failure: unreachable } }, ['Retry'], []],
  ['with newer rows', { search: { ...USUAL.search, newer: {} as never } }, ['Show newer results'], []],
  ['with nothing selected', { selected: 0 }, [], ['Clear selection', 'Export selected rows']],
  ['with all columns', { hidden: [] }, [], ['Show all columns']],
  ['without details', { view: null }, [], OF_DETAILS],
  ['without auto-refresh', { autoRefresh: { kind: 'off' } }, ['Auto-refresh every 30 s'], ['Auto-refresh off']],
  [
    'on the sample data',
    { current: SAMPLE, connections: [ALPHA, SAMPLE] },
    ['Run in Alpha', 'Switch to Alpha', 'Save Nordlicht’s invoice'],
    [
      ...['Run in Beta', 'Switch to Beta', 'Explore sample data'],
      ...['Edit connection', 'Forget API key', 'Delete connection'],
    ],
  ],
  ['without an API key', { current: { ...ALPHA, token: { place: 'nowhere' } } }, [], ['Forget API key']],
  [
    'on an opened snapshot',
    { isCovered: true },
    ['Back to live'],
    [
      ...[
        'Auto-refresh every 10 s',
        'Auto-refresh every 1 min',
        'Auto-refresh off',
        'Clear selection',
        ...OF_ROWS.slice(0, 2),
      ],
      ...[...OF_TIMES, 'Totals', 'Totals of this page', 'Export all matches', ...OF_DETAILS],
    ],
  ],
]

test.each(CONDITIONS)('%s others are offered', (_, situation, added, missing) => {
  expect(changedIn(situation)).toEqual({ added, missing })
})

const ELSEWHERE: [string, string, Situation, unknown[]][] = [
  ['Cancel search', 'while one is under way', { search: { loading: {} as never } }, [['search.cancel']]],
  ['Retry', 'after a failure', { search: { failure: unreachable } }, [['search.retry']]],
  ['Show newer results', 'where there are', { search: { newer: {} as never } }, [['search.showNewer']]],
  ['Auto-refresh every 30 s', 'at first', { autoRefresh: { kind: 'off' } }, [['autoRefresh.choose', 30]]],
  ['When did it start?', 'on the only page', { search: { shown: rowsAt(0, 2) } }, [['press Over time']]],
  ['Save Nordlicht’s invoice', 'on the sample data', { current: SAMPLE }, [['actions.saveSampleInvoice']]],
  ['Back to live', 'on a snapshot', { isCovered: true }, [['backToLive']]],
  ['Refresh', 'on a snapshot', { isCovered: true }, [['backToLive'], ['search.refresh']]],
  ['Show or hide filters', 'on a snapshot', { isCovered: true }, [['backToLive'], ['filters.goTo']]],
  ['Clear filters', 'on a snapshot', { isCovered: true }, [['backToLive'], ['filters.clear']]],
]

test.each(ELSEWHERE)('"%s" %s', async (label, _, situation, expected) => {
  expect((await whatRuns(situation, label)).heard).toEqual(expected)
})

test('with one row selected, comparing leads to the rows and says what is missing', async () => {
  const command = commandsIn({ selected: 1 }).find(({ label }) => label === 'Compare selected rows')
  expect(command?.detail).toContain('Select two rows first')
  command?.run()
  expect(heard).toEqual([])
  expect(document.activeElement?.id).toBe('first-cell')
})
