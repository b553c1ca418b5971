// What a comparison by key costs: a million events of an opened snapshot with a million of another one, under other IDs, one in
// a hundred of which differs. Beside it DuckDB's join of the same two by the same key, the events here being a table that is
// ready. Each in a process of its own, one after the other, and both have to come to the same counts.
// `npm run bench -- comparison [EVENTS]`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { rounded } from './browsing/spread.ts'
import type { ComparisonDone, ComparisonJob } from './comparison/one-comparison.ts'
import { otherEvents, writeTable } from './comparison/other-events.ts'
import { questionEvents, writeEvents } from './questions/question-events.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)

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
  const row = ({ ms, cpuMs, peakMb, readyMb }: ComparisonDone) => ({
    'comparison, ms': rounded(ms),
    'ms of CPU': rounded(cpuMs),
    'before it, MiB': rounded(readyMb),
    'peak, MiB': rounded(peakMb),
  })
  console.table({
    ours: row(ours),
    'DuckDB join': row(duckdb),
    ratio: {
      'comparison, ms': `${rounded(ours.ms / duckdb.ms, 2)}×`,
      'ms of CPU': `${rounded(ours.cpuMs / duckdb.cpuMs, 2)}×`,
      'before it, MiB': `${rounded(ours.readyMb / duckdb.readyMb, 2)}×`,
      'peak, MiB': `${rounded(ours.peakMb / duckdb.peakMb, 2)}×`,
    },
  })
  console.log(JSON.stringify(ours.found))
  if (!isDeepStrictEqual(ours.found, duckdb.found)) {
    console.error(`DuckDB comes to something else: ${JSON.stringify(duckdb.found)}`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function compare(job: ComparisonJob): Promise<ComparisonDone> {
  const child = fork(new URL('./comparison/one-comparison.ts', import.meta.url), { stdio: 'inherit' })
  child.send(job)
  const [done] = (await once(child, 'message')) as [ComparisonDone]
  await once(child, 'exit')
  return done
}
