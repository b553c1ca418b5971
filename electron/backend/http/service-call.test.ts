import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, failureFor, json, raw, scripted, TOKEN } from './fixtures/asked-service.ts'
import { type ReportProgress, retryWait } from './service-call.ts'

describe('an answer', () => {
  test('is whole, with what its headers say', async () => {
    const server = await scripted((response) => {
      response
        .writeHead(200, { ...json, 'x-request-id': 'req-1', date: 'Fri, 20 Nov 2026 14:52:57 GMT' })
        .end('{"a":0.10}')
    })
    const { result, progress } = await ask({ url: server.url })
    expect(result).toMatchObject({ ok: true, value: { status: 200, requestId: 'req-1', attempts: 1 } })
    expect(result.ok && new TextDecoder().decode(result.value.bytes)).toBe('{"a":0.10}')
    expect(result.ok && result.value.serviceDateMs).toBe(Date.UTC(2026, 10, 20, 14, 52, 57))
    expect(progress).toEqual([{ type: 'attempt', attempt: 1, of: 3 }])
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

describe('retries', () => {
  test('end with the first answer, and are told', async () => {
    const server = await scripted((response, count) => {
      if (count < 3) response.writeHead(503, json).end('{"message":"busy"}')
      else response.writeHead(200, json).end('{}')
    })
    const { result, progress } = await ask({ url: server.url, body: '{"limit":50}' })
    expect(result).toMatchObject({ ok: true, value: { attempts: 3 } })
    expect(progress.map((one) => one.type)).toEqual(['attempt', 'waiting', 'attempt', 'waiting', 'attempt'])
    expect(progress[1]).toMatchObject({
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
    const { result, progress } = await ask({ url: server.url })
    expect(result.ok).toBe(true)
    expect(progress[1]).toMatchObject({
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
    const { progress } = await ask({ url: server.url })
    expect(progress[1]).toMatchObject({ type: 'waiting', waitMs: 1_000, asked: true })
  })

  test.each([
    ['no wait', '0'],
    ['a date that is past', 'Mon, 31 Dec 2001 23:00:00 GMT'],
  ])('back off all the same where the service asks for %s', async (_, asked) => {
    const server = await scripted((response) => {
      response.writeHead(429, { date: 'Tue, 01 Jan 2002 00:00:00 GMT', 'retry-after': asked }).end('{}')
    })
    const { progress } = await ask({ url: server.url, limits: { backoffMs: 40 } })
    const waits = progress.flatMap((step) => (step.type === 'waiting' ? [step] : []))
    expect(waits.map((step) => step.asked)).toEqual([false, false])
    expect(waits[0]?.waitMs).toBeGreaterThanOrEqual(30)
    expect(waits[1]?.waitMs).toBeGreaterThanOrEqual(60)
  })

  test('stop at once when the service asks for more time than is left', async () => {
    const server = await scripted((response) => response.writeHead(429, { 'retry-after': '3600' }).end())
    const { result, progress } = await ask({ url: server.url })
    expect(result).toMatchObject({ failure: { kind: 'rate-limited', retryAfterMs: 3_600_000, attempts: 1 } })
    expect(progress).toHaveLength(1)
  })

  test('do not take nonsense for a wait', async () => {
    const server = await scripted((response, count) => {
      response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '-5' }).end('{}')
    })
    const { progress } = await ask({ url: server.url })
    expect(progress[1]).toMatchObject({ type: 'waiting', asked: false })
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

test.each([
  [null, 1_600, { ms: 1_600, asked: false }],
  // "Retry-After: 0", or a date that is past.
  [0, 1_600, { ms: 1_600, asked: false }],
  // By our own clock, where the service sends no date of its own.
  [350, 300, { ms: 350, asked: false }],
  [1_000, 1_600, { ms: 1_000, asked: true }],
])('asked for %s ms, before a backoff of %i ms: %j', (asked, backoff, wait) => {
  expect(retryWait(asked, 400, backoff)).toEqual(wait)
})

test('never sooner than was asked, and never at once', () => {
  const ms = fc.nat(2 ** 31 - 1)
  fc.assert(
    fc.property(fc.option(ms), fc.integer({ min: 300, max: 15_000 }), (asked, backoff) => {
      const wait = retryWait(asked, 400, backoff)
      expect(wait.ms).toBeGreaterThanOrEqual(Math.max(asked ?? 0, 300))
    }),
  )
})
