// Writes a file of events and its receipt: to the disk, where both are written beside their places and then moved
// there, or as it is fetched.
import { basename } from 'node:path'
import type { TableRow } from '../../../shared/event/event-table.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type PreparedFile, prepareWholeFile, type WrittenFile } from '../storage/whole-file.ts'
import { chargesBeside, chargesPath, heldCharges } from './charges-file.ts'
import { hashed, placeTogether } from './delivery.ts'
import { type DuckDbStatements, fileStatements } from './duckdb-statements.ts'
import { type EventSource, orFailure, rowsOf } from './event-source.ts'
import { emptyTally, type FileContent, type FileFormat, type Tally } from './file-format.ts'
import type { FileSubject } from './file-subject.ts'
import { RECEIPT_ENDING, receiptText } from './receipt.ts'
import { fileFacts, receiptOf } from './receipt-of.ts'
import { beginSurvey, type Survey, type Surveying, type SurveyOptions } from './survey.ts'

export interface EventFileOrder extends SurveyOptions {
  /** Chosen by the user, never by the page. A file that is fetched has its name here. */
  path: string
  source: EventSource
  format: FileFormat
  /** The receipt says this besides; null for a file without one. */
  subject: FileSubject | null
  /** This machine's clock, ms since 1970. */
  now: () => number
  signal?: AbortSignal
  /** Told now and then how many rows are written, of how many, and of the bytes so far. */
  onRows?: (rows: number, of: number, bytes: number) => void
}

export interface EventFile extends WrittenFile {
  path: string
  /** The receipt is there; null without one. */
  receipt: string | null
  /** It lies beside the file; null without one. */
  receiptText: string | null
  /** Its charges are there; null where it needs none beside it. */
  charges: string | null
  /** They lie there. */
  chargesBytes: Uint8Array | null
  survey: Survey
  tally: Tally
  /** They load a Parquet file; null for any other. */
  statements: DuckDbStatements | null
}

/**
 * Fails with what the source fails with, with `cancelled`, or with `disk` and a sentence; then what was there before is
 * untouched, receipt included, and nothing is left beside it.
 */
export function writeEventFile(order: EventFileOrder): Promise<Result<EventFile>> {
  return orFailure(async () => {
    const events = await writeEvents(order)
    if (!events.ok) return events
    const { file, survey, tally } = events.value
    const made = await describedFile(order, file, survey, tally)
    const { receipt, receiptText, charges, chargesBytes } = made
    const placed = await placeTogether(file, [
      ...(charges === null || chargesBytes === null ? [] : [{ path: charges, bytes: chargesBytes }]),
      ...(receipt === null || receiptText === null ? [] : [{ path: receipt, bytes: Buffer.from(receiptText) }]),
    ])
    return placed.ok ? succeeded(made) : placed
  })
}

/**
 * The bytes of the file, and what is to be fetched behind them. Nothing is written to disk, so all rows are looked at
 * first for its columns.
 * @param onLooked told now and then how many were
 * @throws SourceFailure
 */
export async function* streamEventFile(
  order: EventFileOrder,
  onLooked: (rows: number) => void,
): AsyncGenerator<Uint8Array, EventFile> {
  const survey = (await surveyRows(order, { onLooked })).result()
  const tally = emptyTally()
  const written = yield* hashed(fileBytes(order, { batches: rowsOf(order.source, order.signal), survey }, tally))
  return describedFile(order, written, survey, tally)
}

/** Writes what is said of a file that is whole, in its receipt and beside it. */
async function describedFile(
  order: EventFileOrder,
  { bytes, sha256 }: WrittenFile,
  survey: Survey,
  tally: Tally,
): Promise<EventFile> {
  const { path, format, subject, now } = order
  const listed = chargesBeside(survey, format, subject)
  const charges = listed && (await heldCharges(listed, format, basename(path)))
  const facts = { path, written: { bytes, sha256 }, format, survey, tally, charges: charges?.facts ?? null }
  const createdAt = new Date(now()).toISOString()
  return {
    path,
    bytes,
    sha256,
    survey,
    tally,
    receipt: subject && path + RECEIPT_ENDING,
    receiptText: subject && receiptText(receiptOf({ ...facts, subject, createdAt })),
    charges: charges && chargesPath(path),
    chargesBytes: charges?.held ?? null,
    statements: statementsFor(order, survey, tally),
  }
}

/** Tells what is copied for DuckDB; null where it is no Parquet file. */
function statementsFor(
  { path, format, subject }: EventFileOrder,
  survey: Survey,
  tally: Tally,
): DuckDbStatements | null {
  if (format.extension !== 'parquet') return null
  const { sums, rows, decimals, fingerprint } = fileFacts(survey, tally, format)
  const fields = format.fields(survey, tally)
  // A file without a receipt is for others, who get no figures with it.
  const statedSums = subject === null ? [] : sums
  return fileStatements(path, {
    fields,
    rows,
    sums: statedSums,
    decimals: decimals ?? [],
    fingerprint: fingerprint ?? null,
    days: [],
  })
}

/** How many rows nearly always show all columns. */
const FIRST_ROWS = 2_000

interface WrittenEvents {
  file: PreparedFile
  survey: Survey
  tally: Tally
}

/**
 * Goes through the rows once where that is enough. A file starts with heads that depend on all rows: it is begun on a
 * survey of the first ones, and all are surveyed while they are written. Where the first did not stand for all, what
 * was written is dropped, and the rows are gone through a second time.
 */
async function writeEvents(order: EventFileOrder): Promise<Result<WrittenEvents>> {
  const { source, format, signal, sums, valuing = null } = order
  if (format.hasTotalsFirst && (sums.length > 0 || valuing !== null))
    return writeSurveyed(order, (await surveyRows(order)).result())
  // All rows count as the first if their number is unknown.
  const most = source.rows === undefined ? undefined : FIRST_ROWS
  const ofFirst = await surveyRows({ ...order, sums: [], valuing: null, expected: null }, { most })
  const ofAll = beginSurvey(order, source.rows)
  const { batches, stillSuits } = whileItSuits(rowsOf(source, signal), ofFirst, ofAll, format.suits)
  const tally = emptyTally()
  const file = await prepare(order, { batches, survey: ofFirst.result(), whole: ofAll.result }, tally)
  if (!file.ok) return file
  if (stillSuits()) return succeeded({ file: file.value, survey: ofAll.result(), tally })
  await file.value.drop()
  return writeSurveyed(order, ofAll.result())
}

/** Writes rows that have all been gone through. */
async function writeSurveyed(order: EventFileOrder, survey: Survey): Promise<Result<WrittenEvents>> {
  const { source, signal } = order
  const tally = emptyTally()
  const file = await prepare(order, { batches: rowsOf(source, signal), survey }, tally)
  return file.ok ? succeeded({ file: file.value, survey, tally }) : file
}

/** Goes through all rows, or the first `most`. @param onLooked told how many so far */
async function surveyRows(
  order: EventFileOrder,
  { most = Number.POSITIVE_INFINITY, onLooked }: { most?: number | undefined; onLooked?: (rows: number) => void } = {},
): Promise<Surveying> {
  const surveying = beginSurvey(order, order.source.rows)
  let rows = 0
  for await (const batch of rowsOf(order.source, order.signal)) {
    surveying.add(batch)
    rows += batch.length
    onLooked?.(rows)
    if (rows >= most) break
  }
  return surveying
}

const prepare = (order: EventFileOrder, content: FileContent, tally: Tally) =>
  prepareWholeFile(order.path, fileBytes(order, content, tally))

async function* fileBytes({ format, onRows }: EventFileOrder, content: FileContent, tally: Tally) {
  let bytes = 0
  const told = (rows: number) => onRows?.(rows, content.survey.rows, bytes)
  for await (const chunk of format.bytes({ ...content, onRows: told }, tally)) {
    bytes += chunk.length
    yield chunk
  }
}

/**
 * The batches to be written by the survey of the first rows, each added to the survey of all. Once `suits` says that
 * the file would have to be another by those, none is handed on any more, and the rest is only surveyed. `stillSuits`
 * tells at the end of the batches whether it never did.
 */
function whileItSuits(
  batches: AsyncIterable<readonly TableRow[]>,
  ofFirst: Surveying,
  ofAll: Surveying,
  suits: FileFormat['suits'],
): { batches: AsyncGenerator<readonly TableRow[]>; stillSuits: () => boolean } {
  const begun = ofFirst.result()
  let isGood = true
  async function* handedOn(): AsyncGenerator<readonly TableRow[]> {
    let columns = ofFirst.columns()
    let { characters } = begun
    for await (const batch of batches) {
      ofAll.add(batch)
      if (!isGood) continue
      // To work a survey out takes long: it is done when there is more than was known, and then each time that doubles.
      if (ofAll.columns() > columns || ofAll.characters() > characters) {
        isGood = suits(begun, ofAll.result())
        columns = 2 * ofAll.columns()
        characters = 2 * ofAll.characters()
      }
      if (isGood) yield batch
    }
    isGood &&= suits(begun, ofAll.result())
  }
  return { batches: handedOn(), stillSuits: () => isGood }
}
