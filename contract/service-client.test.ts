// What the suite sends, how often, and what it makes of a service that does not answer.
import { expect, test } from 'vitest'
import { createServiceClient, RunAborted } from './service-client.ts'

type Sent = { url: string; init: RequestInit }

/** A client of a service that gives these answers, one after the other; an error breaks the connection. */
function clientOf(answers: readonly (Response | Error)[], budget = 10) {
  const sent: Sent[] = []
  const send = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = answers[sent.push({ url: String(url), init }) - 1]
    if (answer instanceof Response) return answer
    throw answer ?? new Error('Nothing is to be asked.')
  }
  const client = createServiceClient({
    url: 'http://127.0.0.1:1/base//',
    token: 't',
    fetch: send,
    budget,
    timeout: 1_000,
  })
  return { client, sent }
}

const status = (code: number, headers = {}) => new Response(`${code}`, { status: code, headers })

test('asks below the base URL, with the token unless another header is given, and follows no redirect', async () => {
  const { client, sent } = clientOf([status(200), status(307), status(200)])
  await client.send({ path: '/v1/events/a' })
  expect((await client.send({ method: 'POST', path: '/x', body: 'ä', headers: { Authorization: null } })).status).toBe(
    307,
  )
  await client.send({ path: '/x', headers: { Authorization: 'Basic b' } })
  expect(sent.map(({ url }) => url)).toEqual([
    'http://127.0.0.1:1/base/v1/events/a',
    ...new Array(2).fill('http://127.0.0.1:1/base/x'),
  ])
  const headers = sent.map(({ init }) => Object.fromEntries(new Headers(init.headers)))
  expect(headers).toEqual([
    { authorization: 'Bearer t' },
    { 'content-type': 'application/json' },
    { authorization: 'Basic b' },
  ])
  expect(sent.map(({ init: { redirect } }) => redirect)).toEqual(['manual', 'manual', 'manual'])
  expect(sent[1]?.init.body).toEqual(new TextEncoder().encode('ä'))
})

test.each([429, 502, 503, 504])('an answer of %i is asked for twice more, and then counts', async (code) => {
  const { client, sent } = clientOf([status(code), new Error('reset'), status(code), status(200)])
  expect((await client.send({ path: '/' })).status).toBe(code)
  expect(client.sent()).toBe(3)
  expect((await client.send({ path: '/' })).status).toBe(200)
  expect(sent).toHaveLength(4)
})

test('no other answer is asked for again', async () => {
  for (const code of [400, 401, 404, 500])
    expect((await clientOf([status(code)]).client.send({ path: '/' })).status).toBe(code)
})

test('a service that breaks three connections ends the run, and so does the last request of the budget', async () => {
  const broken = clientOf(new Array(3).fill(new Error('fetch failed', { cause: new Error('ECONNRESET') })))
  const run = broken.client.send({ path: '/' })
  await expect(run).rejects.toThrow(
    new RunAborted('http://127.0.0.1:1/base does not answer: fetch failed (ECONNRESET)'),
  )
  expect(broken.sent).toHaveLength(3)
  const spent = clientOf([status(503), status(503), status(200)], 2)
  await expect(spent.client.send({ path: '/' })).rejects.toThrow(new RunAborted('The suite has spent its 2 requests.'))
  expect(spent.sent).toHaveLength(2)
})

test('it waits as long as it is asked to, and a moment where that is none', async () => {
  const over = new Date(Date.now() - 60_000).toUTCString()
  for (const [asked, least] of [
    ['1', 1_000],
    ['0', 200],
    ['soon', 200],
    [over, 200],
  ] as const) {
    const { client } = clientOf([status(503, { 'Retry-After': asked }), status(200)])
    const startedAt = performance.now()
    await client.send({ path: '/' })
    // A timer may be early by less than a millisecond.
    expect(performance.now() - startedAt).toBeGreaterThan(least - 2)
  }
})
