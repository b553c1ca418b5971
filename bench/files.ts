// What a file of a snapshot costs: a million rows (or as many thousands as the argument says) to each format, sum, hash
// and receipt included, beside a bare loop of csv-stringify, of hucre, of hyparquet-writer or of nothing over rows that
// are ready, and the peak memory beside that of a tenth of the rows. Everything in one run, each file in a process of
// its own. What other programs take of the machine shows in the rows a second, and hardly in those a second of a
// processor.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rounded } from './browsing/spread.ts'
import { keepSnapshot } from './files/kept-snapshot.ts'
import type { FileDone, FileJob } from './files/one-file.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
if (!Number.isInteger(rows) || rows < 10_000 || rows % 10_000 !== 0) {
  console.error(`How many rows: a multiple of 10,000, not ${process.argv[2]}.`)
  process.exit(2)
}
/** `npm run bench files 1000000 parquet` measures one format. */
const only = process.argv[3]
const formats = [
  { format: 'csv', beside: 'csv-stringify', aim: 100_000 },
  { format: 'ndjson', beside: 'the texts alone', aim: 100_000 },
  { format: 'xlsx', beside: 'hucre', aim: 50_000 },
  { format: 'parquet', beside: 'hyparquet-writer', aim: 60_000 },
] as const

const folder = mkdtempSync(join(tmpdir(), 'bench-files-'))
try {
  const [all, tenth] = [await kept('all', rows), await kept('tenth', rows / 10)]
  const table: Record<string, Record<string, string | number>> = {}
  for (const { format, beside, aim } of formats.filter((one) => only === undefined || one.format === only)) {
    const few = await write({ how: 'ours', format, rows: rows / 10, snapshot: tenth, folder })
    const ours = await write({ how: 'ours', format, rows, snapshot: all, folder })
    const bare = await write({ how: 'bare', format, rows, snapshot: all, folder })
    const speed = ({ ms }: FileDone) => Math.round((rows * 1_000) / ms)
    table[format] = {
      'rows/s': speed(ours),
      aim,
      'rows/CPU s': Math.round((rows * 1_000) / ours.cpuMs),
      beside,
      'its rows/s': speed(bare),
      ratio: `${rounded(speed(ours) / speed(bare), 2)}×`,
      [`peak MiB at ${rows / 10}`]: mebibytes(few),
      [`peak MiB at ${rows}`]: mebibytes(ours),
      'ratio of peaks': rounded(ours.peak / few.peak, 2),
      'its peak MiB': mebibytes(bare),
    }
  }
  console.table(table)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function kept(id: string, count: number) {
  const snapshot = { id, path: join(folder, `${id}.db`), key: randomBytes(32).toString('base64') }
  await keepSnapshot(snapshot, count)
  return snapshot
}

async function write(job: FileJob): Promise<FileDone> {
  // As `npm run export` starts Node.
  const execArgv = ['--max-semi-space-size=8']
  const child = fork(join(import.meta.dirname, 'files/one-file.ts'), { execArgv })
  child.send(job)
  const answer = await Promise.race([once(child, 'message'), once(child, 'exit')])
  const [done] = answer as [FileDone | number | null]
  if (typeof done !== 'object' || done === null) throw new Error(`${job.how} ${job.format} ended with ${done}`)
  return done
}

function mebibytes({ peak }: FileDone): number {
  return Math.round(peak / 2 ** 20)
}
