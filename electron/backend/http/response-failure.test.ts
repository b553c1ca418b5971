// Refusals and redirects of real servers, as whole calls.
import { describe, expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureFor, json, raw, scripted, TOKEN } from './fixtures/asked-service.ts'

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
