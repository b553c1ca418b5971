// Runs an export of "All matches" from the first request to the file. The window only shows it, and may be closed or
// reloaded. On the desktop the file goes where the user chose beforehand; a browser downloads it once it is ready.
import { basename } from 'node:path'
import { matchesFileName } from '../../../shared/export/export-file-name.ts'
import type { AllMatchesStart, ExportOptions, ExportStatus } from '../../../shared/export/file-export.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SnapshotOrder, SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import type { ReadingOutcome } from '../snapshots/reading/read-snapshot.ts'
import type { OfferDownload, SaveFiles } from './delivery.ts'
import { type ExportMaterial, type MaterialEffects, snapshotMaterial } from './export-material.ts'
import type { ExportRun, ExportRuns } from './export-runs.ts'
import type { KeptReceipts } from './kept-receipts.ts'
import { type OpenExportsEffects, zoneProblem } from './open-exports.ts'
import { writeExport } from './run-export.ts'

/** Reads the matches as a snapshot, which stays after the file is written, as long as its export is listed. */
export interface MatchesReadings {
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

export interface AllMatches {
  /** See the call `exports.startAll`. */
  start(order: SnapshotOrder, options: ExportOptions, namedAt?: number): Promise<Result<AllMatchesStart>>
  /** See the call `exports.save`. */
  save(run: ExportRun, offer: OfferDownload): Promise<Result<{ address: string }>>
  /** Fails with `disk` if the rows cannot be deleted; the export has ended even so. */
  cancel(run: ExportRun): Promise<Result<null>>
}

export interface AllMatchesParts {
  effects: MaterialEffects &
    Pick<OpenExportsEffects, 'randomId' | 'connectionOf'> & {
      matches: MatchesReadings
      keepReceipt: KeptReceipts['keep']
      /** Null if the browser downloads files. */
      saving: SaveFiles | null
      onUnexpected: (error: unknown) => Failure
    }
  runs: Pick<ExportRuns, 'begin'>
  /** @returns the address for the download */
  handOver: (run: ExportRun, material: ExportMaterial, offer: OfferDownload) => string
}

export function createAllMatches({ effects, runs, handOver }: AllMatchesParts): AllMatches {
  const { now, saving, matches, onUnexpected, keepReceipt: onReceipt } = effects

  async function materialOf({ started, signal }: ExportRun): Promise<Result<ExportMaterial>> {
    const { exportId, subject, options } = started()
    if (subject.of !== 'snapshot') throw new Error('All matches are in a snapshot')
    return snapshotMaterial(subject, options, `export ${exportId}`, effects, signal)
  }

  /** Null: the file is ready to be downloaded. */
  async function readAndWrite(run: ExportRun, snapshotId: string, path: string | null): Promise<ExportStatus | null> {
    const { signal, report } = run
    const outcome = await exportMatches({
      async read() {
        const stopped = stoppedBy(signal)
        const end = await Promise.race([matches.outcome(snapshotId), stopped.promise]).finally(stopped.release)
        if (end.kind === 'finished') run.tell({ verdict: end.verdict })
        return end
      },
      material: () => materialOf(run),
      async write(material) {
        const { words, source } = material
        run.tell({ words })
        if (path === null) return succeeded(null)
        run.setStatus({ state: 'running', progress: { phase: 'writing', rows: 0, of: source.rows, bytes: 0 } })
        return writeExport(material, path, { now, signal, report, onReceipt })
      },
    })
    switch (outcome.kind) {
      case 'written':
        return signal.aborted && path === null ? CANCELLED : outcome.written
      case 'stopped':
        return CANCELLED
      case 'paused':
      case 'unwritten':
        return signal.aborted ? CANCELLED : { state: 'failed', failure: outcome.because }
      default:
        return outcome satisfies never
    }
  }

  async function follow(run: ExportRun, snapshotId: string, path: string | null): Promise<void> {
    const end = await readAndWrite(run, snapshotId, path).catch(
      (error: unknown): ExportStatus => ({ state: 'failed', failure: onUnexpected(error) }),
    )
    if (end === null) run.setStatus({ state: 'ready' })
    else await run.end(end)
  }

  return {
    async start(order, options, namedAt = now()) {
      const problem = zoneProblem(options)
      if (problem !== null) return failed(problem)
      const { connectionId, search, range } = order
      const connection = await effects.connectionOf(connectionId)
      if (connection === null) return failed({ kind: 'no-connection', connectionId })
      const { name: connectionName } = connection
      const { format, columns } = options
      const proposed = matchesFileName({
        connectionName: columns.are === 'for-the-customer' ? null : connectionName,
        customerId: search.customerId,
        range,
        format,
        now: namedAt,
      })
      // Ask before reading, so that the user can walk away.
      const path = saving === null ? null : await saving.askWhere(proposed, format)
      if (saving !== null && path === null) return succeeded({ kind: 'dismissed' })
      const fileName = path === null ? proposed : basename(path)
      const taken = await matches.take(order, fileName)
      if (!taken.ok) return taken
      const { snapshotId } = taken.value
      const exportId = effects.randomId()
      const run = runs.begin(
        {
          exportId,
          subject: { of: 'snapshot', snapshotId, scope: null, sort: null },
          connectionId,
          connectionName,
          readFirst: true,
          verdict: null,
          options,
          fileName,
          words: '',
        },
        { state: 'reading', snapshotId, step: null },
      )
      void follow(run, snapshotId, path)
      void run.over.then(() => (run.status().state === 'written' ? matches.written(snapshotId) : null))
      return succeeded({ kind: 'begun', exportId })
    },
    async save(run, offer) {
      if (run.status().state !== 'ready') return failed(TAKEN)
      // Set at once, so that only one of two windows gets it.
      run.setStatus({ state: 'running', progress: { phase: 'offered', rows: 0, of: null, bytes: 0 } })
      const material = await materialOf(run).catch((error: unknown) => failed(onUnexpected(error)))
      if (!material.ok) {
        await run.end(run.signal.aborted ? CANCELLED : { state: 'failed', failure: material.failure })
        return material
      }
      run.letGoAtEnd(material.value.close)
      // The name that the dialog said, which the receipt has too: of what is read by now there may be another.
      const named = { ...material.value, fileName: run.started().fileName }
      if (!run.signal.aborted) return succeeded({ address: handOver(run, named, offer) })
      await run.end(CANCELLED)
      return failed({ kind: 'cancelled' })
    },
    async cancel(run) {
      const status = run.status()
      run.cancel()
      if (status.state === 'ready') await run.end(CANCELLED)
      if (status.state !== 'reading') return succeeded(null)
      const dropped = await matches.drop(status.snapshotId)
      await run.over
      return dropped
    },
  }
}

const CANCELLED: ExportStatus = { state: 'cancelled' }
const TAKEN: Failure = {
  kind: 'invalid',
  field: 'export',
  message: 'This export is over, or its file was saved from another window.',
}

function stoppedBy(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<{ kind: 'stopped' }>()
  const stop = () => resolve({ kind: 'stopped' })
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return { promise, release: () => signal.removeEventListener('abort', stop) }
}

// "All matches", for page and command alike: a search is read to its verdict, then its file is written. No window has to
// be there for it.

interface MatchesSteps<Written> {
  /** Reads on from where it was. */
  read: () => Promise<ReadingOutcome>
  /** What the file is made of, once all is read. */
  material: () => Promise<Result<ExportMaterial>>
  /** Writes the file and its receipt. The material is closed after it. */
  write: (material: ExportMaterial) => Promise<Result<Written>>
}

type MatchesOutcome<Written> =
  | { kind: 'written'; written: Written }
  /** All matches are read, but there is no file. */
  | { kind: 'unwritten'; because: Failure }
  | Exclude<ReadingOutcome, { kind: 'finished' }>

/** Rejects with what a step throws; the material is closed even so. */
export async function exportMatches<Written>(steps: MatchesSteps<Written>): Promise<MatchesOutcome<Written>> {
  const end = await steps.read()
  if (end.kind !== 'finished') return end
  const material = await steps.material()
  if (!material.ok) return { kind: 'unwritten', because: material.failure }
  try {
    const written = await steps.write(material.value)
    return written.ok ? { kind: 'written', written: written.value } : { kind: 'unwritten', because: written.failure }
  } finally {
    await material.value.close()
  }
}
