// The file of a finished reading and its receipt, and what is to be said of them.
import { type Result, succeeded } from '../../shared/failure/failure.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import { aboutLines } from '../backend/export/about-lines.ts'
import { type FileSubject, leftOutOf, verdictWord } from '../backend/export/file-subject.ts'
import { FORMATS } from '../backend/export/formats.ts'
import { statedSum } from '../backend/export/receipt-of.ts'
import { eventOrder, snapshotEvents } from '../backend/export/snapshot-source.ts'
import { usualSum } from '../backend/export/survey.ts'
import { writeEventFile } from '../backend/export/write-event-file.ts'
import { inOrderOfTime } from '../backend/snapshots/slice.ts'
import type { SnapshotJournal } from '../backend/snapshots/snapshot-journal.ts'
import type { ProgressLine } from './progress-line.ts'
import { writingProgress } from './progress-words.ts'

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

/** Fails as `writeEventFile`. */
export async function writeSnapshotFile(
  journal: SnapshotJournal,
  effects: WriteEffects,
): Promise<Result<WrittenExport>> {
  const { program, now, progress, signal } = effects
  const { header } = journal
  const state = journal.state()
  const ordered = header.file
  if (ordered === undefined || state.verdict === null) throw new Error('Only a finished reading for a file is written')
  const subject: FileSubject = {
    program,
    header,
    state,
    slices: inOrderOfTime(journal.slices()),
    includesMisses: false,
    filtered: null,
    order: eventOrder(journal, ordered.order),
  }
  const written = await writeEventFile({
    path: ordered.path,
    source: snapshotEvents(journal, ordered.order),
    format: FORMATS[ordered.format].make({ ...ordered, zone: header.range.zone, about: aboutLines(subject) }),
    ...(ordered.columns === null ? {} : { chosen: ordered.columns }),
    sums: ordered.sums.map(usualSum),
    subject,
    now,
    signal,
    onRows: (rows, of) => progress.show(writingProgress(rows, of)),
  })
  if (!written.ok) return written
  const { survey, tally, receipt, sha256 } = written.value
  progress.say(`${verdictWord(subject)}. ${state.verdict.sentence}`)
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
    verdict: state.verdict.kind,
    rows: tally.rows,
    file: written.value.path,
    receipt,
    sha256,
    readFrom: header.begunAt,
    readTo: state.endedAt,
    ...(sums.length > 0 && areShort ? { sums } : {}),
  })
}
