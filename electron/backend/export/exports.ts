// export/ writes events to files, each with a receipt, and checks files against theirs.
// Events on their way to files: opened, looked at, started. What a file is made of and how it is written are others' business.
import { basename } from 'node:path'
import type {
  AllMatchesStart,
  ExportEntry,
  ExportOptions,
  ExportPreview,
  ExportStart,
  ExportStatus,
  ExportSubject,
} from '../../../shared/export/file-export.ts'
import type { ReceiptFacts } from '../../../shared/export/receipt-facts.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder } from '../../../shared/snapshot/snapshot.ts'
import { createAllMatches, type MatchesReadings } from './all-matches.ts'
import type { Download, OfferDownload, SaveFiles } from './delivery.ts'
import type { ExportMaterial } from './export-material.ts'
import { createExportRuns, type ExportRun } from './export-runs.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import { createHeldRows, createOpenExports, type OpenExportsEffects, OVER } from './open-exports.ts'
import { previewFile } from './preview-file.ts'
import { readReceipt } from './read-receipt.ts'
import { receiptFacts } from './receipt-facts.ts'
import { chargesDownload, downloadOf, receiptDownload, writeExport } from './run-export.ts'

/** Each as the call of its name in shared/contract/contract.ts. */
export interface Exports {
  open(subject: ExportSubject): Promise<Result<{ exportId: string }>>
  add(exportId: string, sources: readonly string[]): Result<{ rows: number }>
  preview(exportId: string, options: ExportOptions, signal: AbortSignal): Promise<Result<ExportPreview>>
  /** `offer`: gives a download to the session that asks; null where the shell writes files itself. */
  start(exportId: string, options: ExportOptions, offer: OfferDownload | null): Promise<Result<ExportStart>>
  startAll(order: SnapshotOrder, options: ExportOptions, namedAt?: number): Promise<Result<AllMatchesStart>>
  save(exportId: string, offer: OfferDownload | null): Promise<Result<{ address: string }>>
  cancel(exportId: string): Promise<Result<null>>
  remove(exportId: string): Promise<Result<null>>
  list(): ExportEntry[]
  again(exportId: string): Promise<Result<{ exportId: string }>>
  receipt(exportId: string, offer: OfferDownload | null): Result<{ address: string }>
  charges(exportId: string, offer: OfferDownload | null): Result<{ address: string }>
  receiptFacts(exportId: string): Promise<Result<{ connectionId: string; receipt: ReceiptFacts }>>
  showInFolder(exportId: string): Result<null>
  underWay(): FilesUnderWay
  /** Cancels all and waits until nothing half is left. */
  end(): Promise<void>
}

/** How many files are being made: those whose matches are being read, those of them that are paused, those being written. */
export interface FilesUnderWay {
  reading: number
  paused: number
  writing: number
}

export interface ExportsEffects extends OpenExportsEffects {
  matches: MatchesReadings
  /** So that the file is known again. Never rejects. */
  keepReceipt: KeptReceipts['keep']
  findReceipt: KeptReceipts['find']
  /** Null where the browser fetches files. */
  saving: SaveFiles | null
  /** Logs an unexpected error; returns the failure for the page. */
  onUnexpected: (error: unknown) => Failure
}

/** @param mostHeld UTF-16 units of all rows that are held on their way from the screen; 256 Mi when left out */
export function createExports(effects: ExportsEffects, mostHeld?: number): Exports {
  const { now, saving, onUnexpected, keepReceipt: onReceipt } = effects
  const held = createHeldRows(mostHeld)
  const openExports = createOpenExports(effects, held)
  const runs = createExportRuns({ now, saving, onForgotten: (run) => void letGo(run) })
  /** The texts of receipts, of downloads alone. */
  const receipts = new WeakMap<ExportRun, string>()
  /** Their files of charges. */
  const charges = new WeakMap<ExportRun, Download>()
  const allMatches = createAllMatches({ effects, runs, handOver })
  const stepOf = effects.matches.step

  function begin(exportId: string, options: ExportOptions, material: ExportMaterial, fileName: string): ExportRun {
    const taken = openExports.take(exportId)
    if (taken === null) throw new Error('Only what was opened is started')
    const { subject, connection } = taken
    const { words, verdict } = material
    const started = {
      exportId,
      subject,
      connectionId: connection.id,
      connectionName: connection.name,
      readFirst: false,
      verdict,
      options,
      fileName,
      words,
    }
    const phase = saving === null ? 'offered' : 'writing'
    const progress = { phase, rows: 0, of: material.source.rows, bytes: 0 } as const
    const run = runs.begin(started, { state: 'running', progress })
    run.letGoAtEnd(async () => {
      held.keep(exportId)
      await material.close()
    })
    return run
  }

  /** Of one that is listed no more: its rows, and what was read for it, unless another export is of the same. */
  async function letGo(run: ExportRun): Promise<Result<null>> {
    const { exportId, subject } = run.started()
    held.drop(exportId)
    if (subject.of !== 'snapshot') return succeeded(null)
    const { snapshotId } = subject
    const isNeeded = runs.all().some((other) => {
      const { subject } = other.started()
      return subject.of === 'snapshot' && subject.snapshotId === snapshotId
    })
    return isNeeded ? succeeded(null) : effects.matches.letGo(snapshotId)
  }

  async function whereTo({ format }: ExportOptions, material: ExportMaterial) {
    try {
      return saving === null ? null : await saving.askWhere(material.fileName, format)
    } catch (error) {
      await material.close()
      throw error
    }
  }

  async function write(run: ExportRun, material: ExportMaterial, path: string): Promise<void> {
    const { signal, report } = run
    const written = await writeExport(material, path, { now, signal, report, onReceipt }).catch((error: unknown) =>
      failed(onUnexpected(error)),
    )
    await run.end(statusOf(written))
  }

  function handOver(run: ExportRun, material: ExportMaterial, offer: OfferDownload): string {
    const { signal, report } = run
    const download = downloadOf(material, {
      now,
      signal,
      report,
      onReceipt,
      onUnexpected,
      over(end) {
        if (end.ok && end.value.receiptText !== null) receipts.set(run, end.value.receiptText)
        if (end.ok && end.value.charges !== null) {
          charges.set(run, chargesDownload(end.value.charges, material.format))
        }
        void run.end(statusOf(end.ok ? succeeded(end.value.written) : end))
      },
    })
    return offer(download)
  }

  function entryOf(run: ExportRun): ExportEntry {
    const current = run.status()
    const status = current.state === 'reading' ? { ...current, step: stepOf(current.snapshotId) } : current
    const inFolder = saving !== null && pathOf(status) !== null
    return { ...run.started(), endedAt: run.endedAt(), status, repeatable: isRepeatable(run), inFolder }
  }

  function isRepeatable(run: ExportRun): boolean {
    const { exportId, subject, verdict } = run.started()
    return subject.of === 'snapshot' ? verdict !== null : held.of(exportId) !== null
  }

  return {
    open: openExports.open,
    add: (exportId, sources) => (openExports.look(exportId) === null ? failed(OVER) : held.add(exportId, sources)),
    async preview(exportId, options, asking) {
      const looking = openExports.look(exportId)
      if (looking === null) return failed(OVER)
      const signal = AbortSignal.any([asking, looking.signal])
      const material = await openExports.material(exportId, options, signal)
      if (!material.ok) return material
      try {
        return await previewFile(material.value, options, signal)
      } finally {
        await material.value.close()
      }
    },
    async start(exportId, options, offer) {
      const beginning = openExports.begin(exportId)
      if (beginning === null) return failed(OVER)
      const material = await openExports.material(exportId, options, beginning.signal)
      if (!material.ok) return material
      const { fileName } = material.value
      const path = await whereTo(options, material.value)
      // Cancelled, or started a second time, while it was asked.
      const isOver = beginning.signal.aborted || (saving === null && offer === null)
      if (isOver || (saving !== null && path === null)) {
        await material.value.close()
        return isOver ? failed(OVER) : succeeded({ kind: 'dismissed' })
      }
      const run = begin(exportId, options, material.value, path === null ? fileName : basename(path))
      if (path === null) {
        return offer === null
          ? failed(OVER)
          : succeeded({ kind: 'download', address: handOver(run, material.value, offer) })
      }
      void write(run, material.value, path)
      return succeeded({ kind: 'writing' })
    },
    startAll: allMatches.start,
    async save(exportId, offer) {
      const run = runs.of(exportId)
      return run === null || offer === null ? failed(OVER) : allMatches.save(run, offer)
    },
    async cancel(exportId) {
      openExports.drop(exportId)
      const run = runs.of(exportId)
      return run === null ? succeeded(null) : allMatches.cancel(run)
    },
    underWay() {
      const states = runs.all().map((run) => {
        const status = run.status()
        const isPaused = status.state === 'reading' && stepOf(status.snapshotId)?.status.state === 'paused'
        return isPaused ? 'paused' : status.state
      })
      const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length
      return { reading: count('reading'), paused: count('paused'), writing: count('running') }
    },
    async remove(exportId) {
      const run = runs.of(exportId)
      if (run === null) return succeeded(null)
      if (run.status().state === 'ready') await allMatches.cancel(run)
      if (run.endedAt() === null) return failed(UNDER_WAY)
      runs.forget(run)
      return letGo(run)
    },
    list: () => runs.all().map(entryOf),
    async again(exportId) {
      const run = runs.of(exportId)
      const sources = held.of(exportId)
      if (run === null || !isRepeatable(run)) return failed(OVER)
      const opened = await openExports.open(run.started().subject)
      if (!opened.ok || sources === null) return opened
      const added = held.add(opened.value.exportId, sources)
      return added.ok ? opened : added
    },
    receipt(exportId, offer) {
      const run = runs.of(exportId)
      const text = run === null ? undefined : receipts.get(run)
      if (run === null || text === undefined || offer === null) return failed(OVER)
      return succeeded({ address: offer(receiptDownload(run.started().fileName, text)) })
    },
    charges(exportId, offer) {
      const run = runs.of(exportId)
      const held = run === null ? undefined : charges.get(run)
      return held === undefined || offer === null ? failed(OVER) : succeeded({ address: offer(held) })
    },
    async receiptFacts(exportId) {
      const run = runs.of(exportId)
      const status = run?.status()
      if (run === null || status?.state !== 'written' || status.receipt === null) return failed(OVER)
      const text = receipts.get(run) ?? (await effects.findReceipt(status))
      if (text === null) return failed(NOT_KEPT)
      const { connectionId } = run.started()
      return succeeded({ connectionId, receipt: receiptFacts(readReceipt(text, 'that is kept')) })
    },
    showInFolder(exportId) {
      const path = pathOf(runs.of(exportId)?.status())
      if (saving === null || path === null) return failed(OVER)
      saving.showInFolder(path)
      return succeeded(null)
    },
    async end() {
      openExports.dropAll()
      for (const run of runs.all()) {
        run.cancel()
        // What is read stays, for the next run.
        if (run.status().state === 'ready') void run.end({ state: 'cancelled' })
      }
      await Promise.all(runs.all().map((run) => run.over))
    },
  }
}

function statusOf(end: Result<ExportStatus>): ExportStatus {
  if (end.ok) return end.value
  return end.failure.kind === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', failure: end.failure }
}

const UNDER_WAY: Failure = { kind: 'invalid', field: 'export', message: 'This file is still being made.' }

const NOT_KEPT: Failure = {
  kind: 'invalid',
  field: 'export',
  message:
    'The receipt of this file is not kept here any more. Verify the file with the receipt beside it, and add it there.',
}

const pathOf = (status: ExportStatus | undefined) => (status?.state === 'written' ? status.path : null)
