import { serve } from '@hono/node-server'
import { createORPCClient, ORPCError } from '@orpc/client'
import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { CancelledError } from '@tanstack/query-core'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract } from '../shared/contract/contract.ts'
import type { AnswerInfo, SearchRequest } from '../shared/event/event.ts'
import type { Failure } from '../shared/failure/failure.ts'
import {
  type CallStep,
  type Progress,
  parseEventText,
  parseSearchPage,
  type SentAnswer,
} from '../shared/search/search-page.ts'
import {
  type Bridge,
  bridgeOver,
  eventProgress,
  exchangeLaunchToken,
  FailureError,
  failureOf,
  httpLink,
  outcomeOf,
  requestPort,
  searchProgress,
} from './bridge.ts'

const refused: Failure = { kind: 'no-connection', connectionId: 'gone' }
const late: Failure = { kind: 'timeout', phase: 'total', afterMs: 30_000, attempts: 3, durationMs: 30_001 }
const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }

const os = implement(contract)
const router = os.router({
  shell: {
    info: os.shell.info.handler(() => Promise.reject(new Error('a mistake'))),
    diagnostics: os.shell.diagnostics.handler(never),
    openLog: os.shell.openLog.handler(never),
    // biome-ignore lint/correctness/useYield: it is never called
    links: os.shell.links.handler(async function* () {
      await never()
    }),
  },
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
    keyIsIn: os.connections.keyIsIn.handler(never),
    findings: os.connections.findings.handler(never),
    exploreSampleData: os.connections.exploreSampleData.handler(never),
    saveSampleInvoice: os.connections.saveSampleInvoice.handler(never),
    readCustomerNames: os.connections.readCustomerNames.handler(never),
  },
  events: {
    edge: os.events.edge.handler(never),
    distribution: os.events.distribution.handler(never),
    search: os.events.search.handler(async function* ({ errors }) {
      yield { type: 'attempt', attempt: 1, of: 4 }
      throw errors.FAILURE({ data: late })
    }),
    get: os.events.get.handler(async function* () {
      yield { type: 'attempt', attempt: 1, of: 4 }
      await new Promise((done) => setTimeout(done, 20))
      cutAll()
    }),
  },
  fileCheck: {
    open: os.fileCheck.open.handler(never),
    add: os.fileCheck.add.handler(never),
    close: os.fileCheck.close.handler(never),
  },
  verification: {
    expects: os.verification.expects.handler(never),
    open: os.verification.open.handler(never),
    add: os.verification.add.handler(never),
    end: os.verification.end.handler(never),
    close: os.verification.close.handler(never),
  },
  snapshots: {
    take: os.snapshots.take.handler(never),
    extension: os.snapshots.extension.handler(never),
    list: os.snapshots.list.handler(never),
    pause: os.snapshots.pause.handler(never),
    steps: os.snapshots.steps.handler(never),
    resume: os.snapshots.resume.handler(never),
    stop: os.snapshots.stop.handler(never),
    rename: os.snapshots.rename.handler(never),
    deleteAfter: os.snapshots.deleteAfter.handler(never),
    close: os.snapshots.close.handler(never),
    closingRules: os.snapshots.closingRules.handler(never),
    delete: os.snapshots.delete.handler(never),
    holding: os.snapshots.holding.handler(never),
    recheck: os.snapshots.recheck.handler(never),
    // biome-ignore lint/correctness/useYield: it is never called
    askSample: os.snapshots.askSample.handler(async function* () {
      await never()
    }),
    // biome-ignore lint/correctness/useYield: it is never called
    load: os.snapshots.load.handler(async function* () {
      await never()
    }),
    // biome-ignore lint/correctness/useYield: it is never called
    ask: os.snapshots.ask.handler(async function* () {
      await never()
    }),
    unload: os.snapshots.unload.handler(never),
  },
  exports: {
    open: os.exports.open.handler(never),
    add: os.exports.add.handler(never),
    preview: os.exports.preview.handler(never),
    start: os.exports.start.handler(never),
    startAll: os.exports.startAll.handler(never),
    save: os.exports.save.handler(never),
    remove: os.exports.remove.handler(never),
    cancel: os.exports.cancel.handler(never),
    list: os.exports.list.handler(never),
    again: os.exports.again.handler(never),
    receipt: os.exports.receipt.handler(never),
    charges: os.exports.charges.handler(never),
    receiptFacts: os.exports.receiptFacts.handler(never),
    openTable: os.exports.openTable.handler(never),
    addToTable: os.exports.addToTable.handler(never),
    saveTable: os.exports.saveTable.handler(never),
    cancelTable: os.exports.cancelTable.handler(never),
    saveCase: os.exports.saveCase.handler(never),
    saveShapes: os.exports.saveShapes.handler(never),
    showInFolder: os.exports.showInFolder.handler(never),
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
  remembered: { read: os.remembered.read.handler(never), write: os.remembered.write.handler(never) },
  activity: { list: os.activity.list.handler(never) },
})

function never(): never {
  throw new Error('not called here')
}

const handler = new RPCHandler(router)
let sessionIsOpen = true
/** Of every request, as it came. */
const pageSecrets: (string | null)[] = []
let server: ReturnType<typeof serve>
let origin: string

async function answer(asked: Request): Promise<Response> {
  pageSecrets.push(asked.headers.get('eventscope-page-secret'))
  if (new URL(asked.url).pathname === '/session') {
    const { launch } = await asked.json()
    if (launch === 'good') return Response.json({ pageSecret: 'secret-1' })
    if (launch === 'own') return new Response(null, { status: 204 })
    if (launch === 'turned') return Response.json({ pageSecret: 'of another' }, { status: 502 })
    if (launch === 'odd') return new Response('<h1>A proxy speaks</h1>', { status: 502 })
    return Response.json({ reason: launch }, { status: 403 })
  }
  if (!sessionIsOpen) return new Response('Over.', { status: 403, headers: { 'content-type': 'text/plain' } })
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

/** What a browser keeps for an origin. */
function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage
}

const client = (to = origin, storage = memoryStorage()): Bridge =>
  bridgeOver(createORPCClient(httpLink(to, fetch, storage)))

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
    expect(await failureFrom(client().shell.info())).toMatchObject({
      kind: 'bridge',
      reason: 'other',
      detail: expect.stringMatching(/^500 /),
    })
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

test.each([401, 403])('a session is over where the shell says %s', (status) => {
  expect(failureOf(new ORPCError('ODD', { status }))).toMatchObject({ reason: 'session-over' })
})

test('a backend that a browser did not reach is gone, whatever else the error is wrapped in', async () => {
  const unreached = new TypeError('Failed to fetch')
  const gone = { kind: 'bridge', reason: 'backend-gone', detail: 'Failed to fetch' }
  expect(failureOf(new Error('wrapped', { cause: unreached }))).toEqual(gone)
  expect(await outcomeOf(() => Promise.reject(unreached))).toEqual({ ok: false, failure: gone })
  expect(await outcomeOf(async () => 'answered')).toEqual({ ok: true, value: 'answered' })
})

describe('the launch token', () => {
  function pageAt(hash: string, storage = memoryStorage(), search = '') {
    const places: string[] = []
    const location = { hash, pathname: '/', search } as Location
    const history = { replaceState: (_: unknown, __: string, to: string) => places.push(to) } as unknown as History
    const fetchHere: typeof fetch = (path, init) => fetch(`${origin}${path}`, init)
    return { places, page: { location, history, fetch: fetchHere, storage } }
  }

  test('is traded for a session, and gone from the address before the answer is there', async () => {
    const { page, places } = pageAt('#launch=good')
    const exchange = exchangeLaunchToken(page)
    expect(places).toEqual(['/'])
    expect(await exchange).toBeNull()
  })

  test('brings a secret that goes with every call from then on, the newest that any tab of this browser got', async () => {
    const storage = memoryStorage()
    const calling = client(origin, storage)
    pageSecrets.length = 0
    await calling.connections.list()
    await exchangeLaunchToken(pageAt('#launch=good', storage).page)
    await calling.connections.list()
    // The session that is there goes along, so that its own link is told from a stranger's.
    expect(await exchangeLaunchToken(pageAt('#launch=own', storage).page)).toBeNull()
    await calling.connections.list()
    expect(pageSecrets).toEqual([null, null, 'secret-1', 'secret-1', 'secret-1'])
  })

  test.each(['used', 'expired', 'unknown'])('that is refused as %s is a failure of its own', async (reason) => {
    const { page, places } = pageAt(`#launch=${reason}`)
    expect(await exchangeLaunchToken(page)).toEqual({ kind: 'bridge', reason: `link-${reason}`, detail: '' })
    expect(places).toEqual(['/'])
  })

  test.each(['odd', 'turned'])(
    'that meets something else than a browser shell is a failure too: %s',
    async (launch) => {
      const storage = memoryStorage()
      const { page } = pageAt(`#launch=${launch}`, storage)
      expect(await exchangeLaunchToken(page)).toEqual({
        kind: 'bridge',
        reason: 'other',
        detail: 'The launch link was answered with 502.',
      })
      expect(storage.getItem('eventscope-page-secret')).toBeNull()
    },
  )

  test('that reaches nothing is a failure of its own, and the rest of the address stays', async () => {
    const { page, places } = pageAt('#launch=good', memoryStorage(), '?a=1')
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await exchangeLaunchToken({ ...page, fetch })).toMatchObject({ reason: 'backend-gone' })
    expect(places).toEqual(['/?a=1'])
  })

  test('is not needed on a reload', async () => {
    const { page, places } = pageAt('')
    expect(await exchangeLaunchToken(page)).toBeNull()
    expect(places).toEqual([])
  })
})

describe('the port of the desktop shell', () => {
  afterEach(() => void vi.useRealTimers())

  function asking() {
    vi.useFakeTimers()
    const target = new EventTarget()
    const asked: unknown[] = []
    const removed = vi.spyOn(target, 'removeEventListener')
    const window = Object.assign(target, {
      location: { origin: 'app://eventscope' },
      postMessage: (...message: unknown[]) => asked.push(message),
    })
    const port = requestPort(window as unknown as Window)
    const arrive = (source: unknown, type: string, sent: MessagePort) =>
      target.dispatchEvent(Object.assign(new Event('message'), { source, data: { type }, ports: [sent] }))
    return { port, window, asked, arrive, isHeard: () => removed.mock.calls.length === 0 }
  }

  test('is taken from our own window only, and nothing waits any more', async () => {
    const { port1: foreign, port2: ours } = new MessageChannel()
    const { port, window, asked, arrive, isHeard } = asking()
    arrive({}, 'eventscope:port', foreign)
    arrive(window, 'of a library', foreign)
    arrive(window, 'eventscope:port', ours)
    expect(await port).toBe(ours)
    expect(asked).toEqual([[{ type: 'eventscope:want-port' }, 'app://eventscope']])
    expect([isHeard(), vi.getTimerCount()]).toEqual([false, 0])
    foreign.close()
  })

  test('is not waited for longer than ten seconds', async () => {
    const { port, isHeard } = asking()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(isHeard()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(await port).toBeNull()
    expect(isHeard()).toBe(false)
  })
})

const info: AnswerInfo = {
  receivedAt: '2026-11-20T12:00:00.000Z',
  serviceDate: null,
  durationMs: 12,
  attempts: 2,
  requestId: 'r-1',
  bytes: 9,
}
const searchAsked: SearchRequest = { filters: { propertyFilters: [] }, limit: 2, offset: 0 }
const steps: CallStep[] = [
  { type: 'attempt', attempt: 1, of: 4 },
  { type: 'waiting', next: 2, of: 4, waitMs: 400, asked: false, because: { kind: 'cancelled' } },
]

/** The text cut at these places. */
async function* sending(text: string, cuts: number[]): AsyncGenerator<SentAnswer> {
  yield* steps
  const places = [0, ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b), text.length]
  for (const [index, place] of places.slice(1).entries()) yield { type: 'text', text: text.slice(places[index], place) }
  yield { type: 'answer', info }
}

async function all<T>(progress: AsyncIterable<Progress<T>>): Promise<Progress<T>[]> {
  const steps: Progress<T>[] = []
  for await (const step of progress) steps.push(step)
  return steps
}

test('an answer is read from its pieces, wherever they end', async () => {
  const event = '{"event_id":"\\ud83d\\ude00😀","event_properties":{"amount":0.10,"amount":1e400}}'
  const page = `{"events":[${event}],"total":1,"limit":2,"offset":0}`
  const [readEvent, readPage] = [parseEventText(event), parseSearchPage(page)]
  if (!readEvent.ok || !readPage.ok) throw new Error('Both can be read')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 5 }), async (cuts) => {
      const answeredPage = { type: 'answer', answer: { page: readPage.page, info } }
      expect(await all(searchProgress(sending(page, cuts), searchAsked))).toEqual([...steps, answeredPage])
      const answeredEvent = { type: 'answer', answer: { event: readEvent.event, info } }
      expect(await all(eventProgress(sending(event, cuts)))).toEqual([...steps, answeredEvent])
    }),
    { seed: 7, numRuns: 50 },
  )
})

test('a page is cut at ten times the limit asked for', async () => {
  const steps = await all(searchProgress(sending(`{"events":[${'{},'.repeat(998)}{}]}`, []), searchAsked))
  expect(steps.at(-1)).toMatchObject({ answer: { page: { events: { length: 20 }, sent: 999 } } })
})

test('a text that did not come whole is no answer', async () => {
  await expect(all(searchProgress(sending('{"events":[', []), searchAsked))).rejects.toThrow(
    'otherwise than it was sent',
  )
  await expect(all(eventProgress(sending('[]', [])))).rejects.toThrow('otherwise than it was sent')
})

test('who reads no further ends the call', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<SentAnswer> {
    try {
      for (;;) yield* steps
    } finally {
      ended = true
    }
  }
  for await (const _ of searchProgress(endless(), searchAsked)) break
  expect(ended).toBe(true)
})
