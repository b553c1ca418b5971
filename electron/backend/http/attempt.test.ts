// Bodies of real servers, as whole calls.

import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { Agent, ProxyAgent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failureCourse } from '../../../shared/failure/failure.ts'
import { httpDate, retryAfterMs } from './attempt.ts'
import { ask, failureFor, raw, scripted } from './fixtures/asked-service.ts'
import { close, listen, scriptedServer } from './fixtures/scripted-server.ts'
import { type ServiceFetch, serviceFetch } from './service-fetch.ts'

describe('a body', () => {
  test.each([
    ['shorter than announced', 'content-length: 99\r\n\r\n{"events":[', 11],
    ['without its last chunk', 'transfer-encoding: chunked\r\n\r\nb\r\n{"events":[\r\n', 11],
    ['that ends with its connection in the middle', 'connection: close\r\n\r\n{"events":[', 11],
  ])('%s is asked for again, then a cut one', async (_, rest, receivedBytes) => {
    const always = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    expect(await failureFor({ url: always.url })).toMatchObject({ kind: 'cut', receivedBytes, attempts: 3 })
    const once = await raw((socket, count) => {
      socket.end(count === 1 ? `HTTP/1.1 200 OK\r\n${rest}` : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    expect((await ask({ url: once.url })).result).toMatchObject({ ok: true, value: { attempts: 2 } })
  })

  test('that ends with its connection is whole when it ends as an object', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"events":[]}\n'))
    expect((await ask({ url: server.url })).result).toMatchObject({ ok: true, value: { attempts: 1 } })
  })

  test('larger than the cap is refused, announced or not', async () => {
    const limit = { limits: { capBytes: 1_000 } }
    const announced = await scripted((response) =>
      response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1_001)),
    )
    expect(await failureFor({ url: announced.url, ...limit })).toMatchObject({
      kind: 'too-large',
      bound: 'bytes',
      limit: 1_000,
      attempts: 1,
    })
    const chunked = await scripted((response) => {
      response.write('x'.repeat(900))
      response.end('x'.repeat(101))
    })
    expect(await failureFor({ url: chunked.url, ...limit })).toMatchObject({ kind: 'too-large', attempts: 1 })
    const fits = await scripted((response) => response.end('x'.repeat(1_000)))
    expect((await ask({ url: fits.url, ...limit })).result.ok).toBe(true)
  })

  test('counts decompressed: a small one that grows past the cap is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.byteLength).toBeLessThan(100_000)
    const server = await scripted((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'too-large', bound: 'bytes', limit: 1_000_000 })
  })

  test.each([
    ['gzip', 'not gzip'],
    ['gzip', damaged(gzipSync('{"events":[]}'))],
    ['deflate', 'not deflate'],
    ['br', 'not brotli, not at all'],
    ['zstd', 'not zstd'],
    ['gzip,gzip,gzip,gzip,gzip,gzip', '{}'],
  ])('that does not decompress (%s) is damaged: somebody answered, and not so again', async (encoding, body) => {
    const server = await scripted((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    const failure = await failureFor({ url: server.url })
    expect(failure).toMatchObject({ kind: 'malformed-response', reason: 'encoding', attempts: 1 })
    expect(failureCourse(failure).offline).toBe(false)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])(
    'that was cut before it was compressed whole (%s) is asked for again, then a cut one',
    async (encoding, compress) => {
      const whole = compress(`{"events":[${Array.from({ length: 9_999 }, (_, at) => at * 7).join()}]}`)
      for (const length of [whole.byteLength - 20, Math.floor(whole.byteLength / 2), 12]) {
        const server = await scripted((response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end(whole.subarray(0, length))
        })
        expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'cut', attempts: 3 })
      }
      const server = await scripted((response) => response.writeHead(200, { 'content-encoding': encoding }).end(whole))
      expect((await ask({ url: server.url })).result.ok).toBe(true)
    },
  )
})

/** Its last bytes are the length that it should have. */
function damaged(gzipped: Buffer): Buffer {
  return Buffer.concat([gzipped.subarray(0, -4), Buffer.from([1, 2, 3, 4])])
}

const noon = Date.UTC(2026, 10, 20, 12)

test('reads the three forms of an HTTP date, and nothing else', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37)
  expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(expected)
  expect(httpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(expected)
  expect(httpDate('Sun Nov  6 08:49:37 1994')).toBe(expected)
  for (const text of ['', '1', '2026-11-20', '-5', 'tomorrow', 'Sun, 06 Nov 1994 08:49:37'])
    expect(httpDate(text)).toBeNull()
})

test('reads any date that toUTCString writes', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(253_402_300_799_000), noInvalidDate: true }), (date) => {
      expect(httpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('asks for seconds, or until a date by the clock of the service, else by ours', () => {
  const asked = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), noon)
  expect(asked({})).toBeNull()
  expect(asked({ 'retry-after': '0' })).toBe(0)
  expect(asked({ 'retry-after': ' 4 ' })).toBe(4_000)
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' })).toBe(9_000)
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(0)
  const date = 'Fri, 20 Nov 2026 11:59:59 GMT'
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT', date })).toBe(10_000)
  for (const text of ['-1', '1.5', 'soon', '']) expect(asked({ 'retry-after': text })).toBeNull()
})

test('whatever is asked for, a timer can wait it and the bridge can carry it', () => {
  const seconds = fc.oneof(fc.bigInt({ min: 0n }).map(String), fc.constantFrom('2592000', '9'.repeat(400)))
  const date = fc.date({ min: new Date(0), max: new Date(253_402_300_799_000), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.oneof(
        seconds,
        date.map((one) => one.toUTCString()),
      ),
      (asked) => {
        const ms = retryAfterMs(new Headers({ 'retry-after': asked }), noon)
        expect(ms).toBeGreaterThanOrEqual(0)
        expect(ms).toBeLessThan(2 ** 31)
      },
    ),
    { seed: 4, numRuns: 200 },
  )
})

// What real networks and servers do to a call.

describe('something that HTTP does not allow', () => {
  const status = 'HTTP/1.1 200 OK\r\n'
  test.each([
    ['headers', 'many headers', `${status}${'x-more: of the same\r\n'.repeat(5_000)}\r\n{}`],
    ['headers', 'a long header', `${status}x-long: ${'y'.repeat(100_000)}\r\n\r\n{}`],
    [
      'headers',
      'many trailers',
      `${status}transfer-encoding: chunked\r\n\r\n0\r\n${'x-more: z\r\n'.repeat(5_000)}\r\n`,
    ],
    ['protocol', 'another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['protocol', 'a status of five digits', 'HTTP/1.1 20000 OK\r\n\r\n'],
    ['protocol', 'a chunk without a size', `${status}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['protocol', 'two lengths', `${status}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['protocol', 'an upgrade that nobody asked for', 'HTTP/1.1 101 OK\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['protocol', 'interim responses without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3_000)],
  ])('(%s): %s is an answer of somebody, asked for once', async (reason, _, bytes) => {
    const server = await raw((socket) => socket.end(bytes))
    const failure = await failureFor({ url: server.url })
    expect(failure).toMatchObject({
      kind: 'malformed-response',
      reason,
      attempts: 1,
      detail: expect.stringMatching(/./),
    })
    expect(failureCourse(failure)).toMatchObject({ offline: false, lookAgain: false })
  })

  test('https to a port that speaks plain HTTP', async () => {
    const server = await scripted((response) => response.end('{}'))
    const failure = await failureFor({ url: server.url.replace('http:', 'https:') })
    expect(failure).toMatchObject({ kind: 'malformed-response', reason: 'protocol', attempts: 1 })
  })
})

describe('nobody there', () => {
  test('a refused connection is tried again', async () => {
    const server = await scriptedServer(() => undefined)
    await server.close()
    const failure = await failureFor({ url: server.url })
    expect(failure).toMatchObject({
      kind: 'unreachable',
      reason: 'refused',
      attempts: 3,
      detail: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('an unknown host is not', async () => {
    const failure = await failureFor({ url: 'http://no-such-host.invalid/' })
    expect(failure).toMatchObject({ kind: 'unreachable' })
    // Machines without a resolver say EAI_AGAIN in place of ENOTFOUND.
    expect(['unknown-host 1', 'offline 3']).toContain(
      failure.kind === 'unreachable' && `${failure.reason} ${failure.attempts}`,
    )
  })

  test('a connection that is closed without an answer is a reset', async () => {
    const server = await raw((socket) => socket.destroy())
    expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'unreachable', reason: 'reset', attempts: 3 })
  })

  test('a certificate of its own making is refused, and not asked again', async () => {
    const pem = readFileSync(new URL('./fixtures/self-signed.pem', import.meta.url))
    let requests = 0
    const server = createTlsServer({ key: pem, cert: pem }, () => {
      requests += 1
    })
    const url = (await listen(server)).replace('http:', 'https:')
    onTestFinished(() => close(server))
    const failure = await failureFor({ url })
    expect(failure).toMatchObject({ kind: 'unreachable', reason: 'certificate', attempts: 1 })
    expect(requests).toBe(0)
  })

  test.each([
    ['refuses', 'http://127.0.0.1:PORT', 'Proxy Authentication Required'],
    ['cannot be reached', 'http://127.0.0.1:1', 'ECONNREFUSED'],
    ['is unknown', 'http://no-such-proxy.invalid:1', 'no-such-proxy.invalid'],
  ])('a proxy that %s is named as such', async (_, address, words) => {
    const proxy = await scripted((response) => response.writeHead(407).end())
    const dispatcher = new ProxyAgent(address.replace('http://127.0.0.1:PORT', proxy.url))
    const through: ServiceFetch = (url, init) => serviceFetch(url, init, dispatcher)
    const failure = await failureFor({ url: 'http://service.test/', fetch: through })
    expect(failure).toMatchObject({ kind: 'unreachable', reason: 'proxy', detail: expect.stringContaining(words) })
  })

  test('a proxy that the system cannot name is told in its words', async () => {
    const error = Object.assign(new Error('The script has no answer'), { code: 'ERR_PROXY' })
    const dispatcher = new Agent({ connect: (_, callback) => callback(error, null) })
    const through: ServiceFetch = (url, init) => serviceFetch(url, init, dispatcher)
    const failure = await failureFor({ url: 'http://service.test/', fetch: through })
    expect(failure).toMatchObject({ kind: 'unreachable', reason: 'proxy', detail: 'The script has no answer' })
  })
})
