// installNetwork changes its whole process, so each test runs it in a process of its own.
import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetch } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { growthProblems } from '../../shared/exact/fixtures/linear-work.ts'
import { networkFailure } from '../backend/http/attempt.ts'
import { environmentProxy, firstProxy, systemProxy } from './network.ts'

const pem = fileURLToPath(new URL('../backend/http/fixtures/self-signed.pem', import.meta.url))

/** Starts a server, installs the network, and asks the server; prints what came of it as JSON. */
const code = `
  const { X509Certificate } = await import('node:crypto')
  const { readFileSync } = await import('node:fs')
  const { getCACertificates } = await import('node:tls')
  const { installNetwork } = await import(${JSON.stringify(new URL('network.ts', import.meta.url).href)})
  const secure = process.env.ASK === 'https'
  const { createServer } = await import(secure ? 'node:https' : 'node:http')
  const pem = readFileSync(${JSON.stringify(pem)})
  const said = []
  const fetch = installNetwork({ resolveProxy: null, log: (line) => said.push(line) })
  const server = createServer({ key: pem, cert: pem }, (request, response) => response.end(request.url))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = process.env.ASK + '://127.0.0.1:' + server.address().port + '/ping'
  const init = { method: 'GET', headers: {}, body: null, signal: new AbortController().signal }
  const text = await fetch(url, init).then(({ body }) => body.toArray(), (error) => error.code).then(String)
  const prints = (store) => getCACertificates(store).map((pem) => new X509Certificate(pem).fingerprint256)
  const trusted = new Set(prints('default'))
  const forgotten = prints('bundled').filter((print) => !trusted.has(print)).length
  console.log(JSON.stringify({ text, said, forgotten }))
  process.exit()`

async function ask(scheme: 'http' | 'https', environment: NodeJS.ProcessEnv): Promise<unknown> {
  const env = { ...process.env, ASK: scheme, NODE_EXTRA_CA_CERTS: '', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })
  return JSON.parse(stdout)
}

test('loopback goes past a proxy of the environment', async () => {
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' }
  expect(await ask('http', proxies)).toEqual({ text: '/ping', said: [], forgotten: 0 })
})

// Elsewhere the system's certificates are not those of a file that a test may name.
test.runIf(process.platform === 'linux')(
  "a certificate that only the system trusts is trusted, beside Node's own list",
  async () => {
    const none = { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/dev/null' }
    expect(await ask('https', { ...none, SSL_CERT_FILE: pem })).toEqual({
      text: '/ping',
      said: [],
      forgotten: 0,
    })
    expect(await ask('https', none)).toMatchObject({ text: 'DEPTH_ZERO_SELF_SIGNED_CERT', forgotten: 0 })
  },
)

describe('the list of proxies', () => {
  test('is read in time that grows as it does, whatever a PAC file gives', () => {
    expect(growthProblems(firstProxy)).toEqual([])
    expect(growthProblems((text) => firstProxy(`PROXY ${text.slice(0, text.length / 4)}; `.repeat(4)))).toEqual([])
  })

  test.each([
    ['DIRECT', null],
    ['', null],
    [' ; ', null],
    ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['HTTPS proxy.example:443;DIRECT', 'https://proxy.example:443'],
    ['socks5 [::1]:1080', 'socks5://[::1]:1080'],
    ['QUIC proxy.example:443; PROXY other.example:3128; DIRECT', 'http://other.example:3128'],
    ['PROXY; DIRECT', null],
    ['constructor proxy.example:1; PROXY other.example:2', 'http://other.example:2'],
  ])('%j', (list, proxy) => {
    expect(firstProxy(list)).toEqual({ proxy })
  })

  test('of kinds that nobody here speaks is an error, not a way around the proxy', () => {
    expect(firstProxy('QUIC proxy.example:443')).toEqual({ unusable: 'QUIC proxy.example:443' })
  })
})

describe('requests', () => {
  let proxy: Server
  let seen: string[]
  let address = ''
  beforeEach(async () => {
    seen = []
    proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('by proxy')
    })
    proxy.on('connect', (request: IncomingMessage, socket) => {
      seen.push(`CONNECT ${request.url}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })

  test('go through the proxy that the system names for their address', async () => {
    const asked: string[] = []
    const dispatcher = systemProxy(async (url) => {
      asked.push(url)
      return `PROXY ${address}; DIRECT`
    })
    const body = '{"limit":1}'
    const answer = await fetch('http://service.invalid/v1/events/search', { dispatcher, method: 'POST', body })
    expect(await answer.text()).toBe('by proxy')
    await expect(fetch('https://service.invalid/v1', { dispatcher })).rejects.toMatchObject({
      cause: { cause: { message: expect.stringMatching(/proxy response \(502\)/i) } },
    })
    expect(seen).toEqual(['POST http://service.invalid/v1/events/search', 'CONNECT service.invalid:443'])
    expect(asked).toEqual(['http://service.invalid/', 'https://service.invalid/'])
    await dispatcher.close()
  })

  test('to this machine go straight there, and the proxy is not even asked for', async () => {
    const dispatcher = systemProxy(() => Promise.reject(new Error('asked')))
    const answer = await fetch(`http://${address}/here`, { dispatcher })
    expect(await answer.text()).toBe('by proxy')
    expect(seen).toEqual(['GET /here'])
    await dispatcher.close()
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    ['of a kind that cannot be used', async () => 'QUIC a.example:1', /cannot use: QUIC a\.example:1/],
    ['that cannot be looked up', () => Promise.reject(new Error('PAC script failed')), /PAC script failed/],
  ])('behind a proxy %s fail with the reason', async (_, resolveProxy, words) => {
    const dispatcher = systemProxy(resolveProxy)
    await expect(fetch('http://service.invalid/', { dispatcher })).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: expect.stringMatching(words) },
    })
    await dispatcher.close()
  })
})

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
