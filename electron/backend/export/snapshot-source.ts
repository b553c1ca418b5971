// The events of a snapshot as a file's: what misses a filter of the search is kept in the snapshot and left out here, unless
// it is asked for.
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import { inOrderOfTime, type SnapshotRow } from '../snapshots/slice.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import type { CountedSource } from './event-source.ts'

/** Which instants come first, as far as the snapshot holds them in order of time (`eventOrder`). */
export type FirstEvents = 'oldest' | 'newest'

/** Slice by slice. What the service gave in an order of its own stays in it. */
export function snapshotEvents(
  journal: SnapshotJournal,
  first: FirstEvents = 'oldest',
  includesMisses = false,
): CountedSource {
  return {
    rows: journal.slices().reduce((sum, { kept, missing }) => sum + kept - (includesMisses ? 0 : missing), 0),
    pieces: () => oneAhead(rowsOfAll(journal, first === 'newest' && isInTime(journal), includesMisses)),
  }
}

async function* rowsOfAll(
  journal: SnapshotJournal,
  backward: boolean,
  includesMisses: boolean,
): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  const slices = inOrderOfTime(journal.slices())
  for (const { id } of backward ? slices.toReversed() : slices) {
    for await (const piece of journal.rows(id, backward)) {
      if (includesMisses || !piece.ok) yield piece
      else yield succeeded(piece.value.filter(({ misses }) => misses.length === 0))
    }
  }
}

/** Has the next piece fetched while one is worked on: it is decompressed on another thread meanwhile. */
async function* oneAhead<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pieces.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = pieces.next()
      // The piece may be in use for long: a failure meanwhile is reported when the next one is asked for.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await pieces.return(undefined)
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
