// One running export, from its material to the file: written to a path, or streamed to the browser.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportProgress, ExportStatus } from '../../../shared/export/file-export.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { chargesBeside, heldCharges } from './charges-file.ts'
import { type Download, heldDownload } from './delivery.ts'
import { rowsOf, sourceFailure } from './event-source.ts'
import type { ExportMaterial } from './export-material.ts'
import { emptyTally, type Tally } from './file-format.ts'
import { shapesSentence } from './file-shapes.ts'
import { leftOutOf } from './file-subject.ts'
import { worthSentence } from './file-worth.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import { RECEIPT_ENDING, receiptText } from './receipt.ts'
import { receiptOf } from './receipt-of.ts'
import { beginSurvey, type Survey } from './survey.ts'
import type { DayFolder, DayFolderOrder } from './write-day-folder.ts'
import { type EventFile, type EventFileOrder, statementsFor, writeEventFile } from './write-event-file.ts'

type Written = Extract<ExportStatus, { state: 'written' }>

export interface RunEffects {
  /** Told the receipt of a file that is there, and the base URL of its connection. */
  onReceipt?: KeptReceipts['keep']
  now: () => number
  signal: AbortSignal
  report: (progress: ExportProgress) => void
}

/** The file and its receipt at `path`. Fails as `writeEventFile`. */
export const writeMaterial = (
  material: ExportMaterial,
  path: string,
  effects: RunEffects,
): Promise<Result<EventFile>> => writeEventFile({ ...orderOf(material, effects), path })

/** The folder of days at `path`. Fails as `writeDayFolder`. */
export async function writeMaterialByDay(
  material: ExportMaterial,
  path: string,
  effects: RunEffects & Pick<DayFolderOrder, 'onWait'>,
): Promise<Result<DayFolder>> {
  const { subject } = material
  if (subject === null) throw new Error('A folder of days has a receipt')
  // Loaded with the first such folder: it brings the library that encodes it.
  const { writeDayFolder } = await import('./write-day-folder.ts')
  const { onWait } = effects
  const waiting = onWait === undefined ? {} : { onWait }
  return writeDayFolder({ ...orderOf(material, effects), ...waiting, path, subject })
}

/** The same as a status of an export. */
export async function writeExport(
  material: ExportMaterial,
  path: string,
  effects: RunEffects,
): Promise<Result<Written>> {
  const written = await writeMaterial(material, path, effects)
  if (!written.ok) return written
  const { receipt, charges } = written.value
  tellReceipt(material, written.value, effects)
  const named = { receipt: receipt && basename(receipt), charges: charges && basename(charges) }
  return succeeded(writtenOf(material, written.value, { path, ...named }))
}

export interface StreamEffects extends RunEffects {
  /** For an unexpected error. */
  onUnexpected: (error: unknown) => Failure
  /** Called once with the outcome and the receipt's text; `cancelled` if the browser stopped the download. */
  over: (end: Result<{ written: Written; receiptText: string | null; charges: HeldCharges | null }>) => void
}

/** A file that is written while it is fetched. */
export function downloadOf(material: ExportMaterial, effects: StreamEffects): Download {
  const { fileName, format, source } = material
  const { signal, report, onUnexpected, over } = effects
  const onLooked = (rows: number) => report({ phase: 'looking', rows, of: source.rows, bytes: 0 })

  const cancelled = () => over(failed({ kind: 'cancelled' }))
  // Until it is fetched, or too late for that: the export, whose signal it is, stays in the list with its file long gone.
  const release = () => signal.removeEventListener('abort', cancelled)
  signal.addEventListener('abort', cancelled, { once: true })

  async function* bytes(left = signal): AsyncGenerator<Uint8Array> {
    release()
    const until = AbortSignal.any([signal, left])
    let end: Parameters<typeof over>[0] = failed({ kind: 'cancelled' })
    try {
      yield* streamEventFile({ ...orderOf(material, effects), fileName, signal: until, onLooked }, (file) => {
        const receipt = file.receiptText === null ? null : fileName + RECEIPT_ENDING
        const charges = file.charges?.facts.path ?? null
        const written = writtenOf(material, file, { path: null, receipt, charges })
        end = succeeded({ written, receiptText: file.receiptText, charges: file.charges })
        tellReceipt(material, file, effects)
      })
    } catch (error) {
      end = failed(sourceFailure(error) ?? onUnexpected(error))
      throw error
    } finally {
      over(end)
    }
  }

  const expired = () => {
    release()
    over(failed(NOT_FETCHED))
  }
  return { fileName, mediaType: format.mediaType, bytes, signal, expired }
}

/** The charges of a file that was handed over before. */
export const chargesDownload = ({ held, facts }: HeldCharges, { mediaType }: { mediaType: string }): Download =>
  heldDownload(facts.path, mediaType, held)

/** The receipt of a file that was handed over before. */
export const receiptDownload = (fileName: string, text: string): Download =>
  heldDownload(fileName + RECEIPT_ENDING, 'application/json', Buffer.from(text))

function orderOf(material: ExportMaterial, { now, signal, report }: RunEffects): Omit<EventFileOrder, 'path'> {
  const { source, format, chosen, leave, together, sums, valuing, subject } = material
  const expected = material.expected === 'unreadable' ? null : material.expected
  const onRows = (rows: number, of: number, bytes: number) => report({ phase: 'writing', rows, of, bytes })
  return { source, format, chosen, leave, together, sums, valuing, expected, subject, now, signal, onRows }
}

function tellReceipt(
  { subject }: ExportMaterial,
  { receiptText: text, bytes, sha256 }: Pick<EventFile, 'receiptText' | 'bytes' | 'sha256'>,
  { onReceipt }: RunEffects,
): void {
  const baseUrl = subject?.header.connection.baseUrl
  if (text !== null && baseUrl !== undefined) void onReceipt?.(text, { bytes, sha256 }, baseUrl)
}

type FileFacts = Pick<EventFile, 'bytes' | 'sha256' | 'survey' | 'tally' | 'statements'>

/** In UTF-16 units; of columns with longer names only the file is loaded. */
const LONGEST_STATEMENT = 65_536

/** Said with a file of events whose rules bill by the month. @param name of the file beside it */
export const chargesWords = (name: string) => `What is billed by the month is in ${name}, which adds up to the total.`

function writtenOf(
  material: ExportMaterial,
  { bytes, sha256, survey, tally, statements }: FileFacts,
  where: Pick<Written, 'path' | 'receipt' | 'charges'>,
): Written {
  const { load, check } = statements ?? { load: null, check: '' }
  const duckdb = load === null || check.length > LONGEST_STATEMENT ? load : `${load}\n\n${check}\n`
  const ofCharges = where.charges === null ? [] : [chargesWords(where.charges)]
  const remarks = [...remarksOf(material, survey, tally), ...ofCharges]
  return { state: 'written', rows: tally.rows, bytes, sha256, ...where, duckdb, remarks }
}

function remarksOf(
  { snapshot, chosen, areRulesUnreadable, expected }: ExportMaterial,
  survey: Survey,
  tally: Tally,
): string[] {
  const left = snapshot === null ? [] : leftOutOf(snapshot, survey.rows)
  const empty = survey.table.columns.filter(({ kinds }) => Object.values(kinds).every((count) => count === 0))
  return [
    ...(survey.worth === null ? [] : [worthSentence(survey.worth, '−')]),
    ...(areRulesUnreadable ? [RULES_UNREADABLE] : []),
    ...(expected === 'unreadable' ? [SHAPES_UNREADABLE] : []),
    ...(survey.shapes === null ? [] : [shapesSentence(survey.shapes)]),
    ...left.map(({ why, rows }) => `Left out: ${why}: ${grouped(rows)}.`),
    ...(chosen === undefined || survey.rows === 0
      ? []
      : empty.map(({ name }) => `No event has ${name}: its column is empty.`)),
    ...(tally.cut === 0 ? [] : [`${grouped(tally.cut)} texts are longer than a cell holds, and were cut.`]),
    ...(tally.guards === 0
      ? []
      : [`${grouped(tally.guards)} apostrophes were added to keep spreadsheets from running a text.`]),
  ]
}

const RULES_UNREADABLE =
  'The price rules kept for this connection cannot be read, so nothing is valued or totalled. “Price rules” in Totals shows what is wrong.'

const SHAPES_UNREADABLE = 'The expected shapes kept for this connection cannot be read, so nothing is checked by them.'

const NOT_FETCHED: Failure = {
  kind: 'invalid',
  field: 'export',
  message: 'The browser did not fetch the file within a minute. Export it again.',
}

// A file of events as a stream for a download: nothing is written to disk, so all rows are looked at first for its columns.

interface StreamOrder extends Omit<EventFileOrder, 'path'> {
  fileName: string
  signal: AbortSignal
  /** Told now and then how many rows were looked at. */
  onLooked: (rows: number) => void
}

type StreamedFile = Omit<EventFile, 'path' | 'receipt' | 'charges'> & { charges: HeldCharges | null }

/** To be fetched behind the file. */
export type HeldCharges = Awaited<ReturnType<typeof heldCharges>>

/** The bytes; `done` is called once the last was taken. @throws SourceFailure */
async function* streamEventFile(order: StreamOrder, done: (file: StreamedFile) => void): AsyncGenerator<Uint8Array> {
  const { source, format, subject, signal, onRows, fileName } = order
  const survey = await wholeSurvey(order)
  const tally = emptyTally()
  const hash = createHash('sha256')
  let bytes = 0
  const content = {
    pieces: rowsOf(source, signal),
    survey,
    onRows: (rows: number) => onRows?.(rows, survey.rows, bytes),
  }
  for await (const chunk of format.bytes(content, tally)) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  const written = { bytes, sha256: hash.digest('hex') }
  const createdAt = new Date(order.now()).toISOString()
  const beside = chargesBeside(survey, format, subject)
  const charges = beside && (await heldCharges(beside, format, fileName))
  const facts = { path: fileName, written, format, survey, tally, createdAt, charges: charges?.facts ?? null }
  const receipt = subject === null ? null : receiptOf({ ...facts, subject })
  const statements = statementsFor(fileName, order, survey, tally)
  done({ ...written, survey, tally, statements, charges, receiptText: receipt && receiptText(receipt) })
}

async function wholeSurvey({ source, signal, onLooked, ...order }: StreamOrder) {
  const surveying = beginSurvey(order)
  let rows = 0
  for await (const piece of rowsOf(source, signal)) {
    surveying.add(piece)
    rows += piece.length
    onLooked(rows)
  }
  return surveying.result()
}
