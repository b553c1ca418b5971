import { describe, expect, test } from 'vitest'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer } from '../../../shared/snapshot/snapshot-rows.ts'
import { type AskRows, foundEvents } from './question-source.ts'

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
  for await (const piece of found.value.source.pieces()) {
    if (!piece.ok) return piece.failure
    sources.push(...piece.value.map(({ source }) => source))
  }
  expect(found.value.source.rows).toBe(sources.length)
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
