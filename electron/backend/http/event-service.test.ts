import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchRequest } from '../../../shared/event/event.ts'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { type CallOptions, createActivity, createEventService } from './event-service.ts'
import { type ScriptedServer, scriptedServer } from './fixtures/scripted-server.ts'
import { serviceFetch } from './service-fetch.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const activity = createActivity()
const service = createEventService({ fetch: serviceFetch, now: () => noon, activity })
const everything: SearchRequest = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
const options: CallOptions = { signal: new AbortController().signal, report: () => undefined }

let server: ScriptedServer
let answer: string | Buffer = ''
let status = 200
let headers: Record<string, string> = {}
beforeAll(async () => {
  server = await scriptedServer((response) => response.writeHead(status, headers).end(answer))
})
afterAll(() => server.close())

function answering(body: string | Buffer, withStatus = 200, withHeaders: Record<string, string> = {}) {
  answer = body
  status = withStatus
  headers = withHeaders
  server.seen.length = 0
  return { connectionName: 'Test', baseUrl: `${server.url}/usage`, token: 'tok-123456' }
}

const event = (id: string) =>
  `{"event_id":${JSON.stringify(id)},"customer_id":"c","event_code":"e","event_type":"credit","created_at":"2026-11-20T12:00:00Z","event_properties":{"amount":0.10}}`
const page = (...events: string[]) => `{"events":[${events.join(',')}],"total":${events.length},"limit":50,"offset":0}`

describe('a search', () => {
  test('is the POST of docs/interface.md 4.2, and its answer is exact', async () => {
    const access = answering(page(event('evt_1')), 200, {
      date: 'Fri, 20 Nov 2026 11:59:58 GMT',
      'x-request-id': 'r-1',
    })
    const found = await service.search(access, everything, options)
    expect(server.seen).toMatchObject([
      { method: 'POST', target: '/usage/v1/events/search', body: '{"limit":50,"offset":0}' },
    ])
    expect(found).toMatchObject({
      ok: true,
      value: {
        page: {
          events: [{ eventId: 'evt_1', properties: [{ name: 'amount', kind: 'number', text: '0.10' }] }],
          total: 1,
        },
        info: {
          receivedAt: '2026-11-20T12:00:00.000Z',
          serviceDate: '2026-11-20T11:59:58.000Z',
          requestId: 'r-1',
          attempts: 1,
        },
      },
    })
  })

  test('sends filters digit for digit', async () => {
    const number = fc
      .tuple(fc.bigInt(), fc.constantFrom('', '.10', '.000', 'e5', 'E+400', '.123456789012345678901234567890'))
      .map(([whole, rest]) => `${whole}${rest}`)
    await fc.assert(
      fc.asyncProperty(
        number,
        anyText().filter((name) => name !== ''),
        async (text, name) => {
          const access = answering(page())
          const request: SearchRequest = {
            ...everything,
            filters: { propertyFilters: [{ name, kind: 'number', text }] },
          }
          expect((await service.search(access, request, options)).ok).toBe(true)
          const filters = `"event_property_filters":{${JSON.stringify(name)}:${text}}`
          expect(server.seen[0]?.body).toContain(filters)
        },
      ),
      { seed: 3, numRuns: 60 },
    )
  })

  test.each([
    ['no JSON', '<html>Welcome</html>', 'text/html'],
    ['no object', '[1]', 'application/json'],
    ['no events', '{"items":[]}', 'application/json'],
    ['nothing', '', null],
  ])('whose answer is %s is shown raw, with what is missing', async (_, body, contentType) => {
    const access = answering(body, 200, contentType === null ? {} : { 'content-type': contentType })
    const found = await service.search(access, everything, options)
    expect(found).toMatchObject({ failure: { kind: 'not-the-interface', body, contentType, http: { status: 200 } } })
    expect(!found.ok && found.failure.kind === 'not-the-interface' && found.failure.problems).not.toEqual([])
  })

  test('whose answer is not UTF-8 is refused in words, not read with replacement characters', async () => {
    const access = answering(Buffer.from(page(event('caf\u00e9')), 'latin1'))
    const found = await service.search(access, everything, options)
    expect(found).toMatchObject({
      failure: { kind: 'not-the-interface', problems: [expect.stringContaining('UTF-8')] },
    })
  })

  test('that is answered with more than ten times the events asked for is cut there, and says so', async () => {
    const access = answering(page(event('first'), ...Array.from({ length: 29 }, () => '{}')))
    const found = await service.search(access, { ...everything, limit: 2 }, options)
    expect(found.ok && found.value.page).toMatchObject({ events: { length: 20, 0: { eventId: 'first' } }, sent: 30 })
  })

  test('for the page comes as the text that was sent, checked in the same way', async () => {
    const text = page(event('evt_1'), '"no event"')
    const found = await service.searchText(answering(text), everything, options)
    expect(found).toMatchObject({ ok: true, value: { text, info: { attempts: 1, bytes: text.length } } })
    for (const body of ['<html>', '[1]', '{"items":[]}', '{"events":[{]}']) {
      const [read, checked] = [
        await service.search(answering(body), everything, options),
        await service.searchText(answering(body), everything, options),
      ]
      if (read.ok || checked.ok) throw new Error('A failure was expected')
      expect({ ...checked.failure, durationMs: 0 }).toEqual({ ...read.failure, durationMs: 0 })
    }
  })

  test('whose answer holds more values than can be built is refused as too large, and nothing is shown of it', async () => {
    const access = answering(`{"events":[${'1,'.repeat(500_000)}1]}`)
    expect(await service.search(access, everything, options)).toMatchObject({
      failure: { kind: 'too-large', bound: 'values', limit: 500_000, attempts: 1 },
    })
  })

  test('whose answer begins with a byte order mark is read', async () => {
    expect((await service.search(answering(`\ufeff${page()}`), everything, options)).ok).toBe(true)
  })

  test('that is answered with the token does not bring it back', async () => {
    const found = await service.search(answering('Bearer tok-123456 is unknown here'), everything, options)
    expect(found).toMatchObject({ failure: { body: 'Bearer ••• is unknown here' } })
    expect(JSON.stringify(found)).not.toContain('tok-123456')
    const escaped = await service.search(answering('{"t":"tok\\u002d123456","u":"tok%2D123456"}'), everything, options)
    expect(escaped).toMatchObject({ failure: { body: '{"t":"•••","u":"•••"}' } })
  })

  test('that does not fit brings the token back in no header, and no piece of it in what is quoted', async () => {
    const headers = { 'content-type': 'text/plain; for=tok-123456', 'x-request-id': 'of tok%252D123456' }
    const found = await service.search(answering('{"who": tok-123456}', 200, headers), everything, options)
    expect(found).toMatchObject({
      failure: {
        contentType: 'text/plain; for=•••',
        body: '{"who": •••}',
        problems: [expect.stringContaining('JSON')],
        http: { requestId: 'of •••' },
      },
    })
    expect(JSON.stringify(found)).not.toContain('tok-12')
    const fine = await service.search(answering(page(), 200, headers), everything, options)
    expect(fine).toMatchObject({ ok: true, value: { info: { requestId: 'of •••' } } })
  })

  test('that is cut within the token does not bring back its start', async () => {
    // 800,000 bytes are looked at: so many tokens but for the last characters of the last.
    const token = 'tok-0123456789-0123456789-012345'
    const access = { ...answering(`123${token.repeat(25_001)}`), token }
    const found = await service.search(access, everything, options)
    const body = !found.ok && found.failure.kind === 'not-the-interface' ? found.failure.body : ''
    expect(body).toBe(`123${'•••'.repeat(25_000)}`)
  })

  test('that is raw and long is cut', async () => {
    const found = await service.search(answering('é'.repeat(300_000)), everything, options)
    expect(!found.ok && found.failure.kind === 'not-the-interface' && found.failure.body).toBe('é'.repeat(200_000))
  })
})

describe('an event by its id', () => {
  test('is one encoded segment, whatever the id holds', async () => {
    const odd = anyText(20).filter((id) => id !== '' && !/^\.{1,2}$/.test(id) && id.isWellFormed())
    const ascii = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
      .filter((id) => !/^\.{1,2}$/.test(id))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(odd, ascii, fc.constantFrom('%2e%2e', 'a/b', '../x', '?q', '#f', '\\', '\0', 'a b', '+')),
        async (id) => {
          const found = await service.getText(answering(event(id)), id, options)
          expect(found.ok && found.value.text).toBe(event(id))
          const { method, target } = server.seen[0]!
          expect(method).toBe('GET')
          const segments = target!.split('/')
          expect(segments).toHaveLength(5)
          expect(segments.slice(0, 4).join('/')).toBe('/usage/v1/events')
          expect(segments[4]).toMatch(/^[^?#\s]+$/)
          expect(decodeURIComponent(segments[4]!)).toBe(id)
        },
      ),
      { seed: 4, numRuns: 150 },
    )
  })

  test.each(['.', '..'])('%s is searched for', async (id) => {
    const found = await service.getText(answering(page(event('other'), event(id))), id, options)
    expect(found.ok && found.value.text).toBe(event(id))
    expect(server.seen).toMatchObject([{ method: 'POST', target: '/usage/v1/events/search' }])
    expect(JSON.parse(server.seen[0]!.body)).toEqual({ event_id: id, limit: 1, offset: 0 })
  })

  test('that is searched for and not among the answers is not found', async () => {
    const found = await service.getText(answering(page(event('other'))), '..', options)
    expect(found).toMatchObject({ failure: { kind: 'not-found', eventId: '..' } })
  })

  test('that is missing is a plain 404', async () => {
    const found = await service.getText(answering('{"message":"No event evt_9."}', 404), 'evt_9', options)
    expect(found).toMatchObject({
      failure: { kind: 'not-found', eventId: 'evt_9', http: { serviceMessage: 'No event evt_9.' } },
    })
  })
})

test('a request that ends with an unexpected error is not noted as running for ever', async () => {
  const fetch = () => Promise.reject(new RangeError('a mistake of ours'))
  const broken = createEventService({ fetch, now: () => noon, activity })
  await expect(broken.search(answering(page()), everything, options)).rejects.toThrow('a mistake of ours')
  expect(activity.list()[0]?.outcome).toMatchObject({ state: 'failed', failure: { kind: 'bridge', reason: 'other' } })
})

test('what was asked is noted, with neither the token nor the answer', async () => {
  await service.search(answering(page(event('evt_secretive'))), everything, options)
  await service.getText(answering('{}', 404), 'evt_1', options)
  const [second, first] = activity.list()
  expect(first).toMatchObject({
    connectionName: 'Test',
    method: 'POST',
    url: `${server.url}/usage/v1/events/search`,
    body: '{"limit":50,"offset":0}',
    attempts: 1,
    outcome: { state: 'answered', status: 200 },
  })
  expect(second).toMatchObject({
    method: 'GET',
    body: null,
    outcome: { state: 'failed', failure: { kind: 'not-found' } },
  })
  expect(JSON.stringify(activity.list())).not.toMatch(/tok-123456|evt_secretive/)
})

const facts = {
  startedAt: '2026-11-20T12:00:00.000Z',
  connectionName: 'A',
  method: 'GET',
  url: 'https://a.example',
  body: null,
} as const

test('keeps the last 200, newest first, and follows each to its end', () => {
  const activity = createActivity()
  const notes = Array.from({ length: 250 }, (_, at) => activity.start({ ...facts, url: `https://a.example/${at}` }))
  const entries = activity.list()
  expect(entries).toHaveLength(200)
  expect(entries[0]).toEqual({
    ...facts,
    id: 250,
    url: 'https://a.example/249',
    durationMs: null,
    attempts: 0,
    outcome: { state: 'running' },
  })
  expect(entries.at(-1)?.url).toBe('https://a.example/50')
  notes[249]?.attempt(2)
  notes[249]?.finish({ state: 'answered', status: 200, bytes: 7 }, 40)
  notes[0]?.finish({ state: 'failed', failure: { kind: 'cancelled' } }, 1)
  expect(activity.list()[0]).toMatchObject({
    attempts: 2,
    durationMs: 40,
    outcome: { state: 'answered', status: 200, bytes: 7 },
  })
  expect(activity.list()).toHaveLength(200)
  expect(entries[0]?.outcome).toEqual({ state: 'running' })
})
