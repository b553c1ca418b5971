import { describe, expect, test } from 'vitest'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer } from '../../../shared/snapshot/snapshot-rows.ts'
import { anyHeader, anySlice } from '../snapshots/fixtures/journal-contract.ts'
import { memoryJournal } from '../snapshots/fixtures/memory-journal.ts'
import { type ReadingState, UNREAD } from '../snapshots/reading-state.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import { NONE_MISSED, type SnapshotRow } from '../snapshots/time-slice.ts'
import { type AskRows, eventOrder, type FirstEvents, foundEvents, snapshotEvents } from './event-source.ts'

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
  const { rows, batches } = snapshotEvents(journal, first)
  for await (const batch of batches()) if (batch.ok) all.push(...batch.value.map(({ source }) => Number(source)))
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
    for await (const batch of snapshotEvents(watched).batches()) {
      expect(batch.ok).toBe(true)
      break
    }
    // The first slice is through, the second one was begun ahead.
    expect(closed).toBe(2)
  })
})

const wanted = { scope: { where: [], misses: false }, sort: null }
const { signal } = new AbortController()
const answered = (answer: Partial<RowsAnswer>): Result<Asked<RowsAnswer>> =>
  succeeded({ kind: 'answered', answer: { rows: [], offset: 0, count: 0, of: 9, missing: 2, ...answer } })

/** Of so many rows; a window has as many as it likes. */
const snapshotOf =
  (count: number, most = 300): AskRows =>
  async ({ offset, limit }) => {
    const length = Math.min(limit, most, count - offset)
    const rows = Array.from({ length }, (_, at) => ({ row: offset + at, source: String(offset + at), misses: [] }))
    return answered({ rows, offset, count })
  }

async function allOf(ask: AskRows) {
  const found = await foundEvents(ask, wanted, signal)
  if (!found.ok) return found.failure
  const sources: string[] = []
  for await (const batch of found.value.batches()) {
    if (!batch.ok) return batch.failure
    sources.push(...batch.value.map(({ source }) => source))
  }
  expect(found.value.rows).toBe(sources.length)
  return sources
}

describe('the rows that a loaded snapshot finds', () => {
  test.each([0, 1, 299, 1_234])('come whole and in order, in windows of any length: %i', async (count) => {
    expect(await allOf(snapshotOf(count))).toEqual(Array.from({ length: count }, (_, at) => String(at)))
  })

  test('say why there are none', async () => {
    const refused =
      (because: Extract<Asked<RowsAnswer>, { kind: 'refused' }>['because']): AskRows =>
      async () =>
        succeeded({ kind: 'refused', because })
    expect(await allOf(refused({ kind: 'too-many', rows: 4_000_000, most: 3_000_000 }))).toMatchObject({
      kind: 'invalid',
      field: 'export',
      message: expect.stringMatching(/^More than 3,000,000 events cannot be filtered/),
    })
    expect(await allOf(refused({ kind: 'unreadable', words: 'It is damaged.' }))).toEqual({
      kind: 'disk',
      detail: 'It is damaged.',
    })
    for (const ask of [refused({ kind: 'closed' }), async () => succeeded({ kind: 'dropped' as const })])
      expect(await allOf(ask)).toMatchObject({ kind: 'disk', detail: expect.stringContaining('deleted') })
    expect(await allOf(async () => failed({ kind: 'disk', detail: 'gone' }))).toEqual({ kind: 'disk', detail: 'gone' })
    const aborted = await foundEvents(async () => succeeded({ kind: 'dropped' }), wanted, AbortSignal.abort())
    expect(aborted).toMatchObject({ failure: { kind: 'cancelled' } })
  })

  test('end in a failure where they are others than before, and not in a shorter file', async () => {
    for (const later of [600, 1_400]) {
      let asked = 0
      const changing: AskRows = async (question, ofQuestion) => {
        asked += 1
        return snapshotOf(asked < 3 ? 1_000 : later)(question, ofQuestion)
      }
      expect(await allOf(changing)).toMatchObject({ kind: 'disk' })
    }
    const endless: AskRows = async ({ offset }, ofQuestion) =>
      offset === 0
        ? snapshotOf(10, 1)({ ask: 'rows', ...wanted, offset, limit: 1 }, ofQuestion)
        : answered({ count: 10 })
    expect(await allOf(endless)).toMatchObject({ kind: 'disk' })
  })
})
