// What a comparison by key costs: a million events of an opened snapshot with a million of another one, under other
// IDs, one in a hundred of which differs; and the same with what the changes come to by price rules. Beside it DuckDB's
// join of the same two by the same key, the events here being a table that is ready. Each in a process of its own, one
// after the other, and both have to come to the same counts; ours is to take at most eight times as long, and with the
// money at most 1,024 MiB. `npm run bench -- comparison [EVENTS]`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComparisonJob } from './comparison/one-comparison.ts'
import { otherEvents, writeTable } from './comparison/other-events.ts'
import { costs, inOwnProcess, printBesideDuckdb } from './questions/beside-duckdb.ts'
import { questionEvents, writeEvents } from './questions/question-events.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)

const AIM = { peakMb: 1_024 }

const folder = mkdtempSync(join(tmpdir(), 'eventscope-comparison-'))
try {
  const here = await writeEvents(join(folder, 'here.db'), 'here', questionEvents(EVENTS))
  const there = await writeEvents(join(folder, 'there.db'), 'there', otherEvents(EVENTS))
  const tables = {
    here: writeTable(join(folder, 'here.csv'), questionEvents(EVENTS)),
    there: writeTable(join(folder, 'there.csv'), otherEvents(EVENTS)),
  }
  console.log(`${EVENTS} events with as many under other IDs, by customer, code, type and time`)
  const ours = await compare({ how: 'ours', here: here.path, there: there.path })
  const duckdb = await compare({ how: 'duckdb', ...tables })
  printBesideDuckdb('comparison', ours, duckdb, AIM)
  const worth = await compare({ how: 'worth', here: here.path, there: there.path })
  console.table({ 'with money': { ...costs('comparison', worth), aim: `≤ ${AIM.peakMb} MiB` } })
} finally {
  rmSync(folder, { recursive: true })
}

function compare(job: ComparisonJob) {
  return inOwnProcess(new URL('./comparison/one-comparison.ts', import.meta.url), job)
}
