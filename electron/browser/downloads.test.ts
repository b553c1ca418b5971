// Downloads as a browser fetches them, over real sockets: by the cookie alone, from an address that is good once.
import { getEventListeners, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { install } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import { someMembers } from '../../shared/event/fixtures/some-event.ts'
import { someExportOptions as options } from '../../shared/export/fixtures/some-export-options.ts'
import { type Backend, createBackend } from '../backend/bridge/backend.ts'
import { backendUnderTest } from '../backend/bridge/fixtures/backend-under-test.ts'
import type { Download } from '../backend/export/delivery.ts'
import { close } from '../backend/http/fixtures/scripted-server.ts'
import { createPageFiles } from '../platform/page-files.ts'
import { createBrowserServer } from './browser-server.ts'
import { createDownloads, DOWNLOAD_PATH, sendDownload } from './downloads.ts'
import { openSession } from './fixtures/open-session.ts'

install()

/** What came: its body, null where the connection ended before it did; a reset may take the head along. */
async function fetched(address: string, cookie = '', method = 'GET') {
  const asking = get(address, { method, headers: cookie === '' ? {} : { cookie } })
  const answer = await new Promise<IncomingMessage | null>((resolve) => {
    asking.once('response', resolve).on('error', () => resolve(null))
  })
  const body = answer && (await text(answer).catch(() => null))
  return { status: answer?.statusCode, headers: answer?.headers ?? {}, body }
}

const source = `{${someMembers()},"event_properties":{"amount":0.10}}`

describe('an export of the browser shell', () => {
  let backend: Backend
  let shell: ReturnType<typeof createBrowserServer>
  let connectionId: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventscope-test-'))
    backend = await createBackend(
      await backendUnderTest({ folder, environment: { baseUrl: 'http://127.0.0.1:1', token: 't' } }),
    )
    shell = createBrowserServer({
      host: '127.0.0.1',
      router: backend.router,
      pageFiles: createPageFiles('/nowhere'),
      now: Date.now,
      log: () => undefined,
    })
    shell.server.listen(0, '127.0.0.1')
    await once(shell.server, 'listening')
  })
  afterAll(async () => {
    await close(shell.server)
    await backend.close()
    await rm(folder, { recursive: true })
  })

  async function page() {
    const { origin, headers } = await openSession(shell.launchLink())
    const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
    const [connection] = await client.connections.list()
    connectionId = connection?.id ?? ''
    return { client, origin, cookie: headers.cookie ?? '' }
  }

  async function offered({ client, origin }: Awaited<ReturnType<typeof page>>) {
    const subject = { of: 'page' as const, connectionId, filters: { propertyFilters: [] } }
    const { exportId } = await client.exports.open(subject)
    await client.exports.add({ exportId, sources: [source] })
    const start = await client.exports.start({ exportId, options })
    if (start.kind !== 'download') throw new Error(start.kind)
    return { exportId, address: origin + start.address }
  }

  test('is fetched once, with the cookie of the session that asked and of no other', async () => {
    const [ownPage, otherPage] = [await page(), await page()]
    const { address, exportId } = await offered(ownPage)
    expect(address).toMatch(/\/download\/[\w-]{32}$/)
    for (const cookie of ['', otherPage.cookie]) expect((await fetched(address, cookie)).status).toBe(404)
    // A link checker, or a browser that looks first, uses nothing up.
    expect((await fetched(address, ownPage.cookie, 'HEAD')).status).toBe(405)
    const { status, headers, body } = await fetched(address, ownPage.cookie)
    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining('\r\nevt_1,cus_1,') })
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="eventscope-environment-[\w.-]+-page\.csv"; filename\*=/,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect((await fetched(address, ownPage.cookie)).status).toBe(404)
    const listed = (await ownPage.client.exports.list()).find((one) => one.exportId === exportId)
    expect(listed).toMatchObject({
      status: { state: 'written', rows: 1, path: null },
      inFolder: false,
      repeatable: true,
    })
  })

  test('that is cancelled has no address any more', async () => {
    const ownPage = await page()
    const { address, exportId } = await offered(ownPage)
    await ownPage.client.exports.cancel({ exportId })
    expect((await fetched(address, ownPage.cookie)).status).toBe(404)
  })
})

describe('what is offered', () => {
  const session = {
    ended: new AbortController().signal,
    isHeldBy: (cookies: readonly string[]) => cookies.includes('own'),
  }
  const download = (changed: Partial<Download> = {}): Download => ({
    fileName: 'a.csv',
    mediaType: 'text/csv',
    async *bytes() {
      yield Buffer.from('x')
    },
    signal: new AbortController().signal,
    expired: () => undefined,
    ...changed,
  })
  const secretOf = (address: string) => address.slice(DOWNLOAD_PATH.length)

  test('is gone after its time, with its session, and when it is taken back', async () => {
    const expired = vi.fn()
    const downloads = createDownloads(20)
    const late = secretOf(downloads.offer(download({ expired }), session))
    await expect.poll(() => expired.mock.calls.length).toBe(1)
    expect(downloads.take(late, ['own'])).toBe(null)
    const [ending, taking] = [new AbortController(), new AbortController()]
    const lasting = createDownloads(60_000)
    const ended = secretOf(lasting.offer(download({ expired }), { ...session, ended: ending.signal }))
    ending.abort()
    expect([lasting.take(ended, ['own']), expired.mock.calls.length]).toEqual([null, 2])
    const back = secretOf(lasting.offer(download({ signal: taking.signal }), session))
    taking.abort()
    expect(lasting.take(back, ['own'])).toBe(null)
    const good = secretOf(lasting.offer(download(), session))
    expect([lasting.take(good, ['other']), lasting.take(good, ['own'])?.fileName, lasting.take(good, ['own'])]).toEqual(
      [null, 'a.csv', null],
    )
  })

  test('leaves nothing on the signals of its session and its export', async () => {
    const expired = vi.fn()
    const signals = [session.ended, download().signal] as const
    const downloads = createDownloads(20)
    const taken = secretOf(downloads.offer(download({ signal: signals[1], expired }), session))
    downloads.take(taken, ['own'])
    downloads.offer(download({ signal: signals[1], expired }), session)
    await expect.poll(() => expired.mock.calls.length).toBe(1)
    expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
  })

  async function sent(one: Download) {
    const server: Server = createServer((_, response) => void sendDownload(one, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const answer = await fetched(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await close(server)
    return answer
  }

  /** How the connection ends for a program that sees it as it is. */
  async function ending(one: Download): Promise<string> {
    const server = createServer((_, response) => void sendDownload(one, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    socket.resume()
    const end = await new Promise<string>((resolve) => {
      socket.on('end', () => resolve('closed'))
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    })
    await close(server)
    return end
  }

  test('ends in a reset where it fails, so that no half file looks whole', async () => {
    const half = async function* () {
      yield Buffer.from('half')
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('The snapshot is gone')
    }
    expect(await sent(download({ bytes: half }))).toMatchObject({ body: null })
    const before = async function* () {
      yield* []
      throw new Error('The snapshot is gone')
    }
    expect(await sent(download({ bytes: before }))).toMatchObject({ body: null })
    // Browsers take a file for whole whose connection is only closed in its middle.
    for (const bytes of [half, before]) expect(await ending(download({ bytes }))).toBe('ECONNRESET')
    expect(await ending(download())).toBe('closed')
  })

  test('ends in a reset where it is cancelled, also while whoever fetches it does not read', async () => {
    const stopping = new AbortController()
    let isReturned = false
    const endless = async function* () {
      try {
        for (;;) {
          yield Buffer.alloc(1024 * 1024)
          setTimeout(() => stopping.abort(), 20)
        }
      } finally {
        isReturned = true
      }
    }
    expect(await sent(download({ bytes: endless, signal: stopping.signal }))).toMatchObject({ body: null })
    await expect.poll(() => isReturned).toBe(true)
  })

  test('is told when its browser leaves, also before the first byte', async () => {
    const aborted = Promise.withResolvers<void>()
    const looking = async function* (left?: AbortSignal) {
      left?.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
      yield Buffer.from('late')
    }
    const server = createServer((_, response) => void sendDownload(download({ bytes: looking }), response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const asking = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.destroy()
    await aborted.promise
    await close(server)
  })

  test('has a name that no header breaks on', async () => {
    const { headers } = await sent(download({ fileName: 'Größe "x";\r\n\ud800.csv' }))
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Gr__e _x_____.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22x%22%3B%0D%0A%EF%BF%BD.csv`,
    )
  })
})
