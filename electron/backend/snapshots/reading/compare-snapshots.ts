// What differs between two readings of one search: the way to see what counting cannot.
import { eventKey } from '../../../../shared/event.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { parseEventText } from '../../../../shared/search-page.ts'
import type { SnapshotRow } from '../slice.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { createRowIndex, textDigest } from './row-index.ts'

export type SnapshotChange =
  /** In the later one only. */
  | { kind: 'added'; row: SnapshotRow }
  /** In the earlier one only. */
  | { kind: 'gone'; row: SnapshotRow }
  /** One identifier, another text. */
  | { kind: 'altered'; before: SnapshotRow; after: SnapshotRow }
  /** A part of one of them cannot be read, so that no more can be said. It is the last. */
  | { kind: 'failed'; failure: Failure }

/** "Read again and compare": goes through both, whatever their slices. Memory grows with what differs. */
export async function* compareSnapshots(
  earlier: SnapshotJournal,
  later: SnapshotJournal,
): AsyncGenerator<SnapshotChange, void> {
  const laterTexts = createRowIndex(textDigest)
  for await (const row of rowsOf(later)) {
    if ('kind' in row) return yield row
    laterTexts.note(row.source, 1, 1)
  }
  const earlierTexts = createRowIndex(textDigest)
  const unmatched = new Map<string, SnapshotRow[]>()
  for await (const row of rowsOf(earlier)) {
    if ('kind' in row) return yield row
    earlierTexts.note(row.source, 1, 1)
    if (laterTexts.has(row.source)) continue
    const key = keyOf(row)
    unmatched.set(key, [...(unmatched.get(key) ?? []), row])
  }
  for await (const row of rowsOf(later)) {
    if ('kind' in row) return yield row
    if (earlierTexts.has(row.source)) continue
    const before = unmatched.get(keyOf(row))?.shift()
    yield before === undefined ? { kind: 'added', row } : { kind: 'altered', before, after: row }
  }
  for (const rows of unmatched.values()) for (const row of rows) yield { kind: 'gone', row }
}

async function* rowsOf(
  journal: SnapshotJournal,
): AsyncGenerator<SnapshotRow | Extract<SnapshotChange, { kind: 'failed' }>> {
  for (const { id } of journal.slices()) {
    for await (const segment of journal.rows(id)) {
      if (!segment.ok) {
        yield { kind: 'failed', failure: segment.failure }
        return
      }
      yield* segment.value
    }
  }
}

function keyOf({ source }: SnapshotRow): string {
  const event = parseEventText(source)
  return event.ok ? eventKey(event.event) : source
}
