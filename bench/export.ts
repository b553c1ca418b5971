// What reading every match costs, beside a script that pages by offset over one connection, a loop of curl and jq
// (fewer rows, scaled), and what the service alone gives: in one run, on one machine. Prints a table with ratios and
// what is aimed at. `npm run bench export 10` takes a tenth of the rows, with ten times the offset cost; `npm run bench
// export 1 parquet` writes the file as well, whose time and memory then are part of ours.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, startServiceProcess, token } from '../e2e/fixtures.ts'
import { findPostgres } from '../scripts/postgres.ts'
import { startPostgres } from '../service/fixtures/postgres-server.ts'
import { isFileFormat } from '../shared/export/file-formats.ts'
import { rounded } from './browsing/spread.ts'

interface Case {
  name: string
  rows: number
  switches: string[]
  /** Rows a second of ours beside the script's. */
  aim: number
  /** Each of them so often, in turn; the median counts. */
  rounds: number
  /** Whether the service keeps its events in PostgreSQL. */
  isOnPostgres?: true
}

interface Run {
  rows: number
  requests: number
  ms: number
  /** Its own time on any processor: what a busy machine leaves comparable. */
  cpuMs: number
}

interface OwnRun extends Run {
  verdict: string
  /** Bytes: before the reading, and at most. */
  idle: number
  peak: number
}

const divisor = Number(process.argv[2] ?? 1)
const format = process.argv[3] ?? ''
if (format !== '' && !isFileFormat(format)) throw new Error(`The second argument is a format of files, not ${format}.`)
if (!(divisor >= 1)) throw new Error('The argument is by how much the rows are divided: 1 or more.')
const rowsOf = (count: number) => Math.max(1_000, Math.round(count / divisor))
const cases: Case[] = [
  ...[0, 20, 80].map((ms): Case => {
    const aim = { 0: 1, 20: 4, 80: 5 }[ms] ?? 1
    return {
      name: `latency ${ms} ms`,
      rows: rowsOf(100_000),
      switches: ['--latency', `${ms}`],
      aim,
      rounds: ms === 0 ? 3 : 1,
    }
  }),
  { name: 'latency 0 ms', rows: rowsOf(1_000_000), switches: [], aim: 1, rounds: 1 },
  {
    name: `offset cost ${2 * divisor} µs`,
    rows: rowsOf(200_000),
    switches: ['--offset-cost', `${2 * divisor}`],
    aim: 8,
    rounds: 1,
  },
  {
    name: 'latency 20 ms, on PostgreSQL',
    rows: rowsOf(200_000),
    switches: ['--latency', '20'],
    aim: 4,
    rounds: 1,
    isOnPostgres: true,
  },
]
const programs = findPostgres()
/** `npm run bench export 1 '' postgres` reads from PostgreSQL alone. */
const chosen = cases.filter(({ isOnPostgres }) => (isOnPostgres ? programs !== null : process.argv[4] !== 'postgres'))
/** As `npm run export` is started. */
const FLAGS = ['--max-semi-space-size=8']
/** Rows of the loop of curl and jq: each page starts two programs. */
const LOOP_ROWS = 1_000

const folder = mkdtempSync(join(tmpdir(), 'bench-export-'))
const hasLoop = spawnSync('sh', ['-c', 'command -v curl && command -v jq']).status === 0
const lines: Record<string, object> = {}
const peaks: { rows: number; peak: number; idle: number }[] = []
try {
  for (const one of chosen) {
    const postgres = one.isOnPostgres && programs !== null ? await startPostgres(programs) : null
    const database = (await postgres?.newDatabase()) ?? join(folder, `${one.rows}.db`)
    const service = await startServiceProcess(
      ...['--events', `${one.rows}`, '--seed', '7', '--db', database],
      ...one.switches,
    )
    try {
      lines[`${one.rows.toLocaleString('en-US')} rows, ${one.name}`] = await measure(one, service.url)
    } finally {
      await service.stop()
      await postgres?.remove()
    }
  }
  console.log(`Reading every match; ${availableParallelism()} processors for all of it. Rows a second:`)
  console.table(lines)
  for (const { rows, peak, idle } of peaks) {
    const over = `${mebibytes(peak - idle)} MiB over idle (aim: under 250)`
    console.log(`Peak memory of ours, ${rows.toLocaleString('en-US')} rows: ${mebibytes(peak)} MiB, ${over}`)
  }
  const [few, many] = [peaks[0], peaks.at(-1)]
  if (few && many) console.log(`Ratio of peaks: ${rounded(many.peak / few.peak, 2)} (aim: at most 1.2)`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ rows, aim, rounds, switches }: Case, url: string): Promise<object> {
  const ownRuns: OwnRun[] = []
  const script: Run[] = []
  for (let round = 0; round < rounds; round += 1) {
    script.push(await run<Run>('keep-alive-script.ts', url, token, join(folder, 'script.csv')))
    const at = mkdtempSync(join(folder, 'own-'))
    ownRuns.push(await run<OwnRun>('reading.ts', url, token, at, format))
    rmSync(at, { recursive: true })
  }
  const [ours, beside] = [median(ownRuns), median(script)]
  if (ours.rows !== rows || ours.verdict !== 'complete') throw new Error(`Not all was read: ${JSON.stringify(ours)}`)
  const isPlain = switches.length === 0 || switches[1] === '0'
  if (isPlain) peaks.push({ rows, peak: ours.peak, idle: ours.idle })
  const alone = isPlain ? await run<Omit<Run, 'cpuMs'>>('bare-requests.ts', url, token, `${rows}`, '8') : null
  const loop = hasLoop ? curlLoop(url) : null
  return {
    ours: Math.round(rate(ours)),
    requests: ours.requests,
    script: Math.round(rate(beside)),
    'its requests': beside.requests,
    'curl | jq': loop && Math.round(rate(loop)),
    'service alone': alone && Math.round(rate(alone)),
    'CPU, ms per 1,000 rows: ours': rounded(cpu(ours), 1),
    "script's": rounded(cpu(beside), 1),
    'ours / script': `${rounded(rate(ours) / rate(beside), 2)}×`,
    aim: `≥ ${aim}×`,
  }
}

function rate({ rows, ms }: Pick<Run, 'rows' | 'ms'>): number {
  return (rows * 1000) / ms
}

function cpu({ rows, cpuMs }: Run): number {
  return (cpuMs * 1000) / rows
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}

function median<T extends Run>(runs: readonly T[]): T {
  const sorted = runs.toSorted((a, b) => a.ms - b.ms)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was run')
  return middle
}

/** A process of its own; what it says last is what it did. */
function run<T>(file: string, ...args: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...FLAGS, join('bench/export', file), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(output) as T) : reject(new Error(`${file}: ${code}`)),
    )
  })
}

/** What people type. Every page is a connection and two programs. */
function curlLoop(url: string): Omit<Run, 'cpuMs'> {
  const script = `offset=0
while [ $offset -lt ${LOOP_ROWS} ]; do
  curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d "{\\"limit\\":100,\\"offset\\":$offset}" ${url}/v1/events/search |
    jq -r '.events[] | [.event_id, .customer_id, .event_code, .event_type, .created_at, (.event_properties | tojson)] | @csv'
  offset=$((offset + 100))
done`
  const startedAt = performance.now()
  const { status, stdout } = spawnSync('sh', ['-c', script], {
    env: { ...process.env, TOKEN: token },
    maxBuffer: 2 ** 28,
  })
  const ms = performance.now() - startedAt
  const rows = stdout.toString().trimEnd().split('\n').length
  if (status !== 0 || rows < LOOP_ROWS) throw new Error(`The loop of curl and jq gave ${rows} rows`)
  return { rows: LOOP_ROWS, requests: LOOP_ROWS / 100, ms }
}
