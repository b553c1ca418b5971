// What questions over a loaded snapshot cost: every event with six properties, beside the same questions as bare SQL
// over a plain in-memory node:sqlite table that is ready, which adds as REAL. `npm run bench -- questions [EVENTS]`; a
// million.
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openQuestions, type Questions } from '../electron/backend/snapshots/questions/open-questions.ts'
import type { AnswerTo, SnapshotQuestion } from '../shared/snapshot/snapshot-question.ts'
import type { WorthQuestion } from '../shared/snapshot/snapshot-worth.ts'
import { rounded } from './browsing/spread.ts'
import { plainTable } from './questions/plain-table.ts'
import { questionCases, RULES } from './questions/question-cases.ts'
import { writeSnapshot } from './questions/question-events.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 5
/** Of what takes a few milliseconds: in the first of them the compiler takes as long. */
const FEW_ROUNDS = 25
const AIMS = { loadMs: 8_000, memoryMb: 1_024, questionMs: 1_500, timesSql: 3, bytesOfWorth: 70, fewMs: 5 }

// The worker alone keeps no process alive.
const awake = setInterval(() => undefined, 60_000)
const folder = await mkdtemp(join(tmpdir(), 'eventscope-questions-'))
try {
  const file = await writeSnapshot(join(folder, 'one.db'), EVENTS)
  const before = process.memoryUsage().rss
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const questions = openQuestions({
    workerFile: new URL('../electron/backend/snapshots/questions/worker/questions-worker.ts', import.meta.url),
    ...file,
    pathOf: () => file.path,
  })
  const loaded = await questions.loaded
  const loadMs = performance.now() - startedAt
  // All threads of this process: what a busy machine does not stretch.
  const { user, system } = process.cpuUsage(cpuBefore)
  if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded))
  const memoryMb = (process.memoryUsage().rss - before) / 2 ** 20
  console.log(`${EVENTS} events with six properties`)
  console.table({
    'load, ms': { measured: rounded(loadMs), aim: `≤ ${AIMS.loadMs}` },
    'load, ms of CPU': { measured: rounded((user + system) / 1_000), aim: '' },
    'memory, MiB': { measured: rounded(memoryMb), aim: `≤ ${AIMS.memoryMb}` },
  })
  console.table(await moneyFigures(questions))
  const table = plainTable(EVENTS)
  const results: Record<string, Record<string, number | string>> = {}
  for (const { name, sql, ask } of questionCases()) {
    const [eventscope, bare] = [[] as number[], [] as number[]]
    for (let round = 0; round < ROUNDS; round += 1) {
      eventscope.push(await timed(async () => void (await answered(questions, ask(round)))))
      bare.push(await timed(async () => sql.forEach((text) => void table.prepare(text).all())))
    }
    const [first, median, sqlMedian] = [eventscope[0] ?? 0, medianOf(eventscope), medianOf(bare)]
    results[name] = {
      'first, ms': rounded(first),
      // Orders and views are kept.
      'again, ms': rounded(median),
      'bare SQL, ms': rounded(sqlMedian),
      'first, × bare SQL': rounded(first / sqlMedian, 2),
      aim: `≤ ${AIMS.questionMs} ms, ≤ ${AIMS.timesSql} ×`,
    }
  }
  console.table(results)
  await questions.close()
} finally {
  clearInterval(awake)
  rmSync(folder, { recursive: true })
}

/** What questions that need money cost: the first works out what each event is worth, those after it find it there. */
async function moneyFigures(questions: Questions) {
  const worth = (rows: number[] | null): WorthQuestion => ({
    ask: 'worth',
    scope: { where: rows === null ? [] : [{ is: 'rows', rows }], misses: true },
    rules: RULES,
    wholeRange: null,
    unruled: null,
    duplicates: null,
  })
  const some = Array.from({ length: 1_000 }, (_, at) => Math.floor((at * EVENTS) / 1_000))
  const of = (rows: number[] | null) => timed(async () => void (await answered(questions, worth(rows))))
  const fewBefore: number[] = []
  for (let round = 0; round < FEW_ROUNDS; round += 1) fewBefore.push(await of(some))
  const before = process.memoryUsage().rss
  const first = await of(null)
  const bytes = (process.memoryUsage().rss - before) / EVENTS
  const again: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) again.push(await of(null))
  return {
    'worth of all events, first, ms': { measured: rounded(first), aim: '' },
    'again, of the first': { measured: rounded(medianOf(again) / first, 2), aim: '≤ 0.33' },
    // The first works out of all rows in which month they are.
    '1,000 rows, nothing kept yet, first, ms': { measured: rounded(fewBefore[0] ?? 0), aim: '' },
    'again, ms': { measured: rounded(medianOf(fewBefore)), aim: `≤ ${AIMS.fewMs}` },
    'memory of it, bytes an event': { measured: rounded(bytes), aim: `≤ ${AIMS.bytesOfWorth}` },
  }
}

async function answered<Q extends SnapshotQuestion>(questions: Questions, question: Q): Promise<AnswerTo<Q>> {
  const asked = await questions.ask(question, 'bench')
  if (asked.kind !== 'answered') throw new Error(asked.kind)
  return asked.answer
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
