// A file of events and its receipt: both are written beside their places, and only then put there.
import type { ChosenColumn } from '../../../shared/event-table.ts'
import { type Result, succeeded } from '../../../shared/failure.ts'
import { type PreparedFile, prepareWholeFile } from '../storage/whole-file.ts'
import { type EventSource, orFailure } from './event-source.ts'
import { type FileFormat, nothingCounted, type Tally } from './file-format.ts'
import type { FileSubject } from './file-subject.ts'
import { RECEIPT_ENDING, receiptOf } from './receipt.ts'
import { type Survey, surveyEvents, type WantedSum } from './survey.ts'

export interface EventFileOrder {
  /** Chosen by the user, never by the page. */
  path: string
  source: EventSource
  format: FileFormat
  /** These columns only, in this order; every one when left out. */
  chosen?: readonly ChosenColumn[]
  sums: readonly WantedSum[]
  /** What the receipt says besides; null for a file without one. */
  subject: FileSubject | null
  /** This machine's clock, ms since 1970. */
  now: () => number
  signal?: AbortSignal
  /** Told now and then how many rows are written, and of how many. */
  onRows?: (rows: number, of: number) => void
}

export interface EventFile {
  path: string
  /** Where the receipt is; null without one. */
  receipt: string | null
  bytes: number
  sha256: string
  survey: Survey
  tally: Tally
}

/**
 * Fails with what the source fails with, with `cancelled`, or with `disk` and a sentence; then what was there before is
 * untouched, receipt included, and nothing lies beside it.
 */
export function writeEventFile(order: EventFileOrder): Promise<Result<EventFile>> {
  const { path, source, format, chosen, sums, subject, signal } = order
  return orFailure(async () => {
    const survey = await surveyEvents(source, { chosen, sums, signal })
    const tally = nothingCounted()
    const onRows = (rows: number) => order.onRows?.(rows, survey.rows)
    const file = await prepareWholeFile(path, format.bytes({ source, survey, signal, onRows }, tally))
    if (!file.ok) return file
    const done = (receipt: string | null): EventFile => ({
      path,
      receipt,
      bytes: file.value.bytes,
      sha256: file.value.sha256,
      survey,
      tally,
    })
    if (subject === null) return inPlace([file.value], done(null))
    const createdAt = new Date(order.now()).toISOString()
    const receipt = receiptOf({ path, written: file.value, format, survey, tally, subject, createdAt })
    const written = await prepareWholeFile(path + RECEIPT_ENDING, [
      Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    ])
    if (!written.ok) {
      await file.value.drop()
      return written
    }
    return inPlace([file.value, written.value], done(path + RECEIPT_ENDING))
  })
}

async function inPlace(files: readonly PreparedFile[], done: EventFile): Promise<Result<EventFile>> {
  for (const [at, file] of files.entries()) {
    const committed = await file.commit()
    if (committed.ok) continue
    for (const other of files.slice(at + 1)) await other.drop()
    return committed
  }
  return succeeded(done)
}
