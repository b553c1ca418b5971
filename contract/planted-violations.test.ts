// Ways of standing between the suite and a service, changing what is asked or answered.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleEvents } from '../service/sample-events.ts'
import { type Service, startService } from '../service/server.ts'
import { type RuleId, rules } from './report.ts'
import { runContract } from './run-contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: a lying service may send anything.
type Json = { [name: string]: any }
type Asked = { method: string; path: string; headers: Headers; body: string }
type Answered = { status: number; text: string }
type Forward = (asked: Asked) => Promise<Answered>

const isSearch = ({ method, path }: Asked) => method === 'POST' && path === '/v1/events/search'
const parse = (text: string): Json | null => {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Changes a search's request. Numbers become doubles, which is fine for the small ones that tests use. */
const asking = (change: (body: Json) => void) => (asked: Asked, send: Forward) => {
  const body = isSearch(asked) ? parse(asked.body) : null
  if (body === null) return send(asked)
  change(body)
  return send({ ...asked, body: JSON.stringify(body) })
}

/** Changes a search's response as text, so that numbers stay exact. */
const answering = (change: (text: string, body: Json) => string) => async (asked: Asked, send: Forward) => {
  const answer = await send(asked)
  const body = parse(asked.body)
  return isSearch(asked) && answer.status === 200 && body !== null
    ? { ...answer, text: change(answer.text, body) }
    : answer
}

/**
 * Changes a number that stands after the events of a search result: `total`, `limit` or `offset`.
 * @param change is given the number and what was asked
 */
const replaceCount = (name: string, change: (value: number, body: Json) => number) =>
  answering((text, body) =>
    text.replace(
      new RegExp(`"${name}":(\\d+)(?=[^{}[\\]]*\\}$)`),
      (_all, value) => `"${name}":${change(Number(value), body)}`,
    ),
  )

/** Honours limits above 100, up to 1,000, but returns at most 200 events. */
async function overTheCap(asked: Asked, send: Forward): Promise<Answered> {
  const body = isSearch(asked) ? parse(asked.body) : null
  const limit = body?.limit
  if (body === null || typeof limit !== 'number' || limit <= 100 || limit > 1000) return send(asked)
  const first = await send({ ...asked, body: JSON.stringify({ ...body, limit: 100 }) })
  const second = await send({ ...asked, body: JSON.stringify({ ...body, limit: 100, offset: 100 }) })
  const [one, two] = [JSON.parse(first.text) as Json, JSON.parse(second.text) as Json]
  return { status: 200, text: JSON.stringify({ ...one, events: [...one.events, ...two.events], limit }) }
}

/** Skips one event more than an offset above 0 asks for, and echoes what was asked. */
function offByOne(asked: Asked, send: Forward): Promise<Answered> {
  const offset = parse(asked.body)?.offset
  if (!isSearch(asked) || typeof offset !== 'number' || offset < 1) return send(asked)
  const shifted = send({ ...asked, body: asked.body.replace(/"offset":\d+/, `"offset":${offset + 1}`) })
  return shifted.then((answer) => ({ ...answer, text: answer.text.replace(/"offset":\d+\}$/, `"offset":${offset}}`) }))
}

/** Ignores these fields of a search that gives `present` as well. */
function besides(present: string, ...ignored: string[]) {
  return asking((body) => {
    if (body[present] !== undefined) for (const name of ignored) delete body[name]
  })
}

/** Ignores a field of a search whose offset is above 0. */
function laterWithout(ignored: string) {
  return asking((body) => {
    if (body.offset > 0) delete body[ignored]
  })
}

/** Answers a search with several filters as one with none, from its first event on. */
async function noneOfSeveral(asked: Asked, send: Forward): Promise<Answered> {
  const body = isSearch(asked) ? parse(asked.body) : null
  const filters = Object.keys(body ?? {}).filter((name) => name !== 'limit' && name !== 'offset')
  return send(filters.length > 1 ? { ...asked, body: JSON.stringify({ limit: body?.limit ?? 50 }) } : asked)
}

/** Changes every answer to a GET but 401. */
function fetching(change: (answer: Answered) => Answered) {
  return async (asked: Asked, send: Forward) => {
    const answer = await send(asked)
    return asked.method === 'GET' && answer.status !== 401 ? change(answer) : answer
  }
}

/**
 * Requests that are let in bear the right token, `token`, whatever they came with.
 * @param isLetIn is given the Authorization header, null where there is none
 */
function authorized(isLetIn: (header: string | null, asked: Asked) => boolean) {
  return (asked: Asked, send: Forward) => {
    if (!isLetIn(asked.headers.get('authorization'), asked)) return send(asked)
    const headers = new Headers(asked.headers)
    headers.set('Authorization', 'Bearer token')
    return send({ ...asked, headers })
  }
}

// Violations of each rule, planted between the suite and a service that keeps them all.

/** How many events the service must hold: one violation reports it as every total. */
const EVENTS = 160

/** Each violation in words, the rule that it breaks, and how it changes what is asked or answered. */
const violations: [string, RuleId, (asked: Asked, send: Forward) => Promise<Answered>][] = [
  ['an omitted limit is 20', 'default-limit', asking((body) => (body.limit ??= 20))],
  ['an omitted offset is 1', 'default-offset', asking((body) => (body.offset ??= 1))],
  ['limit is ignored', 'limit-applied', asking((body) => delete body.limit)],
  ['limit is one too many', 'limit-applied', asking((body) => (body.limit = Math.min(100, (body.limit ?? 50) + 1)))],
  ['limit is echoed wrongly', 'limit-applied', replaceCount('limit', () => 50)],
  ['a limit above 100 is honoured', 'limit-cap', overTheCap],
  ['offset is ignored', 'offset-applied', asking((body) => delete body.offset)],
  ['offset counts pages', 'offset-applied', asking((body) => (body.offset = (body.offset ?? 0) * (body.limit ?? 50)))],
  ['offset is echoed as 0', 'offset-applied', replaceCount('offset', () => 0)],
  ['offset skips one too many', 'offset-applied', offByOne],
  ['total is one too many', 'total-counts', replaceCount('total', (total) => total + 1)],
  [
    'total counts what is left',
    'total-counts',
    replaceCount('total', (total, body) => Math.max(0, total - (body.offset ?? 0))),
  ],
  ['total counts all events, whatever the filter', 'total-counts', replaceCount('total', () => EVENTS)],
  ['customer_id is ignored', 'filter-customer-id', asking((body) => delete body.customer_id)],
  ['event_code is ignored', 'filter-event-code', asking((body) => delete body.event_code)],
  ['event_type is ignored', 'filter-event-type', asking((body) => delete body.event_type)],
  [
    'event_type is turned round',
    'filter-event-type',
    asking((body) => {
      if (body.event_type !== undefined) body.event_type = body.event_type === 'credit' ? 'debit' : 'credit'
    }),
  ],
  ['event_id is ignored', 'filter-event-id', asking((body) => delete body.event_id)],
  [
    'event_id finds nothing',
    'filter-event-id',
    asking((body) => {
      if (body.event_id !== undefined) body.event_id += 'x'
    }),
  ],
  ['created_at_from is ignored', 'filter-created-at-from', asking((body) => delete body.created_at_from)],
  ['created_at_to is ignored', 'filter-created-at-to', asking((body) => delete body.created_at_to)],
  [
    'created_at_to is a day late',
    'filter-created-at-to',
    asking((body) => {
      const to = Date.parse(body.created_at_to ?? '')
      if (to > 0 && to < Date.parse('9000-01-01')) body.created_at_to = new Date(to + 86_400_000).toISOString()
    }),
  ],
  ['property filters are ignored', 'filter-string-property', asking((body) => delete body.event_property_filters)],
  [
    'number filters find nothing',
    'filter-number-property',
    asking((body) => {
      const filters: Json = body.event_property_filters ?? {}
      for (const [name, value] of Object.entries(filters)) if (typeof value === 'number') filters[name] = 'x'
    }),
  ],
  [
    'both bounds are ignored beside customer_id',
    'filters-together',
    besides('customer_id', 'created_at_from', 'created_at_to'),
  ],
  ['several filters return what matches none', 'filters-together', noneOfSeveral],
  ['created_at_to is ignored beside created_at_from', 'filters-together', besides('created_at_from', 'created_at_to')],
  ['created_at_from is ignored beside created_at_to', 'filters-together', besides('created_at_to', 'created_at_from')],
  ['event_type is ignored beside customer_id', 'filters-together', besides('customer_id', 'event_type')],
  ['properties are ignored beside event_code', 'filters-together', besides('event_code', 'event_property_filters')],
  [
    'event_code finds nothing beside customer_id',
    'filters-together',
    asking((body) => {
      if (body.customer_id !== undefined && body.event_code !== undefined) body.event_code += 'x'
    }),
  ],
  ['event_code is ignored beside customer_id', 'filters-together', besides('customer_id', 'event_code')],
  ['customer_id is ignored beside created_at_from', 'filters-together', besides('created_at_from', 'customer_id')],
  ['customer_id is ignored beside event_id', 'filters-together', besides('event_id', 'customer_id')],
  ['event_id is ignored beside event_type', 'filters-together', besides('event_type', 'event_id')],
  ['customer_id is ignored after the first page', 'filter-customer-id', laterWithout('customer_id')],
  ['created_at_from is ignored after the first page', 'filter-created-at-from', laterWithout('created_at_from')],
  ['properties are ignored after the first page', 'filter-string-property', laterWithout('event_property_filters')],
  [
    'a missing event is 200 and null',
    'fetch-missing',
    fetching((answer) => (answer.status === 404 ? { status: 200, text: 'null' } : answer)),
  ],
  [
    'a missing event is 410',
    'fetch-missing',
    fetching((answer) => (answer.status === 404 ? { ...answer, status: 410 } : answer)),
  ],
  [
    'an event is fetched with other numbers',
    'fetch-event',
    fetching(({ status, text }) => ({ status, text: text.replace(/("unit_price":)[^,]+/, '$10.2') })),
  ],
  [
    'an event is fetched in an envelope',
    'event-shape',
    fetching(({ status, text }) => ({ status, text: `{"event":${text}}` })),
  ],
  ['an existing event is not found', 'fetch-event', fetching(() => ({ status: 404, text: '{}' }))],
  ['events lack created_at', 'event-shape', answering((text) => text.replace(/"created_at":"[^"]*",/, ''))],
  ['created_at has no zone', 'event-shape', answering((text) => text.replace(/("created_at":"[^"]*)Z"/, '$1"'))],
  [
    'created_at is local time',
    'event-shape',
    answering((text) => text.replace(/("created_at":"[^"]*)Z"/, '$1+01:00"')),
  ],
  ['event_type is in capitals', 'event-shape', answering((text) => text.replaceAll('"debit"', '"DEBIT"'))],
  [
    'events come twice',
    'unique-id',
    answering((text) => text.replace(/^\{"events":\[(\{.*?\}\}),\{.*?\}\}/, '{"events":[$1,$1')),
  ],
  ['a result lacks its offset', 'result-shape', answering((text) => text.replace(/,"offset":\d+\}$/, '}'))],
  ['a result is a list', 'result-shape', answering((text) => `[${text}]`)],
  [
    'searches are 201',
    'search-answers',
    async (asked, send) => {
      const answer = await send(asked)
      return isSearch(asked) && answer.status === 200 ? { ...answer, status: 201 } : answer
    },
  ],
  ['no token is asked for', 'token-missing', authorized(() => true)],
  ['any token will do', 'token-wrong', authorized((header) => header !== null)],
  ['fetching asks for no token', 'token-missing', authorized((_header, asked) => !isSearch(asked))],
]

// Tests the suite itself: a service that breaks a rule is caught, one that breaks none is not.

let service: Service
beforeAll(async () => {
  const records = sampleEvents({ count: EVENTS, seed: 4, now: Date.parse('2026-03-01T00:00:00Z') })
  service = await startService({ token: 'token', records: [...records] })
})
afterAll(() => service.close())

/** What the service answered, by what it was asked: it holds still, and every run asks much the same. */
const answers = new Map<string, Promise<Answered>>()

const forward: Forward = (asked) => {
  const { method, path, headers, body } = asked
  const key = JSON.stringify([method, path, [...headers], body])
  const answer = answers.get(key) ?? ask(asked)
  answers.set(key, answer)
  return answer
}

async function ask({ method, path, headers, body }: Asked): Promise<Answered> {
  // Between two requests there may be longer than the service keeps a connection.
  headers.set('connection', 'close')
  const init = { method, headers, ...(method === 'GET' ? {} : { body: new TextEncoder().encode(body) }) }
  const response = await fetch(`${service.url}${path}`, init)
  return { status: response.status, text: await response.text() }
}

/** Runs the suite against the service through `violate`. */
async function brokenRules(violate: (asked: Asked, forward: Forward) => Promise<Answered>): Promise<RuleId[]> {
  const between: typeof fetch = async (input, init = {}) => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : ''
    const { pathname: path } = new URL(String(input))
    const asked = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body }
    const { status, text } = await violate(asked, forward)
    return new Response(text, { status, headers: { 'Content-Type': 'application/json' } })
  }
  const options = { url: service.url, token: 'token', fetch: between, budget: 300, timeout: 15_000, nonce: 'nonce-77' }
  const result = await runContract(options)
  expect(result.stopped).toBeNull()
  return result.rules.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)
}

describe('a service that breaks a rule is caught', () => {
  test('whichever rule it is', () => {
    expect(new Set(violations.map(([, rule]) => rule))).toEqual(new Set(Object.keys(rules)))
  })

  test('and one that breaks none is not', async () => {
    expect(await brokenRules((asked, send) => send(asked))).toEqual([])
  })

  test('nor is one whose total moves meanwhile', async () => {
    let arrived = 0
    const moving = replaceCount('total', (total) => (total === EVENTS ? total + ++arrived : total))
    expect(await brokenRules(moving)).toEqual([])
  })

  test('nor is one of which an event goes while they are counted', async () => {
    let deepPages = 0
    const leaving = replaceCount('total', (total, { offset, limit, customer_id }) => {
      // The sample asks for the first of these, and the count of all events for the second.
      if (offset === 100 && limit === 100 && customer_id === undefined) deepPages += 1
      return total === EVENTS && deepPages < 2 ? total + 1 : total
    })
    expect(await brokenRules(leaving)).toEqual([])
  })

  // One violation of each rule; the others run in the long tests.
  const first = violations.filter(([, rule], index) => violations.findIndex(([, other]) => other === rule) === index)
  test.each(process.env.EVENTSCOPE_LONG === '1' ? violations : first)('%s: %s', async (_name, rule, violate) => {
    expect(await brokenRules(violate)).toContain(rule)
  })
})
