// A service that shares neither code nor data nor choices with the reference service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportText } from './report.ts'
import { runContract } from './run-contract.ts'

type Stored = { event_id: string; created_at: string; event_type: string; [field: string]: unknown }
type Asked = {
  [field: string]: unknown
  limit?: number
  offset?: number
  event_property_filters?: Record<string, unknown>
}

// Instants in whole seconds, ordered by id, with a field and a kind of property that the interface does not mention.
const stored: Stored[] = Array.from({ length: 137 }, (_, index) => ({
  event_id: `order ${1000 + index}/v2`,
  customer_id: `shop-${index % 4}`,
  event_code: index % 3 === 0 ? 'parcel' : 'label',
  event_type: index % 5 === 0 ? 'credit' : 'debit',
  created_at: new Date(Date.UTC(2025, 5, 1, (index * 7) % 24, index % 60)).toISOString().replace('.000', ''),
  tenant: 'north',
  event_properties: {
    weight: index % 9,
    carrier: `c${index % 2}`,
    floor: String(index % 3),
    ...(index % 2 ? { express: true } : {}),
  },
}))

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  answer(request, text, response)
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

function answer({ method, url: path = '', headers }: IncomingMessage, text: string, response: ServerResponse): void {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/vnd.shop+json' }).end(JSON.stringify(body))
  const fail = (status: number) => send(status, { errors: [{ code: status }], trace: 'x' })
  if (headers.authorization !== 'Bearer k-1') return void fail(404)
  if (method === 'GET' && path.startsWith('/v1/events/')) {
    const found = stored.find((event) => event.event_id === decodeURIComponent(path.slice('/v1/events/'.length)))
    return void (found === undefined ? fail(404) : send(200, found))
  }
  if (path !== '/v1/events/search') return void fail(400)
  let asked: Asked
  try {
    asked = JSON.parse(text || '{}') as Asked
  } catch {
    return void fail(500)
  }
  const limit = Math.max(0, Math.min(Math.trunc(Number(asked.limit ?? 50)), 60))
  const offset = Math.max(0, Math.trunc(Number(asked.offset ?? 0)))
  const matching = stored.filter((event) => isMatch(event, asked))
  const events = matching.slice(offset, offset + limit)
  send(200, { events, total: matching.length, limit, offset, took_ms: 1 })
}

// Lenient: compares as text, ignores what it does not understand, excludes the end of a range.
function isMatch(event: Stored, asked: Asked): boolean {
  const fields = ['customer_id', 'event_code', 'event_type', 'event_id']
  if (fields.some((field) => typeof asked[field] === 'string' && asked[field] !== event[field])) return false
  const at = Date.parse(event.created_at)
  if (at < Date.parse(String(asked.created_at_from)) || at >= Date.parse(String(asked.created_at_to))) return false
  const properties = event.event_properties as Record<string, unknown>
  return Object.entries(asked.event_property_filters ?? {}).every(
    ([name, wanted]) => Object.hasOwn(properties, name) && String(properties[name]) === String(wanted),
  )
}

test('its rules are kept, its gaps are named', async () => {
  const result = await runContract({ url, token: 'k-1', fetch, budget: 300, timeout: 15_000, nonce: 'nonce-3' })
  expect(result.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
  expect(result.rules.filter(({ verdict }) => verdict === 'unchecked')).toEqual([])
  expect(result.requests).toBeLessThan(300)
  const answers = Object.fromEntries(result.gaps.map(({ question, answer }) => [question, answer]))
  expect(answers).toMatchObject({
    'What total counts': 'all matches',
    'The order of the returned events': 'none by created_at',
    'How several filters combine': 'all must match',
    'Whether created_at_from includes its own instant': 'yes',
    'Whether created_at_to includes its own instant': 'no',
    'A cap on the limit of its own': '60, to which larger limits are lowered',
    'A limit above 100': 'lowers it to 60',
    'A string as the filter of a number ("42" for 42)': 'matches',
    'A number as the filter of a string (42 for "42")': 'matches',
    'A missing token': 'refuses with 404, without WWW-Authenticate',
    'A negative limit': 'answers 200 with 0 events, limit 0 and offset 0',
    'A negative offset': 'answers 200 with 50 events, limit 50 and offset 0',
    'A customer_id that is a number': 'answers 200 with 50 events, limit 50 and offset 0',
    'A date that does not exist': expect.stringContaining('answers 200'),
    'A body that is not JSON': 'fails with 500',
    'An unknown field in the body': 'answers 200 with 1 event',
    'The body of an error':
      'application/vnd.shop+json with errors, trace (404), application/vnd.shop+json with errors, trace (malformed body)',
    'The Content-Type of a search result': 'application/vnd.shop+json',
    'What events hold beyond the interface': 'field tenant, a property that is neither string nor number (express)',
  })
  const text = reportText(result, url)
  expect(text).toContain('23 rules kept, 0 broken, 0 unchecked')
  expect(text).toMatch(/A negative limit +answers 200/)
})
