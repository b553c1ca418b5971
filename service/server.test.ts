import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import type { EventRecord } from './event-record.ts'
import { NOW, serviceUnderTest, TOKEN } from './fixtures/service-under-test.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import type { Gaps } from './service-options.ts'

const event: EventRecord = {
  eventId: 'evt_1',
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  createdAt: '2026-02-01T00:00:00.120Z',
  properties: [
    { name: 'amount', kind: 'number', text: '0.10' },
    { name: 'account', kind: 'string', text: '00042' },
    { name: 'trace', kind: 'number', text: '9007199254740993' },
    { name: '__proto__', kind: 'number', text: '1E-7' },
  ],
}
const eventText =
  '{"event_id":"evt_1","customer_id":"cus_1","event_code":"api_calls","event_type":"debit","created_at":"2026-02-01T00:00:00.120Z",' +
  '"event_properties":{"amount":0.10,"account":"00042","trace":9007199254740993,"__proto__":1E-7}}'

describe('fetching an event', () => {
  test('answers with the event, digit by digit', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const response = await service.get('/v1/events/evt_1')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(eventText)
  })

  test.each(['a/b', '..', '.', 'ä ü', 'search', '%2F', '?x#y', '\\', '__proto__', '"\u0000', '👩🏽‍💻'])(
    'takes the id %j',
    async (eventId) => {
      const service = await serviceUnderTest({ records: [{ ...event, eventId }] })
      const path = `/v1/events/${encodeURIComponent(eventId).replaceAll('.', '%2E')}`
      const { status, text } = await rawRequest(service.port, { path })
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ event_id: eventId })
    },
  )

  test('answers 404 and names the field where there is none', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const response = await service.get('/v1/events/evt_2')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: { status: 404, message: 'There is no event with the event_id evt_2.', field: 'event_id' },
    })
  })

  test('refuses a path that is no percent-encoding', async () => {
    const service = await serviceUnderTest({ records: [event] })
    expect(await rawRequest(service.port, { path: '/v1/events/%zz' })).toMatchObject({ status: 400 })
    expect(await rawRequest(service.port, { path: '/v1/events/%ff' })).toMatchObject({ status: 400 })
  })
})

describe('searching', () => {
  test('answers with the events as they are stored, and echoes limit and offset', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const response = await service.search('{"event_property_filters":{"amount":0.1,"__proto__":0.0000001}}')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe(`{"events":[${eventText}],"total":1,"limit":50,"offset":0}`)
    expect(await (await service.search({ limit: 7, offset: 3 })).json()).toEqual({
      events: [],
      total: 1,
      limit: 7,
      offset: 3,
    })
  })

  test('tells apart numbers that doubles do not', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const total = async (body: string) => ((await (await service.search(body)).json()) as { total: number }).total
    expect(await total('{"event_property_filters":{"trace":9007199254740993}}')).toBe(1)
    expect(await total('{"event_property_filters":{"trace":9007199254740992}}')).toBe(0)
    expect(await total('{"event_property_filters":{"account":"00042"}}')).toBe(1)
    expect(await total('{"event_property_filters":{"account":42}}')).toBe(0)
  })

  test('names a field that does not fit', async () => {
    const service = await serviceUnderTest()
    const response = await service.search({ limit: 101 })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { status: 400, message: 'limit must be at most 100, not 101.', field: 'limit' },
    })
  })

  test('tells unknown fields in a header, whatever their names hold', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const response = await service.search({ foo: 1, 'ä\r\nSet-Cookie: x': 2, ['y'.repeat(9_000)]: 3 })
    expect(response.status).toBe(200)
    expect(response.headers.get('warnings')).toMatch(/^unknown fields .*: foo, %C3%A4%0D%0ASet-Cookie%3A%20x, y{60}$/)
    const many = await service.search(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1])))
    expect(many.headers.get('warnings')).toMatch(/f9 and 490 more$/)
  })

  test.each([
    ['', 400, 'not valid JSON'],
    ['nonsense', 400, 'not valid JSON'],
    ['"\\ud800"', 400, 'not string'],
    [`{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`, 200, ''],
    [`{"event_property_filters":{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`, 400, 'not object'],
    [`{"limit":1${'0'.repeat(900_000)}1}`, 400, 'limit must be an integer'],
    [`{"created_at_from":"2026-01-01T00:00:00.${'0'.repeat(900_000)}1Z"}`, 200, ''],
  ])('stands %#', async (body, status, message) => {
    const service = await serviceUnderTest({ records: [event] })
    const response = await service.search(body)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(message)
    expect((await service.search({})).status).toBe(200)
  })

  test.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/json;charset=UTF-8', 200],
    ['APPLICATION/JSON', 200],
    ['application/jsonp', 415],
  ])('Content-Type %s is answered with %i', async (type, status) => {
    const service = await serviceUnderTest()
    expect((await service.search({}, { 'Content-Type': type })).status).toBe(status)
  })

  test('refuses a compressed body, and one that is not UTF-8', async () => {
    const service = await serviceUnderTest()
    expect((await service.search({}, { 'Content-Encoding': 'gzip' })).status).toBe(415)
    const headers = { 'Content-Type': 'application/json' }
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    expect(await rawRequest(service.port, { method: 'POST', path: '/v1/events/search', headers, body })).toMatchObject({
      status: 400,
      text: expect.stringContaining('UTF-8'),
    })
  })

  test('refuses a body above 1 MiB, announced or not, and answers the next request', async () => {
    const service = await serviceUnderTest()
    const body = Buffer.alloc(1024 * 1024 + 1, ' ')
    const headers = { 'Content-Type': 'application/json' }
    const post = { method: 'POST', path: '/v1/events/search', headers }
    expect(await rawRequest(service.port, { ...post, body })).toMatchObject({ status: 413 })
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' }
    expect(await rawRequest(service.port, { ...post, headers: chunked, body })).toMatchObject({ status: 413 })
    const fits = `{}${' '.repeat(1024 * 1024 - 2)}`
    expect((await service.search(fits)).status).toBe(200)
  })
})

describe('the token', () => {
  test.each([
    [undefined, 'is missing', 'Bearer realm="events"'],
    ['', 'must have the form', 'error="invalid_token"'],
    ['Bearer', 'must have the form', 'error="invalid_token"'],
    [TOKEN, 'must have the form', 'error="invalid_token"'],
    [`Basic ${TOKEN}`, 'must have the form', 'error="invalid_token"'],
    [`Bearer ${TOKEN} x`, 'must have the form', 'error="invalid_token"'],
    ['Bearer wrong', 'not valid', 'error="invalid_token"'],
    [`Bearer ${TOKEN}x`, 'not valid', 'error="invalid_token"'],
  ])('%s is refused', async (authorization, message, challenge) => {
    const service = await serviceUnderTest({ records: [event] })
    for (const [method, path] of [
      ['GET', '/v1/events/evt_1'],
      ['POST', '/v1/events/search'],
    ] as const) {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
      const answer = await rawRequest(service.port, {
        method,
        path,
        headers,
        body: Buffer.from(method === 'POST' ? '{}' : ''),
      })
      expect(answer.status).toBe(401)
      expect(answer.text).toContain(message)
      expect(answer.headers['www-authenticate']).toContain(challenge)
    }
  })

  test('may follow the scheme in any case', async () => {
    const service = await serviceUnderTest({ records: [event] })
    expect((await service.get('/v1/events/evt_1', { Authorization: `bearer  ${TOKEN}` })).status).toBe(200)
  })

  test('is refused with 403 where asked to', async () => {
    const service = await serviceUnderTest({ gaps: { unauthorized: 403 } })
    const response = await service.get('/v1/events/evt_1', { Authorization: 'Bearer wrong' })
    expect(response.status).toBe(403)
    expect(response.headers.has('www-authenticate')).toBe(false)
  })
})

describe('every answer', () => {
  test('has a Date by the clock given, and a request id of its own', async () => {
    const service = await serviceUnderTest({ records: [event] })
    const answers = [await service.search({}), await service.get('/v1/events/none'), await service.get('/nowhere')]
    for (const { headers } of answers) expect(headers.get('date')).toBe(new Date(NOW).toUTCString())
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

  test('not a failure of its own, which is answered and logged on both operations', async () => {
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
      drain: 60_000,
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
    expect((await answer).status).toBe(200)
  })

  test('may be asked for twice', async () => {
    const service = await serviceUnderTest()
    await Promise.all([service.close(), service.close()])
  })
})

test('a port that is taken is refused', async () => {
  const service = await serviceUnderTest()
  await expect(serviceUnderTest({ port: service.port })).rejects.toThrow('EADDRINUSE')
})

type RawRequest = { method?: string; path: string; headers?: Record<string, string | undefined>; body?: Buffer }
type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

// node:http sends paths and headers unchanged; fetch would normalize the path and refuse some headers.
function rawRequest(port: number, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const all = Object.entries({ Authorization: `Bearer ${TOKEN}`, ...headers }).filter(
    ([, value]) => value !== undefined,
  )
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', method, path, headers: Object.fromEntries(all), agent: false },
      async (incoming) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: Buffer.concat(chunks).toString() })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function rawSocket(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}
