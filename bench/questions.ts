// What questions over a loaded snapshot cost: every event with six properties, beside the same questions as bare SQL over a
// plain in-memory node:sqlite table that is ready, which adds as REAL. `npm run bench -- questions [EVENTS]`; a million.
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openQuestions, type Questions } from '../electron/backend/snapshots/questions/open-questions.ts'
import type { SnapshotKey } from '../shared/snapshot-key.ts'
import type { AnswerTo, SnapshotQuestion } from '../shared/snapshot-question.ts'
import { rounded } from './browsing/spread.ts'
import { questionEvents, writeSnapshot } from './questions/question-events.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 5
const AIMS = { loadMs: 8_000, memoryMb: 1_024, questionMs: 1_500, timesSql: 3 }

// The worker alone keeps no process alive.
const awake = setInterval(() => undefined, 60_000)
const folder = await mkdtemp(join(tmpdir(), 'eventscope-questions-'))
try {
  const file = await writeSnapshot(join(folder, 'one.db'), EVENTS)
  const before = process.memoryUsage().rss
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const questions = openQuestions({
    workerFile: new URL('../electron/backend/snapshots/questions/questions-worker.ts', import.meta.url),
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
  const table = plainTable()
  const results: Record<string, Record<string, number | string>> = {}
  for (const { name, sql, ask } of cases()) {
    const [own, bare] = [[] as number[], [] as number[]]
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await timed(async () => void (await answered(questions, ask(round)))))
      bare.push(await timed(async () => sql.forEach((text) => void table.prepare(text).all())))
    }
    const [first, median, sqlMedian] = [own[0] ?? 0, medianOf(own), medianOf(bare)]
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

/** One column for each field and property; created_at also as the seconds that a day is cut from. */
function plainTable(): DatabaseSync {
  const table = new DatabaseSync(':memory:')
  table.exec(
    'CREATE TABLE event (id TEXT, customer TEXT, code TEXT, type TEXT, created TEXT, seconds INTEGER, amount REAL, unit_price REAL, currency TEXT, region TEXT, request TEXT, tier)',
  )
  const insert = table.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  table.exec('BEGIN')
  for (const one of questionEvents(EVENTS)) {
    const seconds = Math.floor(Date.parse(one.created) / 1_000)
    const { amount, price, currency, region, request, tier } = one
    insert.run(
      one.id,
      one.customer,
      one.code,
      one.type,
      one.created,
      seconds,
      Number(amount),
      Number(price),
      currency,
      region,
      request,
      tier,
    )
  }
  table.exec('COMMIT')
  return table
}

function cases(): { name: string; sql: string[]; ask: (round: number) => SnapshotQuestion }[] {
  // No two rounds share it, so that no view of an earlier one is answered from.
  const scope = (round: number) => ({ where: [], misses: round % 2 === 0 })
  const totals = (by: SnapshotKey[], round: number): SnapshotQuestion => ({
    ask: 'totals',
    scope: scope(round),
    by,
    split: null,
    measure: { properties: ['amount'], text: false },
    units: ['currency'],
    zone: null,
    rounding: null,
    negativeCredits: null,
    order: 'keys',
    offset: 0,
    limit: 10_000,
  })
  const sums = 'currency, type, count(*), sum(amount), min(amount), max(amount)'
  const columns = [
    'id',
    'customer',
    'code',
    'type',
    'created',
    'amount',
    'unit_price',
    'currency',
    'region',
    'request',
    'tier',
  ]
  return [
    {
      name: 'Totals by customer and code',
      sql: [`SELECT customer, code, ${sums} FROM event GROUP BY customer, code, currency, type`],
      ask: (round) => totals([field('customerId'), field('eventCode')], round),
    },
    {
      name: 'Totals by day',
      sql: [`SELECT seconds / 86400, ${sums} FROM event GROUP BY seconds / 86400, currency, type`],
      ask: (round) => totals([{ of: 'time', every: 'day' }], round),
    },
    {
      name: 'Values of every column',
      sql: columns.flatMap((name) => [
        `SELECT typeof(${name}), count(*), count(DISTINCT ${name}), min(${name}), max(${name}) FROM event GROUP BY 1`,
        `SELECT ${name}, count(*) FROM event GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
      ]),
      ask: (round) => ({ ask: 'values', scope: scope(round), keys: null, byCode: false }),
    },
    {
      name: 'Possible duplicates',
      sql: [
        'SELECT customer, code, type, amount, unit_price, currency, region, tier, count(*), min(seconds), max(seconds) FROM event GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING count(*) > 1',
      ],
      ask: (round) => ({
        ask: 'duplicates',
        scope: scope(round),
        windowSeconds: 60,
        ignored: ['request_id'],
        measure: { properties: ['amount'], text: false },
        units: ['currency'],
        legitimate: [],
        offset: 0,
        limit: 100,
      }),
    },
    {
      name: 'Sort by a property',
      sql: ['SELECT rowid FROM event ORDER BY amount DESC LIMIT 100 OFFSET 500000'],
      ask: (round) => ({
        ask: 'rows',
        scope: scope(round),
        sort: { key: { of: 'property', name: 'amount' }, descending: round % 2 === 0 },
        offset: 500_000,
        limit: 100,
      }),
    },
    {
      name: 'Sort by event ID',
      sql: ['SELECT rowid FROM event ORDER BY id LIMIT 100 OFFSET 500000'],
      ask: (round) => ({
        ask: 'rows',
        scope: scope(round),
        sort: { key: field('eventId'), descending: round % 2 === 0 },
        offset: 500_000,
        limit: 100,
      }),
    },
  ]
}

function field(name: 'eventId' | 'customerId' | 'eventCode'): SnapshotKey {
  return { of: 'field', field: name }
}
