// One comparison by key in a process of its own: ours, or DuckDB's join.
import { DuckDBInstance } from '@duckdb/node-api'
import { openQuestions } from '../../electron/backend/snapshots/questions/open-questions.ts'
import type { EventPart } from '../../shared/snapshot/snapshot-pairs.ts'

/** Paths: of snapshots, or of tables. */
export interface ComparisonJob {
  how: 'ours' | 'duckdb'
  here: string
  there: string
}

interface Found {
  same: number
  onlyHere: number
  onlyThere: number
  differing: number
}

export interface ComparisonDone {
  ms: number
  cpuMs: number
  /** With the events here at hand, and at the most. */
  readyMb: number
  peakMb: number
  found: Found
}

const KEY = (['customerId', 'eventCode', 'eventType', 'createdAt'] as const).map(
  (field): EventPart => ({ of: 'field', field }),
)
const IGNORED: EventPart[] = [
  { of: 'field', field: 'eventId' },
  { of: 'property', name: 'request_id' },
]

process.on('message', async (job: ComparisonJob) => {
  const done = job.how === 'ours' ? await ours(job) : await duckdb(job)
  process.send?.(done, () => process.exit())
})

async function measured(work: () => Promise<Found>): Promise<ComparisonDone> {
  const readyMb = process.memoryUsage().rss / 2 ** 20
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const found = await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1_000, readyMb, peakMb: process.resourceUsage().maxRSS / 1_024, found }
}

async function ours({ here, there }: ComparisonJob): Promise<ComparisonDone> {
  const questions = openQuestions({
    workerFile: new URL('../../electron/backend/snapshots/questions/worker/questions-worker.ts', import.meta.url),
    path: here,
    id: 'here',
    key: Buffer.alloc(32, 7),
    pathOf: () => there,
  })
  const loaded = await questions.loaded
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded))
  return measured(async () => {
    const asked = await questions.ask(
      {
        ask: 'pairs',
        other: 'there',
        within: null,
        key: KEY,
        ignored: IGNORED,
        scope: { where: [], misses: true },
        worth: null,
        kind: null,
        offset: 0,
        limit: 50,
        rows: true,
      },
      'bench',
    )
    if (asked.kind !== 'answered' || asked.answer.kind !== 'compared') throw new Error(JSON.stringify(asked))
    const { counts, facts } = asked.answer
    return { same: facts.same, onlyHere: counts.added, onlyThere: counts.gone, differing: counts.altered }
  })
}

const TABLE = `{customer: 'VARCHAR', code: 'VARCHAR', type: 'VARCHAR', created: 'TIMESTAMP', amount: 'DECIMAL(18,4)', price: 'DOUBLE', currency: 'VARCHAR', region: 'VARCHAR', tier: 'VARCHAR'}`
const COMPARED = ['amount', 'price', 'currency', 'region', 'tier']

async function duckdb({ here, there }: ComparisonJob): Promise<ComparisonDone> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const read = (file: string) => `read_csv('${file}', header = true, delim = ',', columns = ${TABLE})`
  await connection.run(`CREATE TABLE here AS SELECT * FROM ${read(here)}`)
  const columns = (of: string) => `(${COMPARED.map((name) => `${of}.${name}`).join()})`
  return measured(async () => {
    const joined = await connection.runAndReadAll(`SELECT count(*)::INTEGER AS count, CASE
        WHEN h.customer IS NULL THEN 'onlyThere' WHEN t.customer IS NULL THEN 'onlyHere'
        WHEN ${columns('h')} IS DISTINCT FROM ${columns('t')} THEN 'differing' ELSE 'same' END AS outcome
      FROM here h FULL OUTER JOIN (SELECT * FROM ${read(there)}) t
        ON h.customer = t.customer AND h.code = t.code AND h.type = t.type AND h.created = t.created
      GROUP BY outcome`)
    const found: Found = { same: 0, onlyHere: 0, onlyThere: 0, differing: 0 }
    for (const { count, outcome } of joined.getRowObjects()) found[outcome as keyof Found] = Number(count)
    return found
  })
}
