// One export on its way to its file, whatever it is of: how far it is, what became of it, what is to be fetched behind
// it, and how to stop it.
import { basename } from 'node:path'
import { countWords, grouped, plural } from '../../../shared/exact/grouped-digits.ts'
import type { ExportEntry, ExportProgress, ExportStatus } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { type Download, heldDownload, type OfferDownload, type SaveFiles, streamedDownload } from './delivery.ts'
import { sourceFailure } from './event-source.ts'
import type { ExportMaterial } from './export-material.ts'
import { shapesSentence } from './file-shapes.ts'
import { leftOutOf } from './file-subject.ts'
import { worthSentence } from './file-worth.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import { RECEIPT_ENDING } from './receipt.ts'
import { emptyColumnWords } from './survey.ts'
import { type EventFile, type EventFileOrder, streamEventFile, writeEventFile } from './write-event-file.ts'

/** What is listed of an export from its start on. */
export type RunFacts = Omit<ExportEntry, 'status' | 'startedAt' | 'endedAt' | 'repeatable' | 'inFolder'>

export interface RunEffects {
  now: () => number
  /** Null where the browser fetches files. */
  saving: SaveFiles | null
  /** The file is known again by it. Never rejects. */
  keepReceipt: KeptReceipts['keep']
  /** Logs an unexpected error; returns the failure for the page. */
  onUnexpected: (error: unknown) => Failure
  /** Called when it is somewhere else than before, or over. */
  onProgress: () => void
}

export const CANCELLED: ExportStatus = { state: 'cancelled' }

/** Two reports of progress are so far apart. */
const REPORT_MS = 100

export class ExportRun {
  /** Some show only once all matches are read. */
  facts: RunFacts
  readonly startedAt: string
  endedAt: string | null = null
  /** Downloads to be fetched behind that of the file. */
  receipt: { text: string; download: Download } | null = null
  charges: Download | null = null
  readonly #effects: RunEffects
  readonly #stopping = new AbortController()
  readonly #over = Promise.withResolvers<void>()
  #status: ExportStatus
  #reported = Number.NEGATIVE_INFINITY
  #letGo = async () => {}

  constructor(facts: RunFacts, status: ExportStatus, effects: RunEffects) {
    this.facts = facts
    this.#status = status
    this.#effects = effects
    this.startedAt = new Date(effects.now()).toISOString()
  }

  get status(): ExportStatus {
    return this.#status
  }

  /** Before its end; afterwards nothing changes. */
  set status(status: ExportStatus) {
    if (this.endedAt === null) this.#status = status
  }

  /** Aborted by `cancel`. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Resolves once what it holds is let go. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  cancel(): void {
    this.#stopping.abort()
  }

  /** `letGo` is called once, at the end; where that has come, at once. */
  hold(letGo: () => Promise<void>): void {
    if (this.endedAt === null) this.#letGo = letGo
    else void letGo()
  }

  /** Writes it to the disk. Never rejects. */
  async write(material: ExportMaterial, path: string): Promise<ExportStatus> {
    try {
      const written = await writeEventFile(this.#order(material, path))
      return written.ok ? this.#written(material, written.value, path) : statusAfter(written.failure)
    } catch (error) {
      return { state: 'failed', failure: this.#effects.onUnexpected(error) }
    }
  }

  /** Hands it to a browser: the file is written while that fetches it. @returns its address */
  handOver(material: ExportMaterial, offer: OfferDownload): string {
    const { fileName, format, source } = material
    const { mediaType } = format
    const onLooked = (rows: number) => this.#report({ phase: 'looking', rows, of: source.rows, bytes: 0 })
    const download = streamedDownload<EventFile>({
      fileName,
      mediaType,
      signal: this.signal,
      bytes: (signal) => streamEventFile({ ...this.#order(material, fileName), signal }, onLooked),
      failureOf: (error) => sourceFailure(error) ?? this.#effects.onUnexpected(error),
      remedy: 'Export it again',
      over: (end) => {
        if (!end.ok) return void this.end(statusAfter(end.failure))
        const { receiptText: text, charges, chargesBytes } = end.value
        if (text !== null) this.receipt = { text, download: receiptDownload(fileName, text) }
        if (charges !== null && chargesBytes !== null) this.charges = heldDownload(charges, mediaType, chargesBytes)
        void this.end(this.#written(material, end.value, null))
      },
    })
    return offer(download)
  }

  /** The first call alone counts. */
  async end(last: ExportStatus): Promise<void> {
    if (this.endedAt !== null) return
    const { now, saving, onProgress } = this.#effects
    this.endedAt = new Date(now()).toISOString()
    await this.#letGo()
    this.#status = last
    onProgress()
    const { fileName } = this.facts
    if (last.state === 'written') saving?.announce('Exported', `${fileName}: ${countWords(last.rows, 'row')}`)
    if (last.state === 'failed') saving?.announce('Export failed', fileName)
    this.#over.resolve()
  }

  #order(material: ExportMaterial, path: string): EventFileOrder {
    const onRows = (rows: number, of: number, bytes: number) => this.#report({ phase: 'writing', rows, of, bytes })
    return { ...material, path, now: this.#effects.now, signal: this.signal, onRows }
  }

  #report(progress: ExportProgress): void {
    const { now, onProgress } = this.#effects
    if (this.endedAt !== null || now() - this.#reported < REPORT_MS) return
    this.#reported = now()
    this.#status = { state: 'running', progress }
    onProgress()
  }

  /** @param path where the shell wrote it; null: the browser has it */
  #written(material: ExportMaterial, file: EventFile, path: string | null): ExportStatus {
    const { bytes, sha256, receiptText, tally } = file
    const baseUrl = material.subject?.header.connection.baseUrl
    if (receiptText !== null && baseUrl !== undefined) {
      void this.#effects.keepReceipt(receiptText, { bytes, sha256 }, baseUrl)
    }
    const { load, check } = file.statements ?? { load: null, check: '' }
    return {
      state: 'written',
      rows: tally.rows,
      bytes,
      sha256,
      path,
      receipt: file.receipt && basename(file.receipt),
      charges: file.charges && basename(file.charges),
      duckdb: load === null || check.length > LONGEST_STATEMENT ? load : `${load}\n\n${check}\n`,
      remarks: remarksOf(material, file),
    }
  }
}

/** In UTF-16 units; of columns with longer names only the file is loaded. */
const LONGEST_STATEMENT = 65_536

const statusAfter = (failure: Failure): ExportStatus =>
  failure.kind === 'cancelled' ? CANCELLED : { state: 'failed', failure }

/** The receipt of a file that was handed over before. */
export const receiptDownload = (fileName: string, text: string): Download =>
  heldDownload(fileName + RECEIPT_ENDING, 'application/json', Buffer.from(text))

/** Said with a file of events whose rules bill by the month. @param name of the file beside it */
export const chargesWords = (name: string) => `What is billed by the month is in ${name}, which adds up to the total.`

function remarksOf(
  { snapshot, chosen, areRulesUnreadable, areShapesUnreadable }: ExportMaterial,
  { survey, tally, charges }: EventFile,
): string[] {
  const left = snapshot === null ? [] : leftOutOf(snapshot, survey.rows)
  const empty = survey.table.columns.filter(({ kinds }) => Object.values(kinds).every((count) => count === 0))
  return [
    ...(survey.worth === null ? [] : [worthSentence(survey.worth, '−')]),
    ...(areRulesUnreadable ? [RULES_UNREADABLE] : []),
    ...(areShapesUnreadable ? [SHAPES_UNREADABLE] : []),
    ...(survey.shapes === null ? [] : [shapesSentence(survey.shapes)]),
    ...left.map(({ why, rows }) => `Left out: ${why}: ${grouped(rows)}.`),
    ...(chosen === undefined || survey.rows === 0 ? [] : empty.map(({ name }) => emptyColumnWords(name))),
    ...(tally.cut === 0
      ? []
      : [
          `${countWords(tally.cut, 'text is', 'texts are')} longer than a cell holds, and ${plural(tally.cut, 'was', 'were')} cut.`,
        ]),
    ...(tally.guards === 0
      ? []
      : [
          `${countWords(tally.guards, 'apostrophe was', 'apostrophes were')} added to keep spreadsheets from running text as a formula.`,
        ]),
    ...(charges === null ? [] : [chargesWords(basename(charges))]),
  ]
}

const RULES_UNREADABLE =
  'The price rules kept for this connection cannot be read, so nothing is valued or totalled. “Price rules” in Totals shows what is wrong.'

const SHAPES_UNREADABLE = 'The expected shapes kept for this connection cannot be read, so nothing is checked by them.'
