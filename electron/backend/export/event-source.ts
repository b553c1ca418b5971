// Where the events of a file come from: rows of the screen, or a snapshot of a million. Memory holds one piece at a time.
import { setImmediate } from 'node:timers/promises'
import type { TableRow } from '../../../shared/event/event-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { readRow } from './read-row.ts'

export interface EventSource {
  /** How many there are; absent where that shows only at the end. */
  rows?: number
  /** Awaited every few milliseconds, so that others have their turn; a turn of the event loop when absent. */
  breathe?: () => Promise<unknown>
  /**
   * Every event by its exact JSON text, in the order of the file and in pieces of any length. Where it is gone through
   * again, it gives the same. A failure ends it.
   */
  pieces(): AsyncIterable<Result<readonly { source: string }[]>>
}

/** One that knows how many there are. */
export type CountedSource = EventSource & { rows: number }

/** Events that are in memory anyway. */
export function heldEvents(sources: readonly string[]): CountedSource {
  return {
    rows: sources.length,
    async *pieces() {
      for (let at = 0; at < sources.length; at += PIECE_ROWS) {
        yield succeeded(sources.slice(at, at + PIECE_ROWS).map((source) => ({ source })))
      }
    },
  }
}

const PIECE_ROWS = 1_000

/** Carries a source's failure out of a stream; `orFailure` makes it a value again. */
class SourceFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The events could not be read: ${failure.kind}`)
    this.failure = failure
  }
}

/** The rows of a source, piece by piece. @throws SourceFailure, and `cancelled` as one when the signal says so */
export async function* rowsOf(source: EventSource, signal?: AbortSignal): AsyncGenerator<readonly TableRow[]> {
  let since = performance.now()
  for await (const piece of source.pieces()) {
    if (!piece.ok) throw new SourceFailure(piece.failure)
    for (let at = 0; at < piece.value.length; at += ROWS_AT_ONCE) {
      if (signal?.aborted) throw new SourceFailure({ kind: 'cancelled' })
      yield piece.value.slice(at, at + ROWS_AT_ONCE).map(({ source: text }) => readRow(text))
      if (performance.now() - since < LONGEST_MS) continue
      await (source.breathe ?? setImmediate)()
      since = performance.now()
    }
  }
}

/** Rows read and written in one turn, and how long a turn may take before other work gets its chance. */
const ROWS_AT_ONCE = 250
const LONGEST_MS = 4

/** The result of `work`, with a source's failure as a value. */
export async function orFailure<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    const failure = sourceFailure(error)
    if (failure === null) throw error
    return failed(failure)
  }
}

/** The failure that a source's error carries; null for any other error. */
export const sourceFailure = (error: unknown): Failure | null => (error instanceof SourceFailure ? error.failure : null)
