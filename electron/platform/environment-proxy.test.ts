import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetch } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkFailure } from '../backend/http/network-failure.ts'
import { environmentProxy } from './environment-proxy.ts'

let seen: string[]
let messages: string[]
let servers: Server[]
let proxy = ''
beforeEach(async () => {
  seen = []
  messages = []
  servers = []
  proxy = `127.0.0.1:${await listening('127.0.0.1', 'by proxy')}`
})
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A server that is a proxy as well; answers with its port. */
async function listening(host: string, text: string): Promise<number> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end(text)
  })
  server.on('connect', (request: IncomingMessage, socket) => {
    seen.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

function get(url: string, environment: Record<string, string>) {
  const dispatcher = environmentProxy(environment, (line) => void messages.push(line))
  // Not every system answers at once for each address of its own.
  return fetch(url, { dispatcher, signal: AbortSignal.timeout(2_000) }).then((answer) => answer.text())
}

async function failureOf(url: string, environment: Record<string, string>) {
  const error = await get(url, environment).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return networkFailure(error, url)
}

test.each([
  ['with a scheme', 'http://'],
  ['without a scheme', ''],
  ['between blanks', ' '],
])('a proxy %s is used for other machines', async (_, before) => {
  const environment = { HTTP_PROXY: `${before}${proxy}`, HTTPS_PROXY: `${before}${proxy} ` }
  expect(await get('http://service.invalid/a', environment)).toBe('by proxy')
  expect(await failureOf('https://service.invalid/b', environment)).toMatchObject({ reason: 'proxy' })
  expect(seen).toEqual(['GET http://service.invalid/a', 'CONNECT service.invalid:443'])
  expect(messages).toEqual([])
})

test('the small spelling counts, and the one for http serves https where that has none', async () => {
  const environment = { http_proxy: proxy, HTTP_PROXY: 'http://127.0.0.1:9' }
  await failureOf('https://service.invalid/', environment)
  expect(seen).toEqual(['CONNECT service.invalid:443'])
})

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '[::1]', 'service.localhost'])(
  '%s is this machine and goes past every proxy',
  async (host) => {
    // Nothing may listen there on this machine: what counts is that the proxy is not asked.
    const port = await listening(host.startsWith('[') ? '::1' : '127.0.0.1', 'here').catch(() => 9)
    for (const value of [proxy, '::']) await failureOf(`http://${host}:${port}/x`, { HTTP_PROXY: value, NO_PROXY: '' })
    expect(seen.filter((line) => line.includes('http://') || line.startsWith('CONNECT'))).toEqual([])
    if (host === '127.0.0.1') expect(seen).toEqual(['GET /x', 'GET /x'])
  },
)

test.each(['::', 'ftp://proxy.example', 'http://', 'http://100%:s3cret@proxy.example:1', 'http:proxy.example:1'])(
  '%s is no proxy that can be used: it is said, and nothing goes around it',
  async (value) => {
    for (const url of ['http://service.invalid/', 'https://service.invalid/']) {
      const failure = await failureOf(url, { HTTPS_PROXY: value, HTTP_PROXY: value })
      const name = url.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
      expect(failure).toEqual({ kind: 'unreachable', reason: 'proxy', detail: expect.stringContaining(name) })
    }
    expect(messages.slice(0, 2)).toEqual([
      expect.stringMatching(/^HTTP_PROXY /),
      expect.stringMatching(/^HTTPS_PROXY /),
    ])
    expect(messages.join()).not.toContain('s3cret')
  },
)

test('NO_PROXY counts, also beside a proxy that cannot be used', async () => {
  const failure = await failureOf('http://service.invalid/', { HTTP_PROXY: '::', NO_PROXY: 'service.invalid' })
  expect(failure).toMatchObject({ reason: expect.stringMatching(/unknown-host|offline/) })
})
