// One comparison by key in a process of its own: ours, or DuckDB's join.
import { DuckDBInstance } from '@duckdb/node-api'
import type { ChangesQuestion, EventPart } from '../../shared/snapshot/snapshot-changes.ts'
import { answerJob, loadedQuestions, type Measured, measured } from '../questions/beside-duckdb.ts'
import { RULES } from '../questions/question-cases.ts'

/** Paths: of snapshots, or of tables. */
export interface ComparisonJob {
  /** `worth`: ours, with what the changes come to by price rules. */
  how: 'ours' | 'worth' | 'duckdb'
  here: string
  there: string
}

interface Found {
  same: number
  onlyHere: number
  onlyThere: number
  differing: number
}

const KEY = (['customerId', 'eventCode', 'eventType', 'createdAt'] as const).map(
  (field): EventPart => ({ of: 'field', field }),
)
const IGNORED: EventPart[] = [
  { of: 'field', field: 'eventId' },
  { of: 'property', name: 'request_id' },
]

answerJob((job: ComparisonJob) => (job.how === 'duckdb' ? duckdb(job) : ours(job)))

/** Each customer's change of each month, by rules that value both sides. */
const WORTH: ChangesQuestion['worth'] = {
  rules: RULES,
  wholeRange: null,
  unruled: null,
  by: [
    { of: 'field', field: 'customerId' },
    { of: 'time', every: 'month' },
  ],
}

async function ours({ how, here, there }: ComparisonJob): Promise<Measured<Found>> {
  const questions = await loadedQuestions({ path: here, id: 'here' }, () => there)
  return measured(async () => {
    const asked = await questions.ask(
      {
        ask: 'pairs',
        other: 'there',
        within: null,
        key: KEY,
        ignored: IGNORED,
        scope: { where: [], misses: true },
        worth: how === 'worth' ? WORTH : null,
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

async function duckdb({ here, there }: ComparisonJob): Promise<Measured<Found>> {
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
