import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetch } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { growthProblems } from '../../shared/exact/fixtures/linear-work.ts'
import { firstProxy, SystemProxyDispatcher } from './system-proxy.ts'

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
    const dispatcher = new SystemProxyDispatcher(async (url) => {
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
    const dispatcher = new SystemProxyDispatcher(() => Promise.reject(new Error('asked')))
    const answer = await fetch(`http://${address}/here`, { dispatcher })
    expect(await answer.text()).toBe('by proxy')
    expect(seen).toEqual(['GET /here'])
    await dispatcher.close()
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    ['of a kind that cannot be used', async () => 'QUIC a.example:1', /cannot use: QUIC a\.example:1/],
    ['that cannot be looked up', () => Promise.reject(new Error('PAC script failed')), /PAC script failed/],
  ])('behind a proxy %s fail with the reason', async (_, resolveProxy, words) => {
    const dispatcher = new SystemProxyDispatcher(resolveProxy)
    await expect(fetch('http://service.invalid/', { dispatcher })).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: expect.stringMatching(words) },
    })
    await dispatcher.close()
  })
})
