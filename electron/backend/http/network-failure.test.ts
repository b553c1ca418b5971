// What real networks and servers do to a call.
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { Agent, ProxyAgent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failureCourse } from '../../../shared/failure/failure.ts'
import { failureFor, raw, scripted } from './fixtures/asked-service.ts'
import { close, listen, scriptedServer } from './fixtures/scripted-server.ts'
import { type ServiceFetch, serviceFetch } from './service-fetch.ts'

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
