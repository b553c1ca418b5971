// An export from the page's side: start, the rows in chunks, finish; it can be stopped between any two steps and in each.
import type { ExportOutcome } from '../../../shared/contract.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Bridge } from '../../bridge.ts'

/** A bridge body holds 4 MiB; the rest is room for the envelope. In bytes of JSON. */
const CHUNK_BYTES = 3 * 1024 * 1024

export type Written = Exclude<ExportOutcome, { kind: 'dismissed' }>

export type ExportEnd =
  | { state: 'done'; outcome: Written }
  | { state: 'cancelled' }
  | { state: 'failed'; failure: Failure }

interface ExportRun {
  exports: Bridge['rowExports']
  failureOf: (error: unknown) => Failure
  connectionId: string
  what: 'page' | 'selection'
  /** Exact JSON texts of the events. */
  sources: readonly string[]
  /** Aborting cancels: nothing is kept on the other side. */
  signal: AbortSignal
  onProgress: (sentRows: number) => void
}

/** Never rejects. A file that was written before the cancel arrived counts as done, because it is there. */
export async function runExport(run: ExportRun): Promise<ExportEnd> {
  const { exports, signal } = run
  let exportId: string | null = null
  try {
    // Not given the signal: an export that was started must be known, so that it can be cancelled.
    const started = await exports.start({ connectionId: run.connectionId, what: run.what })
    exportId = started.exportId
    let sent = 0
    for (const sources of chunksOf(run.sources, CHUNK_BYTES)) {
      if (signal.aborted) break
      await exports.add({ exportId, sources }, { signal })
      sent += sources.length
      run.onProgress(sent)
    }
    if (signal.aborted) return await cancelled(exports, exportId)
    // Not given the signal either: whether a file was written must be known, also when the cancel comes too late.
    const outcome = await exports.finish({ exportId })
    return endOf(outcome, signal.aborted)
  } catch (error) {
    if (exportId !== null) await cancelled(exports, exportId)
    return signal.aborted ? { state: 'cancelled' } : { state: 'failed', failure: run.failureOf(error) }
  }
}

/** A dismissed save dialog is a cancel of its own; a download that nobody took yet is simply dropped. */
function endOf(outcome: ExportOutcome, aborted: boolean): ExportEnd {
  switch (outcome.kind) {
    case 'dismissed':
      return { state: 'cancelled' }
    case 'download':
      return aborted ? { state: 'cancelled' } : { state: 'done', outcome }
    case 'saved':
      return { state: 'done', outcome }
    default:
      return outcome satisfies never
  }
}

async function cancelled(exports: Bridge['rowExports'], exportId: string): Promise<ExportEnd> {
  // A backend that cannot be told has forgotten the export with its session, or drops it after a while.
  await exports.cancel({ exportId }).catch(() => null)
  return { state: 'cancelled' }
}

const encoder = new TextEncoder()

/** Splits texts so that each chunk, written as JSON, stays within `mostBytes`; a text that is longer goes alone. */
export function chunksOf(texts: readonly string[], mostBytes: number): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const text of texts) {
    const bytes = encoder.encode(JSON.stringify(text)).length + 1
    const last = chunks.at(-1)
    if (last && bytes <= room) last.push(text)
    else chunks.push([text])
    room = (last && bytes <= room ? room : mostBytes) - bytes
  }
  return chunks
}
