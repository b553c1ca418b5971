// The interface's two operations as a hono app over a store; faults and the network are added around it.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { errorResponse, type Problem } from './error-response.ts'
import { type EventStore, noSuchEvent, StoreAway } from './event-store.ts'
import { createFaults, type Sleep, sleepUnlessAborted } from './faults.ts'
import type { KeptRequests, ReadBody } from './kept-requests.ts'
import { openApiDocument } from './open-api.ts'
import { readBody } from './request-body.ts'
import { readSearch, type SearchRequest } from './search-request.ts'
import type { Faults, Gaps } from './service-options.ts'

export type EventsAppOptions = {
  store: EventStore
  /** The valid token. */
  token: string
  gaps: Gaps
  /** What its store cannot say of events, in sentences for its OpenAPI description. */
  notes: readonly string[]
  faults: Faults
  /** Milliseconds since 1970, for the Date header. */
  clock: () => number
  /** Waits out latency and offset costs. */
  sleep: Sleep
  /** Numbers in [0, 1), for request ids and shuffled orders. */
  random: () => number
  /** Numbers in [0, 1), for faults alone: the same requests are hit on every run. */
  faultRandom: () => number
  /** Called before each request to /v1 is handled. */
  beforeAnswer: () => void
  /** Keeps each request to /v1; null: none is kept. */
  kept: KeptRequests | null
}

export type EventsApp = {
  app: Hono<Env>
  /** From now on every response closes its connection; stalled responses end. */
  drain(): void
}

type Env = { Bindings: HttpBindings; Variables: Partial<ReadBody> }

const MOST_TOTALS = 10_000

/** Creates the app. It answers every request; an unexpected error is logged and answered with a bare 500. */
export function createEventsApp(options: EventsAppOptions): EventsApp {
  const { store, token, gaps, clock, sleep, random } = options
  // The path as sent: URL parsing would resolve an id of ".." away.
  const app = new Hono<Env>({ getPath: (_request, context) => rawPath(context?.env) })
  const check = bearerCheck(token, gaps.unauthorized)
  const newSalt = () => Math.floor(random() * 2 ** 32)
  const salt = newSalt()
  const refuse = (problem: Problem) => errorResponse(problem, gaps.errors)
  const faults = createFaults({ faults: options.faults, clock, sleep, random: options.faultRandom, refuse })
  const repeatTotal = totalRepeats(options.faults.totalAge, clock)
  let draining = false

  app.use('/v1/*', faults.deliver)
  if (options.kept !== null) app.use('/v1/*', options.kept.keep)

  app.use(async (c, next) => {
    await next()
    const { dateSkew } = options.faults
    if (dateSkew === null) c.env.outgoing.sendDate = false
    else c.res.headers.set('Date', new Date(clock() + dateSkew * 1000).toUTCString())
    c.res.headers.set('X-Request-Id', requestId(random))
    c.res.headers.set('Cache-Control', 'no-store')
    if (draining) c.res.headers.set('Connection', 'close')
  })

  // Against DNS rebinding: a foreign page may point its own host name at 127.0.0.1.
  app.use(async (c, next) => {
    if (isLoopback(c.req.header('host'))) return next()
    return refuse({ status: 421, message: 'The Host header must name 127.0.0.1 or localhost.', field: 'Host' })
  })

  app.get('/openapi.json', (c) => c.json(openApiDocument(gaps, options.notes)))

  app.use('/v1/*', faults.intervene)
  app.use('/v1/*', async (c, next) => {
    options.beforeAnswer()
    const problem = check(c.req.header('authorization'))
    return problem === null ? next() : refuse(problem)
  })

  app.post('/v1/events/search', async (c) => {
    const body = await (c.var.readBody?.() ?? readBody(c.env.incoming))
    if (!body.ok) return refuse(body.problem)
    const reading = readSearch(body.text, gaps)
    if (!reading.ok) {
      const where = reading.field === null ? {} : { field: reading.field }
      return refuse({ status: 400, message: `${reading.problem}.`, ...where })
    }
    const { request, unknownFields } = reading
    if (options.faults.floorOffset) request.offset -= request.offset % Math.max(request.limit, 1)
    const window = windowed(request, options.faults.resultWindow)
    if (window === null) {
      return refuse({ status: 400, message: 'offset and limit reach beyond the result window.', field: 'offset' })
    }
    const page = await store.search(window, gaps, gaps.order === 'unstable' ? newSalt() : salt)
    const cost = await offsetCost(request)
    if (cost > 0 && !(await sleepUnlessAborted(sleep, cost, c.req.raw.signal))) return c.body(null, 503)
    if (unknownFields.length > 0) c.header('Warnings', warning(unknownFields))
    const text = `{"events":[${page.events.join(',')}],"total":${repeatTotal(request, page.total)},"limit":${request.limit},"offset":${request.offset}}`
    return c.body(text, 200, { 'Content-Type': 'application/json' })
  })

  app.get('/v1/events/:event_id', async (c) => {
    const eventId = decodeSegment(rawPath(c.env).slice('/v1/events/'.length))
    if (eventId === null) {
      return refuse({ status: 400, message: 'event_id is not valid percent-encoding in the path.', field: 'event_id' })
    }
    const event = await store.find(eventId)
    if (event === null) {
      return refuse({ status: 404, message: noSuchEvent(eventId), field: 'event_id' })
    }
    return c.body(event.text, 200, { 'Content-Type': 'application/json' })
  })

  app.all('/v1/events/:event_id', (c) => refuse(wrongMethod(c)))

  app.notFound((c) => refuse({ status: 404, message: `There is nothing at ${c.req.path}.` }))
  app.onError((error, c) => {
    if (error instanceof StoreAway) {
      const headers = { 'Retry-After': String(error.retryAfter) }
      return refuse({ status: 503, message: error.message, headers })
    }
    // A client that disconnects is not an error. Only the response tells: the request is destroyed as well once its
    // body was read to the end.
    if (!c.env.outgoing.destroyed) console.error(error)
    return refuse({ status: 500, message: 'The service failed to answer; its log says why.' })
  })
  return {
    app,
    drain() {
      draining = true
      faults.release()
    },
  }

  /** Counts whole milliseconds, as timers take them. */
  async function offsetCost(request: SearchRequest): Promise<number> {
    if (options.faults.offsetCost === 0) return 0
    const skipped = Math.min(request.offset, await store.countMatches(request, gaps))
    return Math.round((skipped * options.faults.offsetCost) / 1000)
  }
}

/** Ends in the window, as what is asked of the store; null where it is refused. */
function windowed(request: SearchRequest, resultWindow: Faults['resultWindow']): SearchRequest | null {
  if (resultWindow === null || request.offset + request.limit <= resultWindow.places) return request
  if (resultWindow.end === 'refuse') return null
  return { ...request, limit: Math.max(0, resultWindow.places - request.offset) }
}

/** Gives for so many seconds the total that was first given of a search. */
function totalRepeats(seconds: number, clock: () => number): (request: SearchRequest, total: number) => number {
  const totals = new Map<string, { total: number; until: number }>()
  return ({ limit: _limit, offset: _offset, ...search }, total) => {
    if (seconds === 0) return total
    const key = JSON.stringify(search)
    const known = totals.get(key)
    if (known !== undefined && clock() < known.until) return known.total
    // Those of before would fill the memory of a service that runs for long.
    if (totals.size >= MOST_TOTALS) totals.clear()
    totals.set(key, { total, until: clock() + seconds * 1000 })
    return total
  }
}

function rawPath(env: unknown): string {
  const target = (env as HttpBindings | undefined)?.incoming.url ?? '/'
  // Proxies send the absolute URL (RFC 9112, section 3.2.2).
  const [path = '/'] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  return path
}

function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host)
}

function wrongMethod(c: Context): Problem {
  const allow = c.req.path === '/v1/events/search' ? 'GET, HEAD, POST' : 'GET, HEAD'
  return { status: 405, message: `${c.req.method} is not possible here; use ${allow}.`, headers: { Allow: allow } }
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

// Header values must be ASCII and short; field names need not be.
function warning(fields: string[]): string {
  const named = fields.slice(0, 10).map((field) => encodeURIComponent(field.slice(0, 60).toWellFormed()))
  const more = fields.length > named.length ? ` and ${fields.length - named.length} more` : ''
  return `unknown fields in the body were ignored: ${named.join(', ')}${more}`
}

function requestId(random: () => number): string {
  const part = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return `req_${part()}${part()}`
}

// Checks the Authorization header.

/** Returns a check for Authorization headers: null if the token is valid, else the error (RFC 6750, section 3). */
function bearerCheck(token: string, status: Gaps['unauthorized']): (header: string | undefined) => Problem | null {
  // Digests have equal lengths, so the comparison takes the same time whatever was sent.
  const expected = digest(token)

  return (header) => {
    if (header === undefined) return refusal('The Authorization header is missing: send "Bearer <ACCESS_TOKEN>".')
    const match = /^Bearer +(\S+)$/i.exec(header)
    if (match?.[1] === undefined) {
      return refusal('The Authorization header must have the form "Bearer <ACCESS_TOKEN>".', 'invalid_token')
    }
    if (timingSafeEqual(digest(match[1]), expected)) return null
    return refusal('The access token is not valid.', 'invalid_token')
  }

  function refusal(message: string, error?: string): Problem {
    const challenge = `Bearer realm="events"${error === undefined ? '' : `, error="${error}"`}`
    return { status, message, field: 'Authorization', headers: status === 401 ? { 'WWW-Authenticate': challenge } : {} }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
