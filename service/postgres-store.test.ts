// What is PostgreSQL's alone: its schema, its indexes, loading, and several services over one database.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type EventRecord, writeEvent } from './event-record.ts'
import { anyEvents, hostileTexts } from './fixtures/event-arbitrary.ts'
import { event } from './fixtures/one-event.ts'
import { NOW, serviceUnderTest } from './fixtures/service-under-test.ts'
import { clearDatabase, newDatabase, runSql } from './fixtures/store-under-test.ts'
import { openPostgresStore, type PostgresStore } from './postgres-store.ts'
import { sampleEvents } from './sample-events.ts'
import { readSearch } from './search-request.ts'
import { defaultGaps, type Gaps } from './service-options.ts'

const settings = { connections: 4, timeout: 30_000, warn: () => {} }

async function openStore(url: string): Promise<PostgresStore> {
  const store = await openPostgresStore({ ...settings, url })
  onTestFinished(async () => void (await store.close()))
  return store
}

function requestOf(body: object) {
  const reading = readSearch(JSON.stringify(body), defaultGaps)
  if (!reading.ok) throw new Error(reading.problem)
  return reading.request
}

const many = (count: number): EventRecord[] =>
  Array.from({ length: count }, (_, index) => ({ ...event, eventId: `evt_${index}` }))

describe('the schema', () => {
  test('is made at the first start, and kept at the next', async () => {
    const url = await newDatabase()
    const first = await openStore(url)
    await first.add(many(3))
    const second = await openStore(url)
    expect(await second.count()).toBe(3)
    expect((await second.find('evt_1'))?.text).toBe(writeEvent({ ...event, eventId: 'evt_1' }))
  })

  test('of others is left alone', async () => {
    const url = await newDatabase()
    await runSql(url, 'CREATE SCHEMA eventscope; CREATE TABLE eventscope.event (name text)')
    await expect(openPostgresStore({ ...settings, url })).rejects.toThrow(
      'the schema eventscope of this database is another program’s',
    )
    expect(await runSql(url, 'SELECT * FROM eventscope.event')).toEqual([])
  })

  test('of a newer version is left alone', async () => {
    const url = await newDatabase()
    await openStore(url)
    await runSql(url, 'UPDATE eventscope.store SET version = 2')
    await expect(openPostgresStore({ ...settings, url })).rejects.toThrow(
      'the schema eventscope is version 2, this service knows 1',
    )
  })

  test('is read by a role that may do no more', async () => {
    const url = await newDatabase()
    await (await openStore(url)).add(many(2))
    await runSql(
      url,
      "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA eventscope TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA eventscope TO reader",
    )
    const reader = new URL(url)
    ;[reader.username, reader.password] = ['reader', 'secret']
    const store = await openStore(reader.href)
    expect(await store.search(requestOf({}), defaultGaps, 0)).toMatchObject({ total: 2 })
    await expect(store.add(many(1))).rejects.toThrow('permission denied')
  })
})

describe('events', () => {
  test('come back as they were given, whatever they hold', async () => {
    const url = await newDatabase()
    await fc.assert(
      fc.asyncProperty(anyEvents(20), async (events) => {
        await clearDatabase(url)
        const store = await openPostgresStore({ ...settings, url })
        try {
          expect(await store.addNew(events)).toBe(events.length)
          for (const one of events) expect((await store.find(one.eventId))?.text).toBe(writeEvent(one))
        } finally {
          await store.close()
        }
      }),
      { numRuns: 25 },
    )
  })

  test('are told apart by texts of any length, and found by them', async () => {
    const store = await openStore(await newDatabase())
    const long = ['a', 'ä', '\\', '\u0000', '\ud800'].flatMap((letter) => [
      letter.repeat(20_000),
      `${letter.repeat(20_000)}b`,
    ])
    const events = [...long, ...hostileTexts.filter((text) => text !== '')].map((text) => ({
      ...event,
      eventId: text,
      customerId: text,
      properties: [{ name: text, kind: 'string' as const, text }],
    }))
    await store.add(events)
    for (const one of events) {
      expect((await store.find(one.eventId))?.text).toBe(writeEvent(one))
      const request = { customerId: one.customerId, properties: one.properties, limit: 5, offset: 0 }
      expect(await store.search(request, defaultGaps, 0)).toEqual({ events: [writeEvent(one)], total: 1 })
    }
  })

  test('whose instants no index can hold, or that are none, are refused with all that came with them', async () => {
    const store = await openStore(await newDatabase())
    await store.add([])
    const fine = `2026-03-01T00:00:00.${'1'.repeat(900)}Z`
    const finer = `2026-03-01T00:00:00.${'1'.repeat(2_000)}Z`
    await store.add([{ ...event, createdAt: fine }])
    for (const createdAt of [finer, 'never']) {
      await expect(
        store.add([
          { ...event, eventId: 'a' },
          { ...event, eventId: 'b', createdAt },
        ]),
      ).rejects.toThrow('created_at of b')
    }
    expect(await store.count()).toBe(1)
  })

  test('are stored once for each id', async () => {
    const store = await openStore(await newDatabase())
    expect(await store.addNew([...many(3), ...many(2)])).toBe(3)
    expect(await store.addNew(many(5))).toBe(2)
    await expect(store.add(many(6).slice(4))).rejects.toThrow('An event_id is stored already')
    expect(await store.count()).toBe(5)
  })

  test('are loaded once by services that start at once', async () => {
    const url = await newDatabase()
    const options = { events: 2_000, database: url }
    const services = await Promise.all([1, 2, 3].map(() => serviceUnderTest(options)))
    expect(services.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual([0, 0, 2_000])
    expect(services.map(({ count }) => count)).toEqual([2_000, 2_000, 2_000])
  })
})

describe('a search', () => {
  test('answers of one moment, from every service over the database, while another one adds', async () => {
    const url = await newDatabase()
    const [one, other] = await Promise.all([1, 2].map(() => serviceUnderTest({ database: url, records: many(5) })))
    let isWriting = true
    const writing = (async () => {
      for (let index = 100; index < 190; index++) await one!.add([{ ...event, eventId: `evt_${index}` }])
      isWriting = false
    })()
    const totals: number[] = []
    while (isWriting) {
      for (const service of [one!, other!]) {
        const page = (await (await service.search({ limit: 100 })).json()) as { total: number; events: unknown[] }
        expect(page.events).toHaveLength(page.total)
        totals.push(page.total)
      }
    }
    await writing
    // Whoever asks after an answer sees at least what that one saw.
    expect(totals).toEqual(totals.toSorted((before, after) => before - after))
    expect(new Set(totals).size).toBeGreaterThan(5)
  })

  test('keeps its total on a page without events', async () => {
    const store = await openStore(await newDatabase())
    await store.add(many(7))
    expect(await store.search(requestOf({ offset: 7 }), defaultGaps, 0)).toEqual({ events: [], total: 7 })
    expect(await store.search(requestOf({ limit: 0 }), defaultGaps, 0)).toEqual({ events: [], total: 7 })
    expect(await store.search(requestOf({ offset: 9_000_000_000 }), { ...defaultGaps, totalCap: 3 }, 0)).toEqual({
      events: [],
      total: 3,
    })
  })

  test.each<[string, object, Partial<Gaps>, RegExp]>([
    ['no filter', {}, {}, /Index Only Scan Backward using event_by_time/],
    ['no filter, oldest first', {}, { order: 'oldest' }, /Index Only Scan using event_by_time/],
    ['no filter, by arrival', {}, { order: 'insertion' }, /using event_by_seq/],
    ['a customer', { customer_id: 'cus_2Ym5hUo' }, {}, /Index Only Scan Backward using event_by_customer/],
    ['an id', { event_id: 'evt_1' }, {}, /Index Scan using event_by_id/],
    [
      'a range',
      { created_at_from: '2026-02-01T00:00:00Z', created_at_to: '2026-02-01T09:00:00Z' },
      {},
      /using event_by_time/,
    ],
    [
      'a rare property',
      { event_property_filters: { note: '=SUM(A1:A9)', correction: 5 } },
      {},
      /Bitmap Index Scan on event_by_property/,
    ],
  ])('with %s, finds its page in an index', async (_name, body, gaps, index) => {
    const url = await newDatabase()
    const store = await openStore(url)
    await store.add(sampleEvents({ count: 20_000, seed: 1, now: NOW }))
    const plan = await planOf(url, () =>
      store.search(requestOf({ ...body, limit: 20 }), { ...defaultGaps, ...gaps, total: 'page' }, 0),
    )
    expect(plan).toMatch(index)
    expect(plan).not.toContain('Seq Scan')
  })

  test('sends what was asked as parameters alone', async () => {
    const url = await newDatabase()
    const store = await openStore(url)
    const queries = vi.spyOn(Client.prototype, 'query')
    const asked = "'; DROP SCHEMA eventscope CASCADE; --$1"
    await store.search(
      requestOf({ customer_id: asked, event_property_filters: { [asked]: asked }, offset: 77 }),
      defaultGaps,
      0,
    )
    await store.find(asked)
    const texts = JSON.stringify(queries.mock.calls.map(([query]) => (query as unknown as { text: string }).text))
    queries.mockRestore()
    expect(texts).toContain('LIMIT $')
    expect(texts).not.toContain('DROP')
    expect(texts).not.toContain('77')
    expect(await store.count()).toBe(0)
  })
})

/** The plan of the one statement that `ask` sends. */
async function planOf(url: string, ask: () => unknown): Promise<string> {
  const queries = vi.spyOn(Client.prototype, 'query')
  await ask()
  const { text, values } = queries.mock.calls[0]![0] as unknown as { text: string; values: unknown[] }
  queries.mockRestore()
  const client = new Client({ connectionString: url, options: '-c plan_cache_mode=force_custom_plan' })
  await client.connect()
  const { rows } = await client.query({ text: `EXPLAIN ${text}`, values, rowMode: 'array' })
  await client.end()
  return rows.flat().join('\n')
}

describe('the login', () => {
  const withPassword = (url: string, password: string) => {
    const changed = new URL(url)
    changed.password = password
    return changed.href
  }

  test('takes the password from PGPASSWORD or the password file, and prints no warning', async () => {
    const url = await newDatabase()
    const password = decodeURIComponent(new URL(url).password)
    const bare = withPassword(url, '')
    const warnings = vi.fn()
    process.on('warning', warnings)
    onTestFinished(() => void process.off('warning', warnings))
    vi.stubEnv('PGPASSWORD', password)
    await openStore(bare)
    vi.stubEnv('PGPASSWORD', undefined)
    const file = join(mkdtempSync(join(tmpdir(), 'pgpass-')), 'pgpass')
    writeFileSync(file, `*:*:*:*:${password.replaceAll(/[\\:]/g, '\\$&')}\n`, { mode: 0o600 })
    vi.stubEnv('PGPASSFILE', file)
    await openStore(bare)
    await sleep(20)
    expect(warnings).not.toHaveBeenCalled()
  })

  test('is refused without naming the password', async () => {
    const url = withPassword(await newDatabase(), 'sesame-42')
    const error = await openPostgresStore({ ...settings, url }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ message: 'the database refuses: password authentication failed for user "owner"' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sesame')
  })

  test.each([
    ['postgres://owner:sesame-42@127.0.0.1:99999/x', /not a valid postgres:\/\/ address/],
    ['postgres://owner:sesame-42@127.0.0.1:1/x', /^the database: connect ECONNREFUSED/],
    ['postgres://owner:sesame-42@127.0.0.1:1/x?sslmode=maybe', /^sslmode must be one of disable, allow/],
    ['postgres://owner:sesame-42@127.0.0.1:1/x?sslmode=verify-ca', /sslrootcert/],
  ])('%s is refused in words', async (url, words) => {
    const error = await openPostgresStore({ ...settings, url }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ message: expect.stringMatching(words) })
    expect((error as Error).message).not.toContain('sesame')
  })

  test('by TLS alone is refused where the server has none; otherwise it goes without', async () => {
    const url = await newDatabase()
    await expect(openPostgresStore({ ...settings, url: `${url}?sslmode=require` })).rejects.toThrow(
      'does not support SSL',
    )
    for (const mode of ['disable', 'allow', 'prefer']) await openStore(`${url}?sslmode=${mode}`)
  })

  test('needs a database in UTF-8', async () => {
    const url = await newDatabase()
    const latin = new URL(url)
    latin.pathname = '/latin'
    await runSql(url, 'DROP DATABASE IF EXISTS latin; ').catch(() => {})
    await runSql(url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0")
    onTestFinished(async () => void (await runSql(url, 'DROP DATABASE latin WITH (FORCE)')))
    await expect(openPostgresStore({ ...settings, url: latin.href })).rejects.toThrow('the database is in LATIN1')
  })
})

test('closing ends a statement that still runs', async () => {
  const url = await newDatabase()
  const store = await openPostgresStore({ ...settings, url })
  const blocker = new Client({ connectionString: url })
  await blocker.connect()
  onTestFinished(async () => void (await blocker.end()))
  await blocker.query('BEGIN; LOCK TABLE eventscope.event')
  const search = Promise.resolve(store.search(requestOf({}), defaultGaps, 0)).then(
    () => 'answered',
    (error: Error) => error.message,
  )
  await vi.waitFor(async () => {
    const waiting = await runSql(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    expect(waiting).toHaveLength(1)
  })
  await store.close()
  expect(await search).toBe('The database cannot be reached. Try again soon.')
})
