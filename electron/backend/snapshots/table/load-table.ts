// Loads every kept row of a snapshot into a table in memory.
import type { Failure } from '../../../../shared/failure/failure.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { inOrderOfTime } from '../time-slice.ts'
import { buildTable } from './build-table.ts'
import type { LoadedEvents } from './loaded-events.ts'
import type { Turn } from './turn.ts'

/** More would not fit on an ordinary machine; larger snapshots can still be exported. */
export const MOST_ROWS = 3_000_000
const MOST_BYTES = 3 * 1024 ** 3

export type Loading =
  | { kind: 'loaded'; table: LoadedEvents }
  /** More rows than `most` or, if `rows` does not exceed it, more bytes than are held in memory. */
  | { kind: 'too-many'; rows: number; most: number }
  /** A piece of the file cannot be read. */
  | { kind: 'failed'; failure: Failure }

/** `report` receives the number of rows loaded so far. */
export async function loadTable(
  journal: Pick<SnapshotJournal, 'header' | 'state' | 'slices' | 'rows'>,
  turn: Turn,
  report: (rows: number) => void = () => undefined,
  most = MOST_ROWS,
): Promise<Loading> {
  const slices = inOrderOfTime(journal.slices())
  const rows = slices.reduce((sum, { kept }) => sum + kept, 0)
  if (rows > most) return { kind: 'too-many', rows, most }
  const table = buildTable(rows, {
    ...journal.header.range,
    until: journal.state().until ?? journal.header.range.until,
  })
  let loaded = 0
  for (const { id } of slices) {
    const chunks = journal.rows(id)[Symbol.asyncIterator]()
    // Another thread opens the next chunk while this one is processed.
    let next = chunks.next()
    for (;;) {
      const chunk = await next
      if (chunk.done) break
      if (!chunk.value.ok) {
        await chunks.return?.()
        return { kind: 'failed', failure: chunk.value.failure }
      }
      next = chunks.next()
      next.catch(() => undefined)
      if (loaded + chunk.value.value.length > rows) {
        await chunks.return?.()
        return CHANGED
      }
      for (const { source, misses } of chunk.value.value) {
        table.add(source, misses)
        loaded += 1
      }
      report(loaded)
      if (table.memory() > MOST_BYTES) return { kind: 'too-many', rows, most }
      await turn.breathe()
    }
  }
  return loaded === rows ? { kind: 'loaded', table: await table.finish(turn) } : CHANGED
}

/** Slices and rows came from different commits. */
const CHANGED: Loading = {
  kind: 'failed',
  failure: { kind: 'disk', detail: 'The snapshot changed while it was being loaded. Open it again.' },
}
