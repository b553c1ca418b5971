// A reading as the backend makes it: with the connection's key, as one entry of the activity.
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../../../service/server.ts'
import { type Failure, failed, succeeded } from '../../../../shared/failure/failure.ts'
import { eachFailure } from '../../../../shared/failure/fixtures/each-failure.ts'
import { backgroundLimits } from '../../http/attempt.ts'
import { createActivity, createEventService } from '../../http/event-service.ts'
import { serviceFetch } from '../../http/service-fetch.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { memoryJournal } from '../fixtures/memory-journal.ts'
import { createServiceFindings } from './service-findings.ts'
import { createSnapshotReader, type SnapshotReaderParts } from './snapshot-reader.ts'

const options = () => ({ signal: new AbortController().signal, report: () => undefined })

interface Under {
  account?: number
  token?: string
  mark?: string
  baseUrl?: string
  getText?: SnapshotReaderParts['getText']
}

async function under({ account = 1, token = 'key', mark = 'mark', baseUrl, ...scripted }: Under = {}) {
  const service = await startService({ token: 'key', events: 600 })
  onTestFinished(() => service.close())
  const connection = { id: 'c1', name: 'Test', baseUrl: baseUrl ?? service.url, account }
  const activity = createActivity()
  const findings = createServiceFindings({
    folder: await temporaryFolder(),
    now: Date.now,
    notice: () => undefined,
  })
  const access = async () => succeeded({ connectionName: 'Test', baseUrl: service.url, token })
  // What the reader asks of a connection, and no more.
  const list = async () => [{ ...connection, account: 1 }] as never
  const accountMark = async () => 'mark'
  const connections = { list, access }
  const events = createEventService({ fetch: serviceFetch, now: Date.now, activity: createActivity() })
  const search: SnapshotReaderParts['search'] = (one, request, signal) =>
    events.searchRows(one, request, { signal, report: () => undefined, limits: backgroundLimits })
  const getText: SnapshotReaderParts['getText'] = (one, eventId, signal) =>
    events.getText(one, eventId, { signal, report: () => undefined })
  const effects = {
    search,
    getText,
    ...scripted,
    note: activity.start,
    now: Date.now,
    findings,
    connections,
    accountMark,
  }
  const journal = memoryJournal({
    id: 's1',
    connection,
    search: { propertyFilters: [] },
    range: { from: '2020-01-01T00:00:00Z', until: null, zone: 'UTC' },
    begunAt: new Date().toISOString(),
    accountMark: mark,
  })
  return { reader: createSnapshotReader(effects), journal, activity, findings, connection }
}

test('it is one entry of the activity, and what it learned is kept with the connection', async () => {
  const { reader, journal, activity, findings, connection } = await under()
  expect(await reader.read(journal, options())).toMatchObject({ kind: 'finished', verdict: { kind: 'complete' } })
  const entries = activity.list()
  expect(entries).toHaveLength(1)
  const { requests } = journal.state()
  expect(entries[0]).toMatchObject({ method: 'POST', attempts: requests, outcome: { state: 'answered' } })
  const known = await findings.of(connection)
  expect(known.ok && known.value.map(({ about }) => about)).toContain('totals')
})

test('a refused key pauses it, and the entry says so', async () => {
  const { reader, journal, activity } = await under({ token: 'wrong' })
  expect(await reader.read(journal, options())).toMatchObject({ kind: 'paused', because: { kind: 'token-refused' } })
  expect(activity.list()[0]?.outcome).toMatchObject({ state: 'failed', failure: { kind: 'token-refused' } })
})

test.each([
  [{ account: 2 }, 'finished'],
  [{ mark: 'another' }, 'finished'],
  [{ baseUrl: 'https://moved.example' }, 'paused'],
] as const)(
  'of another account or server it reads nothing; who says that the account is the same, reads on: %o',
  async (changed, confirmed) => {
    const { reader, journal, activity } = await under(changed)
    const because = { kind: 'connection-changed', connectionId: 'c1' }
    expect(await reader.read(journal, options())).toEqual({ kind: 'paused', because })
    expect(activity.list()).toEqual([])
    expect(await reader.read(journal, { ...options(), sameAccount: true })).toMatchObject({ kind: confirmed })
  },
)

test('stopped, it says so', async () => {
  const { reader, journal, activity } = await under()
  const stop = new AbortController()
  stop.abort()
  expect(await reader.read(journal, { ...options(), signal: stop.signal })).toEqual({ kind: 'stopped' })
  expect(activity.list()[0]?.outcome).toEqual({ state: 'failed', failure: { kind: 'cancelled' } })
})

test('days are counted as one entry of the activity, with the bounds as asked', async () => {
  const { reader, journal, activity } = await under()
  const days = [
    { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' },
    { from: '2020-01-02T00:00:00Z', to: '2099-01-01T00:00:00Z' },
  ]
  const counted = await reader.countDays(journal.header, days, { signal: new AbortController().signal })
  const totals = [0, 600]
  expect(counted).toEqual({ ok: true, value: days.map((day, index) => ({ ...day, total: totals[index] })) })
  expect(activity.list()).toMatchObject([{ attempts: 2, outcome: { state: 'answered' } }])
})

const IDS = ['evt_1', 'evt_gone', 'evt_2', 'evt_3', 'evt_4']

/** Fetches the events of `IDS`: what each came to, and what became of the fetching. */
async function fetching(getText: SnapshotReaderParts['getText'], signal = new AbortController().signal) {
  const { reader, journal, activity } = await under({ getText })
  const came = new Map<string | undefined, string | null>()
  const onEvent = (at: number, text: string | null) => void came.set(IDS[at], text)
  const end = await reader.getEvents(journal.header, IDS, { signal, onEvent })
  return { end, came, entries: activity.list() }
}

const text = (eventId: string) => succeeded({ text: `text of ${eventId}`, info: { bytes: 5 } })

test('events are fetched as one entry of the activity, and one that is gone is told as such', async () => {
  const gone = eachFailure['not-found'][0] as Failure
  const { end, came, entries } = await fetching(async (_, id) => (id === 'evt_gone' ? failed(gone) : text(id)))
  expect(end).toEqual({ ok: true, value: null })
  expect(came).toEqual(new Map(IDS.map((id) => [id, id === 'evt_gone' ? null : `text of ${id}`])))
  expect(entries).toMatchObject([{ method: 'GET', attempts: 5, outcome: { state: 'answered', bytes: 20 } }])
})

test('the first failure is the end of it: nothing more is asked for, and what was under way is told of no more', async () => {
  const away = eachFailure['service-error'][0] as Failure
  const asked: string[] = []
  const { end, came } = await fetching(async (_, id, signal) => {
    asked.push(id)
    if (id === 'evt_gone') return failed(away)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return text(id)
  })
  expect([end, asked, came.size]).toEqual([failed(away), ['evt_1', 'evt_gone'], 0])
})

test('cancelled, it says so, whatever came by then', async () => {
  const stopping = new AbortController()
  const { end, came } = await fetching(async (_, id) => {
    stopping.abort()
    return text(id)
  }, stopping.signal)
  expect([end, came.size]).toEqual([failed({ kind: 'cancelled' }), 0])
})
