// A database that is killed, stopped, full or slow: a search is answered rightly or with 503, and by itself rightly
// again.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type EventRecord, writeEvent } from './event-record.ts'
import { StoreAway } from './event-store.ts'
import { event } from './fixtures/one-event.ts'
import { type PostgresServer, startPostgres } from './fixtures/postgres-server.ts'
import { type ServiceUnderTest, serviceUnderTest } from './fixtures/service-under-test.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres(process.env.EVENTSCOPE_POSTGRES ?? '', { max_connections: '20' })
})
afterAll(() => server.remove())

const at = (index: number): EventRecord => ({
  ...event,
  eventId: `evt_${String(index).padStart(4, '0')}`,
  customerId: `cus_${index % 3}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
})
const stored = Array.from({ length: 300 }, (_, index) => at(index))

/** Nothing of a database's address may be in an answer. */
function expectAway(status: number, headers: Headers, text: string): void {
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('2')
  const { error } = JSON.parse(text) as { error: { message: string } }
  expect(error.message).toMatch(/^(?:The (?:disk of the )?database|All connections) .*\.$/)
  expect(error.message).not.toMatch(/owner|127\.0\.0\.1|postgres:|events_|%rd|ECONN/)
}

const statusOf = async (service: ServiceUnderTest) => (await service.search({ limit: 1 })).status
const answersAgain = (service: ServiceUnderTest) =>
  vi.waitFor(async () => expect(await statusOf(service)).toBe(200), { timeout: 30_000, interval: 50 })

describe('killed twenty times under load', () => {
  test('gives no wrong answer and keeps no row twice', async () => {
    const database = await server.newDatabase()
    const service = await serviceUnderTest({ database, records: stored, databaseConnections: 6 })
    let isOver = false
    const answered = { right: 0, away: 0 }
    const reader = async (seed: number) => {
      for (let turn = seed; !isOver; turn += 7) {
        const customer = turn % 3
        const [offset, limit] = [(turn * 13) % 120, turn % 40]
        const filters = { customer_id: `cus_${customer}`, created_at_to: stored.at(-1)!.createdAt }
        const response = await service.search({ ...filters, limit, offset })
        const text = await response.text()
        if (response.status !== 200) {
          expectAway(response.status, response.headers, text)
          answered.away++
          await sleep(5)
          continue
        }
        const matches = stored.filter(({ customerId }) => customerId === filters.customer_id).toReversed()
        const page = matches.slice(offset, offset + limit).map(writeEvent)
        expect(text).toBe(
          `{"events":[${page.join(',')}],"total":${matches.length},"limit":${limit},"offset":${offset}}`,
        )
        answered.right++
      }
    }
    // What arrives meanwhile lies behind the range that is read. Whoever does not learn whether it was stored sends it
    // again.
    let written = 0
    const writer = async () => {
      for (let index = 1_000; !isOver; index++) {
        while (true) {
          const failure = await add(service, at(index))
          if (failure === null) break
          if (failure.message.startsWith('An event_id is stored already')) break
          expect(failure).toBeInstanceOf(StoreAway)
          if (isOver) return
          await sleep(20)
        }
        written++
      }
    }
    const running = [...[1, 2, 3, 4, 5].map(reader), writer()]
    for (let kill = 0; kill < 20; kill++) {
      await sleep(60 + kill * 10)
      await server.end('kill')
      await sleep(30)
      await server.start()
      await answersAgain(service)
    }
    isOver = true
    await Promise.all(running)
    expect(answered.right).toBeGreaterThan(100)
    expect(answered.away).toBeGreaterThan(20)
    expect(written).toBeGreaterThan(20)
    const kept = await server.run(new URL(database).pathname.slice(1), 'SELECT event_id FROM eventscope.event')
    const ids = kept.map(({ event_id }) => event_id)
    expect(new Set(ids).size).toBe(ids.length)
    for (let index = 1_000; index < 1_000 + written; index++) expect(ids).toContain(at(index).eventId)
  })
})

async function add(service: ServiceUnderTest, one: EventRecord): Promise<Error | null> {
  try {
    await service.add([one])
    return null
  } catch (error) {
    return error as Error
  }
}

test('stopped in order, it is away until it is started, which is said once', async () => {
  const database = await server.newDatabase()
  const lines: string[] = []
  const service = await serviceUnderTest({ database, records: stored, warn: (line) => lines.push(line) })
  await server.end('stop')
  for (const ask of [() => service.search({}), () => service.get('/v1/events/evt_0001'), () => service.search({})]) {
    const response = await ask()
    expectAway(response.status, response.headers, await response.text())
  }
  expect((await service.get('/openapi.json')).status).toBe(200)
  await server.start()
  await answersAgain(service)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^The database .*\n$/)
  expect(lines[1]).toBe('The database answers again.\n')
})

test('out of connections, it is away until one is free', async () => {
  const service = await serviceUnderTest({ database: await server.newDatabase(), records: stored })
  // What the pool holds idle ends with them.
  await server.run(
    'postgres',
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'eventscope'",
  )
  const others: Client[] = []
  onTestFinished(async () => void (await Promise.all(others.map((client) => client.end()))))
  for (;;) {
    const client = new Client({ connectionString: server.url() })
    client.on('error', () => {})
    if (
      !(await client.connect().then(
        () => true,
        () => false,
      ))
    )
      break
    others.push(client)
  }
  const response = await service.search({})
  expectAway(response.status, response.headers, await response.text())
  await Promise.all(others.splice(0).map((client) => client.end()))
  await answersAgain(service)
})

async function lock(database: string): Promise<Client> {
  const client = new Client({ connectionString: database })
  await client.connect()
  onTestFinished(async () => void (await client.end()))
  await client.query('BEGIN; LOCK TABLE eventscope.event')
  return client
}

test('slower than its statements may be, it is told so, and so is a pool that is in use', async () => {
  const database = await server.newDatabase()
  const service = await serviceUnderTest({ database, records: stored, databaseTimeout: 300, databaseConnections: 1 })
  const locker = await lock(database)
  const response = await service.search({})
  const text = await response.text()
  expectAway(response.status, response.headers, text)
  expect(text).toContain('The database took longer than 0.3 s. Narrow the search, or try again.')
  await locker.query('ROLLBACK')
  expect(await statusOf(service)).toBe(200)
})

test.each([
  [
    'read only',
    'ALTER DATABASE % SET default_transaction_read_only = on',
    'The database is read only now. Try again later.',
  ],
  [
    'full',
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON eventscope.event FOR EACH STATEMENT EXECUTE FUNCTION fail()`,
    'The disk of the database is full. Whoever runs it has to make room.',
  ],
])('%s, it adds nothing, and is searched all the same', async (_name, sql, words) => {
  const database = await server.newDatabase()
  const name = new URL(database).pathname.slice(1)
  const service = await serviceUnderTest({ database, records: stored })
  await server.run(name, sql.replace('%', name))
  await server.run(
    'postgres',
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'eventscope'",
  )
  await answersAgain(service)
  expect(await add(service, at(5_000))).toMatchObject({ name: 'StoreAway', message: words })
  expect(await (await service.search({ limit: 1 })).json()).toMatchObject({ total: 300 })
})

/** Whether a file system can be mounted here, as root can: seen where nothing else sees it. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'disk', tmpdir()]).status === 0

/** A folder on a disk of its own, of so many megabytes. */
function newDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'eventscope-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'disk', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return folder
}

/** Fills a disk to its end; resolves with the file that does. */
function fillDisk(folder: string): string {
  const file = join(folder, 'filler')
  for (const size of [1 << 20, 1 << 12]) {
    expect(() => {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    }).toThrow('ENOSPC')
  }
  return file
}

test.skipIf(!canMount)('on a disk that is full, what needs room is told so, until there is room', async () => {
  const disk = newDisk(40)
  const owner = 65_534
  chownSync(disk, owner, owner)
  const own = await startPostgres(process.env.EVENTSCOPE_POSTGRES ?? '', { work_mem: '64kB' })
  onTestFinished(() => own.remove())
  await own.run('postgres', `CREATE TABLESPACE small LOCATION '${disk}'`)
  await own.run('postgres', 'CREATE DATABASE events_full TABLESPACE small')
  await own.run(
    'events_full',
    `CREATE TABLE usage (id int PRIMARY KEY, at timestamptz);
     INSERT INTO usage SELECT n, timestamptz '2026-03-01T00:00:00Z' + n % 977 * interval '1 s' FROM generate_series(1, 30000) AS n`,
  )
  const database = own.url('events_full')
  const service = await serviceUnderTest({ database, records: stored })
  const constants = { customer_id: { constant: 'c' }, event_code: { constant: 'api' }, event_properties: {} }
  const mapped = await serviceUnderTest({
    database,
    mapping: {
      ...constants,
      table: 'usage',
      order: 'id',
      event_id: { column: 'id' },
      event_type: { constant: 'debit' },
      created_at: { column: 'at' },
    },
  })
  const arriving = Array.from({ length: 3_000 }, (_, index) => at(5_000 + index))
  const addAll = async () => service.add(arriving)
  // More rows are sorted than its memory holds, in files on the disk.
  const sorted = () => mapped.search({ offset: 25_000, limit: 1 })
  expect((await sorted()).status).toBe(200)

  const filler = fillDisk(disk)
  await expect(addAll).rejects.toMatchObject({
    name: 'StoreAway',
    message: 'The disk of the database is full. Whoever runs it has to make room.',
  })
  const response = await sorted()
  expectAway(response.status, response.headers, await response.text())
  expect(await (await service.search({ limit: 1 })).json()).toMatchObject({ total: 300 })

  rmSync(filler)
  expect(await (await sorted()).json()).toMatchObject({ total: 30_000, offset: 25_000 })
  await addAll()
  expect(await (await service.search({ limit: 1 })).json()).toMatchObject({ total: 3_300 })
})

describe('the command', () => {
  const script = join(import.meta.dirname, 'main.ts')
  async function serve(...args: string[]) {
    const child = spawn(process.execPath, [script, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const ended = once(child, 'close').then(([code]) => code as number | null)
    const line = await Promise.race([once(child.stdout, 'data').then(String), ended.then(() => '')])
    return { child, ended, stderr: () => stderr, url: /http:\S+/.exec(line)?.[0] ?? '' }
  }
  const headers = { Authorization: 'Bearer demo-token', 'Content-Type': 'application/json' }
  const search = (url: string) => fetch(`${url}/v1/events/search`, { method: 'POST', headers, body: '{"limit":1}' })

  test('finishes a search that runs before it ends on SIGTERM', async () => {
    const database = await server.newDatabase()
    const service = await serve('--db', database, '--events', '50')
    expect(service.stderr()).toBe('The store holds 50 events, 50 of them added now.\n')
    const locker = await lock(database)
    const answer = search(service.url)
    await vi.waitFor(async () =>
      expect(
        await server.run('postgres', "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
      ).toHaveLength(1),
    )
    service.child.kill('SIGTERM')
    await sleep(200)
    await locker.query('ROLLBACK')
    expect(await (await answer).json()).toMatchObject({ total: 50 })
    expect(await service.ended).toBe(0)
  })

  test('ends within ten seconds also where the search does not', async () => {
    const database = await server.newDatabase()
    const service = await serve('--db', database, '--events', '50')
    await lock(database)
    const answer = search(service.url).then(
      () => 'answered',
      () => 'cut',
    )
    await vi.waitFor(async () =>
      expect(
        await server.run('postgres', "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
      ).toHaveLength(1),
    )
    const begin = performance.now()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    // Without a deadline of its own it would wait for the statement's, which is 30 s.
    expect(performance.now() - begin).toBeLessThan(25_000)
    expect(await answer).toBe('cut')
  })

  test('says why it cannot start, and no password', async () => {
    const database = new URL(await server.newDatabase())
    database.password = 'sesame-42'
    const refused = await serve('--db', database.href)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toBe(
      'The service cannot start: the database refuses: password authentication failed for user "owner"\n',
    )
  })

  test('says of a start that takes too long which option gives it more time', async () => {
    const database = await server.newDatabase()
    const first = await serve('--db', database, '--events', '1')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    await lock(database)
    const late = await serve('--db', database, '--db-timeout', '1')
    expect(await late.ended).toBe(1)
    expect(late.stderr()).toBe(
      'The service cannot start: The database took longer than 1 s; --db-timeout gives it more.\n',
    )
  })

  test('keeps the store, and adds to it what is new', async () => {
    const database = await server.newDatabase()
    const first = await serve('--db', database, '--sample')
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = await serve('--db', database, '--events', '10')
    expect(second.stderr()).toMatch(/^The store holds \d{4,} events, 0 of them added now\.\n$/)
  })
})
