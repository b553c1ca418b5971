import { describe, expect, test } from 'vitest'
import { event } from './fixtures/one-event.ts'
import { rawRequest } from './fixtures/raw-request.ts'
import { serviceUnderTest, TOKEN } from './fixtures/service-under-test.ts'

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
