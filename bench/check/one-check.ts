// One check in a process of its own: a ledger by ours or by DuckDB's join, or an invoice.
import { DuckDBInstance } from '@duckdb/node-api'
import { NOTHING_CHOSEN, NOTHING_CHOSEN_FOR_INVOICE } from '../../shared/check/checked-file.ts'
import type { LineVerdict } from '../../shared/snapshot/snapshot-invoice.ts'
import type { Outcome } from '../../shared/snapshot/snapshot-ledger.ts'
import { answerJob, loadedQuestions, type Measured, measured } from '../questions/beside-duckdb.ts'
import { bytesOf } from './bytes-of.ts'
import { INVOICE_RULES } from './invoice-lines.ts'

export type CheckJob =
  | { how: 'ours'; ledger: string; snapshot: { path: string; id: string } }
  | { how: 'duckdb'; ledger: string; events: string }
  | { how: 'invoice'; invoice: string; snapshot: { path: string; id: string } }

/** Lines by outcome or verdict, or events of `only-snapshot`; and file less snapshot by currency, in cents. */
interface Found {
  counts: Partial<Record<Outcome | LineVerdict, number>>
  differences: Record<string, string>
}

const RULES = JSON.stringify({
  eventscopeRules: 1,
  rules: [
    {
      codes: ['refund'],
      effect: 'reduces',
      money: { by: 'amount', property: 'amount' },
      currency: { property: 'currency' },
    },
    { effect: 'as-sent', money: { by: 'amount', property: 'amount' }, currency: { property: 'currency' } },
  ],
  prices: [],
})

answerJob((job: CheckJob) => (job.how === 'duckdb' ? duckdb(job) : job.how === 'ours' ? ours(job) : invoice(job)))

async function ours({ ledger, snapshot }: Extract<CheckJob, { how: 'ours' }>): Promise<Measured<Found>> {
  const questions = await loadedQuestions(snapshot, () => snapshot.path)
  return measured(async () => {
    const bytes = bytesOf(ledger)
    const asked = await questions.ask(
      {
        ask: 'fileCheck',
        kind: 'ledger',
        fileId: '',
        choices: NOTHING_CHOSEN,
        scope: { where: [], misses: true },
        rules: RULES,
        sent: null,
      },
      'bench',
      undefined,
      { file: { name: 'ledger.csv', bytes } },
    )
    if (asked.kind !== 'answered' || asked.answer.kind !== 'checked') throw new Error(JSON.stringify(asked))
    const { groups, equation } = asked.answer
    const counts = Object.fromEntries(
      groups.map(({ outcome, lines, events }) => [outcome, outcome === 'only-snapshot' ? events : lines]),
    ) as Record<Outcome, number>
    if (equation.some(({ holds }) => !holds)) throw new Error('The equation does not hold')
    const differences = equation.map(({ currency, difference }): [string, string] => [
      String(currency),
      difference ?? 'not known',
    ])
    return { counts, differences: Object.fromEntries(differences) }
  })
}

async function invoice({ invoice: file, snapshot }: Extract<CheckJob, { how: 'invoice' }>): Promise<Measured<Found>> {
  const questions = await loadedQuestions(snapshot, () => snapshot.path)
  return measured(async () => {
    const asked = await questions.ask(
      {
        ask: 'invoiceCheck',
        fileId: '',
        choices: NOTHING_CHOSEN_FOR_INVOICE,
        scope: { where: [], misses: true },
        rules: INVOICE_RULES,
        wholeRange: { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z' },
        shownZone: 'America/New_York',
        edges: null,
        duplicates: { windowSeconds: 5, ignored: ['request_id'], legitimate: [] },
        closed: null,
      },
      'bench',
      undefined,
      { file: { name: 'invoice.csv', bytes: bytesOf(file) } },
    )
    if (asked.kind !== 'answered' || asked.answer.kind !== 'invoice') throw new Error(JSON.stringify(asked))
    const { verdicts, equation } = asked.answer
    if (equation.some(({ holds }) => !holds)) throw new Error('The equation does not hold')
    return {
      counts: Object.fromEntries(verdicts.map(({ verdict, lines }) => [verdict, lines])),
      differences: Object.fromEntries(equation.map(({ currency, difference }) => [String(currency), difference])),
    }
  })
}

const WORTH = `CASE WHEN event_code = 'refund' THEN -abs(amount) ELSE amount END`
const COLUMNS = `{event_id: 'VARCHAR', customer_id: 'VARCHAR', event_code: 'VARCHAR', event_type: 'VARCHAR', created_at: 'VARCHAR', amount: 'DECIMAL(18,3)', currency: 'VARCHAR'}`

async function duckdb({ ledger, events }: Extract<CheckJob, { how: 'duckdb' }>): Promise<Measured<Found>> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const read = (file: string) => `read_csv('${file}', header = true, delim = ',', columns = ${COLUMNS})`
  await connection.run(`CREATE TABLE events AS SELECT * FROM ${read(events)}`)
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjects()
  return measured(async () => {
    await connection.run(`CREATE TABLE lines AS
      SELECT *, row_number() OVER (PARTITION BY event_id ORDER BY place) AS turn
      FROM (SELECT *, row_number() OVER () AS place FROM ${read(ledger)})`)
    // Without "changed-id", as ours where there is none: a join by ID pairs no others.
    const counts: Found['counts'] = { matched: 0, differing: 0, 'only-file': 0, repeated: 0, 'only-snapshot': 0 }
    const joined = await rows(`SELECT count(*)::INTEGER AS count, CASE
        WHEN l.event_id IS NULL THEN 'only-snapshot' WHEN l.turn > 1 THEN 'repeated' WHEN e.event_id IS NULL THEN 'only-file'
        WHEN (l.customer_id, l.event_code, l.event_type, l.created_at, l.amount, l.currency)
          IS DISTINCT FROM (e.customer_id, e.event_code, e.event_type, e.created_at, e.amount, e.currency) THEN 'differing'
        ELSE 'matched' END AS outcome
      FROM lines l FULL OUTER JOIN events e ON e.event_id = l.event_id GROUP BY outcome`)
    for (const { count, outcome } of joined) counts[outcome as Outcome] = Number(count)
    const sums = await rows(`SELECT currency, CAST(sum(own) AS VARCHAR) AS difference FROM (
        SELECT currency, ${WORTH} AS own FROM lines UNION ALL SELECT currency, -(${WORTH}) FROM events)
      GROUP BY currency ORDER BY currency`)
    const plain = (text: string) => text.replace(/\.?0+$/, '')
    const differences = sums.map(({ currency, difference }): [string, string] => [
      String(currency),
      plain(String(difference)),
    ])
    return { counts, differences: Object.fromEntries(differences) }
  })
}
