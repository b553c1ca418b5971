import { describe, expect, test } from 'vitest'
import { event, eventText } from './fixtures/one-event.ts'
import { rawRequest, rawSocket } from './fixtures/raw-request.ts'
import { serviceUnderTest, TOKEN } from './fixtures/service-under-test.ts'

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
    const headers = { 'Content-Type': 'application/json', Connection: 'keep-alive' }
    const post = { method: 'POST', path: '/v1/events/search', headers }
    const refused = { status: 413, headers: { connection: 'close' } }
    expect(await rawRequest(service.port, { ...post, body })).toMatchObject(refused)
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' }
    expect(await rawRequest(service.port, { ...post, headers: chunked, body })).toMatchObject(refused)
    // What is announced is refused before it is sent.
    const head = `POST /v1/events/search HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`
    expect(await rawSocket(service.port, `${head}Content-Length: ${body.length}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /)
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
