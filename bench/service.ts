// How a search's time grows with the store, and what the indexes are worth: a page of 50 from 1,000 and from 100,000
// events, over HTTP, beside the same store without its indexes (but for that of properties, which is rebuilt in each
// run). Prints how long loading takes, and a table of medians and ratios. Then what counts of a million events take and
// how much memory they need, and what a page of them takes on SQLite's store and on PostgreSQL's beside the store
// alone, which is held to its aims: it ends with 1 where one is missed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startService } from '../service/server.ts'
import { compareStores } from './service/both-stores.ts'
import type { LargeStoreDone, LargeStoreJob } from './service/large-store.ts'
import { searchTime, TOKEN } from './service/search-time.ts'

const SMALL = 1_000
const LARGE = 100_000
const RUNS = 25
/** With each number of connections. */
const RUNS_OF_STORES = 160
const NOW = Date.parse('2026-03-01T00:00:00Z')

const searches: [name: string, body: string][] = [
  ['no filter', '{}'],
  ['no filter, from the middle', `{"offset":${LARGE / 2}}`],
  ['no filter, last page', `{"offset":${LARGE - 50}}`],
  ['a customer', '{"customer_id":"cus_5Rb7nVy"}'],
  ['a customer, page 200', '{"customer_id":"cus_5Rb7nVy","offset":10000}'],
  ['a rare code', '{"event_code":"refund"}'],
  ['a type', '{"event_type":"credit"}'],
  ['an id that is not there', '{"event_id":"evt_0"}'],
  ['one day', '{"created_at_from":"2026-02-10T00:00:00Z","created_at_to":"2026-02-11T00:00:00Z"}'],
  [
    'a customer, a code and a month',
    '{"customer_id":"cus_8Kq2mTd","event_code":"egress_gb","created_at_from":"2026-02-01T00:00:00Z"}',
  ],
  ['a string property of many events', '{"event_property_filters":{"region":"eu-central-1"}}'],
  ['a number property of many events', '{"event_property_filters":{"unit_price":0.1}}'],
  ['a string property of few events', '{"event_property_filters":{"note":"=SUM(A1:A9)"}}'],
  ['two properties', '{"event_property_filters":{"unit_price":0.1,"region":"eu-central-1"}}'],
]

const MILLION = 1_000_000
/** Bytes of resident memory, and milliseconds of the median. */
const AIMS = { peak: 1_000_000_000, countMs: 60 }
const counts: [name: string, body: string][] = [
  ['a string property', '{"event_property_filters":{"region":"eu-central-1"}}'],
  ['a customer with a code', '{"customer_id":"cus_5Rb7nVy","event_code":"api_calls"}'],
]

/** `npm run bench service stores` measures both stores alone, `… stores 10` with a tenth of the events. */
const [only, divisor = '1'] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'bench-service-'))
try {
  if (only !== 'stores') await comparePages()
  await compareStores(folder, MILLION / Number(divisor), RUNS_OF_STORES)
} finally {
  rmSync(folder, { recursive: true })
}
if (only !== 'stores') {
  await holdLargeStore('in a process that sets nothing', [])
  await holdLargeStore('as `npm run service` starts it', ['--max-semi-space-size=8'])
}

async function comparePages(): Promise<void> {
  const small = await medians(join(folder, 'small.db'), SMALL)
  const large = await medians(join(folder, 'large.db'), LARGE)
  const bare = await medians(withoutIndexes(join(folder, 'large.db')), LARGE)
  console.log(`A page of 50 over HTTP, median of ${RUNS}, in milliseconds`)
  console.table(
    Object.fromEntries(
      searches.map(([name], index) => {
        const [few = 0, many = 0, scanned = 0] = [small[index], large[index], bare[index]]
        const times = {
          [`${SMALL} events`]: round(few),
          [`${LARGE} events`]: round(many),
          'without indexes': round(scanned),
        }
        return [
          name,
          { ...times, '100× the events': `${round(many / few)}×`, 'indexes save': `${round(scanned / many)}×` },
        ]
      }),
    ),
  )
}

async function holdLargeStore(how: string, execArgv: string[]): Promise<void> {
  const child = fork(new URL('./service/large-store.ts', import.meta.url), { execArgv })
  const job: LargeStoreJob = {
    events: MILLION,
    now: NOW,
    searches: searches.map(([, body]) => body),
    counts: counts.map(([, body]) => body),
    runs: RUNS,
  }
  child.send(job)
  const [done] = (await once(child, 'message')) as [LargeStoreDone]
  const measured = [
    ['memory at most, MB', done.peak / 1e6, AIMS.peak / 1e6],
    ...counts.map(([name], index) => [`count of ${name}, ms`, done.countMs[index] ?? 0, AIMS.countMs] as const),
  ] as const
  console.log(`${MILLION} events ${how}, ${round(done.loaded / 1e6)} MB when loaded`)
  console.table(
    Object.fromEntries(measured.map(([what, value, aim]) => [what, { measured: round(value), aim: `≤ ${aim}` }])),
  )
  if (measured.some(([, value, aim]) => value > aim)) process.exitCode = 1
}

async function medians(database: string, events: number): Promise<number[]> {
  const begin = performance.now()
  const service = await startService({ token: TOKEN, database, events, clock: () => NOW })
  if (service.added > 0) {
    const seconds = round((performance.now() - begin) / 1000)
    console.log(
      `${events} events generated and stored in ${seconds} s, ${round(process.memoryUsage.rss() / 2 ** 20)} MiB`,
    )
  }
  const results: number[] = []
  for (const [, body] of searches) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) times.push(await searchTime(service.url, body))
    results.push(times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0)
  }
  await service.close()
  return results
}

function withoutIndexes(path: string): string {
  const database = new DatabaseSync(path)
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all()
  for (const { name } of names) database.exec(`DROP INDEX ${String(name)}`)
  database.close()
  return path
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
