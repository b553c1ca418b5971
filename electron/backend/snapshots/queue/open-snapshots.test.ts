// A snapshot of another range that takes over the parts of one that is there, as the bridge's calls.
import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../../../service/server.ts'
import { createBackend } from '../../bridge/backend.ts'
import { backendUnderTest } from '../../bridge/fixtures/backend-under-test.ts'
import { watchReading } from '../fixtures/watch-reading.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS).toISOString()
const range = { from: '2020-01-01T00:00:00Z', until: ago(8), zone: 'UTC' }
const longer = { ...range, until: ago(1) }
const search = { propertyFilters: [] }

async function run(events: number) {
  const service = await startService({ token: 'key', events })
  onTestFinished(() => service.close())
  const environment = { baseUrl: service.url, token: 'key' }
  const effects = await backendUnderTest({ environment, storeKey: Buffer.alloc(32, 7).toString('base64') })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const [connection] = await client.connections.list()
  if (connection === undefined) throw new Error('No connection')
  const order = { connectionId: connection.id, account: connection.account, search, range }
  /** Read to its end. */
  const take = async (more: Partial<typeof order> & { extends?: string }) => {
    const { snapshotId } = await client.snapshots.take({ ...order, ...more })
    for await (const _ of watchReading(client.snapshots, snapshotId));
    const read = (await client.snapshots.list()).snapshots.find(({ id }) => id === snapshotId)
    if (read?.status.state !== 'finished') throw new Error('It is not read')
    return { ...read, verdict: read.status.verdict }
  }
  return { service, client, order, take }
}

test('what is proved is counted again instead of read, and the snapshot says when it was read', async () => {
  const { client, take } = await run(4_000)
  const first = await take({})
  const extension = await client.snapshots.extension({ snapshotId: first.id, range: longer })
  expect(extension.parts).toBeGreaterThan(0)
  expect(extension.events).toBeGreaterThan(first.rows / 2)
  const extended = await take({ range: longer, extends: first.id })
  const takenAgain = await take({ range: longer })
  expect(extended.verdict).toMatchObject({ kind: 'complete' })
  expect(extended.rows).toBe(takenAgain.rows)
  expect(extension.total).toBe(takenAgain.rows)
  expect(extended.requests).toBeLessThan(takenAgain.requests - extension.events / 200)
  const words = extended.verdict.reasons.find(({ code }) => code === 'taken-over')?.words
  expect(words).toMatch(/^Of these, [\d,]+ events were read (on|from) \d+ \w+ \d{4} .* for an earlier snapshot,/)
  expect(takenAgain.verdict.reasons.some(({ code }) => code === 'taken-over')).toBe(false)
  // The old one is as it was.
  const { snapshots } = await client.snapshots.list()
  expect(snapshots.find(({ id }) => id === first.id)).toMatchObject({ rows: first.rows, range })
})

test('a pause loses nothing of it; what is gone before it is taken over is read', async () => {
  const { client, order, take } = await run(4_000)
  const first = await take({})
  const another = { ...order, range: longer, extends: first.id }
  const ended = async (snapshotId: string) => {
    await client.snapshots.resume({ snapshotId })
    for await (const _ of watchReading(client.snapshots, snapshotId));
    return (await client.snapshots.list()).snapshots.find(({ id }) => id === snapshotId)
  }
  const begun = await client.snapshots.take(another)
  for await (const { progress } of watchReading(client.snapshots, begun.snapshotId)) if (progress !== null) break
  await client.snapshots.pause(begun)
  const [going] = await client.snapshots.steps({ snapshotIds: [begun.snapshotId] })
  const extended = await ended(begun.snapshotId)
  expect(going?.status.state).toBe('paused')
  expect(extended?.status).toMatchObject({ verdict: { kind: 'complete' } })
  const left = await client.snapshots.take(another)
  await client.snapshots.pause(left)
  await client.snapshots.delete({ snapshotId: first.id })
  expect(await ended(left.snapshotId)).toMatchObject({
    rows: extended?.rows,
    status: { state: 'finished', verdict: { kind: 'complete' } },
  })
})

test('few events are read again, which is said before', async () => {
  const { client, take } = await run(600)
  const first = await take({})
  const extension = await client.snapshots.extension({ snapshotId: first.id, range: longer })
  expect(extension).toMatchObject({ parts: 0, events: 0 })
  const extended = await take({ range: longer, extends: first.id })
  expect(extended).toMatchObject({ rows: extension.total, verdict: { kind: 'complete' } })
})

test('only a complete snapshot of the same search is extended', async () => {
  const { service, client, order, take } = await run(600)
  const first = await take({})
  const other = { ...order, search: { propertyFilters: [], customerId: 'cus_5Rb7nVy' }, extends: first.id }
  const refusal = (message: RegExp) => ({ data: { kind: 'invalid', message: expect.stringMatching(message) } })
  await expect(client.snapshots.take(other)).rejects.toMatchObject(refusal(/same search/))
  await expect(client.snapshots.take({ ...order, extends: 'unknown' })).rejects.toMatchObject({
    data: { kind: 'disk' },
  })
  const backwards = { from: ago(1), until: ago(2), zone: 'UTC' }
  await expect(client.snapshots.extension({ snapshotId: first.id, range: backwards })).rejects.toMatchObject(
    refusal(/before the start/),
  )
  await service.close()
  const { snapshotId } = await client.snapshots.take(order)
  await client.snapshots.stop({ snapshotId, keep: true })
  await expect(client.snapshots.take({ ...order, extends: snapshotId })).rejects.toMatchObject(
    refusal(/all its events were read/),
  )
})
