// A closed month: what arrived late and what vanished shows by one total a day and the reading of the days that differ;
// what was altered in place shows where everything is read again.
import { createRouterClient } from '@orpc/server'
import { install } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import type { EventRecord } from '../../../../service/event-record.ts'
import { startService } from '../../../../service/server.ts'
import { askSnapshot } from '../../../../shared/contract/ask-snapshot.ts'
import type { ChangesAnswer } from '../../../../shared/snapshot/snapshot-changes.ts'
import { createBackend } from '../../bridge/backend.ts'
import { backendUnderTest } from '../../bridge/fixtures/backend-under-test.ts'
import { watchReading } from '../fixtures/watch-reading.ts'

install()

const isLong = process.env.EVENTSCOPE_LONG === '1'
const EVENTS = isLong ? 1_000_000 : 9_000
const BEGIN = Date.UTC(2026, 10, 1)
const MONTH_MS = 30 * 86_400_000
const november = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }
const RULES = `{"eventscopeRules":1,"rules":[
  {"type":"debit","effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
  {"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}
]}`
const storeKey = Buffer.alloc(32, 7).toString('base64')

function record(number: number, changed: Partial<EventRecord> = {}, amount = `${number % 97}.10`): EventRecord {
  return {
    eventId: `evt_${number}`,
    customerId: `cus_${number % 7}`,
    eventCode: number % 3 === 0 ? 'seat_month' : 'api_calls',
    eventType: number % 11 === 0 ? 'credit' : 'debit',
    createdAt: new Date(BEGIN + Math.floor((number / EVENTS) * MONTH_MS)).toISOString(),
    properties: [
      { name: 'amount', kind: 'number', text: amount },
      { name: 'currency', kind: 'string', text: 'EUR' },
    ],
    ...changed,
  } as EventRecord
}

function* records() {
  for (let number = 0; number < EVENTS; number += 1) yield record(number)
}

test(`of ${EVENTS.toLocaleString('en')} events: one late and one vanished by counts, one altered in full`, async () => {
  const service = await startService({ token: 'key', records: records(), clock: () => Date.UTC(2026, 11, 2), drain: 0 })
  onTestFinished(() => service.close())
  const effects = await backendUnderTest({ environment: { baseUrl: service.url, token: 'key' }, storeKey })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()

  const take = async (range: typeof november, name: string) => {
    const search = { propertyFilters: [] }
    const { snapshotId } = await client.snapshots.take({ connectionId, account, search, range, name })
    for await (const { status } of watchReading(client.snapshots, snapshotId)) {
      if (status.state === 'paused') throw new Error(JSON.stringify(status.because))
      if (status.state === 'finished') expect(status.verdict.kind).toBe('complete')
    }
    return snapshotId
  }
  /** How many requests the latest call took. */
  const requests = async () => (await client.activity.list())[0]?.attempts ?? Number.NaN
  const changes = async (snapshotId: string, other: string, within: { from: string; until: string } | null) => {
    const scope = { where: [], misses: false }
    const worth = { by: [], rules: RULES, wholeRange: within === null ? november : null, unruled: null }
    const listed = { kind: null, offset: 0, limit: 10, rows: false }
    const question = { ask: 'changes' as const, other, within, scope, worth, ...listed }
    const asked = await askSnapshot(client.snapshots.ask, { snapshotId, slot: 'changes', question })
    if (asked.kind !== 'answered' || asked.answer.kind !== 'compared') throw new Error(JSON.stringify(asked))
    return asked.answer
  }
  const idsOf = (answer: Extract<ChangesAnswer, { kind: 'compared' }>) =>
    answer.changes.map(({ kind, before, after }) => [kind, JSON.parse(after ?? before ?? '{}').event_id])

  const closed = await take(november, 'November')
  expect((await client.snapshots.list()).snapshots[0]?.rows).toBe(EVENTS)
  await client.snapshots.close({ snapshotId: closed, note: 'Invoice sent' })
  expect(await requests()).toBe(30)
  const rechecked = async () => (await client.snapshots.list()).snapshots[0]?.closed?.rechecked
  expect(await rechecked()).toBe('never')
  expect(await client.snapshots.recheck({ snapshotId: closed })).toMatchObject({ days: 30, differing: [] })
  expect(await rechecked()).toEqual({ at: expect.stringMatching(/Z$/) })

  const dayOf = (date: number) => Math.floor(((date - 0.5) / 30) * EVENTS)
  const [vanished, altered] = [dayOf(17), dayOf(9)]
  service.add([record(EVENTS, { createdAt: '2026-11-04T09:14:07.120Z', eventType: 'debit' }, '36.45')])
  service.remove(`evt_${vanished}`)
  const { createdAt } = record(altered)
  service.amend(record(altered, { createdAt, eventType: 'debit' }, '1000.35'))

  const recheck = await client.snapshots.recheck({ snapshotId: closed })
  expect(await requests()).toBeLessThanOrEqual(31)
  expect(recheck.differing.map(({ from, until }) => [from.slice(0, 10), until.slice(0, 10)])).toEqual([
    ['2026-11-04', '2026-11-05'],
    ['2026-11-17', '2026-11-18'],
  ])
  const found: unknown[] = []
  let read = 0
  for (const segment of recheck.differing) {
    const days = await take({ ...segment, zone: 'UTC' }, `November: ${segment.from}`)
    read += await requests()
    const answer = await changes(days, closed, segment)
    found.push(...idsOf(answer))
    if (answer.counts.added > 0)
      expect(answer.worth?.added.all).toMatchObject([{ currency: 'EUR', net: '36.45', reduces: '0.00' }])
  }
  expect(found).toEqual([
    ['added', `evt_${EVENTS}`],
    ['gone', `evt_${vanished}`],
  ])
  // The reading of two days, not of the month.
  expect(read).toBeLessThan((EVENTS / 100) * (2 / 30) * 1.5 + 40)

  const again = await take(november, 'November again')
  const answer = await changes(again, closed, null)
  expect(answer.counts).toEqual({ added: 1, gone: 1, altered: 1 })
  expect(new Set(idsOf(answer).map((pair) => pair.join()))).toEqual(
    new Set([`added,evt_${EVENTS}`, `gone,evt_${vanished}`, `altered,evt_${altered}`]),
  )
})
