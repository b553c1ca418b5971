// The file of a finished reading as its command ordered it, and what is to be said of it.
import { basename } from 'node:path'
import type { ExportOptions } from '../../shared/export/file-export.ts'
import { failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import { verdictLine } from '../../shared/snapshot/verdict-name.ts'
import { readRules } from '../../shared/worth/rules-text.ts'
import { exportRefusal } from '../backend/export/delivery.ts'
import type { DuckDbStatements } from '../backend/export/duckdb-statements.ts'
import { type ExportMaterial, snapshotMaterial } from '../backend/export/export-material.ts'
import { chargesWords } from '../backend/export/export-run.ts'
import { readKeptShapes, shapesSentence } from '../backend/export/file-shapes.ts'
import { leftOutOf } from '../backend/export/file-subject.ts'
import { asKeptRules, type FileWorth, readKeptRules, worthSentence } from '../backend/export/file-worth.ts'
import { statedSum } from '../backend/export/receipt-of.ts'
import { emptyColumnWords } from '../backend/export/survey.ts'
import type { DayFolder, DayFolderOrder } from '../backend/export/write-day-folder.ts'
import { writeEventFile } from '../backend/export/write-event-file.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import type { SnapshotFile } from '../backend/snapshots/store/snapshot-file.ts'
import { visibleLine } from '../platform/visible-text.ts'
import type { ReadEffects } from './command-store.ts'
import { writingProgress } from './progress-line.ts'

/** The JSON line at the end. */
export interface WrittenExport {
  verdict: SnapshotVerdict['kind']
  rows: number
  file: string
  receipt: string | null
  /** Where the charges are that lie beside the file; absent: it needs none. */
  charges?: string
  sha256: string
  readFrom: string
  readTo: string | null
  /** It says to DuckDB how to load a Parquet file, and what must then answer the receipt. */
  duckdb?: DuckDbStatements
  /** They are as the receipt has them; absent where none was asked for, or they are too long for a line. */
  sums?: ReturnType<typeof statedSum>[]
  /** The same, of rules. */
  worth?: FileWorth
  /** Events that are not as `--expect` has it; absent without it. */
  misfits?: number
}

/**
 * The most UTF-16 units of sums, of worth, and of statements in the line: the service chooses how many currencies there
 * are, and how long their names.
 */
const LONGEST_FIGURES = 65_536

type WriteEffects = Pick<ReadEffects, 'program' | 'now' | 'progress' | 'signal'>

type OpenSnapshot = (snapshotId: string) => Result<SnapshotFile>

/** The file of a finished reading, and its receipt. Fails as `snapshotMaterial` and `writeEventFile`. */
export async function writeSnapshotFile(
  header: SnapshotHeader,
  openSnapshot: OpenSnapshot,
  effects: WriteEffects,
): Promise<Result<WrittenExport>> {
  const material = await orderedMaterial(header, openSnapshot, effects)
  if (!material.ok) return material
  try {
    return await writtenExport(header, material.value, effects)
  } finally {
    await material.value.close()
  }
}

/** To be closed. */
async function orderedMaterial(
  { id, range, file }: SnapshotHeader,
  openSnapshot: OpenSnapshot,
  { program, now, signal }: WriteEffects,
): Promise<Result<ExportMaterial>> {
  if (file === undefined) throw new Error('Only a reading for a file is written')
  const { format, separator, decimal, guarded, order, columns, sums, rules: rulesText, expect } = file
  const read = rulesText === undefined ? null : readRules(rulesText)
  if (read?.ok === false) return ofOtherVersion('rules')
  const expected = readKeptShapes(expect ?? null)
  if (expect !== undefined && (expected === null || expected === 'unreadable')) return ofOtherVersion('expected shapes')
  const rules = read === null ? NOTHING_SAID : asKeptRules(read.rules)
  const options: ExportOptions = {
    format,
    separator,
    decimal,
    guarded,
    sums,
    columns: columns === null ? { are: 'all' } : { are: 'chosen', columns },
    properties: 'columns',
    zone: range.zone,
    first: order,
    misses: false,
  }
  return snapshotMaterial(
    { of: 'snapshot', snapshotId: id, scope: null, sort: null },
    options,
    id,
    {
      now,
      program,
      openSnapshot: async (snapshotId) => openSnapshot(snapshotId),
      askRows: () => () => Promise.reject(new Error('Nothing is filtered or sorted here')),
      rulesOf: async () => rules,
      shapesOf: async () => expected,
      turn: async () => undefined,
    },
    signal,
  )
}

const NOTHING_SAID = readKeptRules(null, null)

const ofOtherVersion = (what: string) =>
  failed(
    exportRefusal(
      `The ${what} that this reading was started with are of another version of Eventscope. Start it again.`,
    ),
  )

const WAITS = 'Another export is writing into this folder. This one continues once that has ended.'

/** Loaded with the first such folder: it brings the library that encodes it. */
async function writeByDay(order: DayFolderOrder): Promise<Result<DayFolder>> {
  const { writeDayFolder } = await import('../backend/export/write-day-folder.ts')
  return writeDayFolder(order)
}

async function writtenExport(
  { file: ordered, begunAt }: SnapshotHeader,
  material: ExportMaterial,
  effects: WriteEffects,
): Promise<Result<WrittenExport>> {
  const { now, progress, signal } = effects
  const { snapshot: subject, verdict } = material
  if (ordered === undefined || subject === null || verdict === null)
    throw new Error('Only a reading for a file is written')
  const onRows = (rows: number, of: number) => progress.show(writingProgress(rows, of))
  const order = { ...material, path: ordered.path, now, signal, onRows }
  const written = await (ordered.partition === undefined
    ? writeEventFile(order)
    : writeByDay({ ...order, subject, onWait: () => progress.say(WAITS) }))
  if (!written.ok) return written
  const { survey, tally, receipt, charges, sha256, statements } = written.value
  if (charges !== null) progress.say(chargesWords(basename(charges)))
  progress.say(verdictLine(verdict))
  for (const { why, rows } of leftOutOf(subject, survey.rows)) progress.say(`Left out: ${why}: ${rows}.`)
  for (const { name, kinds } of survey.table.columns) {
    if (survey.pick.chosen !== undefined && Object.values(kinds).every((count) => count === 0)) {
      progress.say(emptyColumnWords(name))
    }
  }
  const sums = survey.sums.map(statedSum)
  const areShort = JSON.stringify(sums).length <= LONGEST_FIGURES
  if (!areShort) progress.say('The sums are in the receipt only: they are too long for one line.')
  const { worth, shapes } = survey
  if (shapes !== null) progress.say(shapesSentence(shapes))
  const isShort = worth === null || JSON.stringify(worth).length <= LONGEST_FIGURES
  if (worth !== null) progress.say(visibleLine(worthSentence(worth, '-')))
  if (!isShort) progress.say('What the events are worth is in the receipt only: it is too long for one line.')
  const areStatementsPrinted = statements !== null && statements.check.length <= LONGEST_FIGURES
  if (statements !== null && !areStatementsPrinted) progress.say('The statements for DuckDB are too long for one line.')
  return succeeded({
    verdict: verdict.kind,
    rows: tally.rows,
    file: written.value.path,
    receipt,
    ...(charges === null ? {} : { charges }),
    sha256,
    readFrom: begunAt,
    readTo: subject.state.endedAt,
    ...(areStatementsPrinted ? { duckdb: statements } : {}),
    ...(sums.length > 0 && areShort ? { sums } : {}),
    ...(worth !== null && isShort ? { worth } : {}),
    ...(shapes === null ? {} : { misfits: Number(shapes.unexpected) }),
  })
}
