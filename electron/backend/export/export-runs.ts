// The exports started in this run: their progress, their outcome, and how to stop them.
import type { ExportEntry, ExportProgress, ExportStatus } from '../../../shared/export/file-export.ts'
import type { SaveFiles } from './delivery.ts'
import { createTaskbarProgress } from './taskbar-progress.ts'

type Started = Omit<ExportEntry, 'status' | 'startedAt' | 'endedAt' | 'repeatable' | 'inFolder'>

export interface ExportRun {
  started: Started & Pick<ExportEntry, 'startedAt'>
  status(): ExportStatus
  endedAt(): string | null
  /** Aborted by `cancel`. */
  signal: AbortSignal
  cancel(): void
  report(progress: ExportProgress): void
  /** Only the first call counts. Resolves once its material is released. */
  end(status: ExportStatus): Promise<void>
  over: Promise<void>
}

export interface ExportRuns {
  /** @param letGo called once, at the end */
  begin(started: Started, first: ExportProgress, letGo: () => Promise<void>): ExportRun
  of(exportId: string): ExportRun | null
  /** Latest first. */
  all(): ExportRun[]
}

const MOST_LISTED = 50
/** Between two reports of progress. */
const REPORT_MS = 100

interface RunsEffects {
  now: () => number
  saving: SaveFiles | null
  /** Called when one is no longer listed. */
  onForgotten: (exportId: string) => void
}

export function createExportRuns({ now, saving, onForgotten }: RunsEffects): ExportRuns {
  /** Begun first, first. */
  const runs = new Map<string, ExportRun>()
  const taskbar = createTaskbarProgress((share) => saving?.showProgress(share))

  function forgetOldest(): void {
    for (const [id, run] of runs) {
      if (runs.size <= MOST_LISTED) return
      if (run.status().state === 'running') continue
      runs.delete(id)
      onForgotten(id)
    }
  }

  return {
    begin(started, first, letGo) {
      const { exportId, fileName } = started
      let status: ExportStatus = { state: 'running', progress: first }
      const stopping = new AbortController()
      const over = Promise.withResolvers<void>()
      let reported = Number.NEGATIVE_INFINITY
      let endedAt: string | null = null
      const run: ExportRun = {
        started: { ...started, startedAt: new Date(now()).toISOString() },
        status: () => status,
        endedAt: () => endedAt,
        signal: stopping.signal,
        cancel: () => stopping.abort(),
        report(progress) {
          if (endedAt !== null || now() - reported < REPORT_MS) return
          reported = now()
          status = { state: 'running', progress }
          taskbar.show(exportId, progress)
        },
        async end(last) {
          if (endedAt !== null) return
          endedAt = new Date(now()).toISOString()
          await letGo()
          taskbar.end(exportId)
          status = last
          announce(fileName, status)
          over.resolve()
        },
        over: over.promise,
      }
      runs.set(exportId, run)
      forgetOldest()
      return run
    },
    of: (exportId) => runs.get(exportId) ?? null,
    all: () => [...runs.values()].toReversed(),
  }

  function announce(fileName: string, status: ExportStatus): void {
    if (status.state === 'written') {
      saving?.announce('Exported', `${fileName}: ${status.rows.toLocaleString('en-US')} rows`)
    }
    if (status.state === 'failed') saving?.announce('Export failed', fileName)
  }
}
