import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createConnections } from './connections.ts'
import { createSampleData, lastMonth, type Sample } from './sample-data.ts'

/** A sample service that a test starts and ends; each start has a port and a token of its own. */
async function setUp() {
  const logged: string[] = []
  const late: number[] = []
  const runs: { end: (why: string) => void; stopped: boolean }[] = []
  const fault: { words: string; closing: Result<null> | null } = { words: '', closing: null }
  const start = async (): Promise<Sample> => {
    if (fault.words) throw new Error(fault.words)
    const ended = Promise.withResolvers<string>()
    const run = { end: ended.resolve, stopped: false }
    const port = 40_000 + runs.push(run)
    const stop = async () => {
      run.stopped = true
      ended.resolve('It was stopped.')
    }
    const addLateEvents = async () => void late.push(port)
    return { baseUrl: `http://127.0.0.1:${port}`, token: `tok-of-${port}`, ended: ended.promise, addLateEvents, stop }
  }
  const randomId = () => crypto.randomUUID()
  const effects = { folder: await temporaryFolder(), now: () => 0, notice: () => undefined, randomId }
  const connections = createConnections({ ...effects, keychain: memoryKeychain(), hasRows: async () => false })
  const closed: string[] = []
  const closeLastMonth = async ({ baseUrl }: Connection): Promise<Result<null>> => {
    closed.push(`${baseUrl}, after ${late.length} late events`)
    return fault.closing ?? succeeded(null)
  }
  const sample = createSampleData({ start, closeLastMonth, randomId, log: (line) => void logged.push(line) })
  async function connected() {
    const result = await sample.connect(connections)
    if (!result.ok) throw new Error(JSON.stringify(result.failure))
    return result.value
  }
  return { logged, late, runs, fault, closed, connections, sample, connected }
}

test('one service serves a run, and its connection is the same however often it is asked for', async () => {
  const { closed, runs, sample, connections, connected } = await setUp()
  const [one, two] = await Promise.all([connected(), connected()])
  expect(two).toEqual(one)
  expect(one).toMatchObject({ name: 'Sample data', origin: 'sample', baseUrl: 'http://127.0.0.1:40001' })
  expect(one).toMatchObject({ environment: 'test', billingZone: 'Europe/Berlin' })
  await connections.delete(one.id)
  expect(await connected()).toMatchObject({ baseUrl: one.baseUrl })
  expect(closed).toHaveLength(1)
  expect(runs).toHaveLength(1)
  await sample.stop()
  expect(runs[0]?.stopped).toBe(true)
})

test('after it ended another one is started, and the connection leads there', async () => {
  const { runs, logged, connections, connected } = await setUp()
  const before = await connected()
  runs[0]?.end('out of memory')
  await expect.poll(() => logged).toEqual(['The sample service ended: out of memory'])
  const after = await connected()
  expect(after).toEqual({ ...before, baseUrl: 'http://127.0.0.1:40002' })
  expect(await connections.list()).toEqual([after])
  expect(await connections.access(after.id)).toMatchObject({ ok: true, value: { token: 'tok-of-40002' } })
})

test('one that does not start is a failure with its words, and may start the next time', async () => {
  const { fault, sample, connections, connected } = await setUp()
  fault.words = 'no port'
  expect(await sample.connect(connections)).toMatchObject({
    failure: { kind: 'unreachable', detail: 'The sample service did not start: no port' },
  })
  fault.words = ''
  expect(await connected()).toMatchObject({ origin: 'sample' })
})

test('that it was stopped is nothing to tell', async () => {
  const { logged, sample, connected } = await setUp()
  await connected()
  await sample.stop()
  expect(logged).toEqual([])
})

test('its last month is closed once a service, before the late events come; where it is not, they come all the same', async () => {
  const { logged, late, closed, fault, runs, connected } = await setUp()
  await connected()
  await connected()
  expect([closed, late]).toEqual([['http://127.0.0.1:40001, after 0 late events'], [40_001]])
  fault.closing = failed({ kind: 'cancelled' })
  runs[0]?.end('out of memory')
  await expect.poll(() => logged).toHaveLength(1)
  await connected()
  expect([closed.length, late]).toEqual([2, [40_001, 40_002]])
  expect(logged[1]).toBe("The sample's last month was not closed: cancelled")
})

test.each([
  ['2026-11-30T22:59:59Z', undefined, '2026-10'],
  ['2026-11-30T23:00:00Z', undefined, '2026-11'],
  ['2026-11-30T23:00:00Z', 'UTC', '2026-10'],
  ['2027-01-15T12:00:00Z', undefined, '2026-12'],
])('at %s in %s the last month is %s', (now, zone, month) => expect(lastMonth(Date.parse(now), zone)).toBe(month))
