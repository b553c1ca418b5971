// A sample of a closed month is asked again: what was altered in place, and what is gone, shows without reading
// everything.
import { createRouterClient } from '@orpc/server'
import { install } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { startService } from '../../../../service/server.ts'
import type { AskedSample, SampleOrder } from '../../../../shared/snapshot/asked-sample.ts'
import { createBackend } from '../../bridge/backend.ts'
import { backendUnderTest } from '../../bridge/fixtures/backend-under-test.ts'
import { watchReading } from '../fixtures/watch-reading.ts'

install()

const EVENTS = 600
const BEGIN = Date.UTC(2026, 10, 1)
const november = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }

const record = (number: number, amount = `${number}.10`): EventRecord =>
  ({
    eventId: `evt_${number}`,
    customerId: 'cus_1',
    eventCode: 'api_calls',
    eventType: 'debit',
    createdAt: new Date(BEGIN + number * 60_000).toISOString(),
    properties: [{ name: 'amount', kind: 'number', text: amount }],
  }) as EventRecord

async function closedMonth() {
  const records = Array.from({ length: EVENTS }, (_, number) => record(number))
  const service = await startService({ token: 'key', records, clock: () => Date.UTC(2026, 11, 2), drain: 0 })
  onTestFinished(() => service.close())
  const storeKey = Buffer.alloc(32, 7).toString('base64')
  const effects = await backendUnderTest({ environment: { baseUrl: service.url, token: 'key' }, storeKey })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  const search = { propertyFilters: [] }
  const { snapshotId } = await client.snapshots.take({
    connectionId,
    account,
    search,
    range: november,
    name: 'November',
  })
  for await (const { status } of watchReading(client.snapshots, snapshotId)) if (status.state === 'finished') break
  const ask = async (order: Partial<SampleOrder> = {}): Promise<AskedSample> => {
    const whole = { events: 100, seed: 'seed', above: null, ...order }
    for await (const step of await client.snapshots.askSample({ snapshotId, order: whole })) {
      if (step.state === 'over') return step.sample
    }
    throw new Error('It ended without an outcome.')
  }
  const kept = async () => (await client.snapshots.list()).snapshots[0]?.sample
  const close = () => client.snapshots.close({ snapshotId, note: 'Invoice sent' })
  const attempts = async () => (await client.activity.list())[0]?.attempts
  return { service, ask, kept, close, attempts }
}

test('it asks for as many as were drawn, keeps what it found, and draws the same ones by the same seed', async () => {
  const { service, ask, kept, close, attempts } = await closedMonth()
  await close()
  const first = await ask()
  expect(await attempts()).toBe(100)
  expect(first).toMatchObject({ drawn: 100, of: EVENTS, withoutId: 0, differing: [], differs: { drawn: 0, above: 0 } })
  expect(await kept()).toEqual(first)

  // What is altered everywhere shows in every sample; one event that is written otherwise is the same event.
  for (let number = 0; number < EVENTS; number += 1)
    service.amend(record(number, number === 7 ? '7.1' : `${number}.20`))
  const all = await ask({ events: 5_000 })
  expect(all).toMatchObject({ drawn: EVENTS, of: EVENTS, differs: { drawn: EVENTS - 1, above: 0 } })
  expect(all.differing).toHaveLength(EVENTS - 1)
  expect(all.differing[0]).toEqual({
    eventId: 'evt_0',
    what: 'changed',
    fields: ['event_properties.amount'],
    isDrawn: true,
  })
  const ids = async () => (await ask()).differing.map(({ eventId }) => eventId)
  const drawn = await ids()
  expect(await ids()).toEqual(drawn)
  expect((await ask({ seed: 'another' })).differing.map(({ eventId }) => eventId)).not.toEqual(drawn)
})

test('one that is gone is a difference, and all above an amount are asked besides', async () => {
  const { service, ask, close } = await closedMonth()
  await close()
  service.remove('evt_599')
  const found = await ask({ events: 1, above: { property: 'amount', from: '590' } })
  expect(found.above).toMatchObject({ events: found.differing[0]?.isDrawn ? 9 : 10 })
  expect(found.differing).toMatchObject([{ eventId: 'evt_599', what: 'gone' }])
})

test('a failed request keeps nothing, and an open snapshot is not asked', async () => {
  const { service, ask, kept, close } = await closedMonth()
  await expect(ask()).rejects.toThrow()
  await close()
  await service.close()
  await expect(ask()).rejects.toThrow()
  expect(await kept()).toBeNull()
})
