import { describe, expect, test } from 'vitest'
import { anyHeader, anySlice } from '../snapshots/fixtures/journal-contract.ts'
import { memoryJournal } from '../snapshots/memory-journal.ts'
import { type ReadingState, UNREAD } from '../snapshots/reading-state.ts'
import { NONE_MISSED, type SnapshotRow } from '../snapshots/slice.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import { eventOrder, type FirstEvents, snapshotEvents } from './snapshot-source.ts'

const rowsFrom = (first: number, count: number): SnapshotRow[] =>
  Array.from({ length: count }, (_, at) => ({ source: String(first + at), misses: NONE_MISSED }))

/** Events 0 to 2,503 in three slices, the middle one of several segments, and one that misses a filter. */
async function journalOf(method: ReadingState['method'], sorted = true): Promise<SnapshotJournal> {
  const journal = memoryJournal(anyHeader)
  const parts: [id: number, from: string | null, rows: SnapshotRow[]][] = [
    [3, null, rowsFrom(0, 2)],
    [1, '2026-11-02T00:00:00Z', [...rowsFrom(2, 2_500), { source: 'misses', misses: ['Type'] }]],
    [2, '2026-11-03T00:00:00Z', rowsFrom(2_502, 2)],
  ]
  await journal.commit({ state: { ...UNREAD, method } })
  for (const [id, from, rows] of parts) {
    const missing = rows.filter(({ misses }) => misses.length > 0).length
    const slice = anySlice(id, { from, kept: rows.length, missing, sorted: sorted || id !== 1 })
    await journal.commit({ slices: [slice], rows: { sliceId: id, how: 'replace', rows } })
  }
  return journal
}

async function sourcesOf(journal: SnapshotJournal, first?: FirstEvents): Promise<number[]> {
  const all: number[] = []
  const { rows, pieces } = snapshotEvents(journal, first)
  for await (const piece of pieces()) if (piece.ok) all.push(...piece.value.map(({ source }) => Number(source)))
  expect(rows).toBe(all.length)
  return all
}

const upwards = Array.from({ length: 2_504 }, (_, at) => at)

describe("a snapshot's events", () => {
  test('come oldest or newest first, without those that miss a filter, and it is said which', async () => {
    const journal = await journalOf('slices')
    expect(await sourcesOf(journal)).toEqual(upwards)
    expect(await sourcesOf(journal, 'newest')).toEqual(upwards.toReversed())
    expect([eventOrder(journal), eventOrder(journal, 'newest')]).toEqual(['oldest first', 'newest first'])
    const partly = await journalOf('slices', false)
    expect(eventOrder(partly, 'newest')).toBe('newest first, except within one instant')
  })

  test('stay in the order of the service where that is all there is', async () => {
    const journal = await journalOf('offset', false)
    expect(await sourcesOf(journal, 'newest')).toEqual(upwards)
    expect(eventOrder(journal, 'newest')).toBe('as the service sent them')
    expect(eventOrder(await journalOf('offset'), 'newest')).toBe('newest first')
  })

  test('let go of the snapshot when nobody goes on', async () => {
    const journal = await journalOf('slices')
    let closed = 0
    const watched: SnapshotJournal = {
      ...journal,
      async *rows(id, backward) {
        try {
          yield* journal.rows(id, backward)
        } finally {
          closed += 1
        }
      },
    }
    for await (const piece of snapshotEvents(watched).pieces()) {
      expect(piece.ok).toBe(true)
      break
    }
    // The first slice is through, the second one was begun ahead.
    expect(closed).toBe(2)
  })
})
