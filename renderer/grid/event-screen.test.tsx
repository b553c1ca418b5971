// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act as actOfReact, StrictMode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Event } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { namesByConnection } from '../ui/names-by-connection.ts'
import { USUAL_COLUMNS } from './column-choice.ts'
import { EventActionsProvider, EventPanes, leaveDetails } from './event-panes.tsx'
import type { EventRows } from './event-rows.ts'
import { EventScreen, offeredProperties, propertyNames, useEventScreen } from './event-screen.tsx'
import type { FilterValue } from './filter-by.ts'
import type { Selection } from './use-row-selection.ts'

const EVENTS = Array.from({ length: 8 }, (_, row) => someEvent({ eventId: `evt_${row}`, customerId: `cus_${row}` }))
const LOADED = 5

/** A list with only its first rows loaded. Reads are recorded, and find nothing if `isGone`. */
function listOf(events: readonly Event[], { limit = null, isGone = false }: Partial<ListOptions> = {}) {
  const asked: [number, number][] = []
  const rows: EventRows = {
    count: events.length,
    at: (row) => (row < LOADED ? (events[row] ?? null) : null),
    all: null,
    read: async (first, last) => {
      asked.push([first, last])
      return isGone ? null : events.slice(first, last + 1)
    },
    limit,
  }
  return { rows, asked }
}

interface ListOptions {
  limit: EventRows['limit']
  isGone: boolean
}

interface ScreenProps {
  rows: readonly Event[] | EventRows
  onCompare: (events: readonly Event[]) => void
  onFilter: (value: FilterValue) => void
  notice: string | null
  isBusy: boolean
}

/** Rows and the details of the open one beside them, as on both event screens. */
function Screen({ rows, onCompare, onFilter, notice, isBusy }: ScreenProps) {
  return (
    <MantineProvider env="test">
      <Notifications />
      <EventActionsProvider value={{ open: () => {}, compare: onCompare }}>
        <Panes rows={rows} onFilter={onFilter} notice={notice} isBusy={isBusy} />
      </EventActionsProvider>
    </MantineProvider>
  )
}

function Panes({ rows, onFilter, notice, isBusy }: Omit<ScreenProps, 'onCompare'>) {
  const [selection, change] = useState<Selection>(new Map())
  const [openRow, setOpenRow] = useState(-1)
  const [choice, setChoice] = useState(USUAL_COLUMNS)
  const [sort, changeSort] = useState<{ column: string; descending: boolean } | null>(null)
  const [alone, setAlone] = useState(false)
  const screen = useEventScreen({
    rows,
    key: 'view',
    choice,
    onChoice: setChoice,
    offer: { of: 'view', events: EVENTS.slice(0, LOADED), money: [], besides: null },
    sorting: { sort, change: changeSort },
    chosen: { selection, change },
    onShownColumns: nothing,
  })
  const close = () => leaveDetails(() => setOpenRow(-1), false)
  return (
    <EventPanes
      narrow={false}
      details={{
        content: openRow < 0 ? null : <Details event={screen.rows.at(openRow)} onClose={close} />,
        width: 300,
        resize: nothing,
        close,
      }}
    >
      <EventScreen
        screen={screen}
        view={{ name: 'rows here', answered: null, receivedAt: null, markOf: () => null }}
        progress={{ busy: isBusy, coming: false, isOther: isBusy }}
        zone="UTC"
        opened={{ index: openRow, event: screen.rows.at(openRow), open: setOpenRow }}
        filterBy={{
          isApplied: () => false,
          toggle: (value) => (value.kind === 'property' ? null : () => onFilter(value)),
        }}
        use={{ connectionId: 'one', billingZone: 'UTC', alone, onShow: setAlone, onExport: nothing }}
        layout={{ className: undefined, below: [] }}
        parts={{
          bar: <div data-bar>{screen.columnsMenu}</div>,
          notice: notice && <p>{notice}</p>,
          instead: null,
          foot: <p>Foot</p>,
        }}
      />
    </EventPanes>
  )
}

function Details({ event, onClose }: { event: Event | null; onClose: () => void }) {
  return (
    <section aria-label="Event details">
      {event?.eventId}
      <button type="button" aria-label="Close details" onClick={onClose} />
    </section>
  )
}

const nothing = () => {}
const PATIENT = { timeout: 60_000, interval: 20 }

/** Outside of this, React updates as in a window: lazy parts appear once loaded. */
async function act(run: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await actOfReact(async () => run())
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
}

let root: Root
let box: HTMLElement

beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})

afterEach(async () => {
  await act(() => {
    notifications.clean()
    root.unmount()
  })
  box.remove()
})

async function shown(rows: readonly Event[] | EventRows, others: Partial<ScreenProps> = {}) {
  const compared: (readonly Event[])[] = []
  const filtered: FilterValue[] = []
  async function draw(changed: Partial<ScreenProps> = {}) {
    const props = { rows, notice: null, isBusy: false, ...others, ...changed }
    const screen = (
      <Screen {...props} onCompare={(events) => compared.push(events)} onFilter={(value) => filtered.push(value)} />
    )
    await act(() => root.render(<StrictMode>{screen}</StrictMode>))
  }
  await draw()
  // The tools load after the first rows.
  await vi.waitFor(() => expect(found('button[aria-label="Columns"]')).not.toBeNull(), PATIENT)
  return { draw, compared, filtered }
}

const found = (selector: string) => document.querySelector<HTMLElement>(selector)
const cell = (row: number, column: number) => found(`[data-row="${row}"] > :nth-child(${column + 1})`)!
const checkbox = (row: number) => found(`[data-row="${row}"] input`) as HTMLInputElement
const all = () => found('[data-row="-1"] input') as HTMLInputElement
const bar = () => found('[role="toolbar"][aria-label="Selection"]')
const details = () => found('[aria-label="Event details"]')
const selectedIds = () =>
  [...document.querySelectorAll('[data-event-id][aria-selected="true"]')].map((row) =>
    row.getAttribute('data-event-id'),
  )
const ids = (...rows: number[]) => rows.map((row) => `evt_${row}`)

/** Runs a press or click, and waits for its updates and reads. */
async function happen(run: () => void) {
  await act(run)
  await act(nothing)
}

const click = (element: HTMLElement, init: MouseEventInit = {}) =>
  happen(() => void element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })))

const press = (key: string, init: KeyboardEventInit = {}) =>
  happen(() => {
    const keyDown = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
    document.activeElement?.dispatchEvent(keyDown)
  })

/** The text that a copy puts on the clipboard. */
async function copied(): Promise<string> {
  const clipboard = new Map<string, string>()
  const copy = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => clipboard.set(type, text) },
  })
  await happen(() => void (document.activeElement ?? document.body).dispatchEvent(copy))
  return clipboard.get('text/plain') ?? ''
}

const notificationShows = (words: string) =>
  vi.waitFor(() => expect(found('.mantine-Notification-root')?.textContent).toBe(words), PATIENT)

test('what looks like the open event again is marked, and nothing while none is open', async () => {
  const key = { name: 'idempotency_key', kind: 'string' as const, text: 'k1' }
  const at = (eventId: string, second: number, properties: Event['properties']) =>
    someEvent({ eventId, createdAt: `2026-10-23T07:00:0${second}Z`, properties })
  await shown([at('evt_0', 2, [key]), at('evt_1', 2, []), at('evt_2', 4, [key])])
  const marks = () => [...document.querySelectorAll('[data-again]')].map((row) => row.getAttribute('data-event-id'))
  expect(marks()).toEqual([])
  await click(cell(2, 2))
  await vi.waitFor(() => expect(marks()).toEqual(['evt_0']), PATIENT)
  expect(found('[data-again] [title]')?.title).toBe(
    'Looks like the open event again: 2 s earlier, same idempotency_key',
  )
  const describedBy = checkbox(0).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(describedBy)?.textContent).toMatch(/^Looks like the open event again/)
})

test('a customer’s name stands behind the ID, and is in no copy', async () => {
  namesByConnection.setState({ one: new Map([['cus_1', 'Nordlicht Logistik']]) })
  onTestFinished(() => namesByConnection.setState({}, true))
  await shown(EVENTS)
  const at = [...document.querySelectorAll('[data-row="1"] > td')].findIndex(({ textContent }) =>
    textContent?.startsWith('cus_1'),
  )
  expect(cell(1, at).textContent).toBe('cus_1 Nordlicht Logistik')
  await happen(() => cell(1, at).focus())
  expect(await copied()).toBe('cus_1')
  await click(checkbox(1))
  expect(await copied()).not.toContain('Nordlicht')
})

describe.each([
  ['a page, all of whose rows are there', () => EVENTS],
  ['a list, only some of whose rows are loaded', () => listOf(EVENTS).rows],
])('over %s', (_, rowsOf) => {
  test('rows are selected one by one, as a range, all and none', async () => {
    await shown(rowsOf())
    expect(bar()).toBeNull()
    await click(checkbox(1))
    expect(selectedIds()).toEqual(ids(1))
    expect(bar()?.textContent).toContain('1 selected')
    await click(checkbox(3), { shiftKey: true })
    expect(selectedIds()).toEqual(ids(1, 2, 3))
    expect(all().indeterminate).toBe(true)
    await click(all())
    expect(bar()?.textContent).toContain('8 selected')
    expect(all().checked).toBe(true)
    await click(all())
    expect(bar()).toBeNull()
    expect(selectedIds()).toEqual([])
  })

  test('the keys move, select, extend and take back', async () => {
    await shown(rowsOf())
    await happen(() => cell(0, 1).focus())
    await press('ArrowDown')
    expect(document.activeElement).toBe(cell(1, 1))
    await press(' ')
    expect(selectedIds()).toEqual(ids(1))
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    expect(selectedIds()).toEqual(ids(1, 2, 3))
    await press('ArrowUp', { shiftKey: true })
    expect(selectedIds()).toEqual(ids(1, 2))
    await press('a', { ctrlKey: true })
    expect(bar()?.textContent).toContain('8 selected')
  })

  test('Enter opens the details, which follow the focus; closed, they give it back to the row', async () => {
    await shown(rowsOf())
    await happen(() => cell(2, 1).focus())
    await press('Enter')
    expect(details()?.textContent).toBe('evt_2')
    expect(found('[data-row="2"]')?.getAttribute('aria-current')).toBe('true')
    await press('ArrowDown')
    expect(details()?.textContent).toBe('evt_3')
    const close = found('[aria-label="Close details"]')!
    await happen(() => close.focus())
    await click(close)
    expect(details()).toBeNull()
    expect(document.activeElement).toBe(cell(3, 1))
  })

  test('a click opens a row; with Shift it selects', async () => {
    await shown(rowsOf())
    await click(cell(1, 2))
    expect(details()?.textContent).toBe('evt_1')
    await click(cell(3, 2), { shiftKey: true })
    expect(details()?.textContent).toBe('evt_1')
    expect(selectedIds()).toEqual(ids(3))
  })

  test('the cell with the focus is copied, else the selected rows in the order on screen; both are said', async () => {
    await shown(rowsOf())
    await happen(() => cell(1, 2).focus())
    expect(await copied()).toBe('evt_1')
    await notificationShows('Cell copied')
    await click(checkbox(3))
    await click(checkbox(0))
    const lines = (await copied()).split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('evt_0')
    expect(lines[2]).toContain('evt_3')
    await notificationShows('2 rows copied')
  })

  test('"Clear" takes back "Show selected" too, and the focus goes to the rows', async () => {
    await shown(rowsOf())
    await click(checkbox(2))
    const show = found('[aria-label="Show selected"]')!
    await click(show)
    expect(show.getAttribute('aria-pressed')).toBe('true')
    const clear = found('[aria-label="Clear selection"]')!
    await happen(() => clear.focus())
    await click(clear)
    expect(bar()).toBeNull()
    expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull()
    await click(checkbox(2))
    expect(found('[aria-label="Show selected"]')?.getAttribute('aria-pressed')).toBe('false')
  })

  test('two selected rows are compared in the order on screen', async () => {
    const { compared } = await shown(rowsOf())
    await click(checkbox(3))
    await click(checkbox(1))
    const compare = [...bar()!.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare')!
    await click(compare)
    expect(compared).toEqual([[EVENTS[1], EVENTS[3]]])
  })

  test('the menu of a cell filters by its value', async () => {
    const { filtered } = await shown(rowsOf())
    const opens = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    await happen(() => void cell(2, 2).dispatchEvent(opens))
    const item = await vi.waitFor(() => found('[role="menuitem"]') ?? expect.fail('no menu'), PATIENT)
    expect(item.textContent).toBe('Filter by this')
    await click(item)
    expect(filtered).toEqual([{ kind: 'field', field: 'eventId', text: 'evt_2' }])
  })

  test('a value is filtered by with one click, on the one button over the cell under the pointer', async () => {
    const { filtered } = await shown(rowsOf())
    await vi.waitFor(() => expect(found('[data-cell-filter]')).not.toBeNull(), PATIENT)
    const filter = () => found('[data-cell-filter]') as HTMLButtonElement
    const over = (where: HTMLElement) =>
      happen(() => void where.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })))
    expect(filter().hidden).toBe(true)
    await over(cell(2, 2))
    expect(filter().hidden).toBe(false)
    await click(filter())
    expect(filtered).toEqual([{ kind: 'field', field: 'eventId', text: 'evt_2' }])
    expect(filter().hidden).toBe(true)
    expect(details()).toBeNull()
    // The checkbox of a row has no value.
    await over(cell(1, 2))
    await over(cell(1, 0))
    expect(filter().hidden).toBe(true)
  })

  test('a notice stands between the bar and the rows; rows of an earlier request are dimmed after a moment', async () => {
    const { draw } = await shown(rowsOf())
    const grid = () => found('[role="grid"]')!
    expect(grid().getAttribute('aria-busy')).toBe('false')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await draw({ notice: 'It failed', isBusy: true })
    expect(found('[data-bar]')?.nextElementSibling?.textContent).toBe('It failed')
    expect(grid().getAttribute('aria-busy')).toBe('true')
    expect(grid().hasAttribute('data-dimmed')).toBe(false)
    await act(() => vi.runOnlyPendingTimers())
    expect(grid().hasAttribute('data-dimmed')).toBe(true)
    await draw({ notice: null, isBusy: false })
    expect(grid().hasAttribute('data-dimmed')).toBe(false)
    expect(box.textContent).not.toContain('It failed')
  })
})

test('what is copied of selected text, of a field, or where something covers the rows, is left to the browser', async () => {
  await shown(EVENTS)
  await click(checkbox(0))
  const selection = document.getSelection()
  selection?.selectAllChildren(cell(1, 1))
  expect(await copied()).toBe('')
  await click(cell(1, 1))
  expect(details()).toBeNull()
  selection?.removeAllRanges()
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  field.focus()
  expect(await copied()).toBe('')
  field.blur()
  box.setAttribute('inert', '')
  expect(await copied()).toBe('')
  box.removeAttribute('inert')
  await vi.waitFor(async () => expect(await copied()).toContain('evt_0'), PATIENT)
})

test('keys with Alt move nothing, Enter with Ctrl opens nothing, and Shift selects no heads; Space is one press', async () => {
  await shown(EVENTS)
  await act(() => cell(0, 1).focus())
  await press('ArrowDown', { altKey: true })
  expect(document.activeElement === cell(0, 1)).toBe(true)
  await press('Enter', { ctrlKey: true })
  expect(details()).toBeNull()
  await press('ArrowUp', { shiftKey: true })
  expect([document.activeElement?.closest('[data-row]')?.getAttribute('data-row'), selectedIds()]).toEqual(['-1', []])
  const released = new KeyboardEvent('keyup', { key: ' ', bubbles: true, cancelable: true })
  await happen(() => void checkbox(0).dispatchEvent(released))
  expect(released.defaultPrevented).toBe(true)
})

describe('over a page', () => {
  test('its head sorts the rows, and a range still begins at the row it was begun at', async () => {
    await shown(EVENTS)
    await click(checkbox(1))
    const head = found('[data-column="Event ID"] button')!
    await click(head)
    await click(head)
    expect(cell(0, 2).textContent).toBe('evt_7')
    await click(checkbox(4), { shiftKey: true })
    expect(selectedIds().toSorted()).toEqual(ids(1, 2, 3))
  })
})

describe('over a list', () => {
  test('a range reads the rows that are not loaded, and no others', async () => {
    const { rows, asked } = listOf(EVENTS)
    await shown(rows)
    await click(checkbox(1))
    await click(checkbox(3), { shiftKey: true })
    expect(asked).toEqual([])
    await click(all())
    expect(asked).toEqual([[0, 7]])
  })

  test('what cannot be read is not selected, and that is said', async () => {
    await shown(listOf(EVENTS, { isGone: true }).rows)
    await click(checkbox(1))
    await click(all())
    await notificationShows('These rows could not be read. Try again.')
    expect(selectedIds()).toEqual(ids(1))
    expect(all().indeterminate).toBe(true)
  })

  test('more than the most are not selected, at once or in steps, and that is said', async () => {
    const { rows, asked } = listOf(EVENTS, { limit: { most: 2, words: 'At most 2.' } })
    await shown(rows)
    await click(checkbox(1))
    await click(checkbox(2))
    await click(checkbox(3))
    await notificationShows('At most 2.')
    expect(selectedIds()).toEqual(ids(1, 2))
    await click(all())
    expect(asked).toEqual([])
    expect(selectedIds()).toEqual(ids(1, 2))
  })
})

function events(...properties: string[]) {
  const sent = properties.map((each, index) => `{"event_id":"e${index}","event_properties":${each}}`)
  const read = parseSearchPage(`{"events":[${sent.join(',')}],"total":9,"limit":50,"offset":0}`)
  if (!read.ok) throw new Error('not a page')
  return read.page.events
}

test('the two numbers that most rows share; texts, rare ones and names that no head can hold are not offered', () => {
  const long = `"${'x'.repeat(10_000)}":1`
  const rows = events(
    `{"note":"1","rate":1,"quantity":2,"amount":3,${long},"rare":1}`,
    `{"note":"1","amount":"3","quantity":2,${long}}`,
    `{"amount":0.10,"amount":4,"rate":1}`,
    '{"amount":1}',
  )
  expect(offeredProperties(rows, [])).toEqual(['amount', 'rate'])
  expect(offeredProperties([], [])).toEqual([])
})

test('what the rules call money is offered first, beside two others, also where few rows have it as a number', () => {
  const rows = events('{"quantity":2,"rate":1,"total":3}', '{"quantity":2,"rate":1}', '{"quantity":2,"rate":1}')
  expect(offeredProperties(rows, ['total', 'not there'])).toEqual(['total', 'quantity', 'rate'])
  expect(offeredProperties(rows, ['rate'])).toEqual(['rate', 'quantity'])
})

test('names like __proto__ are names', () => {
  expect(offeredProperties(events('{"__proto__":1,"constructor":2}'), [])).toEqual(['__proto__', 'constructor'])
  expect(propertyNames(events('{"__proto__":1,"a":2}', '{"a":1,"toString":0}'))).toEqual(['__proto__', 'a', 'toString'])
})
