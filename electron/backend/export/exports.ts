// export/ writes events to files, each with a receipt, and checks files against theirs. All exports of this run:
// opened, looked at, started, listed and begun again. "All matches" are read before: the window only shows that, and
// may be closed or reloaded. On the desktop a file goes where the user chose; a browser fetches it.
import { basename } from 'node:path'
import { matchesFileName } from '../../../shared/export/export-file-name.ts'
import type {
  AllMatchesStart,
  ExportEntry,
  ExportOptions,
  ExportPreview,
  ExportStart,
  ExportStatus,
  ExportSubject,
} from '../../../shared/export/file-export.ts'
import type { FileFormatName } from '../../../shared/export/file-formats.ts'
import type { ReceiptFacts } from '../../../shared/export/verification-outcome.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder, SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import type { ReadingOutcome } from '../snapshots/reading/read-snapshot.ts'
import { type Download, exportRefusal, type OfferDownload } from './delivery.ts'
import { createHeldRows, OVER } from './event-source.ts'
import { type MaterialEffects, NOT_FINISHED, screenMaterial, snapshotMaterial, zoneProblem } from './export-material.ts'
import { CANCELLED, ExportRun, type RunEffects, type RunFacts } from './export-run.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import { previewFile } from './preview-file.ts'
import { readReceipt } from './receipt.ts'
import { receiptFacts } from './receipt-facts.ts'

export type Exports = ReturnType<typeof createExports>

/** How many files are being made: those whose matches are being read, those of them paused, those being written. */
export interface FilesUnderWay {
  reading: number
  paused: number
  writing: number
}

export interface ExportsEffects extends MaterialEffects, Omit<RunEffects, 'onProgress'> {
  /** It makes IDs that cannot be guessed. */
  randomId: () => string
  /** Null where there is no such connection. */
  connectionOf: (connectionId: string) => Promise<ExportConnection | null>
  matches: MatchesReadings
  findReceipt: KeptReceipts['find']
}

interface ExportConnection {
  id: string
  name: string
  baseUrl: string
  /** Null: it has none. */
  billingZone: string | null
}

/** Reads the matches as a snapshot, which stays after the file is written, as long as its export is listed. */
interface MatchesReadings {
  /** See the call `snapshots.take`. */
  take(order: SnapshotOrder, fileName: string): Promise<Result<{ snapshotId: string }>>
  /** `finished`, or `stopped` if it was deleted; a pause does not end it. */
  outcome(snapshotId: string): Promise<ReadingOutcome>
  /** Null once it is deleted. */
  step(snapshotId: string): SnapshotStep | null
  /** Stops reading and deletes what was read. */
  drop(snapshotId: string): Promise<Result<null>>
  /** The file is written: the next run need not keep what was read for it. */
  written(snapshotId: string): Promise<Result<null>>
  /** Deletes what was read, if it was read for an export. */
  letGo(snapshotId: string): Promise<Result<null>>
}

/** One that is not started yet. */
interface Opened {
  subject: ExportSubject
  connection: ExportConnection
  heardOf: number
  /** It was opened then: its name tells that, so that the dialog says the name that the file gets. */
  openedAt: number
  /** The latest preview, and the latest start. */
  looking: AbortController
  beginning: AbortController
}

/** After this long without a call, its page has gone away: it is dropped when another is opened. */
const LEFT_ALONE_MS = 30 * 60_000
/** The latest are listed, and any that are under way. */
const MOST_LISTED = 50

/**
 * Its calls are as those of their names in shared/contract/contract.ts. `offer` gives a download to the session that
 * asks; null where the shell writes files itself.
 * @param mostHeld UTF-16 units of all rows that are held on their way from the screen; 256 Mi when left out
 */
export function createExports(effects: ExportsEffects, mostHeld?: number) {
  const { now, randomId, saving, matches, connectionOf, onUnexpected } = effects
  const held = createHeldRows(mostHeld)
  const opened = new Map<string, Opened>()
  /** Begun first, first. */
  const runs = new Map<string, ExportRun>()
  const isBrowsers = saving === null

  /** The connection of what is to be exported; fails where there is none, or the snapshot is not finished. */
  async function described(subject: ExportSubject): Promise<Result<Pick<Opened, 'subject' | 'connection'>>> {
    if (subject.of !== 'snapshot') {
      const { connectionId } = subject
      const connection = await connectionOf(connectionId)
      if (connection === null) return failed({ kind: 'no-connection', connectionId })
      return succeeded({ subject, connection })
    }
    const file = await effects.openSnapshot(subject.snapshotId)
    if (!file.ok) return file
    const { connection, range } = file.value.header
    const isFinished = file.value.state().verdict !== null
    await file.value.close()
    return isFinished
      ? succeeded({ subject, connection: { ...connection, billingZone: range.zone } })
      : failed(NOT_FINISHED)
  }

  async function open(subject: ExportSubject): Promise<Result<{ exportId: string }>> {
    for (const [id, { heardOf }] of opened) if (now() - heardOf > LEFT_ALONE_MS) drop(id)
    const one = await described(subject)
    if (!one.ok) return one
    const exportId = randomId()
    const [looking, beginning] = [new AbortController(), new AbortController()]
    opened.set(exportId, { ...one.value, heardOf: now(), openedAt: now(), looking, beginning })
    if (subject.of !== 'snapshot') held.open(exportId)
    return succeeded({ exportId })
  }

  function drop(exportId: string): void {
    const one = opened.get(exportId)
    if (one === undefined) return
    one.looking.abort()
    one.beginning.abort()
    opened.delete(exportId)
    held.drop(exportId)
  }

  /** Begins a preview or a start, which ends the one before, by its signal; null where the export is over. */
  function nextSignal(exportId: string, which: 'looking' | 'beginning'): AbortSignal | null {
    const one = opened.get(exportId)
    if (one === undefined) return null
    one.heardOf = now()
    one[which].abort()
    one[which] = new AbortController()
    return one[which].signal
  }

  /** To be closed. Fails with `invalid` for what cannot be exported so, with `disk`, or with `cancelled`. */
  async function material(exportId: string, options: ExportOptions, signal: AbortSignal) {
    const problem = zoneProblem(options)
    if (problem !== null) return failed(problem)
    const one = opened.get(exportId)
    if (one === undefined) return failed({ kind: 'cancelled' } satisfies Failure)
    const { subject, connection, openedAt } = one
    const named = { ...effects, now: () => openedAt }
    if (subject.of === 'snapshot') return snapshotMaterial(subject, options, `export ${exportId}`, named, signal)
    return succeeded(await screenMaterial({ subject, connection, sources: held.of(exportId) ?? [] }, options, named))
  }

  /** Asks where the file goes; undefined where its user chose no place, null where a browser fetches it. */
  async function whereTo(fileName: string, format: FileFormatName): Promise<string | null | undefined> {
    return isBrowsers ? null : ((await saving.askWhere(fileName, format)) ?? undefined)
  }

  function begin(facts: RunFacts, status: ExportStatus): ExportRun {
    const run = new ExportRun(facts, status, { ...effects, onProgress: showProgress })
    runs.set(facts.exportId, run)
    for (const one of runs.values()) {
      if (runs.size <= MOST_LISTED) break
      if (one.status.state === 'running' || one.status.state === 'reading') continue
      void one.end(CANCELLED)
      void forget(one)
    }
    return run
  }

  /** Lists it no more. Its rows go, and what was read for it, unless another export is of the same. */
  async function forget({ facts: { exportId, subject } }: ExportRun): Promise<Result<null>> {
    runs.delete(exportId)
    held.drop(exportId)
    if (subject.of !== 'snapshot') return succeeded(null)
    const { snapshotId } = subject
    const isNeeded = runs
      .values()
      .some(({ facts }) => facts.subject.of === 'snapshot' && facts.subject.snapshotId === snapshotId)
    return isNeeded ? succeeded(null) : matches.letGo(snapshotId)
  }

  /** How far all files together are that are being written, for the one bar that a system shows of a program. */
  function showProgress(): void {
    const shares = [...runs.values()].flatMap(({ status }) => {
      if (status.state !== 'running') return []
      const { rows, of } = status.progress
      return [of === null || of === 0 ? 0 : Math.min(1, rows / of)]
    })
    saving?.showProgress(shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length)
  }

  function entryOf(run: ExportRun): ExportEntry {
    const { facts, status, startedAt, endedAt } = run
    const shown = status.state === 'reading' ? { ...status, step: matches.step(status.snapshotId) } : status
    const inFolder = !isBrowsers && pathOf(run) !== null
    return { ...facts, startedAt, endedAt, status: shown, repeatable: isRepeatable(run), inFolder }
  }

  const isRepeatable = ({ facts: { exportId, subject, verdict } }: ExportRun) =>
    subject.of === 'snapshot' ? verdict !== null : held.of(exportId) !== null

  // All matches: they are read to their verdict, then their file is written, or is ready for a window that asks for it.

  async function matchesMaterial({ facts: { exportId, subject, options }, signal }: ExportRun) {
    if (subject.of !== 'snapshot') throw new Error('All matches are in a snapshot')
    return snapshotMaterial(subject, options, `export ${exportId}`, effects, signal)
  }

  /** Reads the matches to their verdict, then writes their file; with `path` null it is `ready` to be fetched. */
  async function readAndWrite(run: ExportRun, snapshotId: string, path: string | null): Promise<ExportStatus> {
    const { signal } = run
    const end = await outcomeUnless(signal, matches.outcome(snapshotId))
    if (end.kind === 'stopped') return CANCELLED
    if (end.kind === 'paused') return signal.aborted ? CANCELLED : { state: 'failed', failure: end.because }
    run.facts = { ...run.facts, verdict: end.verdict }
    const made = await matchesMaterial(run)
    if (!made.ok) return signal.aborted ? CANCELLED : { state: 'failed', failure: made.failure }
    const { words, source, close } = made.value
    run.facts = { ...run.facts, words }
    if (path === null) {
      await close()
      return signal.aborted ? CANCELLED : { state: 'ready' }
    }
    run.hold(close)
    run.status = { state: 'running', progress: { phase: 'writing', rows: 0, of: source.rows, bytes: 0 } }
    const written = await run.write(made.value, path)
    return signal.aborted && written.state === 'failed' ? CANCELLED : written
  }

  async function follow(run: ExportRun, snapshotId: string, path: string | null): Promise<void> {
    const end = await readAndWrite(run, snapshotId, path).catch(
      (error: unknown): ExportStatus => ({ state: 'failed', failure: onUnexpected(error) }),
    )
    if (end.state === 'ready') run.status = end
    else await run.end(end)
  }

  /** Makes the file that is ready, and hands it to the first window that asks; any other is refused. */
  async function save(run: ExportRun, offer: OfferDownload): Promise<Result<{ address: string }>> {
    if (run.status.state !== 'ready') return failed(TAKEN)
    // Set at once, so that only one of two windows gets it.
    run.status = { state: 'running', progress: { phase: 'offered', rows: 0, of: null, bytes: 0 } }
    const made = await matchesMaterial(run).catch((error: unknown) => failed(onUnexpected(error)))
    if (!made.ok) {
      await run.end(run.signal.aborted ? CANCELLED : { state: 'failed', failure: made.failure })
      return made
    }
    run.hold(made.value.close)
    // The name that the dialog said, which the receipt has too: of what is read by now there may be another.
    const named = { ...made.value, fileName: run.facts.fileName }
    if (!run.signal.aborted) return succeeded({ address: run.handOver(named, offer) })
    await run.end(CANCELLED)
    return failed({ kind: 'cancelled' })
  }

  async function cancel(run: ExportRun): Promise<Result<null>> {
    const { status } = run
    run.cancel()
    if (status.state === 'ready') await run.end(CANCELLED)
    if (status.state !== 'reading') return succeeded(null)
    const dropped = await matches.drop(status.snapshotId)
    await run.over
    return dropped
  }

  return {
    open,
    add: (exportId: string, sources: readonly string[]) =>
      nextSignal(exportId, 'looking') === null ? failed(OVER) : held.add(exportId, sources),
    async preview(exportId: string, options: ExportOptions, asking: AbortSignal): Promise<Result<ExportPreview>> {
      const looking = nextSignal(exportId, 'looking')
      if (looking === null) return failed(OVER)
      const signal = AbortSignal.any([asking, looking])
      const made = await material(exportId, options, signal)
      if (!made.ok) return made
      try {
        return await previewFile(made.value, options, signal)
      } finally {
        await made.value.close()
      }
    },
    async start(exportId: string, options: ExportOptions, offer: OfferDownload | null): Promise<Result<ExportStart>> {
      const beginning = nextSignal(exportId, 'beginning')
      if (beginning === null) return failed(OVER)
      const made = await material(exportId, options, beginning)
      if (!made.ok) return made
      const { fileName, words, verdict, source, close } = made.value
      const path = await whereTo(fileName, options.format).catch(async (error: unknown) => {
        await close()
        throw error
      })
      const one = opened.get(exportId)
      // It was cancelled, or started a second time, while it was asked where the file goes.
      const isOver = beginning.aborted || one === undefined || (isBrowsers && offer === null)
      /** The path of the file, or who offers it to a browser; null: its user chose no place. */
      const to = path === undefined ? null : (path ?? offer)
      if (isOver || to === null) {
        await close()
        return isOver ? failed(OVER) : succeeded({ kind: 'dismissed' })
      }
      opened.delete(exportId)
      const { subject, connection } = one
      const [name, phase] =
        typeof to === 'string' ? ([basename(to), 'writing'] as const) : ([fileName, 'offered'] as const)
      const named = { connectionId: connection.id, connectionName: connection.name, fileName: name }
      const run = begin(
        { exportId, subject, ...named, readFirst: false, verdict, options, words },
        { state: 'running', progress: { phase, rows: 0, of: source.rows, bytes: 0 } },
      )
      run.hold(async () => {
        held.keep(exportId)
        await close()
      })
      if (typeof to !== 'string') return succeeded({ kind: 'download', address: run.handOver(made.value, to) })
      void run.write(made.value, to).then((status) => run.end(status))
      return succeeded({ kind: 'writing' })
    },
    async startAll(order: SnapshotOrder, options: ExportOptions, namedAt = now()): Promise<Result<AllMatchesStart>> {
      const problem = zoneProblem(options)
      if (problem !== null) return failed(problem)
      const { connectionId, search, range } = order
      const connection = await connectionOf(connectionId)
      if (connection === null) return failed({ kind: 'no-connection', connectionId })
      const { format, columns } = options
      const proposed = matchesFileName({
        connectionName: columns.are === 'for-the-customer' ? null : connection.name,
        customerId: search.customerId,
        range,
        format,
        now: namedAt,
      })
      // Ask before reading, so that the user can walk away.
      const path = await whereTo(proposed, format)
      if (path === undefined) return succeeded({ kind: 'dismissed' })
      const fileName = path === null ? proposed : basename(path)
      const taken = await matches.take(order, fileName)
      if (!taken.ok) return taken
      const { snapshotId } = taken.value
      const exportId = randomId()
      const subject: ExportSubject = { of: 'snapshot', snapshotId, scope: null, sort: null }
      const named = { connectionId, connectionName: connection.name, fileName }
      const run = begin(
        { exportId, subject, ...named, readFirst: true, verdict: null, options, words: '' },
        { state: 'reading', snapshotId, step: null },
      )
      void follow(run, snapshotId, path)
      void run.over.then(() => (run.status.state === 'written' ? matches.written(snapshotId) : null))
      return succeeded({ kind: 'begun', exportId })
    },
    async save(exportId: string, offer: OfferDownload | null): Promise<Result<{ address: string }>> {
      const run = runs.get(exportId)
      return run === undefined || offer === null ? failed(OVER) : save(run, offer)
    },
    async cancel(exportId: string): Promise<Result<null>> {
      drop(exportId)
      const run = runs.get(exportId)
      return run === undefined ? succeeded(null) : cancel(run)
    },
    underWay(): FilesUnderWay {
      const states = [...runs.values()].map(({ status }) => {
        const isPaused = status.state === 'reading' && matches.step(status.snapshotId)?.status.state === 'paused'
        return isPaused ? 'paused' : status.state
      })
      const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length
      return { reading: count('reading'), paused: count('paused'), writing: count('running') }
    },
    async remove(exportId: string): Promise<Result<null>> {
      const run = runs.get(exportId)
      if (run === undefined) return succeeded(null)
      if (run.status.state === 'ready') await cancel(run)
      return run.endedAt === null ? failed(UNDER_WAY) : forget(run)
    },
    list: () => [...runs.values()].map(entryOf).toReversed(),
    async again(exportId: string): Promise<Result<{ exportId: string }>> {
      const run = runs.get(exportId)
      const sources = held.of(exportId)
      if (run === undefined || !isRepeatable(run)) return failed(OVER)
      const again = await open(run.facts.subject)
      if (!again.ok || sources === null) return again
      const added = held.add(again.value.exportId, sources)
      return added.ok ? again : added
    },
    receipt: (exportId: string, offer: OfferDownload | null) => offered(runs.get(exportId)?.receipt?.download, offer),
    charges: (exportId: string, offer: OfferDownload | null) => offered(runs.get(exportId)?.charges, offer),
    async receiptFacts(exportId: string): Promise<Result<{ connectionId: string; receipt: ReceiptFacts }>> {
      const run = runs.get(exportId)
      if (run?.status.state !== 'written' || run.status.receipt === null) return failed(OVER)
      const text = run.receipt?.text ?? (await effects.findReceipt(run.status))
      if (text === null) return failed(NOT_KEPT)
      const { connectionId } = run.facts
      return succeeded({ connectionId, receipt: receiptFacts(readReceipt(text, 'that is kept')) })
    },
    showInFolder(exportId: string): Result<null> {
      const path = pathOf(runs.get(exportId))
      if (isBrowsers || path === null) return failed(OVER)
      saving.showInFolder(path)
      return succeeded(null)
    },
    /** Cancels all and waits until nothing half is left. */
    async end(): Promise<void> {
      for (const id of [...opened.keys()]) drop(id)
      for (const run of runs.values()) {
        run.cancel()
        // The rows that were read stay, for the next run.
        if (run.status.state === 'ready') void run.end(CANCELLED)
      }
      await Promise.all([...runs.values()].map((run) => run.over))
    },
  }
}

/** Waits for what becomes of a reading; `stopped` at once where the signal says so. */
async function outcomeUnless(signal: AbortSignal, outcome: Promise<ReadingOutcome>): Promise<ReadingOutcome> {
  const { promise, resolve } = Promise.withResolvers<ReadingOutcome>()
  const stop = () => resolve({ kind: 'stopped' })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([outcome, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const offered = (download: Download | null | undefined, offer: OfferDownload | null): Result<{ address: string }> =>
  download == null || offer === null ? failed(OVER) : succeeded({ address: offer(download) })

const pathOf = (run: ExportRun | undefined) => (run?.status.state === 'written' ? run.status.path : null)

const UNDER_WAY = exportRefusal('This file is still being made.')
const TAKEN = exportRefusal('This export is over, or its file was saved from another window.')
const NOT_KEPT = exportRefusal(
  'The receipt of this file is not kept here any more. Verify the file with the receipt beside it, and add it there.',
)
