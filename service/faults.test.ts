import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { NOW, type ServiceUnderTest, serviceUnderTest, TOKEN } from './fixtures/service-under-test.ts'
import { isSqlite } from './fixtures/store-under-test.ts'
import { sampleEvents } from './sample-events.ts'
import { type Faults, type FaultTrigger, readFaultTrigger } from './service-options.ts'

const records = [...sampleEvents({ count: 20, seed: 1, now: NOW })]
const when = (text: string): FaultTrigger => readFaultTrigger(text) ?? { kind: 'share', share: 0 }

const faulty = (faults: Partial<Faults>, options = {}) => serviceUnderTest({ records, faults, ...options })

async function statuses(service: ServiceUnderTest, count: number): Promise<number[]> {
  const all: number[] = []
  for (let number = 0; number < count; number++) all.push((await service.search({})).status)
  return all
}

type Totals = { total: number; events: { event_id: string; created_at: string }[] }
const pageOf = async (response: Response) => (await response.json()) as Totals

describe('failures', () => {
  test('hit the requests with the numbers asked for, on both operations', async () => {
    const service = await faulty({
      fail: [
        { status: 503, when: when('#2') },
        { status: 500, when: when('#2-3') },
      ],
    })
    expect(await statuses(service, 4)).toEqual([200, 503, 500, 200])
    const fetching = await faulty({ fail: [{ status: 502, when: when('#1') }] })
    const response = await fetching.get(`/v1/events/${records[0]!.eventId}`)
    expect(response.status).toBe(502)
    expect(response.headers.get('x-request-id')).not.toBeNull()
    expect(await response.json()).toMatchObject({ error: { status: 502 } })
  })

  test('hit a share of requests, the same ones for the same seed', async () => {
    const run = async (seed: number) =>
      statuses(await faulty({ fail: [{ status: 503, when: when('0.3') }] }, { seed }), 40)
    const first = await run(5)
    expect(first.filter((status) => status === 503).length).toBeGreaterThan(3)
    expect(first.filter((status) => status === 200).length).toBeGreaterThan(15)
    expect(await run(5)).toEqual(first)
    expect(await run(6)).not.toEqual(first)
  })

  test('do not touch what is not under /v1', async () => {
    const service = await faulty({ fail: [{ status: 503, when: when('all') }] })
    expect((await service.get('/openapi.json')).status).toBe(200)
  })
})

describe('the rate limit', () => {
  test.each<['seconds' | 'date', string]>([
    ['seconds', '1'],
    ['date', new Date(NOW + 1_000).toUTCString()],
  ])('answers 429 with Retry-After in %s, after which the next request passes', async (retryAfter, expected) => {
    let now = NOW
    const service = await faulty({ rateLimit: { perSecond: 2, retryAfter } }, { clock: () => now })
    expect(await statuses(service, 2)).toEqual([200, 200])
    const refused = await service.search({})
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(expected)
    now += 1_000
    expect(await statuses(service, 3)).toEqual([200, 200, 429])
    now += 3_600_000
    expect(await statuses(service, 3)).toEqual([200, 200, 429])
    // A clock that is set back takes no tokens away.
    now -= 3_600_000
    expect(await statuses(service, 1)).toEqual([429])
    now += 1_000
    expect(await statuses(service, 3)).toEqual([200, 200, 429])
  })

  test('tells a time that suffices where one token takes long', async () => {
    let now = NOW + 300
    const service = await faulty({ rateLimit: { perSecond: 0.4, retryAfter: 'date' } }, { clock: () => now })
    expect(await statuses(service, 1)).toEqual([200])
    const date = (await service.search({})).headers.get('retry-after') ?? ''
    now = Date.parse(date) - 1_000
    expect(await statuses(service, 1)).toEqual([429])
    now = Date.parse(date)
    expect(await statuses(service, 1)).toEqual([200])
  })
})

test('of several faults the rate limit comes first, then the first failure, then the redirect', async () => {
  const service = await faulty({
    rateLimit: { perSecond: 2, retryAfter: 'seconds' },
    fail: [{ status: 503, when: when('#2-3') }],
    redirect: when('all'),
  })
  expect(await statuses(service, 3)).toEqual([307, 503, 429])
})

describe('a cut body', () => {
  test('announces its whole length and ends halfway', async () => {
    const service = await faulty({ cutBody: when('#1') })
    const cut = await rawSearch(service)
    expect(cut).toMatchObject({ status: 200, complete: false })
    expect(cut.text).toMatch(/^\{"events":\[\{/)
    expect(Buffer.byteLength(cut.text)).toBe(Math.floor(cut.announced / 2))
    expect((await service.search({})).status).toBe(200)
  })

  test('may be an error or empty', async () => {
    const service = await faulty({ cutBody: when('all') }, { gaps: { errors: 'empty' } })
    expect(await rawSearch(service, '{')).toMatchObject({ status: 400, complete: false, text: '' })
  })
})

describe('a stalled answer', () => {
  test('sends half and keeps the connection, others are answered meanwhile, and closing ends it', async () => {
    const service = await faulty({ stall: when('#1') }, { drain: 60_000 })
    const response = await service.search({})
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toMatch(/^\{"events":\[\{/)
    const rest = reader.read().then(
      () => 'more',
      () => 'ended by the service',
    )
    expect((await service.search({})).status).toBe(200)
    expect(await Promise.race([rest, Promise.resolve('nothing yet')])).toBe('nothing yet')
    await service.close()
    expect(await rest).toBe('ended by the service')
  })
})

test('a redirect points elsewhere with 307', async () => {
  const service = await faulty({ redirect: when('#2') })
  expect((await service.search({})).status).toBe(200)
  const response = await service.search({})
  expect(response.status).toBe(307)
  expect(response.headers.get('location')).toBe('/moved/v1/events/search')
  expect((await service.get('/moved/v1/events/search')).status).toBe(404)
})

describe('latency', () => {
  test('lies on both sides of the time asked for, by the jitter at most, and is never below none', async () => {
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const service = await faulty({ latency: { ms: 5, jitter: 10 } }, { sleep })
    expect(new Set(await statuses(service, 40))).toEqual(new Set([200]))
    expect(waits.length).toBeLessThan(40)
    expect(waits.filter((wait) => wait < 5).length).toBeGreaterThan(3)
    expect(Math.min(...waits)).toBeGreaterThan(0)
    expect(Math.max(...waits)).toBeGreaterThan(10)
    expect(Math.max(...waits)).toBeLessThanOrEqual(15)
  })
})

describe('the cost of an offset', () => {
  test('is waited for: so many microseconds for each event that is skipped', async () => {
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const service = await faulty({ offsetCost: 2_000 }, { sleep })
    const offsets = [0, 1, 7, 20, 5_000]
    for (const offset of offsets) expect((await service.search({ offset, limit: 1 })).status).toBe(200)
    // Behind the last event there is nothing left to skip.
    expect(waits).toEqual([2, 14, 40, 40])
  })

  test('counts the matches alone', async () => {
    const waits: number[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    const service = await faulty({ offsetCost: 1_000, latency: { ms: 5, jitter: 0 } }, { sleep })
    await service.search({ offset: 100, event_id: records[3]!.eventId })
    expect(waits).toEqual([5, 1])
  })
})

test.runIf(isSqlite)('duplicated ids are the same event stored twice', async () => {
  const service = await faulty({ duplicateIds: 1 })
  const { events, total } = await pageOf(await service.search({ limit: 100 }))
  expect(total).toBe(40)
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(20)
})

test.runIf(isSqlite)('an aged total is repeated for its search, while rows are of now', async () => {
  let now = NOW
  const service = await faulty({ totalAge: 5, grow: 2 }, { clock: () => now })
  expect(await pageOf(await service.search({ limit: 1 }))).toMatchObject({ total: 20 })
  now += 4_000
  const { total, events } = await pageOf(await service.search({ limit: 100 }))
  expect([total, events.length]).toEqual([20, 28])
  expect(await pageOf(await service.search({ event_type: 'debit', limit: 1 }))).not.toMatchObject({ total: 20 })
  now += 2_000
  expect(await pageOf(await service.search({}))).toMatchObject({ total: 32 })
})

describe('a result window', () => {
  const page = { offset: 8, limit: 5 }

  test('refuses a page that reaches behind it', async () => {
    const service = await faulty({ resultWindow: { places: 12, end: 'refuse' } })
    const response = await service.search(page)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { field: 'offset' } })
    expect(await pageOf(await service.search({ ...page, limit: 4 }))).toMatchObject({ total: 20 })
  })

  test('or ends a page there; the total counts all', async () => {
    const service = await faulty({ resultWindow: { places: 12, end: 'empty' } })
    const { events, ...rest } = await pageOf(await service.search(page))
    expect([events.length, rest]).toEqual([4, { total: 20, limit: 5, offset: 8 }])
    expect((await pageOf(await service.search({ offset: 12 }))).events).toEqual([])
    expect((await pageOf(await service.search({ offset: 50 }))).events).toEqual([])
  })
})

test('a floored offset is a multiple of the limit, and echoed so', async () => {
  const service = await faulty({ floorOffset: true })
  const floored = await pageOf(await service.search({ offset: 9, limit: 5 }))
  expect(floored).toEqual({ ...(await pageOf(await service.search({ offset: 5, limit: 5 }))), offset: 5 })
  expect(await pageOf(await service.search({ offset: 9, limit: 0 }))).toMatchObject({ offset: 9 })
})

test('a Date is skewed, or left out', async () => {
  const dateOf = async (dateSkew: number | null) => (await (await faulty({ dateSkew })).search({})).headers.get('date')
  expect(await dateOf(0)).toBe(new Date(NOW).toUTCString())
  expect(await dateOf(-7_200)).toBe(new Date(NOW - 7_200_000).toUTCString())
  expect(await dateOf(null)).toBeNull()
})

describe.runIf(isSqlite)('growth', () => {
  test('brings events with the instants at which they were due', async () => {
    let now = NOW
    const service = await faulty({ grow: 2 }, { clock: () => now })
    expect(await pageOf(await service.search({}))).toMatchObject({ total: 20 })
    now += 5_000
    const { total, events } = await pageOf(await service.search({ limit: 100 }))
    expect(total).toBe(30)
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(30)
    for (const { created_at } of events.slice(0, 10)) expect(Date.parse(created_at)).toBeGreaterThanOrEqual(NOW)
    for (const { created_at } of events) expect(Date.parse(created_at)).toBeLessThanOrEqual(now)
  })

  test('catches up in steps after a long rest', async () => {
    let now = NOW
    const service = await faulty({ grow: 1_000 }, { clock: () => now })
    now += 7_000
    expect(await pageOf(await service.search({}))).toMatchObject({ total: 5_020 })
    expect(await pageOf(await service.search({}))).toMatchObject({ total: 7_020 })
  })
})

type RawAnswer = { status: number; announced: number; complete: boolean; text: string }

// fetch would discard the half that arrived.
function rawSearch(service: ServiceUnderTest, body = '{}'): Promise<RawAnswer> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${service.url}/v1/events/search`,
      { method: 'POST', headers, agent: false },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (chunk) => {
          text += chunk
        })
        incoming.on('error', () => {})
        incoming.on('close', () => {
          const announced = Number(incoming.headers['content-length'])
          resolve({ status: incoming.statusCode ?? 0, announced, complete: incoming.complete, text })
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
