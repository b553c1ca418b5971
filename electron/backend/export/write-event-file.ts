// Writes a file of events and its receipt: both to temporary files first, which are then moved into place.
import { basename } from 'node:path'
import type { ColumnPick, TableRow } from '../../../shared/event/event-table.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { ExpectedShapes } from '../../../shared/shape/expected-shapes.ts'
import type { WantedSum } from '../../../shared/worth/property-sum.ts'
import { type PreparedFile, prepareWholeFile } from '../storage/whole-file.ts'
import type { Charge } from './charges.ts'
import { type ChargesFacts, chargesBeside, chargesBytes, chargesPath } from './charges-file.ts'
import { type DuckDbStatements, fileStatements } from './duckdb-statements.ts'
import { type EventSource, orFailure, rowsOf } from './event-source.ts'
import { emptyTally, type FileContent, type FileFormat, type Tally } from './file-format.ts'
import type { FileSubject } from './file-subject.ts'
import type { Valuing } from './file-worth.ts'
import { RECEIPT_ENDING, receiptText } from './receipt.ts'
import { fileFacts, receiptOf } from './receipt-of.ts'
import { beginSurvey, type Survey, type Surveying } from './survey.ts'

export interface EventFileOrder extends ColumnPick {
  /** Chosen by the user, never by the page. */
  path: string
  source: EventSource
  format: FileFormat
  sums: readonly WantedSum[]
  /** Absent or null: there are no rules to value the events by. */
  valuing?: Valuing | null
  /** Absent or null: nothing is expected of the events. */
  expected?: ExpectedShapes | null
  /** What the receipt says besides; null for a file without one. */
  subject: FileSubject | null
  /** This machine's clock, ms since 1970. */
  now: () => number
  signal?: AbortSignal
  /** Told now and then how many rows are written, of how many, and of the bytes so far. */
  onRows?: (rows: number, of: number, bytes: number) => void
}

export interface EventFile {
  path: string
  /** Where the receipt is; null without one. */
  receipt: string | null
  /** What lies beside it; null without one. */
  receiptText: string | null
  /** Where its charges are; null where it needs none beside it. */
  charges: string | null
  bytes: number
  sha256: string
  survey: Survey
  tally: Tally
  /** Of a Parquet file; null of any other. */
  statements: DuckDbStatements | null
}

/**
 * Fails with what the source fails with, with `cancelled`, or with `disk` and a sentence; then what was there before is
 * untouched, receipt included, and nothing is left beside it.
 */
export function writeEventFile(order: EventFileOrder): Promise<Result<EventFile>> {
  const { path, format, subject } = order
  return orFailure(async () => {
    const events = await writeEvents(order)
    if (!events.ok) return events
    const { file, survey, tally } = events.value
    const { bytes, sha256 } = file
    const statements = statementsFor(path, order, survey, tally)
    const facts = { path, bytes, sha256, survey, tally, statements }
    if (subject === null) return inPlace([file], { ...facts, receipt: null, receiptText: null, charges: null })
    const beside = await prepareCharges(path, chargesBeside(survey, format, subject), format)
    if (!beside.ok) {
      await file.drop()
      return beside
    }
    const charges = beside.value
    const createdAt = new Date(order.now()).toISOString()
    const written = {
      path,
      written: file,
      format,
      survey,
      tally,
      subject,
      createdAt,
      charges: charges?.facts ?? null,
    }
    const text = receiptText(receiptOf(written))
    const receipt = await prepareWholeFile(path + RECEIPT_ENDING, [Buffer.from(text)])
    if (!receipt.ok) {
      await file.drop()
      await charges?.file.drop()
      return receipt
    }
    return inPlace([file, ...(charges === null ? [] : [charges.file]), receipt.value], {
      ...facts,
      receipt: path + RECEIPT_ENDING,
      receiptText: text,
      charges: charges && chargesPath(path),
    })
  })
}

/** Null where there are none to stand beside the file at `path`. */
async function prepareCharges(
  path: string,
  charges: readonly Charge[] | null,
  format: FileFormat,
): Promise<Result<{ file: PreparedFile; facts: ChargesFacts } | null>> {
  if (charges === null) return succeeded(null)
  const file = await prepareWholeFile(chargesPath(path), chargesBytes(charges, format))
  if (!file.ok) return file
  const { bytes, sha256 } = file.value
  return succeeded({
    file: file.value,
    facts: { path: basename(chargesPath(path)), bytes, sha256, lines: charges.length },
  })
}

/** What is copied for DuckDB; null where it is no Parquet file. */
export function statementsFor(
  path: string,
  { format, subject }: Pick<EventFileOrder, 'format' | 'subject'>,
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

/** A file starts with its column heads, which depend on all rows: it is started from the first rows, and restarted if they were not enough. */
async function writeEvents(order: EventFileOrder): Promise<Result<WrittenEvents>> {
  const { source, format, signal, sums, valuing = null } = order
  if (format.hasTotalsFirst && (sums.length > 0 || valuing !== null))
    return writeSurveyed(order, await surveyOfAll(order))
  const first = await surveyOfFirst(order)
  const surveying = beginSurvey(order, source.rows)
  const fit = { isGood: true }
  const pieces = surveyed(rowsOf(source, signal), surveying, first, format.suits, fit)
  const tally = emptyTally()
  const file = await prepare(order, { pieces, survey: first.result(), whole: surveying.result }, tally)
  if (!file.ok) return file
  if (fit.isGood) return succeeded({ file: file.value, survey: surveying.result(), tally })
  await file.value.drop()
  return writeSurveyed(order, surveying.result())
}

/** Of rows that have all been gone through. */
async function writeSurveyed(order: EventFileOrder, survey: Survey): Promise<Result<WrittenEvents>> {
  const { source, signal } = order
  const tally = emptyTally()
  const file = await prepare(order, { pieces: rowsOf(source, signal), survey }, tally)
  return file.ok ? succeeded({ file: file.value, survey, tally }) : file
}

async function surveyOfAll(order: EventFileOrder): Promise<Survey> {
  const surveying = beginSurvey(order, order.source.rows)
  for await (const piece of rowsOf(order.source, order.signal)) surveying.add(piece)
  return surveying.result()
}

function prepare(order: EventFileOrder, content: FileContent, tally: Tally) {
  let bytes = 0
  const onRows = (rows: number) => order.onRows?.(rows, content.survey.rows, bytes)
  const counted = async function* () {
    for await (const chunk of order.format.bytes({ ...content, onRows }, tally)) {
      bytes += chunk.length
      yield chunk
    }
  }
  return prepareWholeFile(order.path, counted())
}

/** If the number of rows is unknown, all of them count as the first. */
async function surveyOfFirst(order: EventFileOrder): Promise<Surveying> {
  const { source, signal } = order
  const surveying = beginSurvey({ ...order, sums: [], valuing: null, expected: null }, source.rows)
  let rows = 0
  for await (const piece of rowsOf(source, signal)) {
    surveying.add(piece)
    rows += piece.length
    if (source.rows !== undefined && rows >= FIRST_ROWS) break
  }
  return surveying
}

/** Hands the rows on and surveys them. Once the first rows turn out not to stand for all, `fit` says so, and the rest is surveyed only. */
async function* surveyed(
  pieces: AsyncIterable<readonly TableRow[]>,
  surveying: Surveying,
  first: Surveying,
  suits: FileFormat['suits'],
  fit: { isGood: boolean },
): AsyncGenerator<readonly TableRow[]> {
  const begun = first.result()
  let columns = first.columns()
  let { characters } = begun
  for await (const piece of pieces) {
    surveying.add(piece)
    if (!fit.isGood) continue
    if (surveying.columns() > columns || surveying.characters() > characters) {
      fit.isGood = suits(begun, surveying.result())
      columns = 2 * surveying.columns()
      characters = 2 * surveying.characters()
    }
    if (fit.isGood) yield piece
  }
  fit.isGood &&= suits(begun, surveying.result())
}

/** Puts files in their places, one after the other; where one cannot be, those behind it are dropped. */
export async function commitAll(files: readonly PreparedFile[]): Promise<Result<null>> {
  for (const [at, file] of files.entries()) {
    const committed = await file.commit()
    if (committed.ok) continue
    for (const other of files.slice(at + 1)) await other.drop()
    return committed
  }
  return succeeded(null)
}

async function inPlace(files: readonly PreparedFile[], done: EventFile): Promise<Result<EventFile>> {
  const committed = await commitAll(files)
  return committed.ok ? succeeded(done) : committed
}
