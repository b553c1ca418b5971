// Work on an open snapshot, each piece of it in a process of its own, and beside it DuckDB's, which has to come to the
// same.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { openQuestions, type Questions } from '../../electron/backend/snapshots/questions/open-questions.ts'
import { rounded } from '../browsing/spread.ts'

export interface Measured<Found> {
  ms: number
  cpuMs: number
  /** MiB with all events at hand, and at the most. */
  readyMb: number
  peakMb: number
  found: Found
}

export async function measured<Found>(work: () => Promise<Found>): Promise<Measured<Found>> {
  const readyMb = process.memoryUsage().rss / 2 ** 20
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const found = await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1_000, readyMb, peakMb: process.resourceUsage().maxRSS / 1_024, found }
}

/** In the process that `inOwnProcess` starts: does the job that it is sent, and ends. */
export function answerJob<Job, Found>(work: (job: Job) => Promise<Measured<Found>>): void {
  // Not "once": an open channel keeps the process while its worker, which does not, is at work.
  process.on('message', async (job: Job) => {
    const done = await work(job)
    process.send?.(done, () => process.exit())
  })
}

/** `script` calls `answerJob`. */
export async function inOwnProcess<Job extends object, Found>(script: URL, job: Job): Promise<Measured<Found>> {
  const child = fork(script, { stdio: 'inherit' })
  child.send(job)
  const [done] = (await once(child, 'message')) as [Measured<Found>]
  await once(child, 'exit')
  return done
}

export async function loadedQuestions(
  { path, id }: { path: string; id: string },
  pathOf: (id: string) => string,
): Promise<Questions> {
  const questions = openQuestions({
    workerFile: new URL('../../electron/backend/snapshots/questions/worker/questions-worker.ts', import.meta.url),
    path,
    id,
    key: Buffer.alloc(32, 7),
    pathOf,
  })
  const loaded = await questions.loaded
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded))
  return questions
}

/** A row of a table on the console; `what` names the work. */
export function costs(what: string, { ms, cpuMs, peakMb, readyMb }: Omit<Measured<unknown>, 'found'>) {
  return {
    [`${what}, ms`]: rounded(ms),
    'ms of CPU': rounded(cpuMs),
    'before it, MiB': rounded(readyMb),
    'peak, MiB': rounded(peakMb),
  }
}

/** Prints both with their ratio, and what was found; the bench fails where they came to different things. */
export function printBesideDuckdb<Found>(
  what: string,
  ours: Measured<Found>,
  duckdb: Measured<Found>,
  aim: { ms?: number; peakMb?: number } = {},
): void {
  const most = (value: number | undefined) => (value === undefined ? '' : `≤ ${value}`)
  const ratio = (of: 'ms' | 'cpuMs' | 'readyMb' | 'peakMb') => `${rounded(ours[of] / duckdb[of], 2)}×`
  console.table({
    ours: costs(what, ours),
    'DuckDB join': costs(what, duckdb),
    ratio: {
      [`${what}, ms`]: ratio('ms'),
      'ms of CPU': ratio('cpuMs'),
      'before it, MiB': ratio('readyMb'),
      'peak, MiB': ratio('peakMb'),
    },
    aim: { [`${what}, ms`]: most(aim.ms), 'peak, MiB': most(aim.peakMb) },
  })
  console.log(JSON.stringify(ours.found))
  if (isDeepStrictEqual(ours.found, duckdb.found)) return
  console.error(`DuckDB comes to something else: ${JSON.stringify(duckdb.found)}`)
  process.exitCode = 1
}
