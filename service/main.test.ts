import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeEvent } from './event-record.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { sampleEvents } from './sample-events.ts'

const script = join(import.meta.dirname, 'main.ts')

type Run = { process: ChildProcess; stdout: () => string; stderr: () => string; ended: Promise<number | null> }

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Starts the service and waits for its address. */
async function serve(...args: string[]): Promise<Run & { url: string }> {
  const started = run('--port', '0', ...args)
  while (!started.stdout().includes('\n')) {
    const ended = await Promise.race([
      once(started.process.stdout!, 'data').then(() => false),
      started.ended.then(() => true),
    ])
    if (ended) throw new Error(started.stderr())
  }
  const match = /^Reference service listening at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(started.stdout())
  expect(match).not.toBeNull()
  return { ...started, url: match?.[1] ?? '' }
}

async function search(url: string, body: object = {}): Promise<{ total: number; events: { event_id: string }[] }> {
  const response = await fetch(`${url}/v1/events/search`, {
    method: 'POST',
    headers: { Authorization: 'Bearer demo-token', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { total: number; events: { event_id: string }[] }
}

const lines = (count: number) => [...sampleEvents({ count, seed: 9, now: 0 })].map((event) => `${writeEvent(event)}\n`)

describe('the command', () => {
  test('ends with its standard input where it is asked to, so that a killed caller leaves nothing running', async () => {
    const child = spawn(process.execPath, [script, '--port', '0', '--events', '1', '--stop-with-stdin'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
  })

  test('says one line, serves, and ends requests under way before it ends on SIGTERM', async () => {
    const service = await serve('--events', '20', '--latency', '400')
    const answer = search(service.url)
    // Once a second connection, accepted after it, has been answered, the request is in flight.
    await fetch(`${service.url}/openapi.json`).then((response) => response.text())
    service.process.kill('SIGTERM')
    expect((await answer).total).toBe(20)
    expect(await service.ended).toBe(0)
    expect(service.stdout().split('\n')).toHaveLength(2)
    expect(service.stderr()).toBe('')
    await expect(search(service.url)).rejects.toThrow()
  })

  test('lets an answer wait, and forgets it when its client leaves', async () => {
    const service = await serve('--events', '1', '--latency', '60000')
    const controller = new AbortController()
    const headers = { Authorization: 'Bearer demo-token' }
    const waiting = fetch(`${service.url}/v1/events/x`, { headers, signal: controller.signal }).then(
      () => 'answered',
      (error: Error) => error.name,
    )
    await fetch(`${service.url}/openapi.json`).then((response) => response.text())
    controller.abort()
    expect(await waiting).toBe('AbortError')
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('refuses what it does not know with exit code 2, in words', async () => {
    const refused = run('--order', 'best')
    expect(await refused.ended).toBe(2)
    expect(refused.stderr()).toContain('--order must be one of newest')
    expect(refused.stdout()).toBe('')
  })

  test('serves a data file, names its bad lines, and starts its clock where asked', async () => {
    const path = join(await temporaryFolder(), 'events.ndjson')
    await writeFile(path, `${lines(3).join('')}nonsense\n`)
    const service = await serve('--data', path, '--now', '2030-01-01T00:00:00Z')
    expect((await search(service.url)).total).toBe(3)
    expect(service.stderr()).toContain(`${path}:4: the event is not valid JSON`)
    expect(service.stderr()).toContain('1 bad line left out')
    const date = (await fetch(`${service.url}/openapi.json`)).headers.get('date')
    expect(date).toMatch(/01 Jan 2030 00:0\d/)
  })

  test('serves the sample company as it is at its clock, and as it was at closing', async () => {
    for (const [how, total] of [
      [[], 3_220],
      [['--at-closing'], 3_218],
    ] as const) {
      const service = await serve('--sample', ...how, '--now', '2026-11-22T15:00:00Z')
      const october = { created_at_from: '2026-09-30T22:00:00Z', created_at_to: '2026-10-31T22:59:59Z' }
      expect((await search(service.url, october)).total).toBe(total)
      expect((await search(service.url, { created_at_from: '2026-11-22T15:00:01Z' })).total).toBe(0)
    }
  })

  test('refuses a file with a bad line under --strict', async () => {
    const path = join(await temporaryFolder(), 'events.ndjson')
    await writeFile(path, `${lines(3).join('')}nonsense\n`.concat('x\n'.repeat(40)))
    const refused = run('--data', path, '--strict')
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain(`${path}:4:`)
    expect(refused.stderr()).toContain('and 21 more')
    expect(refused.stderr()).toContain('--strict refuses')
    expect(refused.stdout()).toBe('')
  })

  test('names the file that it cannot use', async () => {
    const path = join(await temporaryFolder(), 'events.csv')
    await writeFile(path, 'event_id,customer_id\n')
    const refused = run('--data', path)
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toBe(`The service cannot start: ${path}: its header does not name event_code\n`)
  })

  test('keeps the store, and adds to it what is new', async () => {
    const [here, database] = [await temporaryFolder(), join(await temporaryFolder(), 'events.db')]
    await writeFile(join(here, 'few.ndjson'), lines(3).join(''))
    await writeFile(join(here, 'more.ndjson'), lines(5).join(''))
    const first = await serve('--data', join(here, 'few.ndjson'), '--db', database)
    const before = await search(first.url)
    first.process.kill('SIGINT')
    expect(await first.ended).toBe(0)
    const second = await serve('--data', join(here, 'more.ndjson'), '--db', database)
    expect(second.stderr()).toContain('holds 5 events, 2 of them added now')
    const after = await search(second.url, { limit: 100 })
    expect(after.total).toBe(5)
    expect(after.events.map(({ event_id }) => event_id)).toEqual(
      expect.arrayContaining(before.events.map(({ event_id }) => event_id)),
    )
  })

  test('names a port that is in use, and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const refused = run('--port', String(port))
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toBe(
      `The service cannot start: port ${port} is in use by another program. Choose another with --port, or 0 for a free one.\n`,
    )
  })

  test('says why it cannot start', async () => {
    const path = join(await temporaryFolder(), 'no', 'such', 'folder.db')
    const refused = run('--db', path, '--port', '0')
    expect(await refused.ended).toBe(1)
    expect(refused.stderr()).toContain('The service cannot start: unable to open database file')
  })
})
