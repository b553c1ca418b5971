// One file in a process of its own, so that its peak memory is nothing else's: ours from a snapshot, or the barest loop
// of a library over rows that are ready. Told by its parent what to write, it answers with how long it took and how
// much.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { writeXlsxStream } from 'hucre/xlsx'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { snapshotEvents } from '../../electron/backend/export/event-source.ts'
import { readRow } from '../../electron/backend/export/read-row.ts'
import type { SnapshotJournal } from '../../electron/backend/snapshots/snapshot-journal.ts'
import { openSnapshotFile } from '../../electron/backend/snapshots/store/snapshot-file.ts'
import { buildEventTable, type Cell } from '../../shared/event/event-table.ts'
import type { FileFormatName } from '../../shared/export/file-formats.ts'
import type { KeptSnapshot } from './kept-snapshot.ts'
import { writeWhole } from './write-whole.ts'

export interface FileJob {
  how: 'ours' | 'bare'
  format: FileFormatName
  rows: number
  snapshot: KeptSnapshot
  folder: string
}

export interface FileDone {
  ms: number
  /** Of all threads of the process, on any processor: what a busy machine leaves comparable. */
  cpuMs: number
  /** Of the process, in bytes: before anything was written, and at most. */
  idle: number
  peak: number
}

/** Of rows that are ready, before they come again. */
const READY = 1_000

process.once('message', async (job: FileJob) => {
  const file = openSnapshotFile({ ...job.snapshot, key: Buffer.from(job.snapshot.key, 'base64') })
  if ('why' in file) throw new Error(file.words)
  const path = join(job.folder, `${job.how}.${job.format}`)
  const work = job.how === 'ours' ? () => writeWhole(path, job.format, file) : await bare(job, path, file)
  const idle = process.memoryUsage.rss()
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(usedBefore)
  const done: FileDone = { ms, cpuMs: (user + system) / 1_000, idle, peak: process.resourceUsage().maxRSS * 1024 }
  process.send?.(done, () => process.exit(0))
})

/** No reading, no guards, no sum, no hash: the rows' texts are there, in the columns of the first ones. */
async function bare({ format, rows }: FileJob, path: string, journal: SnapshotJournal) {
  const { sources, columns, cells } = await readyRows(journal)
  const texts = cells.map((row) => row.map((cell) => cell?.text ?? ''))
  const values = cells.map((row) =>
    row.map((cell) => (cell?.kind === 'number' ? Number(cell.text) : (cell?.text ?? null))),
  )
  const batches = rows / READY
  const file = createWriteStream(path)
  return async () => {
    if (format === 'xlsx') {
      const stream = writeXlsxStream(repeated(values, batches), { name: 'Events', columns: columns.map(named) })
      await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), file)
      return
    }
    if (format === 'parquet') {
      await pipeline(Readable.from(parquetGroups(columns, texts, batches), { objectMode: false }), file)
      return
    }
    const batch = format === 'csv' ? () => stringify(texts) : () => `${sources.join('\n')}\n`
    await pipeline(Readable.from(pieced(batch, batches), { objectMode: false }), file)
  }
}

const named = (header: string) => ({ header, key: header })

function* repeated<T>(rows: readonly T[], times: number): Generator<T> {
  for (let time = 0; time < times; time += 1) yield* rows
}

/** All columns as texts, in groups of as many rows as are ready. */
function* parquetGroups(columns: readonly string[], rows: readonly string[][], times: number): Generator<Uint8Array> {
  const writer = new ByteWriter()
  const schema = columns.map((name) => ({ name, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }))
  const root = { name: 'events', num_children: columns.length }
  const parquet = new ParquetWriter({ writer, schema: [root, ...schema.map((one) => ({ ...one, ...REQUIRED }))] })
  const taken = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  const columnData = columns.map((name, at) => ({ name, data: rows.map((row) => row[at] ?? ''), statistics: false }))
  for (let time = 0; time < times; time += 1) {
    void parquet.write({ columnData, rowGroupSize: rows.length })
    yield taken()
  }
  void parquet.finish()
  yield taken()
}

const REQUIRED = { repetition_type: 'REQUIRED' } as const

function* pieced(batch: () => string, times: number): Generator<string> {
  for (let time = 0; time < times; time += 1) yield batch()
}

async function readyRows(journal: SnapshotJournal) {
  const sources: string[] = []
  for await (const batch of snapshotEvents(journal).batches()) {
    if (!batch.ok) throw new Error(JSON.stringify(batch.failure))
    sources.push(...batch.value.map(({ source }) => source))
    if (sources.length >= READY) break
  }
  sources.length = Math.min(sources.length, READY)
  const builder = buildEventTable()
  const rows = sources.map(readRow)
  for (const row of rows) builder.note(row)
  const table = builder.table()
  const cells: Cell[][] = rows.map((row) => table.cells(row))
  return { sources, columns: table.columns.map(({ head }) => head), cells }
}
