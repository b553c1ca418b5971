// What a check of a ledger costs: a million lines against a million events of a snapshot that is open, beside DuckDB's
// join of the same two, its events being a table that is ready. Each in a process of its own, one after the other, and
// both have to come to the same counts and sums. Then an invoice of lines that all differ, each searched for its cause.
// `npm run bench -- check [EVENTS]`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rounded } from './browsing/spread.ts'
import { writeInvoice } from './check/invoice-lines.ts'
import { writeLedger } from './check/ledger-lines.ts'
import type { CheckJob } from './check/one-check.ts'
import { costs, inOwnProcess, printBesideDuckdb } from './questions/beside-duckdb.ts'
import { writeSnapshot } from './questions/question-events.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)
const AIMS = { ms: 20_000, peakMb: 1_024, invoiceMs: 60_000 }
const INVOICE_LINES = 5_000

const folder = mkdtempSync(join(tmpdir(), 'eventscope-check-'))
try {
  const snapshot = await writeSnapshot(join(folder, 'one.db'), EVENTS)
  const { ledger, events, lines, bytes } = writeLedger(folder, EVENTS)
  console.log(`${lines} lines (${rounded(bytes / 2 ** 20)} MiB) against ${EVENTS} events`)
  const ours = await check({ how: 'ours', ledger, snapshot: { path: snapshot.path, id: snapshot.id } })
  const duckdb = await check({ how: 'duckdb', ledger, events })
  printBesideDuckdb('check', ours, duckdb, AIMS)
  const invoice = writeInvoice(folder, INVOICE_LINES)
  const checked = await check({ how: 'invoice', invoice, snapshot: { path: snapshot.path, id: snapshot.id } })
  console.log(`An invoice of ${INVOICE_LINES} lines that differ against ${EVENTS} events`)
  console.table({
    invoice: costs('check', checked),
    aim: { 'check, ms': `≤ ${AIMS.invoiceMs}` },
  })
  console.log(JSON.stringify(checked.found))
} finally {
  rmSync(folder, { recursive: true })
}

function check(job: CheckJob) {
  return inOwnProcess<CheckJob, unknown>(new URL('./check/one-check.ts', import.meta.url), job)
}
