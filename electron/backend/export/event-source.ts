// The events of a file come from rows of the screen, or from a snapshot of a million. Memory holds one batch at a time.
import { setImmediate } from 'node:timers/promises'
import type { TableRow } from '../../../shared/event/event-table.ts'
import { isJson } from '../../../shared/exact/exact-json.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Asked, LoadOutcome } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer, RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import { inOrderOfTime, type SnapshotRow } from '../snapshots/time-slice.ts'
import { exportRefusal } from './delivery.ts'
import { readRow } from './read-row.ts'

export interface EventSource {
  /** How many there are; absent where that shows only at the end. */
  rows?: number
  /** Awaited every few milliseconds, so that others have their turn; a turn of the event loop when absent. */
  breathe?: () => Promise<unknown>
  /**
   * Every event by its exact JSON text, in the order of the file and in batches of any length. Where it is gone through
   * again, it gives the same. A failure ends it.
   */
  batches(): AsyncIterable<Result<readonly { source: string }[]>>
}

/** One that knows how many there are. */
export type CountedSource = EventSource & { rows: number }

/** Events that are in memory anyway. */
export function heldEvents(sources: readonly string[]): CountedSource {
  return {
    rows: sources.length,
    async *batches() {
      for (let at = 0; at < sources.length; at += BATCH_ROWS) {
        yield succeeded(sources.slice(at, at + BATCH_ROWS).map((source) => ({ source })))
      }
    },
  }
}

const BATCH_ROWS = 1_000

// Rows of the screen on their way to a file: they come in batches, are checked as they come, and are bounded together.
// Those of files that are written stay for "Export again" as long as nobody needs their room.

/** It counts UTF-16 units. */
const MOST_HELD = 256 * 1024 * 1024

interface Held {
  /** Only texts are kept: a parsed event takes many times their room. */
  sources: readonly string[]
  characters: number
  isKept: boolean
}

/** @param most UTF-16 units of all rows together; rows of written files are dropped before more is refused */
export function createHeldRows(most = MOST_HELD) {
  const held = new Map<string, Held>()
  const characters = () => held.values().reduce((sum, one) => sum + one.characters, 0)

  function makeRoom(more: number): boolean {
    for (const [id, { isKept }] of held) {
      if (characters() + more <= most) return true
      if (isKept) held.delete(id)
    }
    return characters() + more <= most
  }

  return {
    open: (id: string) => void held.set(id, { sources: [], characters: 0, isKept: false }),
    add(id: string, sources: readonly string[]): Result<{ rows: number }> {
      const one = held.get(id)
      if (one === undefined || one.isKept) return failed(OVER)
      if (!sources.every(isJson)) return failed(NO_JSON)
      const more = sources.reduce((sum, source) => sum + source.length, 0)
      if (!makeRoom(more)) return failed(TOO_MUCH)
      const all = one.sources.concat(sources)
      held.set(id, { ...one, sources: all, characters: one.characters + more })
      return succeeded({ rows: all.length })
    },
    /** Null if they were dropped to make room. */
    of: (id: string): readonly string[] | null => held.get(id)?.sources ?? null,
    /** They may be dropped from now on to make room for others, oldest first. */
    keep(id: string): void {
      const one = held.get(id)
      held.delete(id)
      if (one !== undefined) held.set(id, { ...one, isKept: true })
    },
    drop: (id: string) => void held.delete(id),
  }
}

export const OVER = exportRefusal('This export is over. Start it again.')
const TOO_MUCH = exportRefusal('These rows are more than one export can hold (256 MiB). Select fewer.')
const NO_JSON = exportRefusal(
  'A row could not be read, so nothing was written. Load the page again, then export it once more.',
)

/** Carries a source's failure out of a stream; `orFailure` makes it a value again. */
export class SourceFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The events could not be read: ${failure.kind}`)
    this.failure = failure
  }
}

/** The rows of a source, batch by batch. @throws SourceFailure, and `cancelled` as one when the signal says so */
export async function* rowsOf(source: EventSource, signal?: AbortSignal): AsyncGenerator<readonly TableRow[]> {
  let since = performance.now()
  for await (const batch of source.batches()) {
    if (!batch.ok) throw new SourceFailure(batch.failure)
    for (let at = 0; at < batch.value.length; at += ROWS_AT_ONCE) {
      if (signal?.aborted) throw new SourceFailure({ kind: 'cancelled' })
      yield batch.value.slice(at, at + ROWS_AT_ONCE).map(({ source: text }) => readRow(text))
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

// The events of a snapshot as a file's: what misses a filter of the search is kept in the snapshot and left out here,
// unless it is asked for.

/** This says which instants come first, as far as the snapshot holds them in order of time (`eventOrder`). */
export type FirstEvents = 'oldest' | 'newest'

/** Slice by slice. Events that the service gave in an order of its own stay in it. */
export function snapshotEvents(
  journal: SnapshotJournal,
  first: FirstEvents = 'oldest',
  includesMisses = false,
): CountedSource {
  return {
    rows: journal.slices().reduce((sum, { kept, missing }) => sum + kept - (includesMisses ? 0 : missing), 0),
    batches: () => oneAhead(rowsOfAll(journal, first === 'newest' && isInTime(journal), includesMisses)),
  }
}

async function* rowsOfAll(
  journal: SnapshotJournal,
  backward: boolean,
  includesMisses: boolean,
): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  const slices = inOrderOfTime(journal.slices())
  for (const { id } of backward ? slices.toReversed() : slices) {
    for await (const batch of journal.rows(id, backward)) {
      if (includesMisses || !batch.ok) yield batch
      else yield succeeded(batch.value.filter(({ misses }) => misses.length === 0))
    }
  }
}

/** Has the next batch fetched while one is worked on: it is decompressed on another thread meanwhile. */
async function* oneAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = batches.next()
      // The batch may be in use for long: a failure meanwhile is reported when the next one is asked for.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await batches.return(undefined)
  }
}

/** The order of `snapshotEvents`, in words. */
export function eventOrder(journal: SnapshotJournal, first: FirstEvents = 'oldest'): string {
  if (!isInTime(journal)) return 'as the service sent them'
  return isSorted(journal) ? `${first} first` : `${first} first, except within one instant`
}

/** What was read by offset as a whole is in the service's order, unless it was so little that it was sorted. */
const isInTime = (journal: SnapshotJournal) => journal.state().method === 'slices' || isSorted(journal)

const isSorted = (journal: SnapshotJournal) => journal.slices().every(({ sorted }) => sorted)

// The events of a snapshot as a file's, filtered or sorted as on the screen: the loaded snapshot is asked for them,
// window by window, so that memory here does not grow with the rows.

export type AskRows = (question: RowsQuestion, signal: AbortSignal) => Promise<Result<Asked<RowsAnswer>>>

/** A window has as many rows at most. */
const WINDOW = 500

/** The source of them all. Fails with `cancelled`, or with a sentence if the snapshot cannot be loaded or is gone. */
export async function foundEvents(
  ask: AskRows,
  wanted: Pick<RowsQuestion, 'scope' | 'sort'>,
  signal: AbortSignal,
): Promise<Result<CountedSource>> {
  const window = async (offset: number, limit: number): Promise<Result<RowsAnswer>> => {
    const asked = await ask({ ask: 'rows', ...wanted, offset, limit }, signal)
    if (!asked.ok) return asked
    switch (asked.value.kind) {
      case 'answered':
        return succeeded(asked.value.answer)
      case 'dropped':
        return failed(signal.aborted ? { kind: 'cancelled' } : CLOSED)
      case 'refused':
        return failed(refusal(asked.value.because))
    }
  }
  const first = await window(0, 1)
  if (!first.ok) return first
  const { count } = first.value

  async function* batches(): ReturnType<EventSource['batches']> {
    let offset = 0
    while (offset < count) {
      const next = await window(offset, WINDOW)
      if (!next.ok) return yield next
      // Another snapshot than was looked at would give other rows, or none.
      if (next.value.count !== count || next.value.rows.length === 0) return yield failed(CLOSED)
      yield succeeded(next.value.rows)
      offset += next.value.rows.length
    }
  }
  return succeeded({ rows: count, batches })
}

const CLOSED: Failure = {
  kind: 'disk',
  detail: 'The snapshot was deleted or unloaded while its events were being written.',
}

function refusal(because: Exclude<LoadOutcome, { kind: 'loaded' }>): Failure {
  switch (because.kind) {
    case 'too-many':
      return exportRefusal(
        `More than ${grouped(because.most)} events cannot be filtered or sorted here. Remove the conditions and the sorting to export all of them, or load a narrower search.`,
      )
    case 'unreadable':
      return { kind: 'disk', detail: because.words }
    case 'closed':
      return CLOSED
  }
}
