// The browser shell against raw sockets: what browsers would never send, and what hostile pages and programs would.

import { randomBytes } from 'node:crypto'
import { getEventListeners, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import fc from 'fast-check'
import { install } from 'undici'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import { openedSchema, PAGE_SECRET_HEADER } from '../../shared/contract/session-exchange.ts'
import { someMembers } from '../../shared/event/fixtures/some-event.ts'
import { someExportOptions as options } from '../../shared/export/fixtures/some-export-options.ts'
import { type Backend, createBackend } from '../backend/bridge/backend.ts'
import { backendUnderTest } from '../backend/bridge/fixtures/backend-under-test.ts'
import type { Download } from '../backend/export/delivery.ts'
import { close, rawServer } from '../backend/http/fixtures/scripted-server.ts'
import { createPageFiles } from '../platform/page-files.ts'
import { createBrowserServer, createDownloads, DOWNLOAD_PATH, freshAddress, sendDownload } from './browser-server.ts'
import { openSession } from './fixtures/open-session.ts'

install()

const MEBIBYTE = 1024 * 1024
let folder: string
let backend: Backend
let shell: ReturnType<typeof createBrowserServer>
let port: number
const logged: string[] = []
let now = 0
/** A service that never answers: when it was asked, and when it was given up. */
let slow: Awaited<ReturnType<typeof rawServer>>
const reached = Promise.withResolvers<void>()
const left = Promise.withResolvers<void>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventscope-test-'))
  await writeFile(join(folder, 'index.html'), '<h1>The page</h1>')
  slow = await rawServer((socket) => {
    reached.resolve()
    socket.on('close', () => left.resolve())
  })
  const log = (line: string) => void logged.push(line)
  const environment = { baseUrl: slow.url, token: 'tok-x' }
  backend = await createBackend(await backendUnderTest({ folder: join(folder, 'user-data'), environment, log }))
  shell = createBrowserServer({
    host: '127.0.0.1',
    router: backend.router,
    pageFiles: createPageFiles(folder),
    now: () => now,
    log,
  })
  shell.server.listen(0, '127.0.0.1')
  await once(shell.server, 'listening')
  port = Number(new URL(shell.launchLink()).port)
})
afterAll(async () => {
  await close(shell.server)
  await backend.close()
  await slow.close()
  await rm(folder, { recursive: true })
  expect(logged).toEqual([])
})

interface Raw {
  status: number
  head: string
  body: string
}

/** Sends bytes as they are and reads until the server closes. */
const raw = (...chunks: (string | Buffer)[]) => rawAt(port, ...chunks)

async function rawAt(at: number, ...chunks: (string | Buffer)[]): Promise<Raw> {
  const socket = connect(at, '127.0.0.1')
  // A server that refuses may close before all is sent.
  socket.on('error', () => undefined)
  for (const chunk of chunks) socket.write(chunk)
  const answer = await text(socket).catch(() => '')
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: body.join('\r\n\r\n') }
}

/** A request line and headers as they are; `Connection: close` is added. */
const headOf = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}Connection: close\r\n\r\n`

const host = () => `127.0.0.1:${port}`
const origin = () => `http://127.0.0.1:${port}`
const ours = (more: Record<string, string> = {}) => ({ Host: host(), Origin: origin(), ...more })

function post(path: string, body: string, headers: Record<string, string> = ours()) {
  const length = String(Buffer.byteLength(body))
  return raw(headOf(`POST ${path}`, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers }), body)
}

const launchToken = (goodForMs?: number) =>
  new URLSearchParams(new URL(shell.launchLink(goodForMs)).hash.slice(1)).get('launch') ?? ''
const exchange = (launch: string, headers?: Record<string, string>) =>
  post('/session', JSON.stringify({ launch }), headers)

type Secrets = { Cookie: string; [PAGE_SECRET_HEADER]: string }

/** The headers of a page whose session is open. */
async function session(launch = launchToken()): Promise<Secrets> {
  const { head, body } = await exchange(launch)
  const Cookie = /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
  return { Cookie, [PAGE_SECRET_HEADER]: openedSchema.parse(JSON.parse(body)).pageSecret }
}

const callBody = '{"json":null}'
const call = (headers: Record<string, string>) => post('/rpc/shell/info', callBody, headers)

describe('the session', () => {
  test('is opened with a launch token: a cookie that scripts and other sites do not get, and a secret that other ports do not', async () => {
    const { status, head, body } = await exchange(launchToken())
    expect(status).toBe(200)
    expect(head).toMatch(
      new RegExp(`set-cookie: eventscope-${port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict`, 'i'),
    )
    expect(head).toMatch(/cache-control: no-store/i)
    expect(JSON.parse(body)).toEqual({ pageSecret: expect.stringMatching(/^[\w-]{32}$/) })
    const answer = await call(ours(await session()))
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"shell":"browser"') })
  })

  test('lasts, and a second one does not end it', async () => {
    const [one, two] = [await session(), await session()]
    for (const each of [one, two, one]) expect((await call(ours(each))).status).toBe(200)
  })

  test('is not opened by what is no launch token', async () => {
    for (const launch of ['', 'x'.repeat(32)]) {
      const { status, head, body } = await exchange(launch)
      expect({ status, ...JSON.parse(body) }).toEqual({ status: 403, reason: 'unknown' })
      expect(head).not.toMatch(/set-cookie/i)
      expect(head).toMatch(/cache-control: no-store/i)
    }
    for (const body of ['', 'null', '{"launch":1}', '{"launch":["x"]}', '{', '"x"'])
      expect((await post('/session', body)).status).toBe(400)
  })

  test('is needed for every call, both halves of it, and is said to be over without', async () => {
    const { Cookie, [PAGE_SECRET_HEADER]: page } = await session()
    const other = await session()
    const [name = '', value = ''] = Cookie.split('=')
    const without: Record<string, string>[] = [
      {},
      { Cookie },
      { [PAGE_SECRET_HEADER]: page },
      { Cookie, [PAGE_SECRET_HEADER]: '' },
      { Cookie, [PAGE_SECRET_HEADER]: `${page}x` },
      { Cookie, [PAGE_SECRET_HEADER]: value },
      { Cookie, [PAGE_SECRET_HEADER]: other[PAGE_SECRET_HEADER] },
      { Cookie: other.Cookie, [PAGE_SECRET_HEADER]: page },
      ...[`${name}=`, `${name}=${value}x`, `eventscope-1=${value}`, `other=${value}`, value].map((wrong) => ({
        Cookie: wrong,
        [PAGE_SECRET_HEADER]: page,
      })),
    ]
    for (const headers of without) {
      const { status, body } = await call(ours(headers))
      expect(status).toBe(403)
      expect(body).toContain('press Enter in the terminal')
    }
    expect((await call(ours({ Cookie, [PAGE_SECRET_HEADER]: page }))).status).toBe(200)
  })

  test('is not lost where another server of this machine plants cookies of its name', async () => {
    const { Cookie, ...page } = await session()
    const name = `eventscope-${port}`
    for (const planted of [
      `${name}=planted; ${Cookie}`,
      `${Cookie}; ${name}=planted`,
      `${name}=; ${name}="; ${name}=${'x'.repeat(32)};${Cookie};${name}`,
      `${`${name}=${'x'.repeat(4000)}; `.repeat(15)}${Cookie}`,
    ])
      expect((await call(ours({ ...page, Cookie: planted }))).status).toBe(200)
  })
})

describe('a launch link', () => {
  const newlyLogged = () => logged.splice(0)

  test('that somebody else used first says so, on the terminal too, and ends what they opened', async () => {
    const launch = launchToken()
    const theirs = await session(launch)
    expect((await call(ours(theirs))).status).toBe(200)
    const { status, head, body } = await exchange(launch)
    expect({ status, ...JSON.parse(body) }).toEqual({ status: 403, reason: 'used' })
    expect(head).not.toMatch(/set-cookie/i)
    expect((await call(ours(theirs))).status).toBe(403)
    expect(newlyLogged()).toEqual([
      expect.stringMatching(/second time.*someone else.*was ended\. For a new link, press Enter/),
    ])
    // Once is enough: whoever holds a spent link must not fill the terminal with it.
    expect((await exchange(launch)).status).toBe(403)
    expect(newlyLogged()).toEqual([])
  })

  test('ends what is under way for whoever used it first', async () => {
    const launch = launchToken()
    const theirs = await session(launch)
    const { body } = await post('/rpc/connections/list', callBody, ours(theirs))
    const [{ id, account }] = JSON.parse(body).json
    const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
    const asked = JSON.stringify({ json: { connectionId: id, account, request } })
    const search = post('/rpc/events/search', asked, ours(theirs))
    await reached.promise
    expect((await exchange(launch)).status).toBe(403)
    await left.promise
    expect((await search).body).toContain('"cancelled"')
    newlyLogged()
  })

  test('presented again by the session that it opened ends nothing', async () => {
    const launch = launchToken()
    const ownSession = await session(launch)
    expect((await exchange(launch, ours(ownSession))).status).toBe(204)
    expect((await call(ours(ownSession))).status).toBe(200)
    expect(newlyLogged()).toEqual([])
  })

  test('that is given away for a minute opens nothing after it', async () => {
    const [early, late, printed] = [launchToken(60_000), launchToken(60_000), launchToken()]
    now += 59_999
    expect((await exchange(early)).status).toBe(200)
    now += 1
    const { status, body } = await exchange(late)
    expect({ status, ...JSON.parse(body) }).toEqual({ status: 403, reason: 'expired' })
    now += 365 * 86_400_000
    expect((await exchange(printed)).status).toBe(200)
  })
})

describe('the host', () => {
  test('is the one of the launch link', async () => {
    expect(new URL(shell.launchLink()).host).toBe(host())
    expect((await raw(headOf('GET /', { Host: host() }))).status).toBe(200)
    expect((await exchange(launchToken())).status).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    'localhost',
    'localhost:PORT',
    '127.0.0.1:1',
    '127.0.0.1.evil.example:PORT',
    '127.0.0.2:PORT',
    '[::1]:PORT',
    '0.0.0.0:PORT',
    'localhost.:PORT',
    '127.0.0.1:PORT, evil.example',
    'user@127.0.0.1:PORT',
    '127.1:PORT',
    '',
  ])('may be no other: %s', async (name) => {
    const Host = name.replace('PORT', String(port))
    for (const answer of [
      await raw(headOf('GET /', { Host })),
      await call({ Host, Origin: `http://${Host}`, ...(await session()) }),
    ]) {
      expect([400, 403]).toContain(answer.status)
      expect(answer.body).not.toContain('The page')
    }
  })

  test('that is a name of its own is the only one, also at 127.0.0.1, where others may have served; it is said so', async () => {
    const name = `${'ab'.repeat(16)}.localhost`
    const pageFiles = createPageFiles(folder)
    const log = (line: string) => void logged.push(line)
    const own = createBrowserServer({ host: name, router: backend.router, pageFiles, now: () => now, log })
    own.server.listen(0, '127.0.0.1')
    await once(own.server, 'listening')
    onTestFinished(() => close(own.server))
    const { hostname, port: at } = new URL(own.launchLink())
    expect(hostname).toBe(name)
    const answerTo = (Host: string) => rawAt(Number(at), headOf('GET /', { Host: `${Host}:${at}` }))
    expect(await answerTo(name)).toMatchObject({ status: 200, body: expect.stringContaining('The page') })
    for (const other of ['127.0.0.1', 'localhost', `${'cd'.repeat(16)}.localhost`]) {
      const said = expect.stringContaining('only to the address that its launch links name')
      expect(await answerTo(other)).toMatchObject({ status: 403, body: said })
    }
  })

  test('must be said, once', async () => {
    expect((await raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).status).toBe(400)
    expect((await raw('GET / HTTP/1.0\r\n\r\n')).status).toBe(400)
    for (const [first, second] of [
      [host(), 'evil.example'],
      ['evil.example', host()],
    ]) {
      const { status, body } = await raw(
        `GET / HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`,
      )
      expect([400, 403]).toContain(status)
      expect(body).not.toContain('The page')
    }
  })
})

describe('the origin', () => {
  test.each([
    'http://evil.example',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost:PORT',
    'null',
    'http://127.0.0.1:PORT.evil.example',
    '',
  ])('may be no other: %s', async (name) => {
    const headers = { Host: host(), Origin: name.replace('PORT', String(port)), ...(await session()) }
    expect((await call(headers)).status).toBe(403)
    expect((await exchange(launchToken(), headers)).status).toBe(403)
    expect((await raw(headOf('GET /', headers))).status).toBe(403)
  })

  test('must be said for anything but reading the page', async () => {
    const headers = { Host: host(), ...(await session()) }
    expect((await call(headers)).status).toBe(403)
    expect((await exchange(launchToken(), headers)).status).toBe(403)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await raw(headOf(`${method} /`, headers))).status).toBe(403)
    expect((await raw(headOf('GET /', headers))).status).toBe(200)
  })

  test('that is refused does not use a launch token up', async () => {
    const launch = launchToken()
    expect((await exchange(launch, { Host: host(), Origin: 'http://evil.example' })).status).toBe(403)
    expect((await exchange(launch)).status).toBe(200)
  })
})

describe('what is asked', () => {
  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/..\\package.json',
    '/..%5cpackage.json',
    '//evil.example/',
    '/user-data',
    '/user-data/',
    '/index.html%00.js',
    '/\\evil',
    '/%',
    '/rpc',
    '/rpc/shell/info',
    '/session',
    '/%00',
    '/%ff.js',
  ])('may lead nowhere: GET %s', async (path) => {
    const { status, body } = await raw(headOf(`GET ${path}`, { Host: host(), ...(await session()) }))
    expect([400, 404]).toContain(status)
    expect(body).not.toMatch(/The page|"name"/)
  })

  test('may be as long as it likes: it leads nowhere, and the terminal is not told', async () => {
    for (const path of [`/${'a'.repeat(300)}.js`, `${'/a'.repeat(4_000)}.js`]) {
      expect((await raw(headOf(`GET ${path}`, { Host: host() }))).status).toBe(404)
    }
    expect(logged).toEqual([])
  })

  test('is a path, not an address', async () => {
    for (const target of [`http://${host()}/`, 'http://evil.example/', '*', `//${host()}`, 'evil.example:80']) {
      const { status, body } = await raw(headOf(`GET ${target}`, { Host: host() }))
      expect([400, 404]).toContain(status)
      expect(body).not.toContain('The page')
    }
  })

  test('has headers of at most 64 KiB together', async () => {
    const status = async (bytes: number) => (await raw(headOf('GET /', { Host: host(), X: 'x'.repeat(bytes) }))).status
    expect(await status(64 * 1024 - 500)).toBe(200)
    expect(await status(64 * 1024)).toBe(431)
  })

  test('is read or called, nothing else', async () => {
    const ownSession = await session()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      expect((await raw(headOf(`${method} /rpc/shell/info`, ours(ownSession)))).status).toBe(405)
    }
    expect((await raw(headOf('TRACE /', ours(ownSession)))).body).not.toContain(ownSession.Cookie)
    expect((await raw(headOf('CONNECT evil.example:443', ours(ownSession)))).status).toBe(0)
    expect((await raw(headOf('POST /', ours({ ...ownSession, 'Content-Length': '0' })))).status).toBe(405)
    expect((await post('/rpc/no/such/call', callBody, ours(ownSession))).status).toBe(404)
    const head = await raw(headOf('HEAD /', { Host: host() }))
    expect(head).toMatchObject({ status: 200, body: '' })
  })

  test('turns the connection into nothing else', async () => {
    const upgrade = ours({
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
      ...(await session()),
    })
    for (const path of ['/', '/rpc', '/rpc/shell/info']) {
      const headers = Object.entries(upgrade).map(([name, value]) => `${name}: ${value}\r\n`)
      const { status } = await raw(`GET ${path} HTTP/1.1\r\n${headers.join('')}Connection: Upgrade\r\n\r\n`)
      expect(status).toBe(400)
    }
  })
})

describe('before it is known who asks', () => {
  test('headers have five seconds, and a request has thirty, to the second', () => {
    const bounds = { headersTimeout: 5_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 }
    expect(shell.server).toMatchObject(bounds)
  })

  test('a request behind one that is not answered yet ends its connection, and does nothing', async () => {
    const launch = launchToken()
    const body = JSON.stringify({ launch })
    const second = headOf('POST /session', ours({ 'Content-Length': String(body.length) })) + body
    await raw(`GET / HTTP/1.1\r\nHost: ${host()}\r\n\r\n${second}`)
    expect((await exchange(launch)).status).toBe(200)
  })

  test('two hundred connections stay open beside those that are known, and whoever comes later is answered', async () => {
    const { headersTimeout } = shell.server
    shell.server.headersTimeout = shell.server.requestTimeout
    onTestFinished(() => {
      shell.server.headersTimeout = headersTimeout
    })
    const known = connect(port, '127.0.0.1')
    onTestFinished(() => void known.destroy())
    const headers = { ...ours(await session()), 'Content-Type': 'application/json', 'Content-Length': callBody.length }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const asked = `POST /rpc/shell/info HTTP/1.1\r\n${lines.join('')}\r\n${callBody}`
    known.write(asked)
    await once(known, 'data')
    const sockets = Array.from({ length: 230 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()))
    for (const socket of sockets) socket.resume()
    const open = () => sockets.filter(({ closed }) => !closed).length
    await expect.poll(open, { timeout: 20_000 }).toBe(200)
    expect((await raw(headOf('GET /', { Host: host() }))).status).toBe(200)
    expect(known.closed).toBe(false)
    known.write(asked)
    await once(known, 'data')
  })
})

describe('a body', () => {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const chunked = (size: number) => [
    ...Array.from({ length: size / MEBIBYTE }, () => chunk(Buffer.alloc(MEBIBYTE, ' '))),
    chunk(Buffer.from(callBody)),
    '0\r\n\r\n',
  ]

  test('is not waited for, nor read, before it is known who asks', async () => {
    const ownSession = await session()
    const announced = { 'Content-Length': '1000' }
    const strangers: [string, Record<string, string>][] = [
      ['/rpc/shell/info', ours(announced)],
      ['/rpc/shell/info', ours({ ...announced, ...ownSession, Cookie: `${ownSession.Cookie}x` })],
      ['/rpc/shell/info', { ...announced, Host: host(), ...ownSession }],
      ['/rpc/shell/info', { ...announced, Host: host(), Origin: 'http://evil.example', ...ownSession }],
      ['/rpc/shell/info', { ...announced, Host: 'evil.example', Origin: 'http://evil.example', ...ownSession }],
      ['/session', { ...announced, Host: host() }],
      ['/session', { ...announced, Host: 'evil.example', Origin: 'http://evil.example' }],
    ]
    // None of them sends a byte of its body.
    for (const [path, headers] of strangers) expect((await raw(headOf(`POST ${path}`, headers))).status).toBe(403)
  })

  test('over 4 MiB is refused by its length alone, and one over 1 KiB where anyone may ask', async () => {
    const ownSession = await session()
    const announcing = (length: number) => ours({ ...ownSession, 'Content-Length': String(length) })
    // Whoever would keep the connection must not: what was announced may still come on it.
    const keeping = (head: string) => raw(head.replace('Connection: close\r\n', ''))
    for (const head of [
      headOf('POST /rpc/shell/info', announcing(4 * MEBIBYTE + 1)),
      headOf('POST /session', announcing(1025)),
    ])
      expect(await keeping(head)).toMatchObject({
        status: 413,
        head: expect.stringMatching(/^connection: close\r?$/im),
      })
  })

  test('in pieces of one byte is read like any other', async () => {
    const headers = ours({ ...(await session()), 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' })
    const chunks = [...`${' '.repeat(100_000)}${callBody}`].map((sign) => `1\r\n${sign}\r\n`)
    const answer = await raw(headOf('POST /rpc/shell/info', headers), `${chunks.join('')}0\r\n\r\n`)
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"shell":"browser"') })
  })

  test('over 4 MiB is refused in chunks too', async () => {
    const headers = ours({ ...(await session()), 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' })
    expect((await raw(headOf('POST /rpc/shell/info', headers), ...chunked(4 * MEBIBYTE))).status).toBe(413)
    expect((await raw(headOf('POST /rpc/shell/info', headers), ...chunked(3 * MEBIBYTE))).status).toBe(200)
  })

  test('of two lengths is refused', async () => {
    const headers = ours({ ...(await session()), 'Content-Length': '5', 'Transfer-Encoding': 'chunked' })
    expect((await raw(headOf('POST /rpc/shell/info', headers), ...chunked(0))).status).toBe(400)
  })

  test('that breaks off leaves the shell as it was', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(headOf('POST /rpc/shell/info', ours({ ...(await session()), 'Content-Length': '1000' })))
    socket.write('{"json":')
    socket.destroy()
    await once(socket, 'close')
    expect((await raw(headOf('GET /', { Host: host() }))).status).toBe(200)
  })
})

/** Gives these bytes first, and then others. */
function bytes(first: Uint8Array): (size: number) => Uint8Array {
  const given = [first]
  return (size) => given.pop()?.subarray(0, size) ?? randomBytes(size)
}

test('is an address of 127.0.0.0/8 that belongs to no network, resolver or name, whatever chance says', () => {
  const drawn = fc.uint8Array({ minLength: 3, maxLength: 3 })
  const edges = fc.tuple(...Array(3).fill(fc.constantFrom(0, 1, 255))).map((three) => Uint8Array.from(three))
  fc.assert(
    fc.property(fc.oneof(drawn, edges), fc.constantFrom('linux', 'win32'), (three, platform) => {
      const { host, address } = freshAddress(platform as NodeJS.Platform, bytes(three))
      expect(host).toBe(address)
      const [first, second, third, last] = address.split('.').map(Number)
      expect(first).toBe(127)
      expect(second).toSatisfy((number: number) => number >= 1 && number <= 255)
      expect(third).toSatisfy((number: number) => number >= 0 && number <= 255)
      expect(last).toSatisfy((number: number) => number >= 1 && number <= 254)
      expect(new URL(`http://${host}/`).hostname).toBe(host)
    }),
    { seed: 12 },
  )
  expect(freshAddress('linux', () => Uint8Array.of(83, 0, 7)).address).toBe('127.83.0.7')
})

test('is a name of this machine where only 127.0.0.1 is there', () => {
  expect(freshAddress('darwin', bytes(new Uint8Array(16).fill(171)))).toEqual({
    host: `${'ab'.repeat(16)}.localhost`,
    address: '127.0.0.1',
  })
})

test('looks as the guide to the shells shows it', () => {
  const guide = readFileSync(new URL('../../docs/shells.md', import.meta.url), 'utf8')
  expect(guide).toContain(`\`http://${freshAddress('linux', () => Uint8Array.of(83, 14, 201)).host}:8123\``)
  const { host } = freshAddress('darwin', randomBytes)
  expect(guide).toContain(`\`http://${host.replace(/^[0-9a-f]{32}/, '…')}:8123\``)
})

test('can be listened on, and differs each time', async () => {
  const two = [freshAddress(process.platform, randomBytes), freshAddress(process.platform, randomBytes)]
  expect(two[0]?.host).not.toBe(two[1]?.host)
  for (const { address } of two) {
    const server = createServer().listen(0, address)
    await once(server, 'listening')
    expect(server.address()).toMatchObject({ address })
    server.close()
  }
})

// Downloads as a browser fetches them, over real sockets: by the cookie alone, from an address that is good once.

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

  test('is not cut off after thirty seconds, nor is any connection that showed a session; one that showed none is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const ownPage = await page()
    const { address } = await offered(ownPage)
    const { origin, host: Host, pathname } = new URL(address)
    const launch = shell.launchLink().split('launch=')[1] ?? ''
    const cookie = ownPage.cookie
    /** A connection that stays open behind its answer, with the head and the body of that. */
    async function asked(line: string, headers: Record<string, string>, body = '') {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const lines = Object.entries({ Host, 'Content-Length': String(body.length), ...headers })
      socket.write(`${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return { socket, answer: String(answer) }
    }
    const exchanging = (headers: Record<string, string> = {}) =>
      asked('POST /session', { Origin: origin, ...headers }, JSON.stringify({ launch }))
    const opened = await exchanging()
    const secrets = {
      Cookie: /set-cookie: ([^;]+)/i.exec(opened.answer)?.[1] ?? '',
      [PAGE_SECRET_HEADER]: /"pageSecret":"([^"]+)"/.exec(opened.answer)?.[1] ?? '',
    }
    const known = [
      opened,
      await exchanging(secrets),
      await asked('POST /rpc/shell/info', { Origin: origin, 'Content-Type': 'application/json', ...secrets }, callBody),
      await asked(`GET ${pathname}`, { Cookie: cookie }),
    ]
    const stranger = await asked('GET /nothing', {})
    const statuses = [...known, stranger].map(({ answer }) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
    expect(statuses).toEqual(['200', '204', '200', '200', '404'])
    vi.advanceTimersByTime(30_000)
    await expect.poll(() => stranger.socket.closed).toBe(true)
    expect(known.map(({ socket }) => socket.closed)).toEqual([false, false, false, false])
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
    const underWay = secretOf(lasting.offer(download(), { ...session, ended: ending.signal }))
    const { signal } = lasting.take(underWay, ['own']) ?? {}
    expect(signal?.aborted).toBe(false)
    ending.abort()
    expect([lasting.take(ended, ['own']), expired.mock.calls.length]).toEqual([null, 2])
    expect(signal?.aborted).toBe(true)
    const tooLate = secretOf(lasting.offer(download(), { ...session, ended: ending.signal }))
    expect(lasting.take(tooLate, ['own'])).toBe(null)
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
