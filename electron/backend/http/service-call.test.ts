import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { Agent, ProxyAgent } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure.ts'
import { failureCourse } from '../../../shared/failure-course.ts'
import { close, listen, rawServer, scriptedServer } from '../fixtures/scripted-server.ts'
import type { ServiceRequest } from './attempt.ts'
import type { RequestLimits } from './request-limits.ts'
import { callService, type ReportProgress } from './service-call.ts'
import { type ServiceFetch, serviceFetch } from './service-fetch.ts'

const TOKEN = 'tok-7f3a9c-secret'
const limits: RequestLimits = {
  headersMs: 5_000,
  stallMs: 5_000,
  totalMs: 10_000,
  retries: 2,
  backoffMs: 1,
  capBytes: 1_000_000,
}
const toClose: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of toClose.splice(0)) await server.close()
})

async function scripted(answer: Parameters<typeof scriptedServer>[0]) {
  const server = await scriptedServer(answer)
  toClose.push(server)
  return server
}

async function raw(answer: Parameters<typeof rawServer>[0]) {
  const server = await rawServer(answer)
  toClose.push(server)
  return server
}

interface Asking extends Partial<ServiceRequest> {
  url: string
  limits?: Partial<RequestLimits>
  signal?: AbortSignal
  report?: ReportProgress
  fetch?: ServiceFetch
}

/** One call, with everything that it told. */
async function ask({ url, limits: changed, signal, report, fetch = serviceFetch, ...request }: Asking) {
  const told: Parameters<ReportProgress>[0][] = []
  const result = await callService(
    { method: 'POST', token: TOKEN, body: '{}', eventId: null, url, ...request },
    { fetch, now: Date.now, limits: { ...limits, ...changed } },
    signal ?? new AbortController().signal,
    (progress) => {
      told.push(progress)
      report?.(progress)
    },
  )
  expect(JSON.stringify([result, told])).not.toContain(TOKEN)
  return { result, told }
}

async function failureFor(asking: Asking): Promise<Failure> {
  const { result } = await ask(asking)
  if (result.ok) throw new Error('A failure was expected')
  return result.failure
}

const json = { 'content-type': 'application/json' }

describe('an answer', () => {
  test('is whole, with what its headers say', async () => {
    const server = await scripted((response) => {
      response
        .writeHead(200, { ...json, 'x-request-id': 'req-1', date: 'Fri, 20 Nov 2026 14:52:57 GMT' })
        .end('{"a":0.10}')
    })
    const { result, told } = await ask({ url: server.url })
    expect(result).toMatchObject({ ok: true, value: { status: 200, requestId: 'req-1', attempts: 1 } })
    expect(result.ok && new TextDecoder().decode(result.value.bytes)).toBe('{"a":0.10}')
    expect(result.ok && result.value.serviceDateMs).toBe(Date.UTC(2026, 10, 20, 14, 52, 57))
    expect(told).toEqual([{ type: 'attempt', attempt: 1, of: 3 }])
  })

  test('is asked for with the token in Authorization only, and no cookie goes along or stays', async () => {
    const server = await scripted((response) => {
      response.writeHead(200, { ...json, 'set-cookie': 'a=b; Path=/' }).end('{}')
    })
    await ask({ url: server.url })
    await ask({ url: server.url, body: '{"amount":0.10}' })
    const { headers, body, target } = server.seen[1]!
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': '15',
    })
    expect(headers.cookie).toBeUndefined()
    expect(body).toBe('{"amount":0.10}')
    expect(target).not.toContain(TOKEN)
  })

  test('may be compressed', async () => {
    const server = await scripted((response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"events":[]}'))
    })
    const { result } = await ask({ url: server.url })
    expect(result.ok && new TextDecoder().decode(result.value.bytes)).toBe('{"events":[]}')
  })

  test('may come slowly, as long as it comes', async () => {
    const server = await raw(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n')
      for (let at = 0; at < 6; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150))
        socket.write('  ')
      }
    })
    const { result } = await ask({ url: server.url, limits: { stallMs: 700, retries: 0 } })
    expect(result.ok && result.value.bytes.byteLength).toBe(12)
  })
})

describe('a refusal', () => {
  const cases: [number, string | null, Failure['kind'], number][] = [
    [400, null, 'rejected', 1],
    [401, null, 'token-refused', 1],
    [403, null, 'forbidden', 1],
    [404, null, 'rejected', 1],
    [404, 'evt_1', 'not-found', 1],
    [413, null, 'rejected', 1],
    [422, null, 'rejected', 1],
    [429, null, 'rate-limited', 3],
    [500, null, 'service-error', 1],
    [501, null, 'service-error', 1],
    [502, null, 'service-error', 3],
    [503, null, 'service-error', 3],
    [504, null, 'service-error', 3],
    [599, null, 'service-error', 1],
    [799, null, 'service-error', 1],
  ]
  test.each(cases)('of status %i (event %s) is %s after %i attempts', async (status, eventId, kind, attempts) => {
    const server = await scripted((response) => {
      response.writeHead(status, { ...json, 'x-correlation-id': 'c-9' }).end('{"error":{"message":"No."}}')
    })
    const failure = await failureFor({ url: server.url, eventId })
    expect(failure).toMatchObject({ kind, attempts, http: { status, requestId: 'c-9', serviceMessage: 'No.' } })
    expect(server.seen).toHaveLength(attempts)
  })

  test('that echoes the token does not bring it back', async () => {
    const server = await scripted((response, _, { headers }) => {
      response.writeHead(401, { 'x-request-id': `r-${TOKEN}` }).end(`What is ${headers.authorization}?`)
    })
    const failure = await failureFor({ url: server.url })
    expect(failure).toMatchObject({ http: { requestId: 'r-•••', serviceMessage: 'What is Bearer •••?' } })
  })

  test('that is cut within the token does not bring back its start', async () => {
    const long = await scripted((response) => {
      response.writeHead(400, { 'content-type': 'text/html' }).end(`<p>${'<hr>'.repeat(16_381)}${TOKEN}</p>`)
    })
    const broken = await raw((socket) =>
      socket.end(`HTTP/1.1 400 Bad\r\ncontent-length: 99\r\n\r\nWho is ${TOKEN.slice(0, 9)}`),
    )
    for (const url of [long.url, broken.url]) {
      const failure = await failureFor({ url })
      expect(failure).toMatchObject({ http: { serviceMessage: expect.stringContaining('•••') } })
      expect(JSON.stringify(failure)).not.toContain(TOKEN.slice(0, 6))
    }
  })

  test('is named by an ID and a target that hold neither the token nor half of it', async () => {
    for (const written of [TOKEN, encodeURIComponent(encodeURIComponent(TOKEN.replaceAll('-', '%2D')))]) {
      const server = await scripted((response) => {
        const headers = {
          'x-request-id': `${'r'.repeat(194)}${written}`,
          location: `/login?${'l'.repeat(1_980)}=${written}`,
        }
        response.writeHead(307, headers).end()
      })
      const failure = await failureFor({ url: server.url })
      expect(failure).toMatchObject({ http: { requestId: `${'r'.repeat(194)}•••` } })
      expect(JSON.stringify(failure)).not.toContain(TOKEN.slice(0, 4))
    }
  })

  test('whose body breaks off or never ends is still that refusal', async () => {
    const cut = await raw((socket) => socket.end('HTTP/1.1 400 Bad\r\ncontent-length: 99\r\n\r\nBad limit'))
    expect(await failureFor({ url: cut.url })).toMatchObject({
      kind: 'rejected',
      http: { serviceMessage: 'Bad limit' },
    })
    const endless = await raw((socket) => socket.write('HTTP/1.1 400 Bad\r\ncontent-length: 99\r\n\r\nBad offset'))
    const asking = { url: endless.url, limits: { stallMs: 50 } }
    expect(await failureFor(asking)).toMatchObject({ kind: 'rejected', http: { serviceMessage: 'Bad offset' } })
  })

  test('may have a body of any size', async () => {
    const server = await scripted((response) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('x'.repeat(3_000_000))
    })
    expect(await failureFor({ url: server.url })).toMatchObject({
      kind: 'rejected',
      http: { serviceMessage: 'x'.repeat(2_000) },
    })
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])(
    'of status %i is not followed: neither token nor body reach the other host',
    async (status) => {
      const other = await scripted((response) => response.end('{}'))
      const server = await scripted((response) => response.writeHead(status, { location: `${other.url}/v1?x=1` }).end())
      const failure = await failureFor({ url: server.url })
      expect(failure).toMatchObject({
        kind: 'redirect',
        location: `${other.url}/v1?x=1`,
        attempts: 1,
        http: { status },
      })
      expect(other.seen).toEqual([])
    },
  )

  test('without a target is one too', async () => {
    const server = await scripted((response) => response.writeHead(304).end())
    expect(await failureFor({ url: server.url })).toMatchObject({ kind: 'redirect', location: null })
  })
})

describe('retries', () => {
  test('end with the first answer, and are told', async () => {
    const server = await scripted((response, count) => {
      if (count < 3) response.writeHead(503, json).end('{"message":"busy"}')
      else response.writeHead(200, json).end('{}')
    })
    const { result, told } = await ask({ url: server.url, body: '{"limit":50}' })
    expect(result).toMatchObject({ ok: true, value: { attempts: 3 } })
    expect(told.map((one) => one.type)).toEqual(['attempt', 'waiting', 'attempt', 'waiting', 'attempt'])
    expect(told[1]).toMatchObject({
      next: 2,
      of: 3,
      asked: false,
      because: { kind: 'service-error', http: { serviceMessage: 'busy' } },
    })
    expect(server.seen.map(({ body }) => body)).toEqual(['{"limit":50}', '{"limit":50}', '{"limit":50}'])
  })

  test('wait the seconds that the service asks for', async () => {
    const server = await scripted((response, count) => {
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '1' }).end('{}')
    })
    const { result, told } = await ask({ url: server.url })
    expect(result.ok).toBe(true)
    expect(told[1]).toMatchObject({
      type: 'waiting',
      waitMs: 1_000,
      asked: true,
      because: { kind: 'rate-limited', retryAfterMs: 1_000 },
    })
  })

  test("wait until the date that the service names, by the service's own clock", async () => {
    const server = await scripted((response, count) => {
      const headers = { date: 'Tue, 01 Jan 2002 00:00:00 GMT', 'retry-after': 'Tue, 01 Jan 2002 00:00:01 GMT' }
      response.writeHead(count === 1 ? 503 : 200, headers).end('{}')
    })
    const { told } = await ask({ url: server.url })
    expect(told[1]).toMatchObject({ type: 'waiting', waitMs: 1_000, asked: true })
  })

  test('stop at once when the service asks for more time than is left', async () => {
    const server = await scripted((response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    const { result, told } = await ask({ url: server.url })
    expect(result).toMatchObject({ failure: { kind: 'rate-limited', retryAfterMs: 3_600_000, attempts: 1 } })
    expect(told).toHaveLength(1)
  })

  test('do not take nonsense for a wait', async () => {
    const server = await scripted((response, count) => {
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '-5' }).end('{}')
    })
    const { told } = await ask({ url: server.url })
    expect(told[1]).toMatchObject({ type: 'waiting', asked: false })
  })
})

describe('time', () => {
  test('runs out while headers are awaited, on each attempt', async () => {
    const server = await raw(() => undefined)
    const failure = await failureFor({ url: server.url, limits: { headersMs: 50, retries: 1 } })
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'headers', afterMs: 50, attempts: 2 })
  })

  test('runs out when headers come byte by byte', async () => {
    const server = await raw((socket) => {
      const dripping = setInterval(() => socket.write('H'), 20)
      socket.on('close', () => clearInterval(dripping))
      socket.write('HTTP/1.1 200 OK\r\nx-long: ')
    })
    const failure = await failureFor({ url: server.url, limits: { headersMs: 100, retries: 0 } })
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'headers' })
  })

  test('runs out when a body stalls', async () => {
    const server = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"events":'))
    const failure = await failureFor({ url: server.url, limits: { stallMs: 50, retries: 1 } })
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'body', afterMs: 50, attempts: 2 })
  })

  test('runs out as a whole', async () => {
    const server = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n')
      const dripping = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(dripping))
    })
    const failure = await failureFor({ url: server.url, limits: { totalMs: 200 } })
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'total', afterMs: 200, attempts: 1 })
  })
})

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
    const pem = readFileSync(new URL('../fixtures/self-signed.pem', import.meta.url))
    let requests = 0
    const server = createTlsServer({ key: pem, cert: pem }, () => {
      requests += 1
    })
    const url = (await listen(server)).replace('http:', 'https:')
    toClose.push({ close: () => close(server) })
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

describe('cancelling', () => {
  async function cancelledAt(server: { url: string }, when: 'attempt' | 'waiting' | number) {
    const cancel = new AbortController()
    if (typeof when === 'number') setTimeout(() => cancel.abort(), when)
    const report: ReportProgress = ({ type }) => {
      if (type === when) setImmediate(() => cancel.abort())
    }
    return failureFor({ url: server.url, signal: cancel.signal, report })
  }

  test('before the first request sends none', async () => {
    const server = await scripted((response) => response.end('{}'))
    expect(await failureFor({ url: server.url, signal: AbortSignal.abort() })).toEqual({ kind: 'cancelled' })
    expect(server.seen).toEqual([])
  })

  test('ends the request, and its connection', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await raw((socket) => void socket.on('close', () => closed.resolve()))
    expect(await cancelledAt(server, 100)).toEqual({ kind: 'cancelled' })
    await closed.promise
  })

  test('ends the reading of a body, and its connection', async () => {
    const closed = Promise.withResolvers<void>()
    const server = await raw((socket) => {
      socket.on('close', () => closed.resolve())
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"events":')
    })
    expect(await cancelledAt(server, 100)).toEqual({ kind: 'cancelled' })
    await closed.promise
  })

  test("ends the reading of a refusal's body", async () => {
    const server = await raw((socket) => socket.write('HTTP/1.1 500 No\r\ncontent-length: 99\r\n\r\n{"error":'))
    expect(await cancelledAt(server, 100)).toEqual({ kind: 'cancelled' })
  })

  test('ends a wait', async () => {
    const server = await scripted((response) => response.writeHead(429, { 'retry-after': '9' }).end())
    expect(await cancelledAt(server, 'waiting')).toEqual({ kind: 'cancelled' })
    expect(server.seen).toHaveLength(1)
  })
})
