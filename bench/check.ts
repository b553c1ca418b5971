// What a check of a ledger costs: a million lines against a million events of a snapshot that is open, beside DuckDB's join
// of the same two, its events being a table that is ready. Each in a process of its own, one after the other, and both have
// to come to the same counts and sums. Then an invoice of lines that all differ, each searched for its cause. `npm run bench -- check [EVENTS]`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { rounded } from './browsing/spread.ts'
import { writeInvoice } from './check/invoice-lines.ts'
import { writeLedger } from './check/ledger-lines.ts'
import type { CheckDone, CheckJob } from './check/one-check.ts'
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
  const row = ({ ms, cpuMs, peakMb, readyMb }: CheckDone) => ({
    'check, ms': rounded(ms),
    'ms of CPU': rounded(cpuMs),
    'before it, MiB': rounded(readyMb),
    'peak, MiB': rounded(peakMb),
  })
  console.table({
    ours: row(ours),
    'DuckDB join': row(duckdb),
    ratio: {
      'check, ms': `${rounded(ours.ms / duckdb.ms, 2)}×`,
      'ms of CPU': `${rounded(ours.cpuMs / duckdb.cpuMs, 2)}×`,
      'before it, MiB': `${rounded(ours.readyMb / duckdb.readyMb, 2)}×`,
      'peak, MiB': `${rounded(ours.peakMb / duckdb.peakMb, 2)}×`,
    },
    aim: { 'check, ms': `≤ ${AIMS.ms}`, 'ms of CPU': '', 'before it, MiB': '', 'peak, MiB': `≤ ${AIMS.peakMb}` },
  })
  console.log(JSON.stringify(ours.found))
  if (!isDeepStrictEqual(ours.found, duckdb.found)) {
    console.error(`DuckDB comes to something else: ${JSON.stringify(duckdb.found)}`)
    process.exitCode = 1
  }
  const invoice = writeInvoice(folder, INVOICE_LINES)
  const checked = await check({ how: 'invoice', invoice, snapshot: { path: snapshot.path, id: snapshot.id } })
  console.log(`An invoice of ${INVOICE_LINES} lines that differ against ${EVENTS} events`)
  console.table({
    invoice: row(checked),
    aim: { 'check, ms': `≤ ${AIMS.invoiceMs}`, 'ms of CPU': '', 'before it, MiB': '', 'peak, MiB': '' },
  })
  console.log(JSON.stringify(checked.found))
} finally {
  rmSync(folder, { recursive: true })
}

async function check(job: CheckJob): Promise<CheckDone> {
  const child = fork(new URL('./check/one-check.ts', import.meta.url), { stdio: 'inherit' })
  child.send(job)
  const [done] = (await once(child, 'message')) as [CheckDone]
  await once(child, 'exit')
  return done
}
