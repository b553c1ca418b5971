// Snapshots through the bridge: taken, watched, paused, resumed in this run and the next, stopped, deleted.
import { once } from 'node:events'
import { chmod, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Service, startService } from '../../../../service/server.ts'
import { askSnapshot } from '../../../../shared/contract/ask-snapshot.ts'
import type { SnapshotStep } from '../../../../shared/snapshot/snapshot.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { type BackendEffects, createBackend } from '../../bridge/backend.ts'
import { backendUnderTest } from '../../bridge/fixtures/backend-under-test.ts'
import { type ServiceFetch, serviceFetch } from '../../http/service-fetch.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { watchReading } from '../fixtures/watch-reading.ts'

const search = { propertyFilters: [] }
const range = { from: '2020-01-01T00:00:00Z', until: null, zone: 'UTC' }
const storeKey = Buffer.alloc(32, 7).toString('base64')
let service: Service

beforeAll(async () => {
  service = await startService({ token: 'key', events: 2_500, faults: { latency: { ms: 4, jitter: 2 } } })
})
afterAll(() => service.close())

/** A backend with a connection to the service, and its calls. */
async function run(changed: Partial<BackendEffects> = {}) {
  const effects = await backendUnderTest({ environment: { baseUrl: service.url, token: 'key' }, storeKey, ...changed })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const take = async (name: string) => {
    const [connection] = await client.connections.list()
    if (connection === undefined) throw new Error('No connection')
    const { id: connectionId, account } = connection
    return (await client.snapshots.take({ connectionId, account, search, range, name })).snapshotId
  }
  const names = async () => (await client.snapshots.list()).snapshots.map(({ name }) => name)
  const watch = async (snapshotId: string, until: (step: SnapshotStep) => boolean) => {
    const seen: SnapshotStep[] = []
    for await (const step of watchReading(client.snapshots, snapshotId)) {
      seen.push(step)
      if (until(step)) break
    }
    return seen
  }
  return { client, backend, folder: effects.folder, take, names, watch }
}

const is = (state: SnapshotStep['status']['state']) => (step: SnapshotStep) => step.status.state === state

test('one is taken to its verdict, seen step by step, and listed', async () => {
  const { client, take, names, watch } = await run()
  const snapshotId = await take('Everything')
  const steps = await watch(snapshotId, () => false)
  expect(steps.at(-1)?.status).toMatchObject({ state: 'finished', verdict: { kind: 'complete' } })
  expect(await client.snapshots.steps({ snapshotIds: ['unknown', snapshotId] })).toEqual([null, steps.at(-1)])
  expect(steps.at(-1)?.progress).toMatchObject({ leftOut: expect.any(Number), misfits: 0 })
  expect(steps.some(({ progress }) => (progress?.events ?? 0) > 0)).toBe(true)
  const { snapshots, refused } = await client.snapshots.list()
  expect(snapshots).toMatchObject([{ id: snapshotId, name: 'Everything', rows: 2_500, range, closed: null }])
  expect(refused).toBeNull()
  expect((await client.activity.list()).filter(({ attempts }) => attempts > 20)).toHaveLength(1)
  const [connection] = await client.connections.list()
  const findings = await client.connections.findings({ connectionId: connection?.id ?? '' })
  expect(findings.map(({ about }) => about)).toEqual(expect.arrayContaining(['ranges', 'totals', 'order']))
  await client.snapshots.rename({ snapshotId, name: 'All' })
  expect(await names()).toEqual(['All'])
  await expect(take('aLL')).rejects.toMatchObject({ data: { kind: 'invalid', field: 'name' } })
  await client.snapshots.delete({ snapshotId })
  expect(await names()).toEqual([])
  const gone = { data: { kind: 'disk', detail: 'This snapshot no longer exists.' } }
  await expect(client.snapshots.resume({ snapshotId })).rejects.toMatchObject(gone)
  expect(await client.snapshots.steps({ snapshotIds: [snapshotId] })).toEqual([null])
})

test('two are read at a time, a pause lets another begin, and each goes on where it was', async () => {
  const { client, backend, take, watch } = await run()
  const [first, second, third] = [await take('First'), await take('Second'), await take('Third')]
  await watch(first, is('reading'))
  await watch(second, is('reading'))
  expect((await watch(third, is('waiting')))[0]?.status.state).toBe('waiting')
  expect(backend.readings()).toBe(3)
  await client.snapshots.pause({ snapshotId: first })
  const paused = (await client.snapshots.list()).snapshots.find(({ id }) => id === first)
  expect(paused?.status).toEqual({ state: 'paused', because: null })
  await expect(client.snapshots.close({ snapshotId: first, note: '' })).rejects.toMatchObject({
    data: { kind: 'invalid', message: expect.stringMatching(/^Only a finished snapshot/) },
  })
  await watch(third, (step) => step.status.state !== 'waiting')
  await client.snapshots.resume({ snapshotId: first })
  for (const snapshotId of [first, second, third]) {
    const last = (await watch(snapshotId, is('finished'))).at(-1)
    expect(last?.status).toMatchObject({ verdict: { kind: 'complete' } })
    await client.snapshots.delete({ snapshotId })
  }
})

test('stopped for good it is kept as incomplete, or goes', async () => {
  const { client, take, watch } = await run()
  const [kept, dropped] = [await take('Kept'), await take('Dropped')]
  await watch(kept, ({ progress }) => (progress?.events ?? 0) > 0)
  await client.snapshots.stop({ snapshotId: kept, keep: true })
  await client.snapshots.stop({ snapshotId: dropped, keep: false })
  const { snapshots } = await client.snapshots.list()
  expect(snapshots).toMatchObject([{ id: kept, status: { state: 'finished', verdict: { kind: 'partial' } } }])
  expect(snapshots[0]?.rows).toBeGreaterThan(0)
  await client.snapshots.resume({ snapshotId: kept })
  expect((await watch(kept, is('finished')))[0]?.status).toMatchObject({ verdict: { kind: 'partial' } })
  await client.snapshots.delete({ snapshotId: kept })
})

test('a reading outlives the run: the next goes on where it was', async () => {
  const first = await run()
  const snapshotId = await first.take('Month')
  await first.watch(snapshotId, ({ progress }) => (progress?.events ?? 0) > 0)
  await first.backend.close()
  const { client, watch } = await run({ folder: first.folder })
  const [found] = (await client.snapshots.list()).snapshots
  expect(found).toMatchObject({ id: snapshotId, name: 'Month', status: { state: 'paused', because: null } })
  expect(found?.rows).toBeGreaterThan(0)
  const before = found?.requests ?? 0
  await client.snapshots.resume({ snapshotId })
  expect((await watch(snapshotId, is('finished'))).at(-1)?.status).toMatchObject({ verdict: { kind: 'complete' } })
  const [read] = (await client.snapshots.list()).snapshots
  expect(read?.rows).toBe(2_500)
  expect(read?.requests).toBeGreaterThan(before)
})

test('one whose file cannot be opened when it is to go on stays paused because of that', async () => {
  const { client, folder, take, watch } = await run()
  const snapshotId = await take('Month')
  await watch(snapshotId, ({ progress }) => (progress?.events ?? 0) > 0)
  await client.snapshots.pause({ snapshotId })
  const path = join(folder, 'snapshots', `${snapshotId}.db`)
  await client.snapshots.list()
  await rename(path, `${path}-elsewhere`)
  await mkdir(path)
  await client.snapshots.resume({ snapshotId })
  const [still] = (await client.snapshots.list()).snapshots
  expect(still?.status).toMatchObject({ state: 'paused', because: { kind: 'disk' } })
  await rm(path, { recursive: true })
  const gone = { data: { kind: 'disk', detail: 'This snapshot no longer exists.' } }
  await expect(client.snapshots.resume({ snapshotId })).rejects.toMatchObject(gone)
  await rename(`${path}-elsewhere`, path)
  await client.snapshots.resume({ snapshotId })
  expect((await watch(snapshotId, is('finished'))).at(-1)?.status).toMatchObject({ verdict: { kind: 'complete' } })
})

test('not with the key of another account, unless its user says that it is the same', async () => {
  const first = await run()
  const snapshotId = await first.take('Month')
  await first.backend.close()
  const environment = { baseUrl: service.url, token: 'another' }
  const { client, watch } = await run({ folder: first.folder, environment })
  await client.snapshots.resume({ snapshotId })
  const steps = await watch(snapshotId, ({ status }) => status.state === 'paused' && status.because !== null)
  expect(steps.at(-1)?.status).toMatchObject({ because: { kind: 'connection-changed' } })
  await client.snapshots.resume({ snapshotId, sameAccount: true })
  const asked = await watch(snapshotId, ({ status }) => status.state === 'paused' && status.because !== null)
  expect(asked.at(-1)?.status).toMatchObject({ because: { kind: 'token-refused' } })
})

test('one of another account is not extended', async () => {
  const first = await run()
  const snapshotId = await first.take('Month')
  await first.watch(snapshotId, is('finished'))
  await first.backend.close()
  const { client } = await run({ folder: first.folder, environment: { baseUrl: service.url, token: 'another' } })
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  const message = expect.stringContaining('has changed since')
  await expect(
    client.snapshots.take({ connectionId, account, search, range, extends: snapshotId }),
  ).rejects.toMatchObject({ data: { kind: 'invalid', message } })
})

test('one that is to be deleted after some days is gone once a run begins after them', async () => {
  const first = await run()
  const snapshotId = await first.take('Month')
  await first.watch(snapshotId, is('finished'))
  await first.client.snapshots.deleteAfter({ snapshotId, days: 1 })
  await first.backend.close()
  const { names } = await run({ folder: first.folder, now: () => Date.now() + 2 * 86_400_000 })
  expect(await names()).toEqual([])
})

test('without a keychain and a key of the store, snapshots are of this run only, and that is said', async () => {
  const first = await run({ storeKey: undefined })
  const snapshotId = await first.take('Month')
  await first.watch(snapshotId, is('finished'))
  expect((await first.client.snapshots.list()).thisRunOnly).toMatch(/kept for this run only/)
  await first.backend.close()
  const { client } = await run({ folder: first.folder, storeKey: undefined })
  expect((await client.snapshots.list()).snapshots).toEqual([])
})

test('a key that is forgotten pauses its readings; snapshots and findings go with the connection where asked', async () => {
  let isHeld = false
  const held: ServiceFetch = async (url, init) => {
    // Held until it is aborted: a quick reading would finish before its key is removed.
    if (isHeld && !init.signal.aborted) await once(init.signal, 'abort')
    return serviceFetch(url, init)
  }
  const { client, take, names, watch } = await run({ fetch: held })
  const draft = {
    name: 'Saved',
    baseUrl: service.url,
    environment: 'test',
    plainHttpConsent: false,
    token: 'key',
  } as const
  const { id: connectionId, account } = await client.connections.save(draft)
  const { snapshotId } = await client.snapshots.take({ connectionId, account, search, range })
  await watch(snapshotId, ({ progress }) => (progress?.events ?? 0) > 0)
  isHeld = true
  const beside = await take('Of another connection')
  await watch(beside, is('reading'))
  await client.connections.forgetToken({ connectionId })
  isHeld = false
  const paused = (await client.snapshots.list()).snapshots.find(({ id }) => id === snapshotId)
  expect(paused).toMatchObject({ name: expect.stringMatching(/^Saved 2/), status: { state: 'paused', because: null } })
  const [going] = await client.snapshots.steps({ snapshotIds: [beside] })
  expect(going?.status.state).toBe('reading')
  await client.snapshots.resume({ snapshotId })
  const steps = await watch(snapshotId, ({ status }) => status.state === 'paused' && status.because !== null)
  expect(steps.at(-1)?.status).toMatchObject({ because: { kind: 'no-token' } })
  expect(await client.connections.findings({ connectionId })).not.toEqual([])
  await client.connections.delete({ connectionId, snapshots: 'delete' })
  expect(await names()).toEqual(['Of another connection'])
  expect(await client.connections.findings({ connectionId })).toEqual([])
})

test.skipIf(process.platform === 'win32').each([
  ['a link', async (place: string, elsewhere: string) => symlink(elsewhere, place), 'is a link'],
  ['open to others', async (place: string) => mkdir(place).then(() => chmod(place, 0o777)), 'Others on this computer'],
])('a folder of snapshots that is %s is refused in words, and nothing is put into it', async (_, make, words) => {
  const { client, take, folder } = await run()
  const elsewhere = await temporaryFolder()
  await rm(join(folder, 'snapshots'), { recursive: true, force: true })
  await make(join(folder, 'snapshots'), elsewhere)
  const { refused, snapshots } = await client.snapshots.list()
  expect([refused, snapshots]).toEqual([expect.stringContaining(words), []])
  await expect(take('Month')).rejects.toMatchObject({ data: { kind: 'disk', detail: refused } })
  expect(await readdir(elsewhere)).toEqual([])
})

test.each([
  [{ ...range, zone: 'Mars/Base' }, 'The time zone Mars/Base is not known here.'],
  [{ ...range, from: 'yesterday' }, 'The ends of a range are RFC 3339 date-times.'],
  [{ ...range, until: '2019-01-01T00:00:00Z' }, 'The end is before the start: nothing can be in this range.'],
  [{ ...range, until: '2020-01-01T01:00:00+01:00' }, 'The end is before the start: nothing can be in this range.'],
])('a range that cannot be is refused: %o', async (asked, message) => {
  const { client } = await run()
  const [connection] = await client.connections.list()
  const order = { connectionId: connection?.id ?? '', account: connection?.account ?? 0, search, range: asked }
  await expect(client.snapshots.take(order)).rejects.toMatchObject({ data: { kind: 'invalid', message } })
  const other = { ...order, range, account: 99 }
  await expect(client.snapshots.take(other)).rejects.toMatchObject({ data: { kind: 'connection-changed' } })
})

test('a month that is closed keeps one total a day, and is not deleted by accident', async () => {
  const first = await run()
  const { client, take, watch } = first
  const open = await take('Open')
  await watch(open, is('finished'))
  const [whole] = (await client.snapshots.list()).snapshots
  const until = whole?.until ?? ''
  const from = new Date(Date.parse(until) - 3.5 * 86_400_000).toISOString()
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  const asked = { from, until, zone: 'Europe/Berlin' }
  const { snapshotId } = await client.snapshots.take({ connectionId, account, search, range: asked, name: 'Days' })
  await watch(snapshotId, is('finished'))
  await expect(client.snapshots.recheck({ snapshotId })).rejects.toMatchObject({ data: { kind: 'invalid' } })
  const rules = '{"eventscopeRules":1,"rules":[{"effect":"not-money","money":{"by":"none"}}]}'
  await expect(client.snapshots.close({ snapshotId, note: '', rules: 'none' })).rejects.toMatchObject({
    data: { kind: 'invalid', message: 'This is not a set of price rules: it is not JSON.' },
  })
  await client.snapshots.close({ snapshotId, note: 'Sent to Acme', rules })
  const recheck = await client.snapshots.recheck({ snapshotId })
  expect(recheck).toMatchObject({ note: 'Sent to Acme', differing: [] })
  expect([4, 5]).toContain(recheck.days)
  const closed = (await client.snapshots.list()).snapshots.find(({ id }) => id === snapshotId)
  const read = readRules((await client.snapshots.closingRules({ snapshotId })) ?? '')
  const version = read.ok ? rulesVersion(read.rules) : ''
  expect(closed?.closed).toMatchObject({ note: 'Sent to Acme', rulesVersion: version })
  expect(read).toEqual(readRules(rules))
  await expect(client.snapshots.delete({ snapshotId })).rejects.toMatchObject({ data: { kind: 'invalid' } })
  await client.snapshots.close({ snapshotId, note: 'Without rules' })
  expect(await client.snapshots.closingRules({ snapshotId })).toBeNull()
  await client.snapshots.close({ snapshotId, note: null })
  await client.snapshots.delete({ snapshotId })
  // Where no end was asked for, it has the days up to where it was read.
  const goesOn = await client.snapshots.take({ connectionId, account, search, range: { ...asked, until: null } })
  await watch(goesOn.snapshotId, is('finished'))
  await client.snapshots.close({ ...goesOn, note: '' })
  await client.snapshots.delete({ ...goesOn, evenClosed: true })
  await client.snapshots.delete({ snapshotId: open, evenClosed: true })
  expect((await client.snapshots.list()).snapshots).toEqual([])
})

test('days are counted with the key of another account only where its user says that it is the same', async () => {
  const first = await run()
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await first.client.connections.list()
  const range = { from: '2026-11-01T00:00:00Z', until: '2026-11-03T00:00:00Z', zone: 'UTC' }
  const { snapshotId } = await first.client.snapshots.take({ connectionId, account, search, range, name: 'Days' })
  await first.watch(snapshotId, is('finished'))
  await first.client.snapshots.close({ snapshotId, note: '' })
  await first.backend.close()
  const { client } = await run({ folder: first.folder, environment: { baseUrl: service.url, token: 'another' } })
  const order = { events: 1, seed: 'seed', above: null }
  for (const call of [
    async (same: object) => {
      for await (const _ of await client.snapshots.askSample({ snapshotId, order, ...same }));
    },
    (same: object) => client.snapshots.recheck({ snapshotId, ...same }),
    (same: object) => client.snapshots.close({ snapshotId, note: 'again', ...same }),
  ]) {
    await expect(call({})).rejects.toMatchObject({ data: { kind: 'connection-changed' } })
    await expect(call({ sameAccount: true })).rejects.toMatchObject({ data: { kind: 'token-refused' } })
  }
})

test('a snapshot answers over the bridge, and knows the first and the last event that the service is asked for', async () => {
  const { client, take, watch } = await run()
  const snapshotId = await take('Asked')
  await watch(snapshotId, is('finished'))
  const key = { of: 'field' as const, field: 'createdAt' as const }
  const edgeOf = async (descending: boolean) => {
    const scope = { where: [], misses: false }
    const question = { ask: 'rows' as const, scope, sort: { key, descending }, offset: 0, limit: 1 }
    const asked = await askSnapshot(client.snapshots.ask, { snapshotId, slot: 'edge', question })
    if (asked.kind !== 'answered') throw new Error(asked.kind)
    return JSON.parse(asked.answer.rows[0]?.source ?? '').created_at as string
  }
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  for (const side of ['first', 'last'] as const) {
    const found = await client.events.edge({ connectionId, account, filters: search, side })
    if (found.kind !== 'found') throw new Error(found.kind)
    expect(JSON.parse(found.source).created_at).toBe(await edgeOf(side === 'last'))
  }
  const edges = ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-10-01T00:00:00Z', '2030-01-01T00:00:00Z']
  const spread = await client.events.distribution({ connectionId, account, filters: search, edges })
  expect(spread).toMatchObject({ kind: 'counted', requests: 4 })
})

test('a name is taken within its connection alone', async () => {
  const { client, take, names } = await run()
  await take('October')
  const draft = {
    name: 'Other',
    baseUrl: service.url,
    token: 'key',
    environment: 'test' as const,
    plainHttpConsent: false,
  }
  const { id: connectionId, account } = await client.connections.save(draft)
  const { snapshotId } = await client.snapshots.take({ connectionId, account, search, range, name: 'October' })
  await expect(take('october')).rejects.toMatchObject({ data: { kind: 'invalid', field: 'name' } })
  await client.snapshots.rename({ snapshotId, name: 'OCTOBER' })
  expect((await names()).sort()).toEqual(['OCTOBER', 'October'])
})

test('two that nobody named have names of their own', async () => {
  const { client } = await run({ now: () => Date.UTC(2026, 11, 1, 8, 0, 7) })
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  for (let taken = 0; taken < 2; taken += 1) await client.snapshots.take({ connectionId, account, search, range })
  const found = (await client.snapshots.list()).snapshots.map(({ name }) => name).sort()
  expect(found).toEqual(['Environment 2026-12-01 08:00', 'Environment 2026-12-01 08:00 (2)'])
})

test('what was read for a snapshot is told to be its, and goes with it; one that was closed since stays', async () => {
  const { client, take, names, watch } = await run()
  const owner = await take('Month')
  await watch(owner, () => false)
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  const madeFor = async (name: string, until: string) => {
    const order = { connectionId, account, search, range: { ...range, until }, name, madeForSnapshot: owner }
    const { snapshotId } = await client.snapshots.take(order)
    await watch(snapshotId, () => false)
    return snapshotId
  }
  const days = await madeFor('Month: two days', '2020-01-03T00:00:00Z')
  const edge = await madeFor('Month: edge', '2020-01-02T00:00:00Z')
  await client.snapshots.close({ snapshotId: edge, note: '' })
  const listed = async () => (await client.snapshots.list()).snapshots.map(({ id, madeFor }) => [id, madeFor])
  expect(new Map((await listed()) as [])).toEqual(
    new Map<string, unknown>([
      [owner, null],
      [days, { of: 'snapshot', snapshotId: owner }],
      [edge, { of: 'snapshot', snapshotId: owner }],
    ]),
  )
  await client.snapshots.delete({ snapshotId: owner })
  expect(await names()).toEqual(['Month: edge'])
})
