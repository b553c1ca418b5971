// The same scenario over both ways to the backend: the browser shell's HTTP and the desktop shell's MessagePort.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink as FetchLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { install } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ConnectionDraft } from '../../shared/connection/connection.ts'
import { askSnapshot } from '../../shared/contract/ask-snapshot.ts'
import type { Contract } from '../../shared/contract/contract.ts'
import type { SearchRequest } from '../../shared/event/event.ts'
import { someExportOptions } from '../../shared/export/fixtures/some-export-options.ts'
import { type Backend, type BackendEffects, createBackend } from '../backend/bridge/backend.ts'
import { backendUnderTest } from '../backend/bridge/fixtures/backend-under-test.ts'
import { close, rawServer, type ScriptedServer, scriptedServer } from '../backend/http/fixtures/scripted-server.ts'
import { serviceFetch } from '../backend/http/service-fetch.ts'
import { watchReading } from '../backend/snapshots/fixtures/watch-reading.ts'
import { createPageFiles } from '../platform/page-files.ts'
import { createBrowserServer } from './browser-server.ts'
import { openSession } from './fixtures/open-session.ts'

install()

type Client = ContractRouterClient<Contract>
interface Way {
  client: Client
  /** Holds nothing of earlier calls any more. */
  forget(): void
  close(): Promise<void>
}

async function overHttp(router: Backend['router'], log: (line: string) => void): Promise<Way> {
  const pageFiles = createPageFiles('/nowhere')
  const { server, launchLink } = createBrowserServer({ host: '127.0.0.1', router, pageFiles, now: Date.now, log })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = await openSession(launchLink())
  // A browser aborts by the signal of a Request that it has collected, undici does not.
  const asked: Request[] = []
  const keeping = (request: Request, init: RequestInit) => {
    asked.push(request)
    return fetch(request, init)
  }
  const link = new FetchLink({ url: `${session.origin}/rpc`, headers: session.headers, fetch: keeping })
  return { client: createORPCClient(link), forget: () => void asked.splice(0), close: () => close(server) }
}

async function overPort(router: Backend['router']): Promise<Way> {
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(router).upgrade(port1)
  const link = new PortLink({ port: port2 })
  port1.start()
  port2.start()
  return { client: createORPCClient(link), forget: () => undefined, close: async () => port2.close() }
}

/** A search lasts longer than a garbage collection takes to come: nothing that leads to its end may be lost by one. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
  }
}

const TOKEN = 'tok-transport-secret'
const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
const event =
  '{"event_id":"evt_1","customer_id":"c","event_code":"e","event_type":"credit","created_at":"2026-11-20T12:00:00Z","event_properties":{"b":0.10,"__proto__":90071992547409949,"b":"\\ud800"}}'
const page = `{"events":[${event}],"total":1,"limit":50,"offset":0}`
/** What the service answers to a search. */
let answered = page

describe.each([
  ['HTTP', overHttp],
  ['a MessagePort', overPort],
] as const)('over %s', (_, open) => {
  let service: ScriptedServer
  let backend: Backend
  let way: Way
  let client: Client
  let folder: string
  const logged: string[] = []
  const effects = {
    fetch: (url, init) => {
      if (url.includes('/mistake/')) throw new RangeError(`A mistake in a stream, with Bearer ${TOKEN} in it`)
      return serviceFetch(url, init)
    },
    shell: { shell: 'browser', version: '1.2.3', runtime: 'Node', platform: 'linux' },
    startSample: async () => {
      const ended = new Promise<string>(() => undefined)
      const addLateEvents = async () => undefined
      return { baseUrl: service.url, token: TOKEN, ended, addLateEvents, stop: async () => undefined }
    },
    saving: {
      askWhere: async (fileName) => {
        if (fileName.endsWith('.ndjson')) throw new Error(`A mistake of ours, with Bearer ${TOKEN} in it`)
        return join(folder, fileName)
      },
      showInFolder: () => undefined,
      showProgress: () => undefined,
      announce: () => undefined,
    },
    log: (line) => void logged.push(line),
  } satisfies Partial<BackendEffects>
  const draft = (changed: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
    name: 'Saved',
    baseUrl: service.url,
    environment: 'test',
    plainHttpConsent: false,
    token: TOKEN,
    ...changed,
  })

  beforeAll(async () => {
    service = await scriptedServer((response, __, { headers, method, target }) => {
      if (headers.authorization !== `Bearer ${TOKEN}`) response.writeHead(401).end('{"error":"Who are you?"}')
      else if (method === 'GET') response.writeHead(404).end(`{"error":"No ${target}"}`)
      else response.end(answered)
    })
    folder = await mkdtemp(join(tmpdir(), 'eventscope-test-'))
    const environment = { baseUrl: service.url, token: TOKEN }
    backend = await createBackend(await backendUnderTest({ ...effects, folder, environment }))
    way = await open(backend.router, effects.log)
    client = way.client
  })
  afterAll(async () => {
    await way.close()
    await backend.close()
    await service.close()
    await rm(folder, { recursive: true })
  })

  const environmentId = async () =>
    (await client.connections.list()).find(({ origin }) => origin === 'environment')?.id ?? ''

  async function all<T>(progress: AsyncIterable<T>): Promise<T[]> {
    const steps: T[] = []
    for await (const one of progress) steps.push(one)
    return steps
  }

  /** The data of the typed error that a call ends with. */
  async function failureOf(call: Promise<unknown>) {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ORPCError)
    return error as ORPCError<string, unknown>
  }

  test('a snapshot is taken, watched to its verdict, listed and deleted', async () => {
    const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
    const range = { from: null, until: null, zone: 'UTC' }
    const order = { connectionId, account, search: { propertyFilters: [] }, range, name: 'All' }
    const { snapshotId } = await client.snapshots.take(order)
    const states: string[] = []
    for await (const { status } of watchReading(client.snapshots, snapshotId)) states.push(status.state)
    expect(states.at(-1)).toBe('finished')
    const { snapshots } = await client.snapshots.list()
    expect(snapshots).toMatchObject([
      { id: snapshotId, rows: 1, status: { verdict: { sentence: expect.any(String) } } },
    ])
    await expect(client.snapshots.take(order)).rejects.toMatchObject({ data: { kind: 'invalid', field: 'name' } })
    const loaded = await all(await client.snapshots.load({ snapshotId }))
    expect(loaded.at(-1)).toEqual({ state: 'over', outcome: { kind: 'loaded', rows: 1 } })
    const question = { ask: 'rows' as const, scope: { where: [], misses: false }, sort: null, offset: 0, limit: 10 }
    const asked = await askSnapshot(client.snapshots.ask, { snapshotId, slot: 'events', question })
    expect(asked).toMatchObject({ kind: 'answered', answer: { count: 1, rows: [{ row: 0 }] } })
    await client.snapshots.unload({ snapshotId })
    await client.snapshots.delete({ snapshotId })
    await expect(client.snapshots.resume({ snapshotId })).rejects.toMatchObject({ data: { kind: 'disk' } })
  })

  test('what the shell is', async () => {
    expect(await client.shell.info()).toMatchObject({ ...effects.shell, keychain: { available: false }, notices: [] })
  })

  test('a search, its progress, and an answer that is exact', async () => {
    const steps = await all(await client.events.search({ connectionId: await environmentId(), account: 1, request }))
    expect(steps[0]).toEqual({ type: 'attempt', attempt: 1, of: 4 })
    expect(steps.slice(1)).toEqual([
      { type: 'text', text: page },
      { type: 'answer', info: expect.objectContaining({ attempts: 1, bytes: page.length }) },
    ])
  })

  test('a long answer in pieces that join to it, pairs of surrogates too', async () => {
    // A chunk ends at an even offset: one of the two texts has its pairs across the ends.
    for (const before of ['', '!']) {
      answered = `{"events":[],"x":"${before}${'😀'.repeat(500_000)}"}`
      const steps = await all(await client.events.search({ connectionId: await environmentId(), account: 1, request }))
      answered = page
      const chunks = steps.flatMap((step) => (step.type === 'text' ? [step.text] : []))
      expect(chunks.length).toBeGreaterThan(1)
      expect(chunks.join('') === `{"events":[],"x":"${before}${'😀'.repeat(500_000)}"}`).toBe(true)
    }
  })

  test('failures, typed, after what was told before', async () => {
    const attempts: string[] = []
    const id = await environmentId()
    const failing = async () => {
      for await (const { type } of await client.events.get({ connectionId: id, account: 1, eventId: 'a/b' }))
        attempts.push(type)
    }
    expect(await failureOf(failing())).toMatchObject({
      code: 'FAILURE',
      defined: true,
      data: { kind: 'not-found', eventId: 'a/b', http: { serviceMessage: 'No /v1/events/a%2Fb' } },
    })
    expect(attempts).toEqual(['attempt'])
    const refused = client.connections.save(draft({ name: 'environment' }))
    expect(await failureOf(refused)).toMatchObject({
      code: 'FAILURE',
      defined: true,
      data: { kind: 'invalid', field: 'name' },
    })
    const unknown = all(await client.events.search({ connectionId: 'unknown', account: 1, request }))
    expect(await failureOf(unknown)).toMatchObject({ data: { kind: 'no-connection' } })
  })

  test('connections: tested, saved, changed, deleted', async () => {
    expect(await client.connections.test(draft())).toMatchObject({ sawEvents: true, observations: expect.any(Array) })
    const wrong = client.connections.test(draft({ token: 'tok-wrong' }))
    expect(await failureOf(wrong)).toMatchObject({
      data: { kind: 'token-refused', http: { serviceMessage: 'Who are you?' } },
    })
    const { id, token, account } = await client.connections.save(draft())
    expect(token.place).toBe('memory')
    // Another window that still knows the connection as it was gets nothing of what it is now.
    const { account: now } = await client.connections.save({ ...draft({ baseUrl: `${service.url}/moved` }), id })
    expect(now).not.toBe(account)
    const changed = { data: { kind: 'connection-changed', connectionId: id } }
    const before = await client.activity.list()
    expect(await failureOf(all(await client.events.search({ connectionId: id, account, request })))).toMatchObject(
      changed,
    )
    const got = all(await client.events.get({ connectionId: id, account, eventId: 'evt_1' }))
    expect(await failureOf(got)).toMatchObject(changed)
    expect(await client.activity.list()).toEqual(before)
    expect((await client.connections.forgetToken({ connectionId: id })).token.place).toBe('nowhere')
    const withoutToken = all(await client.events.search({ connectionId: id, account: now, request }))
    expect(await failureOf(withoutToken)).toMatchObject({ data: { kind: 'no-token', connectionId: id } })
    expect((await client.connections.replaceToken({ connectionId: id, token: TOKEN })).token.place).toBe('memory')
    expect((await client.connections.delete({ connectionId: id })).map((one) => one.id)).not.toContain(id)
  })

  test('sample data, once', async () => {
    const [one, two] = await Promise.all([
      client.connections.exploreSampleData(),
      client.connections.exploreSampleData(),
    ])
    expect(one).toMatchObject({ origin: 'sample', baseUrl: service.url })
    expect(two).toEqual(one)
  })

  test('settings', async () => {
    expect(await client.settings.write({ theme: 'dark', detailsWidth: 400 })).toMatchObject({
      theme: 'dark',
    })
    expect(await client.settings.read()).toMatchObject({ theme: 'dark', detailsWidth: 400, pageSize: 50 })
  })

  test('input that does not fit is refused, and a mistake of ours says nothing but that', async () => {
    const odd = { connectionId: 'x', account: 1, request: { ...request, limit: 1_000 } }
    expect(await failureOf(client.events.search(odd) as Promise<unknown>)).toMatchObject({ code: 'BAD_REQUEST' })
    const exportId = await openedExport()
    const error = await failureOf(
      client.exports.start({ exportId, options: { ...someExportOptions, format: 'ndjson' } }),
    )
    expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', defined: false })
    expect(JSON.stringify(error)).not.toContain('mistake')
    expect(logged.join('\n')).toContain('exports.start: Error: A mistake of ours')
    expect(logged.join('\n')).not.toContain(TOKEN)
  })

  async function openedExport(): Promise<string> {
    const subject = { of: 'page', connectionId: await environmentId(), filters: { propertyFilters: [] } } as const
    const { exportId } = await client.exports.open({ ...subject, filters: { propertyFilters: [] } })
    expect(await client.exports.add({ exportId, sources: [event] })).toEqual({ rows: 1 })
    return exportId
  }

  test('a file of rows of the screen, from its preview to its last status', async () => {
    const exportId = await openedExport()
    const { fileName, table } = await client.exports.preview({ exportId, options: someExportOptions })
    expect(table?.rows[0]?.map((cell) => cell.text)).toEqual(expect.arrayContaining(['evt_1', '90071992547409949']))
    expect(await client.exports.start({ exportId, options: someExportOptions })).toEqual({ kind: 'writing' })
    const last = await vi.waitFor(
      async () => {
        const [entry] = await client.exports.list()
        if (entry === undefined || entry.status.state === 'running') throw new Error('It is still running')
        return entry.status
      },
      { timeout: 20_000, interval: 5 },
    )
    // Named by the second in which it is started, which may be the one after that of the preview.
    const named = (name: string) => name.replaceAll(/\d+/g, '#')
    expect(last).toMatchObject({ state: 'written', rows: 1, path: expect.stringContaining(folder) })
    const path = last.state === 'written' ? (last.path ?? '') : ''
    expect(named(basename(path))).toBe(named(fileName))
    expect(await readFile(path, 'utf8')).toContain('evt_1,c,e,credit,2026-11-20T12:00:00Z,0.10,')
    expect(await client.exports.list()).toMatchObject([{ exportId, repeatable: true, inFolder: true }])
    const unknown = await failureOf(client.exports.receipt({ exportId }))
    expect(unknown).toMatchObject({ defined: true, data: { kind: 'invalid', field: 'export' } })
  })

  test('a mistake of ours inside a stream is logged once, and a failure never', async () => {
    const { id, account } = await client.connections.save(draft({ name: 'Odd', baseUrl: `${service.url}/mistake` }))
    logged.length = 0
    for (const asked of [
      () => client.events.search({ connectionId: id, account, request }),
      () => client.events.get({ connectionId: id, account, eventId: 'evt_1' }),
    ]) {
      const error = await failureOf(asked().then(all<unknown>))
      expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', defined: false })
      expect(JSON.stringify(error)).not.toContain('mistake')
    }
    expect(logged.map((line) => line.split('\n')[0])).toEqual([
      'Unexpected error in events.search: RangeError: A mistake in a stream, with Bearer … in it',
      'Unexpected error in events.get: RangeError: A mistake in a stream, with Bearer … in it',
    ])
    const missing = await client.events.get({ connectionId: await environmentId(), account: 1, eventId: 'evt_9' })
    await failureOf(all(missing))
    expect(logged).toHaveLength(2)
  })

  test('activity, without the token', async () => {
    const entries = await client.activity.list()
    expect(entries.length).toBeGreaterThan(3)
    expect(JSON.stringify(entries)).not.toContain(TOKEN)
  })

  test('nothing of a call is held once it is over, however long its session lasts', async () => {
    const MEBIBYTE = 1024 * 1024
    const chunk = Buffer.alloc(MEBIBYTE / 2, 'x').toString('base64')
    const file = { name: 'large.csv', bytes: 64 * MEBIBYTE, receiptId: null }
    const { signal } = new AbortController()
    const { verificationId } = await client.verification.open(file, { signal })
    async function heldAfter(chunks: number): Promise<number> {
      for (let sent = 0; sent < chunks; sent += 1) {
        await client.verification.add({ verificationId: verificationId ?? '', chunk }, { signal })
      }
      way.forget()
      await collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = await heldAfter(4)
    expect((await heldAfter(32)) - before).toBeLessThan(4 * MEBIBYTE)
    await client.verification.close({ verificationId: verificationId ?? '' })
  })

  describe.each(['its signal', 'its iterator'])('a call that the page gives up by %s', (means) => {
    test('ends the request to the service', async () => {
      const closed = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      const slow = await rawServer((socket) => {
        reached.resolve()
        socket.on('close', () => closed.resolve())
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"events":')
      })
      const { id } = await client.connections.save(draft({ name: `Slow ${means}`, baseUrl: slow.url }))
      const cancel = new AbortController()
      const progress = await client.events.search({ connectionId: id, account: 1, request }, { signal: cancel.signal })
      expect((await progress.next()).value).toEqual({ type: 'attempt', attempt: 1, of: 4 })
      const next = progress.next().then(
        () => 'more',
        () => 'over',
      )
      await reached.promise
      await collectGarbage()
      if (means === 'its signal') cancel.abort()
      else void progress.return(undefined)
      await closed.promise
      if (means === 'its signal') expect(await next).toBe('over')
      await expect
        .poll(async () => (await client.activity.list())[0]?.outcome)
        .toEqual({ state: 'failed', failure: { kind: 'cancelled' } })
      await slow.close()
    })
  })
})
