// The events of a snapshot as a file's, filtered or sorted as on the screen: the loaded snapshot is asked for them, window by
// window, so that memory here does not grow with the rows.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Asked, LoadOutcome } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer, RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { CountedSource, EventSource } from './event-source.ts'

export type AskRows = (question: RowsQuestion, signal: AbortSignal) => Promise<Result<Asked<RowsAnswer>>>

/** As many rows as a window has at most. */
const WINDOW = 500

/** A first answer, which says how many rows there are, and the source of them all. */
export interface FoundEvents {
  source: CountedSource
  /** Rows of the snapshot. */
  of: number
  /** Rows that fulfil the conditions and are left out because they miss a filter of the search. */
  missing: number
}

/** Fails with `cancelled`, or with a sentence where the snapshot cannot be loaded, or is not there any more. */
export async function foundEvents(
  ask: AskRows,
  wanted: Pick<RowsQuestion, 'scope' | 'sort'>,
  signal: AbortSignal,
): Promise<Result<FoundEvents>> {
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
      default:
        return asked.value satisfies never
    }
  }
  const first = await window(0, 1)
  if (!first.ok) return first
  const { count, of, missing } = first.value

  async function* pieces(): ReturnType<EventSource['pieces']> {
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
  return succeeded({ source: { rows: count, pieces }, of, missing })
}

const CLOSED: Failure = {
  kind: 'disk',
  detail: 'The snapshot was deleted or unloaded while its events were being written.',
}

function refusal(because: Exclude<LoadOutcome, { kind: 'loaded' }>): Failure {
  switch (because.kind) {
    case 'too-many':
      return {
        kind: 'invalid',
        field: 'export',
        message: `More than ${grouped(because.most)} events cannot be filtered or sorted here. Remove the conditions and the sorting to export all of them, or take a snapshot of a narrower search.`,
      }
    case 'unreadable':
      return { kind: 'disk', detail: because.words }
    case 'closed':
      return CLOSED
    default:
      return because satisfies never
  }
}
