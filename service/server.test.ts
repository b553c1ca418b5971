import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { event } from './fixtures/one-event.ts'
import { rawRequest, rawSocket } from './fixtures/raw-request.ts'
import { NOW, serviceUnderTest, TOKEN } from './fixtures/service-under-test.ts'
import { isSqlite } from './fixtures/store-under-test.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import type { Gaps } from './service-options.ts'

describe('every answer', () => {
  test('has a Date by the clock given, and a request id of its own', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const answers = [await service.search({}), await service.get('/v1/events/none'), await service.get('/nowhere')]
    for (const { headers } of answers) {
      expect(headers.get('date')).toBe(new Date(NOW).toUTCString())
      expect(headers.get('cache-control')).toBe('no-store')
    }
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{16}$/)
  })

  test.each([
    ['DELETE', '/v1/events/evt_1', 405, 'GET, HEAD'],
    ['POST', '/v1/events/evt_1', 405, 'GET, HEAD'],
    ['PUT', '/v1/events/search', 405, 'GET, HEAD, POST'],
    ['GET', '/v1/events', 404, undefined],
    ['GET', '/v1/events/', 404, undefined],
    ['GET', '/v1/events/a/b', 404, undefined],
    ['GET', '/v2/events/evt_1', 404, undefined],
    ['GET', '/', 404, undefined],
  ])('%s %s is answered with %i', async (method, path, status, allow) => {
    const service = await serviceUnderTest({ records: [event] })
    const answer = await rawRequest(service.port, { method, path })
    expect(answer.status).toBe(status)
    expect(answer.headers.allow).toBe(allow)
    expect(JSON.parse(answer.text)).toMatchObject({ error: { status } })
  })

  test('is found under a target that is a whole URL, and with a query', async () => {
    const service = await serviceUnderTest({ records: [event] })
    expect(await rawRequest(service.port, { path: `${service.url}/v1/events/evt_1?x` })).toMatchObject({ status: 200 })
  })

  test('HEAD is GET without the body', async () => {
    const service = await serviceUnderTest({ records: [event] })
    expect(await rawRequest(service.port, { method: 'HEAD', path: '/v1/events/evt_1' })).toMatchObject({
      status: 200,
      text: '',
    })
  })

  test('is refused to a Host that is not this machine', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const path = '/v1/events/evt_1'
    expect(await rawRequest(service.port, { path, headers: { Host: 'evil.example' } })).toMatchObject({ status: 421 })
    expect(await rawRequest(service.port, { path, headers: { Host: '127.0.0.1.evil.example' } })).toMatchObject({
      status: 421,
    })
    expect(await rawRequest(service.port, { path, headers: { Host: `localhost:${service.port}` } })).toMatchObject({
      status: 200,
    })
  })

  test.each<[Gaps['errors'], string | null, RegExp]>([
    [
      'json',
      'application/json',
      /^\{"error":\{"status":404,"message":"There is no event with the event_id <b>\.","field":"event_id"\}\}$/,
    ],
    [
      'problem',
      'application/problem+json',
      /^\{"type":"about:blank","title":"Not Found","status":404,"detail":".*","field":"event_id"\}$/,
    ],
    ['text', 'text/plain; charset=utf-8', /^There is no event with the event_id <b>\.\n$/],
    ['html', 'text/html; charset=utf-8', /<p>There is no event with the event_id &#60;b&#62;\.<\/p>/],
    ['empty', null, /^$/],
  ])('has its errors as %s', async (errors, type, body) => {
    const service = await serviceUnderTest({ gaps: { errors } })
    const response = await service.get('/v1/events/%3Cb%3E')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toMatch(body)
  })
})

describe('nothing ends the service', () => {
  test.each([
    ['garbage', 'nonsense\r\n\r\n'],
    ['a path that is no URL', 'GET //[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['a path without a slash', 'GET v1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['HTTP/1.0', 'GET /v1/events/x HTTP/1.0\r\n\r\n'],
    ['a header that is too long', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    [
      'two Content-Lengths',
      'POST /v1/events/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ])('not %s', async (_name, text) => {
    const service = await serviceUnderTest({ records: [event] })
    const answer = await rawSocket(service.port, text)
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true)
    expect((await service.search({})).status).toBe(200)
  })

  test.runIf(isSqlite)('not a failure of its own, which is answered and logged on both operations', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const database = join(await temporaryFolder(), 'events.db')
    const service = await serviceUnderTest({ records: [event], database })
    const other = new DatabaseSync(database)
    other.exec('PRAGMA foreign_keys = OFF; DROP TABLE event')
    other.close()
    for (const answer of [() => service.get('/v1/events/evt_1'), () => service.search({})]) {
      errors.mockClear()
      const response = await answer()
      expect(response.status).toBe(500)
      expect(await response.text()).toContain('its log says why')
      expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no such table: event' }))
    }
    errors.mockRestore()
  })

  test('not a client that leaves in the middle of its body', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const service = await serviceUnderTest({ records: [event] })
    const head = `POST /v1/events/search HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`
    const socket = connect(service.port, '127.0.0.1')
    await new Promise((resolve) => socket.write(`${head}Content-Length: 100\r\n\r\n{"limit"`, resolve))
    expect((await service.search({})).status).toBe(200)
    socket.destroy()
    await new Promise((resolve) => socket.once('close', resolve))
    expect((await service.search({})).status).toBe(200)
    await service.close()
    expect(errors).not.toHaveBeenCalled()
    errors.mockRestore()
  })
})

describe('closing', () => {
  test('does not wait for a client that keeps its body back', async () => {
    const service = await serviceUnderTest({ records: [event], drain: 100 })
    const socket = connect(service.port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    const head = `POST /v1/events/search HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`
    await new Promise((resolve) => socket.write(`${head}Content-Length: 100\r\n\r\n{"limit"`, resolve))
    expect((await service.search({})).status).toBe(200)
    await service.close()
    await closed
  })

  test('does not wait for a connection that never sent anything, but for the request beside it', async () => {
    const service = await serviceUnderTest({
      records: [event],
      drain: 3_600_000,
      faults: { latency: { ms: 300, jitter: 0 } },
    })
    const silent = connect(service.port, '127.0.0.1')
    const closed = new Promise((resolve) => silent.on('error', () => {}).once('close', resolve))
    await new Promise((resolve) => silent.once('connect', resolve))
    const answer = service.search({})
    // Once a second connection, accepted after it, has been answered, the request is in flight.
    await service.get('/openapi.json').then((response) => response.text())
    await service.close()
    await closed
    const { status, headers } = await answer
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
  })

  test('may be asked for twice', async () => {
    const service = await serviceUnderTest()
    await Promise.all([service.close(), service.close()])
    await expect(service.get('/openapi.json')).rejects.toThrow()
  })
})

test('a port that is taken is refused', async () => {
  const service = await serviceUnderTest()
  await expect(serviceUnderTest({ port: service.port })).rejects.toThrow('EADDRINUSE')
})
