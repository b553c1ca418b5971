// @vitest-environment happy-dom
// The dialog over a real link to a backend that answers by hand. That its files are right is for the backend's tests.
import { createTheme, MantineProvider } from '@mantine/core'
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { act as actOfReact, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '../../../shared/contract/contract.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import type { ExportOptions, ExportPreview, ExportStart } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, portLink } from '../../bridge.ts'
import { connectBridge } from '../../ui/fixtures/answered-bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { takeFocus } from '../../ui/focus.ts'
import { createExports, createOwnExports } from '../store/page-exports.ts'
import { ExportDialog } from './export-dialog.tsx'
import type { DialogSubject, SnapshotSubject } from './export-subject.ts'

const DISK: Failure = { kind: 'disk', detail: 'full' }
const PREVIEW: ExportPreview = {
  fileName: 'eventscope-page.xlsx',
  receipt: null,
  rows: 2,
  of: null,
  words: '2 rows',
  order: 'as on screen',
  rules: null,
  areRulesUnreadable: false,
  table: { heads: ['event_id'], rows: [[{ text: 'evt_1', kind: 'text', changed: null }]] },
  lines: null,
  looked: 2,
  properties: [
    { name: 'amount', numbers: 2 },
    { name: 'region', numbers: 0 },
    { name: 'idempotency_key', numbers: 0 },
  ],
  changed: [],
  besides: 0,
}

interface Answers {
  remembered: string | null
  preview: Partial<ExportPreview>
  /** A failure of the call: each is answered once, then as usual. */
  failing: Partial<Record<'open' | 'preview' | 'start', Failure>>
  start: ExportStart
  /** Resolves once rows may be taken. */
  taken: Promise<void>
}

let answers: Answers
/** The calls that arrived, with what they are about. */
let calls: string[] = []
let previewed: ExportOptions[] = []
let started: ExportOptions[] = []

function fail(call: keyof Answers['failing']): void {
  const failure = answers.failing[call]
  delete answers.failing[call]
  if (failure !== undefined) throw new ORPCError('FAILURE', { data: failure })
}

const os = implement(contract)
const handler = new RPCHandler({
  exports: {
    open: os.exports.open.handler(({ input }) => {
      calls.push(`open ${input.of}`)
      fail('open')
      return { exportId: `e${calls.length}` }
    }),
    add: os.exports.add.handler(async ({ input }) => {
      calls.push(`add ${input.sources.length}`)
      await answers.taken
      return { rows: input.sources.length }
    }),
    preview: os.exports.preview.handler(({ input }) => {
      previewed.push(input.options)
      fail('preview')
      return { ...PREVIEW, ...answers.preview }
    }),
    start: os.exports.start.handler(({ input }) => {
      fail('start')
      started.push(input.options)
      return answers.start
    }),
    startAll: os.exports.startAll.handler(({ input }) => {
      calls.push('startAll')
      started.push(input.options)
      return { kind: 'begun' as const, exportId: 'all' }
    }),
    cancel: os.exports.cancel.handler(() => {
      calls.push('cancel')
      return null
    }),
    list: os.exports.list.handler(() => []),
  },
  remembered: {
    read: os.remembered.read.handler(() => answers.remembered),
    write: os.remembered.write.handler(() => null),
  },
})

const { port1, port2 } = new MessageChannel()

let disconnect = () => {}

beforeAll(() => {
  handler.upgrade(port2)
  port2.start()
  disconnect = connectBridge(portLink(port1))
})
afterAll(() => {
  disconnect()
  port1.close()
})

const rowsOfScreen = {
  zone: 'Europe/Berlin',
  onScreen: [{ field: 'eventId' as const }, { field: 'customerId' as const }],
  events: [1, 2].map((number) => someEvent({ eventId: `evt_${number}` })),
  filters: { propertyFilters: [] },
}
/** What is remembered is kept in the page by connection, so each test has one of its own. */
let connectionId = ''
const page = (changed: object = {}) => ({ ...rowsOfScreen, of: 'page', connectionId, ...changed }) as DialogSubject
const snapshot = (changed: Partial<SnapshotSubject> = {}): SnapshotSubject => ({
  of: 'snapshot',
  connectionId,
  zone: 'UTC',
  onScreen: [],
  snapshotId: 's1',
  scope: null,
  sort: null,
  name: 'October',
  ...changed,
})
const matches = (changed: object = {}) =>
  page({
    of: 'all',
    order: {
      connectionId,
      account: 1,
      search: { propertyFilters: [] },
      range: { from: null, until: null, zone: 'UTC' },
    },
    cost: { events: 2_195, requests: 22, ms: 2_000 },
    recent: null,
    ...changed,
  })

/** Of the page's theme, what moves the focus. */
const theme = createTheme({ components: { ModalContent: { defaultProps: { ref: takeFocus } } } })

/** A button that opens the dialog. */
function Opener({ subject }: { subject: DialogSubject }) {
  const [isOpen, setOpen] = useState(false)
  const [exports] = useState(() =>
    createExports({
      bridge,
      snapshots: {
        state: () => ({ list: null }),
        subscribe: () => () => {},
        resume: async () => ({ ok: true, value: null }),
        refresh: async () => {},
        opensOn: () => {},
      },
      begunHere: createOwnExports('begun', sessionStorage),
      cleared: createOwnExports('cleared', sessionStorage),
      later: manualTimers().later,
      download: (address) => calls.push(`download ${address}`),
    }),
  )
  return (
    <MantineProvider env="test" theme={theme}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ExportDialog
        opened={isOpen}
        subject={subject}
        connectionName="Billing"
        exports={exports}
        onClose={() => setOpen(false)}
      />
    </MantineProvider>
  )
}

let root: Root
let box: HTMLElement
let tests = 0

beforeEach(() => {
  tests += 1
  connectionId = `connection ${tests}`
  calls = []
  previewed = []
  started = []
  answers = {
    remembered: null,
    preview: {},
    failing: {},
    start: { kind: 'download', address: '/downloads/x' },
    taken: Promise.resolve(),
  }
  sessionStorage.clear()
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(() => root.unmount())
  box.remove()
})

const PATIENT = { timeout: 60_000, interval: 10 }
const eventually = (check: () => void) => vi.waitFor(check, PATIENT)

/** Outside of this, React updates as in a window: answers show once they have come. */
async function act(run: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await actOfReact(async () => run())
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
}

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const words = () => dialog()?.textContent ?? ''
const buttonOf = (name: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === name) as HTMLButtonElement
const labels = () => [...(dialog()?.querySelectorAll<HTMLLabelElement>('label') ?? [])]
const nameOf = (label: HTMLLabelElement) => label.textContent ?? ''
/** The fields in their order, but not the columns to be ticked. */
const fields = () =>
  labels()
    .filter((label) => label.closest('fieldset') === null)
    .map(nameOf)

function field(name: string): HTMLInputElement | HTMLSelectElement {
  const label = labels().find((one) => nameOf(one) === name)
  if (label === undefined) throw new Error(`No field “${name}” among ${fields().join(', ')}`)
  return document.getElementById(label.htmlFor) as HTMLInputElement
}

const column = (name: string) =>
  dialog()?.querySelector<HTMLInputElement>(`fieldset input[aria-label="${name}"]`) ?? null
const ticked = () =>
  [...(dialog()?.querySelectorAll<HTMLInputElement>('fieldset input:checked') ?? [])].map((one) =>
    one.getAttribute('aria-label'),
  )

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

const click = (element: HTMLElement | null) => act(() => element?.click())

/** As a user would: React listens to the event, not to the value. */
function enter(name: string, text: string): Promise<void> {
  const element = field(name)
  const isSelect = element.tagName === 'SELECT'
  const { prototype } = isSelect ? HTMLSelectElement : HTMLInputElement
  return act(() => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text)
    element.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
  })
}

/** Opened, with its rows at the backend and the first preview on screen. */
async function shown(subject: DialogSubject): Promise<void> {
  await act(() => root.render(<Opener subject={subject} />))
  buttonOf('Open').focus()
  await click(buttonOf('Open'))
  await eventually(() => expect(words()).toContain('event_id'))
}

const start = () => click(buttonOf('Start export'))

describe('fields', () => {
  test('are those of the format: Excel first, and the focus on the choice', async () => {
    await shown(page())
    expect(field('Format').value).toBe('xlsx')
    await eventually(() => expect(document.activeElement).toBe(field('Format')))
    expect(fields()).toEqual(['Format', 'Columns', 'Properties', 'Time zone for dates', 'Exact sum of'])
    await enter('Format', 'csv')
    expect(fields()).toEqual([
      'Format',
      'Columns',
      'Properties',
      'Time zone for dates',
      'Separator',
      'Decimal sign',
      'Guard formulas with an apostrophe',
    ])
    await enter('Format', 'ndjson')
    expect(fields()).toEqual(['Format', 'Columns'])
    expect(words()).not.toContain('not encrypted')
    expect(words()).not.toContain('_decimal')
    await enter('Format', 'parquet')
    expect(describedBy(field('Format'))).toBe('The file is not encrypted.')
    expect(words()).toContain(
      'Numbers have two columns: “amount” is the text as it was sent, “amount_decimal” is the number to calculate with.',
    )
  })

  test('of a snapshot have an order, which its sorting decides where there is one', async () => {
    await shown(snapshot())
    expect(fields()).toEqual(['Format', 'Columns', 'Properties', 'Time zone for dates', 'Order', 'Exact sum of'])
    expect(field('Order').value).toBe('oldest')
    await enter('Order', 'newest')
    await eventually(() => expect(previewed.at(-1)?.first).toBe('newest'))
    await click(buttonOf('Cancel export'))
    await act(() => root.unmount())
    root = createRoot(box)
    await shown(snapshot({ sort: { key: { of: 'field', field: 'eventCode' }, descending: false } }))
    expect([field('Order').textContent, field('Order').title]).toEqual([
      'As on screen',
      'To choose an order, remove the sorting in “Events”',
    ])
  })

  test('are as they were left on the connection', async () => {
    const left = {
      columns: 'all',
      chosen: null,
      internal: null,
      properties: 'one',
      zone: null,
      guarded: false,
      sum: null,
    }
    answers.remembered = JSON.stringify({ ...left, format: 'csv', separator: 'Tab', decimal: ',', first: 'oldest' })
    await shown(page())
    expect([field('Format').value, field('Separator').value, field('Decimal sign').value]).toEqual(['csv', 'Tab', ','])
    expect(field('Properties').value).toBe('one')
    expect(previewed.at(-1)).toMatchObject({ format: 'csv', separator: '\t', decimal: ',', guarded: false })
  })
})

describe('columns', () => {
  test('that are chosen begin with those on screen, and are in the file as they are ticked', async () => {
    await shown(page())
    await enter('Columns', 'chosen')
    expect(ticked()).toEqual(['event_id', 'customer_id'])
    await click(column('region'))
    await click(column('event_id'))
    await eventually(() =>
      expect(previewed.at(-1)?.columns).toEqual({
        are: 'chosen',
        columns: [{ field: 'customerId' }, { property: 'region' }],
      }),
    )
  })

  test('none of which is ticked is said at the list, and nothing is begun', async () => {
    await shown(page())
    await enter('Columns', 'chosen')
    await click(column('event_id'))
    await click(column('customer_id'))
    expect(dialog()?.querySelector('fieldset [role="alert"]')?.textContent).toBe('Choose at least one column.')
    await start()
    expect(dialog()?.querySelector('fieldset')?.contains(document.activeElement)).toBe(true)
    expect(started).toEqual([])
  })

  test('for the customer leave out what is internal, and have no receipt', async () => {
    await shown(matches())
    expect(words()).toContain('with a receipt')
    expect(words()).toMatch(/eventscope-billing-\d{8}-\d{6}Z\.xlsx/)
    await enter('Columns', 'customer')
    // As the file is called: the customer is not told the connection.
    expect(words()).toMatch(/usage-\d{8}-\d{6}Z\.xlsx/)
    expect([column('idempotency_key')?.checked, column('region')?.checked]).toEqual([false, true])
    expect(words()).not.toContain('with a receipt')
    await click(column('region'))
    await eventually(() =>
      expect(previewed.at(-1)?.columns).toEqual({
        are: 'for-the-customer',
        leave: [{ property: 'region' }, { property: 'idempotency_key' }],
      }),
    )
  })

  test('as on screen are not offered where there is no table', async () => {
    await shown(page())
    const offered = () => [...field('Columns').querySelectorAll('option')].map((option) => option.textContent)
    expect(offered()).toEqual(['All', 'As on screen', 'Chosen', 'For the customer'])
    await click(buttonOf('Cancel export'))
    await act(() => root.render(<Opener subject={page({ onScreen: [] })} />))
    await click(buttonOf('Open'))
    await eventually(() => expect(offered()).toEqual(['All', 'Chosen', 'For the customer']))
  })
})

describe('what cannot be written', () => {
  test.each([
    ['csv', 'Separator', 'a pipe', 'Choose a comma, a semicolon or a tab.', ';'],
    ['xlsx', 'Time zone for dates', 'Mars/Olympus', 'The time zone “Mars/Olympus” is not known here.', 'UTC'],
    ['xlsx', 'Time zone for dates', '', 'Enter a time zone such as Europe/Berlin or UTC.', 'Asia/Tokyo'],
  ])('%s: %s “%s” is refused at its field', async (format, name, text, problem, good) => {
    await shown(page())
    await enter('Format', format)
    await enter(name, text)
    expect(field(name).getAttribute('aria-invalid')).not.toBe('true')
    await start()
    await eventually(() => expect(document.activeElement).toBe(field(name)))
    expect([field(name).value, field(name).getAttribute('aria-invalid')]).toEqual([text, 'true'])
    expect(describedBy(field(name))).toBe(problem)
    expect(started).toEqual([])
    await enter(name, good)
    expect(field(name).getAttribute('aria-invalid')).not.toBe('true')
    await start()
    await eventually(() => expect(dialog()).toBeNull())
    expect(started).toHaveLength(1)
  })

  test('is said once its field is left', async () => {
    await shown(page())
    await enter('Format', 'csv')
    await enter('Separator', 'a pipe')
    expect(describedBy(field('Separator'))).toBe('')
    await act(() => field('Separator').dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    expect(describedBy(field('Separator'))).toBe('Choose a comma, a semicolon or a tab.')
  })

  test('a semicolon proposes the comma as the decimal sign, and a comma the point', async () => {
    await shown(page())
    await enter('Format', 'csv')
    await enter('Separator', ';')
    expect(field('Decimal sign').value).toBe(',')
    await enter('Separator', 'Comma')
    expect(field('Decimal sign').value).toBe('.')
  })

  test('no rows at all: that is said, and nothing can be started', async () => {
    await shown(page({ events: [] }))
    expect(words()).toContain('There is nothing to export.')
    expect(buttonOf('Start export').getAttribute('aria-disabled')).toBe('true')
    await start()
    expect([started, dialog() === null]).toEqual([[], false])
  })

  test('rows that are not with the backend yet', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.taken = promise
    await act(() => root.render(<Opener subject={page()} />))
    await click(buttonOf('Open'))
    await eventually(() => expect(calls).toContain('add 2'))
    expect(buttonOf('Start export').getAttribute('aria-disabled')).toBe('true')
    await start()
    expect(started).toEqual([])
    resolve()
    await eventually(() => expect(buttonOf('Start export').getAttribute('aria-disabled')).not.toBe('true'))
  })
})

describe('sentences', () => {
  test('what a spreadsheet would change, what columns do not hold, and what events are worth', async () => {
    answers.preview = { changed: [{ how: 'date', cells: 3 }], besides: 1, rules: 'v1' }
    await shown(page())
    expect(words()).toContain('2 rows: all of this page')
    expect(words()).toContain('1 of 2 lines')
    expect(words()).toContain('This Excel file keeps 3 cells that a spreadsheet would change in a CSV.')
    expect(words()).toContain('1 row hold more than these columns show.')
    expect(words()).toContain('By your price rules: what its events are worth is above its rows')
    expect(words()).toContain('These rows are only part of the events, so what is billed by the month is not valued.')
    await enter('Format', 'csv')
    expect(words()).toContain('A spreadsheet would change 3 cells of this CSV.')
  })

  test('all matches: what reading them takes, and a snapshot of minutes ago in its place only if it is chosen', async () => {
    const recent = { subject: snapshot(), rows: 2_195, readAt: new Date(Date.now() - 120_000).toISOString() }
    await shown(matches({ recent }))
    expect(words()).toContain('All 2,195 matches. Takes about 22 requests, 2 s; then the file is written.')
    expect(words()).toContain('A preview of the rows on screen.')
    expect(words()).toMatch(/with a receipt, .*\.xlsx\.datapackage\.json/)
    const offer = field('Use the snapshot read 2 min ago') as HTMLInputElement
    expect([offer.checked, describedBy(offer)]).toEqual([
      false,
      '“October” is a snapshot of this search: all 2,195 events read. Nothing is read again.',
    ])
    await click(offer)
    await eventually(() => expect(words()).toContain('2 rows of the snapshot “October”'))
    expect(calls.filter((call) => call.startsWith('open'))).toEqual(['open page', 'open snapshot'])
    await start()
    await eventually(() => expect(dialog()).toBeNull())
    expect([started.length, calls.includes('startAll')]).toEqual([1, false])
  })
})

describe('started', () => {
  test('it begins as chosen, closes, gives back the focus, and is not cancelled', async () => {
    await shown(page())
    await enter('Format', 'ndjson')
    await start()
    await eventually(() => expect(dialog()).toBeNull())
    expect(started).toEqual([
      expect.objectContaining({ format: 'ndjson', columns: { are: 'all' }, zone: 'Europe/Berlin' }),
    ])
    expect(calls).toEqual(['open page', 'add 2', 'download /downloads/x'])
    await eventually(() => expect(document.activeElement).toBe(buttonOf('Open')))
  })

  test('all matches are read as they are searched for; the sample is given up', async () => {
    await shown(matches())
    await start()
    await eventually(() => expect(dialog()).toBeNull())
    await eventually(() => expect(calls).toEqual(['open page', 'add 2', 'startAll', 'cancel']))
  })

  test('without a place for it, it stays open and says that no file was written', async () => {
    answers.start = { kind: 'dismissed' }
    await shown(page())
    await start()
    await eventually(() =>
      expect(dialog()?.querySelector('form [role="status"]')?.textContent).toBe(
        'No location was chosen, so no file was written.',
      ),
    )
    expect(calls).not.toContain('cancel')
  })

  test('refused, it stays open with the failure, and can be started again', async () => {
    answers.failing = { start: DISK }
    await shown(page())
    await start()
    await eventually(() => expect(dialog()?.querySelector('[data-failure="disk"]')).not.toBeNull())
    await start()
    await eventually(() => expect(dialog()).toBeNull())
  })
})

test('rows that could not be sent are sent again on “Retry”', async () => {
  answers.failing = { open: DISK }
  await act(() => root.render(<Opener subject={page()} />))
  await click(buttonOf('Open'))
  await eventually(() => expect(dialog()?.querySelector('[data-failure="disk"]')).not.toBeNull())
  await click(buttonOf('Retry'))
  await eventually(() => expect(words()).toContain('event_id'))
  expect(calls).toEqual(['open page', 'open page', 'add 2'])
  expect(dialog()?.querySelector('[data-failure]')).toBeNull()
})

test('a preview that failed is a failure until other choices bring one', async () => {
  await shown(page())
  answers.failing = { preview: DISK }
  await enter('Properties', 'one')
  await eventually(() => expect(dialog()?.querySelector('[data-failure="disk"]')).not.toBeNull())
  await enter('Properties', 'columns')
  await eventually(() => expect(dialog()?.querySelector('[data-failure]')).toBeNull())
})

test('closed without a start, it is cancelled, and the focus is where it was', async () => {
  await shown(page())
  await click(buttonOf('Cancel export'))
  await eventually(() => expect(calls).toContain('cancel'))
  await eventually(() => expect(document.activeElement).toBe(buttonOf('Open')))
  expect(started).toEqual([])
})
