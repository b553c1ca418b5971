// The file of a finished reading as its command ordered it, and what is to be said of it.
import type { ExportOptions } from '../../shared/export/file-export.ts'
import { type Result, succeeded } from '../../shared/failure/failure.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type { ExportMaterial } from '../backend/export/export-material.ts'
import { leftOutOf, verdictWord } from '../backend/export/file-subject.ts'
import { statedSum } from '../backend/export/receipt-of.ts'
import { writeMaterial } from '../backend/export/run-export.ts'
import { snapshotMaterial } from '../backend/export/snapshot-material.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'
import type { SnapshotFile } from '../backend/snapshots/store/snapshot-file.ts'
import { type ProgressLine, writingProgress } from './progress-line.ts'

/** The JSON line at the end. */
export interface WrittenExport {
  verdict: SnapshotVerdict['kind']
  rows: number
  file: string
  receipt: string | null
  sha256: string
  readFrom: string
  readTo: string | null
  /** As the receipt has them; absent where none was asked for, or they are too long for a line. */
  sums?: ReturnType<typeof statedSum>[]
}

/** Of the sums, in UTF-16 units: the service chooses how many currencies there are, and how long their names. */
const LONGEST_SUMS = 65_536

export interface WriteEffects {
  program: string
  now: () => number
  progress: ProgressLine
  signal: AbortSignal
}

/** What a finished reading's file is made of, to be closed. Fails as `snapshotMaterial`. */
export function orderedMaterial(
  { id, range, file }: SnapshotHeader,
  openSnapshot: (snapshotId: string) => Result<SnapshotFile>,
  { program, now, signal }: WriteEffects,
): Promise<Result<ExportMaterial>> {
  if (file === undefined) throw new Error('Only a reading for a file is written')
  const { format, separator, decimal, guarded, order, columns, sums } = file
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
      meaningsOf: async () => [],
      turn: async () => undefined,
    },
    signal,
  )
}

/** Fails as `writeMaterial`. */
export async function writeSnapshotFile(
  { file: ordered, begunAt }: SnapshotHeader,
  material: ExportMaterial,
  effects: WriteEffects,
): Promise<Result<WrittenExport>> {
  const { now, progress, signal } = effects
  const { snapshot: subject, verdict } = material
  if (ordered === undefined || subject === null || verdict === null)
    throw new Error('Only a reading for a file is written')
  const report = ({ rows, of }: { rows: number; of: number | null }) => progress.show(writingProgress(rows, of ?? rows))
  const written = await writeMaterial(material, ordered.path, { now, signal, report })
  if (!written.ok) return written
  const { survey, tally, receipt, sha256 } = written.value
  progress.say(`${verdictWord(subject)}. ${verdict.sentence}`)
  for (const { why, rows } of leftOutOf(subject, survey.rows)) progress.say(`Left out: ${why}: ${rows}.`)
  for (const { name, kinds } of survey.table.columns) {
    if (survey.pick.chosen !== undefined && Object.values(kinds).every((count) => count === 0)) {
      progress.say(`No event has ${name}: its column is empty.`)
    }
  }
  const sums = survey.sums.map(statedSum)
  const areShort = JSON.stringify(sums).length <= LONGEST_SUMS
  if (!areShort) progress.say('The sums are in the receipt only: they are too long for one line.')
  return succeeded({
    verdict: verdict.kind,
    rows: tally.rows,
    file: written.value.path,
    receipt,
    sha256,
    readFrom: begunAt,
    readTo: subject.state.endedAt,
    ...(sums.length > 0 && areShort ? { sums } : {}),
  })
}
