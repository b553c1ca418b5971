// What the answers of a turn showed, held against what is kept.
import { expect, test } from 'vitest'
import { failed } from '../../../../../shared/failure/failure.ts'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { anyHeader, anySlice } from '../../fixtures/journal-contract.ts'
import { memoryJournal } from '../../fixtures/memory-journal.ts'
import { type SeenFact, UNREAD } from '../../reading-state.ts'
import type { SnapshotJournal } from '../../snapshot-journal.ts'
import { NONE_MISSED } from '../../time-slice.ts'
import { createSeenRows } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'
import { createRowIndex } from '../session/row-index.ts'
import { compareSeen } from './kept-events.ts'

const day = (day: number) => `2026-11-0${day}T12:00:00Z`
const textOf = (id: string, at: string, text = 'a') => JSON.stringify({ event_id: id, created_at: at, text })
const KEPT = [textOf('e1', day(1)), textOf('e2', day(2)), textOf('e3', day(3))]

/** A reading that keeps an event a day, one in each of three parts, and saw these texts, answer by answer. */
async function compared(answers: string[][], { isTurnOver = false, isDamaged = false, fits = true } = {}) {
  const header = { ...anyHeader, range: { from: '2026-11-01T00:00:00Z', until: '2026-11-04T00:00:00Z', zone: 'UTC' } }
  const kept = memoryJournal(header)
  const index = createRowIndex()
  for (const [at, source] of KEPT.entries()) {
    const [from, to] = [at + 1, at + 2].map((number) => `2026-11-0${number}T00:00:00Z`)
    const slice = anySlice(at + 1, { from: from ?? null, to: to ?? null })
    await kept.commit({
      slices: [slice],
      rows: { sliceId: slice.id, how: 'replace', rows: [{ source, misses: NONE_MISSED }] },
    })
    index.note(`e${at + 1}`, 1, 1)
  }
  const rows: SnapshotJournal['rows'] = async function* () {
    yield failed({ kind: 'disk', detail: 'damaged' })
  }
  const seen = createSeenRows(() => fits)
  for (const texts of answers) {
    const parsed = parseSearchRows(Buffer.from(`{"events":[${texts.join()}],"total":0}`), 1_000)
    if (!parsed.ok) throw new Error('no page')
    seen.see(parsed.page.events)
  }
  if (isTurnOver) seen.nextTurn()
  const facts: SeenFact[] = []
  const again = await compareSeen({
    journal: isDamaged ? { ...kept, rows } : kept,
    index,
    seen,
    slices: new Map(kept.slices().map((slice) => [slice.id, slice])),
    state: { ...UNREAD, until: header.range.until },
    prove: (fact: SeenFact) => void facts.push(fact),
  } as unknown as Reading)
  return {
    again: again?.map(({ id }) => id) ?? null,
    facts: facts.map(({ code, numbers }) => [code, ...Object.values(numbers)]),
  }
}

test('what came as it is kept agrees, and so does what is not of the search, of the range or of the turn', async () => {
  const agrees = { again: null, facts: [] }
  expect(await compared([KEPT, KEPT.slice(0, 1)])).toEqual(agrees)
  expect(await compared([[textOf('e9', day(4)), textOf('e8', 'soon')]])).toEqual(agrees)
  expect(await compared([[textOf('e9', day(2))]], { fits: false })).toEqual(agrees)
  expect(await compared([[textOf('e2', day(2), 'b')]], { isTurnOver: true })).toEqual(agrees)
})

test('one that is kept with another text, or not at all, is told, and its part is read again', async () => {
  expect(await compared([[textOf('e2', day(2), 'b')]])).toEqual({ again: [2], facts: [['kept-otherwise', 1]] })
  expect(await compared([[textOf('e9', day(3))]])).toEqual({ again: [3], facts: [['unkept', 1]] })
  // It came with a time of another part than it is kept in.
  expect(await compared([[textOf('e1', day(3))]])).toEqual({ again: [3], facts: [['kept-otherwise', 1]] })
})

test('one that came with two texts in two answers is told, also if the last is kept; without a time, it may be anywhere', async () => {
  expect(await compared([[textOf('e1', day(1), 'b')], KEPT])).toEqual({ again: [1], facts: [['altered', 1]] })
  const undated = [[textOf('e9', 'soon')], [textOf('e9', 'soon', 'b')]]
  expect(await compared(undated)).toEqual({ again: [1, 2, 3], facts: [['altered', 1]] })
})

test('of a journal that cannot be read nothing is told, and it does not agree', async () => {
  expect(await compared([KEPT], { isDamaged: true })).toEqual({ again: [], facts: [] })
})
