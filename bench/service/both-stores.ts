// The service over SQLite and over PostgreSQL, beside what its store alone takes for the same searches: on PostgreSQL
// the bare statement over as many connections, on SQLite the store in this process, which remembers nothing between two
// searches here. Rounds of both take turns, so that they share whatever else the machine does.
import { readFileSync, rmSync } from 'node:fs'
import { Agent, request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { Pool } from 'pg'
import { startServiceProcess, token } from '../../e2e/fixtures.ts'
import { findPostgres } from '../../scripts/postgres.ts'
import { startPostgres } from '../../service/fixtures/postgres-server.ts'
import { pageQuery } from '../../service/postgres-query.ts'
import { OWN_TABLE } from '../../service/postgres-store.ts'
import { readSearch, type SearchRequest } from '../../service/search-request.ts'
import { defaultGaps } from '../../service/service-options.ts'
import { openSqliteStore } from '../../service/sqlite-store.ts'
import { rounded, spreadOf } from '../browsing/spread.ts'

/** Takes one search; resolves, or returns, once its answer is there. */
type Ask = (body: string, search: SearchRequest) => unknown

const NOW = '2026-03-01T00:00:00Z'
/** Seconds in which PostgreSQL is to be loaded with a million events. */
const LOAD_AIM = 90

const shapes = (events: number): [name: string, body: string][] => [
  ['no filter', '{}'],
  ['no filter, from the middle', `{"offset":${events / 2}}`],
  ['a customer', '{"customer_id":"cus_6Df1kEi"}'],
  [
    'a customer, a code and a month',
    '{"customer_id":"cus_8Kq2mTd","event_code":"egress_gb","created_at_from":"2026-02-01T00:00:00Z"}',
  ],
  ['one day', '{"created_at_from":"2026-02-10T00:00:00Z","created_at_to":"2026-02-11T00:00:00Z"}'],
  ['an id', '{"event_id":"evt_01JD61803406796"}'],
  ['a string property of few events', '{"event_property_filters":{"note":"=SUM(A1:A9)"}}'],
  ['two properties', '{"event_property_filters":{"unit_price":29,"region":"eu-north-1"}}'],
]

/** @param runs of each search with each number of connections */
export async function compareStores(folder: string, events: number, runs: number): Promise<void> {
  await onSqlite(join(folder, 'stores.db'), events, runs)
  const programs = findPostgres()
  if (programs === null) {
    console.log('PostgreSQL is not here: its store is not measured.')
    return
  }
  const server = await startPostgres(programs, { shared_buffers: '512MB', max_connections: '60' })
  try {
    await onPostgres(await server.newDatabase(), events, runs)
  } finally {
    await server.remove()
  }
}

async function onSqlite(path: string, events: number, runs: number): Promise<void> {
  const service = await startServiceProcess('--db', path, '--events', `${events}`, '--seed', '7', '--now', NOW)
  const store = openSqliteStore(path)
  try {
    await compare('SQLite', service.url, service.process.pid, events, runs, () => (_body, search) => {
      store.add([])
      return store.search(search, defaultGaps, 0)
    })
  } finally {
    store.close()
    await service.stop()
    rmSync(path, { force: true })
  }
}

async function onPostgres(url: string, events: number, runs: number): Promise<void> {
  const begin = performance.now()
  const service = await startServiceProcess(
    '--db',
    url,
    '--db-connections',
    '16',
    '--events',
    `${events}`,
    '--seed',
    '7',
    '--now',
    NOW,
  )
  const seconds = (performance.now() - begin) / 1000
  console.log(
    `${events} events generated and loaded into PostgreSQL in ${rounded(seconds)} s (aim: ≤ ${LOAD_AIM} for a million)`,
  )
  const options = '-c plan_cache_mode=force_custom_plan -c jit=off'
  const pool = new Pool({
    connectionString: url,
    max: 16,
    options,
    types: { getTypeParser: () => (text: unknown) => text },
  })
  try {
    await compare('PostgreSQL', service.url, service.process.pid, events, runs, () => (_body, search) => {
      const { text, values } = pageQuery(OWN_TABLE, search, defaultGaps)
      return pool.query({ text, values: [...values], rowMode: 'array' })
    })
  } finally {
    await pool.end()
    await service.stop()
  }
}

async function compare(
  name: string,
  url: string,
  pid: number | undefined,
  events: number,
  runs: number,
  bareOf: () => Ask,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const [served, bare] = [(body: string) => searched(url, agent, body), bareOf()]
  const lines: Record<string, object> = {}
  for (const [shape, body] of shapes(events)) {
    const reading = readSearch(body, defaultGaps)
    if (!reading.ok) throw new Error(reading.problem)
    for (const connections of [1, 16]) {
      const times = { bare: [] as number[], served: [] as number[] }
      const rounds = 5
      for (let round = 0; round <= rounds; round++) {
        const each = Math.ceil(runs / rounds)
        const both = {
          bare: await timesOf(bare, body, reading.request, connections, each),
          served: await timesOf(served, body, reading.request, connections, each),
        }
        // The first round finds nothing in any cache.
        if (round > 0) for (const side of ['bare', 'served'] as const) times[side].push(...both[side])
      }
      const [alone, over] = [spreadOf(times.bare), spreadOf(times.served)]
      const aim = alone.p95 * 2 + 1
      lines[`${shape}, ${connections}`] = {
        'bare p50': rounded(alone.p50, 2),
        'bare p95': rounded(alone.p95, 2),
        'service p50': rounded(over.p50, 2),
        'service p95': rounded(over.p95, 2),
        aim: `≤ ${rounded(aim, 2)}`,
        '': over.p95 <= aim ? '' : 'missed',
      }
      if (over.p95 > aim) process.exitCode = 1
    }
  }
  agent.destroy()
  console.log(`A page of 50 of ${events} events on ${name}, by searches and connections, in milliseconds`)
  console.table(lines)
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  console.log(`Memory of the service at most: ${Math.round(Number(peak) / 1024)} MiB`)
}

/** Each connection asks again as soon as it is answered. */
async function timesOf(
  ask: Ask,
  body: string,
  search: SearchRequest,
  connections: number,
  runs: number,
): Promise<number[]> {
  const times: number[] = []
  const one = async () => {
    while (times.length < runs) {
      const begin = performance.now()
      // So that all begin before the first is answered, also where answers are there at once.
      await null
      await ask(body, search)
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return times
}

function searched(url: string, agent: Agent, body: string): Promise<void> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  }
  return new Promise((resolve, reject) => {
    const sent = sendRequest(`${url}/v1/events/search`, { method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${body} is answered with ${response.statusCode}`))
      response.resume().once('end', resolve)
    })
    // The service closes a connection that was idle while the store was asked alone.
    sent.once('error', (error) => (sent.reusedSocket ? resolve(searched(url, agent, body)) : reject(error))).end(body)
  })
}
