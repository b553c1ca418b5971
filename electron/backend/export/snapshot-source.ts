// The events of a snapshot as a file's: what misses a filter of the search is kept in the snapshot and left out here.
import { type Result, succeeded } from '../../../shared/failure.ts'
import { inOrderOfTime, type SnapshotRow } from '../snapshots/slice.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import type { EventSource } from './event-source.ts'

/** Slice by slice, oldest first, as far as the snapshot holds them so (`snapshotOrder`). */
export function snapshotEvents(journal: SnapshotJournal): EventSource {
  return {
    rows: journal.slices().reduce((sum, { kept, missing }) => sum + kept - missing, 0),
    pieces: () => oneAhead(matches(journal)),
  }
}

async function* matches(journal: SnapshotJournal): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  for (const { id } of inOrderOfTime(journal.slices())) {
    for await (const piece of journal.rows(id)) {
      yield piece.ok ? succeeded(piece.value.filter(({ misses }) => misses.length === 0)) : piece
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
      // Whoever takes the piece may be long about it: a failure meanwhile is told when it is asked for.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await pieces.return(undefined)
  }
}

/** The order of `snapshotEvents`, in words. */
export function snapshotOrder(journal: SnapshotJournal): string {
  const { method } = journal.state()
  if (method === 'slices' && journal.slices().every(({ sorted }) => sorted)) return 'oldest first'
  return method === 'slices' ? 'oldest first, but for stretches of one instant' : 'as the service gave them'
}
