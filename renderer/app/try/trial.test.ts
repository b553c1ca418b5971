// The figures that the cards say, against the sample company's events and its invoice; and how each thing begins.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EventRecord } from '../../../service/event-record.ts'
import { SAMPLE_COMPANY_ZONE, sampleCompany } from '../../../service/sample-company.ts'
import { someConnection } from '../../../shared/connection/fixtures/some-connection.ts'
import type { Event, Filters } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { type Decimal, decimalText, minus, plus, readPlain, rounded, ZERO } from '../../../shared/exact/decimal.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { succeeded } from '../../../shared/failure/failure.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { parseInstant } from '../../../shared/time/instant.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES, sampleInvoice } from '../../../shared/worth/sample-company-files.ts'
import { createValuation } from '../../../shared/worth/valuation.ts'
import { initialState, type ShownRows } from '../../live/store/search-session.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { DAY_OF_MAIL, mailOf, THINGS_TO_TRY, type ThingToTry, type TrialParts, trialOf } from './trial.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z' }
const october = [...sampleCompany({ now: NOW })].filter(
  ({ createdAt }) => createdAt >= OCTOBER.from && createdAt < OCTOBER.until,
)
const valueIn = ({ properties }: EventRecord, name: string) => properties.find((one) => one.name === name) ?? null

/** Of each currency, what the events come to by the company's rules. */
function netsOf(events: readonly EventRecord[]): Record<string, string> {
  const read = readRules(SAMPLE_COMPANY_RULES)
  if (!read.ok) throw new Error(read.problems.join())
  const wholeRange = { from: parseInstant(OCTOBER.from), until: parseInstant(OCTOBER.until) }
  const valuation = createValuation(read.rules, { zone: SAMPLE_COMPANY_ZONE, wholeRange, unruled: null })
  for (const event of events) {
    const { customerId, eventCode, eventType, createdAt } = event
    const values = valuation.names.map((name) => valueIn(event, name))
    valuation.add({ customerId, eventCode, eventType, createdAt: parseInstant(createdAt), values })
  }
  return Object.fromEntries(
    valuation
      .worth()
      .currencies.flatMap(({ currency, net }) =>
        currency === null || net === null ? [] : [[currency, moneyText(net, currency)]],
      ),
  )
}

const said = (is: ThingToTry) => {
  const thing = THINGS_TO_TRY.find((one) => one.is === is)
  return { card: thing?.words('October') ?? '', seen: thing?.seen('October') ?? '' }
}

/** Those whose key an earlier event has. */
const again = october.filter(
  (event, at) =>
    october.findIndex((one) => valueIn(one, 'idempotency_key')?.text === valueIn(event, 'idempotency_key')?.text) !==
    at,
)

test('charged twice, and a refund that was given twice', () => {
  const charged = again.filter(({ eventType }) => eventType === 'debit')
  expect(charged.map(({ customerId }) => customerId)).toEqual(Array.from({ length: 12 }, () => 'cus_nordlicht'))
  expect(said('twice').card).toContain(`${netsOf(charged).EUR} EUR`)
  expect(said('twice').seen).toContain(`${netsOf(charged).EUR} EUR`)
  const given = netsOf(again.filter(({ eventType }) => eventType === 'credit')).EUR
  expect(said('twice').seen).toContain(`${given?.replace('-', '')} EUR`)
})

test('the mail is about a day with an event and its twin', () => {
  const day = `2026-10-0${DAY_OF_MAIL}T01:00`
  const { length } = again.filter(
    ({ customerId, createdAt }) => customerId === 'cus_nordlicht' && createdAt.startsWith(day),
  )
  expect(length).toBe(1)
  expect(mailOf('October')).toContain(`${DAY_OF_MAIL} October`)
})

test('the invoice: its usage lines less the events, and what is wrong with it', () => {
  const lines: { Item: string; Amount: string }[] = parse(sampleInvoice('2026-10').text, { columns: true })
  const usage = lines.filter(({ Item }) => !/fee|VAT|Total/.test(Item))
  const total = usage.reduce((sum: Decimal, { Amount }) => plus(sum, readPlain(Amount)), ZERO)
  const ofNordlicht = october.filter(({ customerId }) => customerId === 'cus_nordlicht')
  const cents = (value: Decimal) => decimalText(rounded(value, 2, 'half-up'))
  expect(cents(minus(total, readPlain(netsOf(ofNordlicht).EUR ?? '')))).toBe('-46.00')
  const codes = {
    Egress: 'egress_gb',
    Tokens: 'tokens',
    Build: 'build_minutes',
    'API calls': 'api_calls',
    Storage: 'storage_gb_days',
    Seats: 'seats',
    Refund: 'refund',
    SMS: 'sms',
  }
  const wrong = Object.entries(codes).flatMap(([item, code]) => {
    const billed = usage.find(({ Item }) => Item.startsWith(item))?.Amount ?? '0'
    const worth = netsOf(ofNordlicht.filter(({ eventCode }) => eventCode === code)).EUR ?? '0'
    const difference = cents(minus(readPlain(billed), readPlain(worth)))
    return difference === '0.00' ? [] : [difference]
  })
  expect(wrong).toEqual(['3.00', '135.00', '16.00', '-200.00'])
  expect(said('invoice').card).toContain('46.00 EUR hide four mistakes')
  for (const difference of wrong) expect(said('invoice').seen).toContain(difference.replace('-', ''))
})

test('what came after closing', () => {
  const late = [...sampleCompany({ now: NOW, sinceClosing: true })]
  expect(late.map((one) => [one.customerId, netsOf([one]).EUR])).toEqual([
    ['cus_halden', '37.20'],
    ['cus_halden', '-412.50'],
  ])
  expect(said('changed').card).toContain(`${netsOf(late).EUR?.replace('-', '−')} EUR`)
})

test('three currencies', () => {
  const nets = Object.entries(netsOf(october))
  expect(nets).toHaveLength(3)
  for (const [currency, net] of nets) expect(said('workbook').seen).toContain(`${groupedMoney(net)} ${currency}`)
})

const groupedMoney = (net: string) => net.replace(/^\d+/, (whole) => grouped(Number(whole)))

// How each begins: what is asked for it, what is opened, and what is said where that cannot be.

const inOctober = (more: Partial<SnapshotSummary> = {}) =>
  snapshotSummary({
    id: 'october',
    name: 'October 2026',
    connection: { id: someConnection.id, name: 'One', baseUrl: someConnection.baseUrl, account: 1 },
    range: { ...OCTOBER, zone: SAMPLE_COMPANY_ZONE },
    ...more,
  })
const reading = { status: { state: 'reading' } } as const

/** A window on the sample company that has these snapshots; `done` is what was begun in it. */
function windowWith(...list: SnapshotSummary[]) {
  const trial = trialOf({ parts: createStateStore() })
  const done: unknown[][] = []
  const note =
    (what: string) =>
    (...given: unknown[]) =>
      void done.push([what, ...given])
  const search = createStore(() => initialState(50))
  const opened = createStore<{ kind: string; id?: string; tab?: string }>(() => ({ kind: 'live' }))
  const snapshots = createStore(() => ({ list: { snapshots: list } }))
  const has = (...now: SnapshotSummary[]) => snapshots.setState({ list: { snapshots: now } })
  const parts = {
    connection: { ...someConnection, billingZone: SAMPLE_COMPANY_ZONE },
    now: () => new Date(NOW).toISOString(),
    search: {
      ...subscribable(search),
      search(filters: Filters) {
        done.push(['search', filters])
        search.setState({ loading: LOADING, failure: null })
      },
    },
    details: { open: note('details') },
    opened: { ...subscribable(opened), open: note('open'), backToLive: note('live'), dropped: { set: note('file') } },
    snapshots: {
      ...subscribable(snapshots),
      refresh: async () => undefined,
      take: async ({ name }: { name: string }) => {
        done.push(['take', name])
        has(inOctober({ id: 'taken', ...reading }), ...list)
        return succeeded({ snapshotId: 'taken' })
      },
      opensOn: note('opens on'),
    },
    compare: note('compare'),
    saveTotals: note('save'),
  } as unknown as TrialParts
  const begin = async (thing: ThingToTry) => {
    void trial.begin(thing, parts)
    await settled()
  }
  return { trial, done, search, opened, has, begin }
}

const LOADING = { startedAt: 0, behind: true, progress: { attempt: 1, of: 1, waiting: null } }
const subscribable = <T>({ getState, subscribe }: StoreApi<T>) => ({ state: getState, subscribe })
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Sent at that second of the mail's hour. */
const sent = (eventId: string, key: string, second: number) =>
  someEvent({
    eventId,
    createdAt: `2026-10-06T01:00:0${second}Z`,
    properties: [{ name: 'idempotency_key', kind: 'string', text: key }],
  })

test('the mail’s day is searched for on the live page, and the first of the two alike is opened', async () => {
  const { trial, done, search, begin } = windowWith()
  await begin('mail')
  const filters = {
    customerId: 'cus_nordlicht',
    eventCode: 'api_calls',
    propertyFilters: [],
    createdAtFrom: '2026-10-05T22:00:00Z',
    createdAtTo: '2026-10-06T21:59:59.999999999Z',
  }
  expect(done).toEqual([['live'], ['search', filters]])
  const answer = (asked: Filters, ...events: Event[]) =>
    search.setState({
      loading: null,
      shown: {
        request: { filters: asked, limit: 50, offset: 0 },
        answer: { page: { events } },
      } as unknown as ShownRows,
    })
  const [again, first] = [sent('again', 'a', 2), sent('first', 'a', 0)]
  // Rows of another search are not those of the mail, and neither are its rows of before while it is asked again.
  answer({ propertyFilters: [] }, sent('x', 'x', 2), sent('y', 'x', 0))
  await settled()
  expect(trial.state()).toEqual({ step: 'begun', thing: 'mail' })
  answer(filters, sent('later', 'b', 4), again, sent('between', 'c', 1), first)
  await settled()
  expect(done.slice(2)).toEqual([['details', first]])
  expect(trial.state()).toEqual({ step: 'there', thing: 'mail' })
  await begin('mail')
  expect(trial.state()).toEqual({ step: 'begun', thing: 'mail' })
  answer(filters, again)
  await settled()
  expect(trial.state()).toMatchObject({ step: 'failed', words: expect.stringMatching(/^The two events/) })
  await begin('mail')
  search.setState({ loading: null, failure: { kind: 'cancelled' } })
  await settled()
  expect(trial.state()).toMatchObject({ step: 'failed', words: expect.stringMatching(/cancelled/i) })
})

test('what is given up opens nothing any more', async () => {
  const { trial, done, search, opened, has, begin } = windowWith(inOctober(reading))
  for (const thing of ['mail', 'twice', 'invoice'] as const) await begin(thing)
  trial.end()
  const before = done.length
  search.setState({ loading: null, failure: { kind: 'cancelled' } })
  has(inOctober())
  opened.setState({ kind: 'open', id: 'october' })
  await settled()
  expect(done).toHaveLength(before)
  expect(trial.state()).toEqual({ step: 'none' })
})

test('a month is opened where it was read, is waited for where it is being read, and is read where it is not', async () => {
  const there = windowWith(inOctober({ id: 'closing', closed: CLOSED }), inOctober())
  await there.begin('twice')
  expect(there.done).toEqual([['open', 'october', { tab: 'Checks' }]])
  const waiting = windowWith(inOctober(reading))
  await waiting.begin('twice')
  expect(waiting.done).toEqual([['opens on', 'october', null]])
  waiting.has(inOctober())
  await settled()
  expect(waiting.done.slice(1)).toEqual([['open', 'october', { tab: 'Checks' }]])
  const other = { ...OCTOBER, from: '2026-10-01T22:00:00Z', zone: SAMPLE_COMPANY_ZONE }
  const without = windowWith(inOctober({ range: other }))
  await without.begin('twice')
  expect(without.done).toEqual([
    ['take', 'October 2026 (2)'],
    ['opens on', 'taken', null],
  ])
  without.has()
  await settled()
  expect(without.done).toHaveLength(2)
  expect(without.trial.state()).toMatchObject({ step: 'failed', words: expect.stringMatching(/deleted/) })
})

const CLOSED = { note: '', at: '2026-11-02T08:00:00Z', rulesVersion: null, rechecked: 'never' } as const

test('what changed is told against the closing copy, and that there is none where it is gone', async () => {
  const closing = inOctober({ id: 'closing', closed: CLOSED, asOf: '2026-11-02T07:00:00Z' })
  const both = windowWith(closing, inOctober())
  await both.begin('changed')
  expect(both.done).toEqual([
    ['compare', expect.objectContaining({ there: closing, here: inOctober() })],
    ['open', 'october', { tab: 'Changes' }],
  ])
  const alone = windowWith(inOctober())
  await alone.begin('changed')
  expect(alone.done).toEqual([])
  expect(alone.trial.state()).toMatchObject({ step: 'failed', words: expect.stringMatching(/^The closing copy/) })
})

test('the workbook is saved as long as its tab is open, and the invoice is dropped once its snapshot is', async () => {
  const { trial, done, opened, begin } = windowWith(inOctober())
  await begin('workbook')
  expect(done[0]).toEqual(['open', 'october', { tab: 'Totals' }])
  const [, signal] = done[1] as [string, AbortSignal]
  opened.setState({ kind: 'opening', id: 'october' })
  opened.setState({ kind: 'open', id: 'october', tab: 'Totals' })
  expect(signal.aborted).toBe(false)
  opened.setState({ tab: 'Events' })
  expect(signal.aborted).toBe(true)
  opened.setState({ kind: 'opening' }, true)
  await begin('invoice')
  expect(done.slice(2)).toEqual([['open', 'october', { tab: 'Check a file' }]])
  opened.setState({ kind: 'open', id: 'october', tab: 'Check a file' })
  await settled()
  expect(done.at(-1)).toEqual(['file', { file: expect.any(File), isChecked: true }])
  expect(trial.state()).toEqual({ step: 'there', thing: 'invoice' })
  await begin('workbook')
  trial.end()
  expect((done.at(-1) as [string, AbortSignal])[1].aborted).toBe(true)
  opened.setState({ kind: 'opening' }, true)
  await begin('invoice')
  trial.end()
  await settled()
  expect(done.at(-1)).toEqual(['open', 'october', { tab: 'Check a file' }])
})
