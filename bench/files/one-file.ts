// One file in a process of its own, so that its peak memory is nothing else's: ours from a snapshot, or the barest loop of
// a library over rows that are ready. Told by its parent what to write, it answers with how long it took and how much.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { writeXlsxStream } from 'hucre/xlsx'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { aboutLines } from '../../electron/backend/export/about-lines.ts'
import { csvFormat } from '../../electron/backend/export/csv-format.ts'
import { excelFormat } from '../../electron/backend/export/excel-format.ts'
import type { FileFormat } from '../../electron/backend/export/file-format.ts'
import type { FileSubject } from '../../electron/backend/export/file-subject.ts'
import { ndjsonFormat } from '../../electron/backend/export/ndjson-format.ts'
import { parquetFormat } from '../../electron/backend/export/parquet-format.ts'
import { readRow } from '../../electron/backend/export/read-row.ts'
import { eventOrder, snapshotEvents } from '../../electron/backend/export/snapshot-source.ts'
import { writeEventFile } from '../../electron/backend/export/write-event-file.ts'
import type { SnapshotJournal } from '../../electron/backend/snapshots/snapshot-journal.ts'
import { openSnapshotFile } from '../../electron/backend/snapshots/store/snapshot-file.ts'
import { buildEventTable, type Cell } from '../../shared/event/event-table.ts'
import { wantedSum } from '../../shared/worth/property-sum.ts'
import type { KeptSnapshot } from './kept-snapshot.ts'

export interface FileJob {
  how: 'ours' | 'bare'
  format: FileFormat['extension']
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
  const work = job.how === 'ours' ? await ours(job, file) : await bare(job, file)
  const idle = process.memoryUsage.rss()
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  await work()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(usedBefore)
  const done: FileDone = { ms, cpuMs: (user + system) / 1_000, idle, peak: process.resourceUsage().maxRSS * 1024 }
  process.send?.(done, () => process.exit(0))
})

async function ours({ format, folder }: FileJob, journal: SnapshotJournal) {
  const subject: FileSubject = {
    program: 'Eventscope',
    header: journal.header,
    state: journal.state(),
    slices: journal.slices(),
    includesMisses: false,
    filtered: null,
    order: eventOrder(journal),
  }
  return async () => {
    const written = await writeEventFile({
      path: join(folder, `ours.${format}`),
      source: snapshotEvents(journal),
      format: formatOf(format, subject),
      sums: [wantedSum('amount', [])],
      subject,
      now: Date.now,
    })
    if (!written.ok) throw new Error(JSON.stringify(written.failure))
  }
}

function formatOf(format: FileFormat['extension'], subject: FileSubject): FileFormat {
  if (format === 'csv') return csvFormat({ separator: ',', decimal: '.', guarded: true })
  if (format === 'parquet') return parquetFormat()
  return format === 'ndjson' ? ndjsonFormat() : excelFormat({ zone: 'Europe/Berlin', about: aboutLines(subject) })
}

/** No reading, no guards, no sum, no hash: the rows' texts are there, in the columns of the first ones. */
async function bare({ format, rows, folder }: FileJob, journal: SnapshotJournal) {
  const { sources, columns, cells } = await readyRows(journal)
  const texts = cells.map((row) => row.map((cell) => cell?.text ?? ''))
  const values = cells.map((row) =>
    row.map((cell) => (cell?.kind === 'number' ? Number(cell.text) : (cell?.text ?? null))),
  )
  const pieces = rows / READY
  const file = createWriteStream(join(folder, `bare.${format}`))
  return async () => {
    if (format === 'xlsx') {
      const stream = writeXlsxStream(repeated(values, pieces), { name: 'Events', columns: columns.map(named) })
      await pipeline(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]), file)
      return
    }
    if (format === 'parquet') {
      await pipeline(Readable.from(parquetGroups(columns, texts, pieces), { objectMode: false }), file)
      return
    }
    const piece = format === 'csv' ? () => stringify(texts) : () => `${sources.join('\n')}\n`
    await pipeline(Readable.from(pieced(piece, pieces), { objectMode: false }), file)
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

function* pieced(piece: () => string, times: number): Generator<string> {
  for (let time = 0; time < times; time += 1) yield piece()
}

async function readyRows(journal: SnapshotJournal) {
  const sources: string[] = []
  for await (const piece of snapshotEvents(journal).pieces()) {
    if (!piece.ok) throw new Error(JSON.stringify(piece.failure))
    sources.push(...piece.value.map(({ source }) => source))
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
