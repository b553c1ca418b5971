import { serve } from '@hono/node-server'
import { createORPCClient } from '@orpc/client'
import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { CancelledError } from '@tanstack/query-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../shared/contract.ts'
import type { Failure } from '../shared/failure.ts'
import { type Bridge, exchangeLaunchToken, FailureError, failureOf, httpLink, requestPort } from './bridge.ts'

const refused: Failure = { kind: 'no-connection', connectionId: 'gone' }
const late: Failure = { kind: 'timeout', phase: 'total', afterMs: 30_000, attempts: 3, durationMs: 30_001 }
const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }

const os = implement(contract)
const router = os.router({
  shell: { info: os.shell.info.handler(() => Promise.reject(new Error('a mistake'))) },
  settings: { read: os.settings.read.handler(never), write: os.settings.write.handler(never) },
  connections: {
    list: os.connections.list.handler(() => []),
    save: os.connections.save.handler(never),
    test: os.connections.test.handler(never),
    forgetToken: os.connections.forgetToken.handler(({ errors }) => {
      throw errors.FAILURE({ data: refused })
    }),
    replaceToken: os.connections.replaceToken.handler(never),
    delete: os.connections.delete.handler(never),
    decideAccount: os.connections.decideAccount.handler(never),
    exploreSampleData: os.connections.exploreSampleData.handler(never),
  },
  events: {
    search: os.events.search.handler(async function* ({ errors }) {
      yield { type: 'attempt', attempt: 1 }
      throw errors.FAILURE({ data: late })
    }),
    get: os.events.get.handler(async function* () {
      yield { type: 'attempt', attempt: 1 }
      await new Promise((done) => setTimeout(done, 20))
      cutAll()
    }),
  },
  exports: {
    start: os.exports.start.handler(never),
    add: os.exports.add.handler(never),
    finish: os.exports.finish.handler(never),
    cancel: os.exports.cancel.handler(never),
  },
  cache: {
    read: os.cache.read.handler(never),
    write: os.cache.write.handler(never),
    remove: os.cache.remove.handler(never),
    recordFirstSeen: os.cache.recordFirstSeen.handler(never),
    firstSeen: os.cache.firstSeen.handler(never),
    status: os.cache.status.handler(never),
    clear: os.cache.clear.handler(never),
  },
  activity: { list: os.activity.list.handler(never) },
})

function never(): never {
  throw new Error('not called here')
}

const handler = new RPCHandler(router)
let sessionIsOpen = true
let server: ReturnType<typeof serve>
let origin: string

async function answer(asked: Request): Promise<Response> {
  if (new URL(asked.url).pathname === '/session') {
    const { launch } = await asked.json()
    return new Response(null, { status: launch === 'good' ? 204 : 403 })
  }
  if (!sessionIsOpen) return new Response('<h1>Used</h1>', { status: 403, headers: { 'content-type': 'text/html' } })
  const { response } = await handler.handle(asked, { prefix: '/rpc' })
  return response ?? new Response(null, { status: 404 })
}

beforeAll(async () => {
  const port = await new Promise<number>((listening) => {
    server = serve({ fetch: answer, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false }, (info) =>
      listening(info.port),
    )
  })
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => {
  cutAll()
  server.close()
})

function cutAll() {
  if ('closeAllConnections' in server) server.closeAllConnections()
}

const client = (to = origin): Bridge => createORPCClient(httpLink(to, fetch))

async function failureFrom(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(FailureError)
  return (error as FailureError).failure
}

async function readAll(progress: Promise<AsyncIterable<unknown>>) {
  for await (const _ of await progress);
}

describe('what goes wrong arrives as a FailureError', () => {
  test("the backend's own failure, whole", async () => {
    expect(await failureFrom(client().connections.forgetToken({ connectionId: 'gone' }))).toEqual(refused)
  })

  test('a failure after progress', async () => {
    expect(await failureFrom(readAll(client().events.search({ connectionId: 'a', account: 1, request })))).toEqual(late)
  })

  test('a mistake in the backend', async () => {
    expect(await failureFrom(client().shell.info())).toMatchObject({ kind: 'bridge', reason: 'other' })
  })

  test('a session that is over, whatever the shell answers with', async () => {
    sessionIsOpen = false
    expect(await failureFrom(client().connections.list())).toMatchObject({ kind: 'bridge', reason: 'session-over' })
    sessionIsOpen = true
    expect(await client().connections.list()).toEqual([])
  })

  test('a backend that is not there', async () => {
    const gone = client('http://127.0.0.1:1').connections.list()
    expect(await failureFrom(gone)).toMatchObject({ kind: 'bridge', reason: 'backend-gone' })
  })

  test('a backend that ends in the middle of an answer', async () => {
    const cut = readAll(client().events.get({ connectionId: 'a', account: 1, eventId: 'b' }))
    expect(await failureFrom(cut)).toMatchObject({ kind: 'bridge', reason: 'backend-gone' })
  })

  test('a call that the page gave up', async () => {
    const given = client().events.search({ connectionId: 'a', account: 1, request }, { signal: AbortSignal.abort() })
    expect(await failureFrom(readAll(given))).toEqual({ kind: 'cancelled' })
  })
})

test('a query that was called off is cancelled, not a mistake of ours', () => {
  expect(failureOf(new CancelledError({ silent: true }))).toEqual({ kind: 'cancelled' })
})

describe('the launch token', () => {
  function pageAt(hash: string) {
    const places: string[] = []
    const location = { hash, pathname: '/', search: '' } as Location
    const history = { replaceState: (_: unknown, __: string, to: string) => places.push(to) } as unknown as History
    const fetchHere: typeof fetch = (path, init) => fetch(`${origin}${path}`, init)
    return { places, page: { location, history, fetch: fetchHere } }
  }

  test('is traded for a session, and gone from the address before the answer is there', async () => {
    const { page, places } = pageAt('#launch=good')
    const exchange = exchangeLaunchToken(page)
    expect(places).toEqual(['/'])
    expect(await exchange).toBeNull()
  })

  test('that was used is a failure with words', async () => {
    const { page, places } = pageAt('#launch=used')
    expect(await exchangeLaunchToken(page)).toMatchObject({ kind: 'bridge', reason: 'session-over' })
    expect(places).toEqual(['/'])
  })

  test('is not needed on a reload', async () => {
    const { page, places } = pageAt('')
    expect(await exchangeLaunchToken(page)).toBeNull()
    expect(places).toEqual([])
  })
})

test('the port of the desktop shell is taken from our own window only', async () => {
  const target = new EventTarget()
  const asked: unknown[] = []
  const { port1: foreign, port2: ours } = new MessageChannel()
  const window = Object.assign(target, {
    location: { origin: 'app://eventscope' },
    postMessage: (message: unknown) => asked.push(message),
  })
  const port = requestPort(window as unknown as Window)
  const arrive = (source: unknown, ports: MessagePort[]) =>
    target.dispatchEvent(Object.assign(new Event('message'), { source, data: { type: 'eventscope:port' }, ports }))
  arrive({}, [foreign as unknown as MessagePort])
  arrive(window, [ours as unknown as MessagePort])
  expect(await port).toBe(ours)
  expect(asked).toEqual([{ type: 'eventscope:want-port' }])
  foreign.close()
})
