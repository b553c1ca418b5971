// The exports started in this run: their progress, their outcome, and how to stop them.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportEntry, ExportProgress, ExportStatus } from '../../../shared/export/file-export.ts'
import type { SaveFiles } from './delivery.ts'

type Started = Omit<ExportEntry, 'status' | 'startedAt' | 'endedAt' | 'repeatable' | 'inFolder'>

export interface ExportRun {
  started(): Started & Pick<ExportEntry, 'startedAt'>
  /** What shows only once all matches are read. */
  tell(facts: Partial<Pick<Started, 'verdict' | 'fileName' | 'words'>>): void
  status(): ExportStatus
  /** Before its end; afterwards nothing changes. */
  setStatus(status: ExportStatus): void
  endedAt(): string | null
  /** Aborted by `cancel`. */
  signal: AbortSignal
  cancel(): void
  report(progress: ExportProgress): void
  /** Called once, at the end; where that has come, at once. */
  letGoAtEnd(letGo: () => Promise<void>): void
  /** Only the first call counts. Resolves once what it holds is let go. */
  end(status: ExportStatus): Promise<void>
  over: Promise<void>
}

export interface ExportRuns {
  begin(started: Started, first: ExportStatus): ExportRun
  of(exportId: string): ExportRun | null
  /** Listed no more. */
  forget(run: ExportRun): void
  /** Latest first. */
  all(): ExportRun[]
}

const MOST_LISTED = 50
/** Between two reports of progress. */
const REPORT_MS = 100

interface RunsEffects {
  now: () => number
  saving: SaveFiles | null
  /** Called when the oldest is no longer listed. */
  onForgotten: (run: ExportRun) => void
}

/** The latest 50 are listed, and any that are under way. Progress is taken in at most every 100 ms. */
export function createExportRuns({ now, saving, onForgotten }: RunsEffects): ExportRuns {
  /** Begun first, first. */
  const runs = new Map<string, ExportRun>()
  const taskbar = createTaskbarProgress((share) => saving?.showProgress(share))

  function forgetOldest(): void {
    for (const run of runs.values()) {
      if (runs.size <= MOST_LISTED) return
      const { state } = run.status()
      if (state === 'running' || state === 'reading') continue
      void run.end({ state: 'cancelled' })
      runs.delete(run.started().exportId)
      onForgotten(run)
    }
  }

  return {
    begin(facts, first) {
      const { exportId } = facts
      let started = { ...facts, startedAt: new Date(now()).toISOString() }
      let status = first
      const stopping = new AbortController()
      const over = Promise.withResolvers<void>()
      let letGo = async () => {}
      let reported = Number.NEGATIVE_INFINITY
      let endedAt: string | null = null
      const run: ExportRun = {
        started: () => started,
        tell(more) {
          started = { ...started, ...more }
        },
        status: () => status,
        setStatus(next) {
          if (endedAt === null) status = next
        },
        endedAt: () => endedAt,
        signal: stopping.signal,
        cancel: () => stopping.abort(),
        report(progress) {
          if (endedAt !== null || now() - reported < REPORT_MS) return
          reported = now()
          status = { state: 'running', progress }
          taskbar.show(exportId, progress)
        },
        letGoAtEnd(held) {
          if (endedAt === null) letGo = held
          else void held()
        },
        async end(last) {
          if (endedAt !== null) return
          endedAt = new Date(now()).toISOString()
          await letGo()
          taskbar.end(exportId)
          status = last
          announce(started.fileName, status)
          over.resolve()
        },
        over: over.promise,
      }
      runs.set(exportId, run)
      forgetOldest()
      return run
    },
    of: (exportId) => runs.get(exportId) ?? null,
    forget: (run) => void runs.delete(run.started().exportId),
    all: () => [...runs.values()].toReversed(),
  }

  function announce(fileName: string, status: ExportStatus): void {
    if (status.state === 'written') {
      saving?.announce('Exported', `${fileName}: ${grouped(status.rows)} rows`)
    }
    if (status.state === 'failed') saving?.announce('Export failed', fileName)
  }
}

// How far all files together are that are being written, for the one bar that a system shows of a program.

interface TaskbarProgress {
  show(id: string, progress: ExportProgress): void
  end(id: string): void
}

/** @param show told the mean share, from 0 to 1; null once nothing is written any more */
function createTaskbarProgress(show: (share: number | null) => void): TaskbarProgress {
  const shares = new Map<string, number>()
  const tell = () => {
    const sum = shares.values().reduce((total, share) => total + share, 0)
    show(shares.size === 0 ? null : sum / shares.size)
  }
  return {
    show(id, { rows, of }) {
      shares.set(id, of === null || of === 0 ? 0 : Math.min(1, rows / of))
      tell()
    },
    end(id) {
      if (shares.delete(id)) tell()
    },
  }
}
