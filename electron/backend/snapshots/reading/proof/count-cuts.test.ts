// What counts say when they are held against the rows that came.
import { expect, test } from 'vitest'
import { type Failure, failed, succeeded } from '../../../../../shared/failure/failure.ts'
import { eachFailure } from '../../../../../shared/failure/fixtures/each-failure.ts'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import type { SeenFact } from '../../reading-state.ts'
import { SECOND } from '../session/instants.ts'
import type { Reading } from '../session/reading.ts'
import type { Bounds, ReadingAnswer, Requests } from '../session/requests.ts'
import {
  allRows,
  askFromEarly,
  cameIn,
  type HeldCount,
  heldAt,
  holdCounts,
  segmentsBetween,
  sumOf,
} from './count-cuts.ts'

function held(...counts: HeldCount[]): SeenFact[] {
  const facts: SeenFact[] = []
  const says = holdCounts(
    { prove: (fact: SeenFact) => void facts.push(fact) } as Reading,
    { code: 'pieces', numbers: { pieces: counts.length } },
    counts,
  )
  expect(facts.map((fact) => fact.says)).toEqual([says])
  return facts
}

test('it holds where each count is as many as came, or within what nobody can tell', () => {
  expect(held(heldAt(3, 3), heldAt(5, 7, 2), { count: 1, least: 0, most: 1 })).toEqual([
    { code: 'pieces', says: 'holds', numbers: { pieces: 3 } },
  ])
})

test.each([
  ['moved', [heldAt(3, 3), heldAt(4, 7, 2)]],
  ['moved', [heldAt(10, 7, 2)]],
  ['unasked', [heldAt(null, 0)]],
  ['unasked', [heldAt(4, 7), heldAt(null, 3)]],
] as const)('else it is %s', (says, counts) => {
  expect(held(...counts)).toMatchObject([{ says }])
})

test('a count that is missing adds nothing to what the others come to', () => {
  expect(sumOf([3, null, 4])).toBe(7)
})

test('each event is of one segment: what lies right at a cut is of the later one', () => {
  const segments = segmentsBetween(null, [10n * SECOND, 20n * SECOND], 30n * SECOND)
  const seconds = Float64Array.of(-5, 9, 10, 19, 20, 29, 30)
  expect(segments.map((segment) => cameIn(seconds, segment))).toEqual([2, 2, 2])
  expect(cameIn(seconds, { from: 9n * SECOND, to: 10n * SECOND })).toBe(1)
})

const rejected = failed(eachFailure.rejected[0] as Failure)

function rowsOf(...ids: string[]) {
  const text = JSON.stringify({ events: ids.map((id) => ({ event_id: id })), total: 0 })
  const parsed = parseSearchRows(Buffer.from(text), 1_000)
  if (!parsed.ok) throw new Error('no page')
  return parsed.page.events
}

/** All rows of a search whose first answer has "a" of so many, and whose answers from then on are these. */
async function rowsAfter(total: number, ...answers: ({ ids: string[]; total?: number } | 'fails')[]) {
  const offsets: number[] = []
  const page = async (_: Bounds, offset: number) => {
    offsets.push(offset)
    const answer = answers.shift() ?? { ids: [`at ${offset}`] }
    return answer === 'fails' ? rejected : succeeded({ events: rowsOf(...answer.ids), total: answer.total ?? total })
  }
  const anytime = { from: null, to: null }
  const rows = await allRows({ page } as unknown as Requests, { events: rowsOf('a'), total }, anytime)
  return [Array.isArray(rows) ? rows.map(({ eventId }) => eventId) : rows, offsets]
}

test('a search that is cut short in each answer is followed as long as its answers go on', async () => {
  expect(await rowsAfter(1)).toEqual([['a'], []])
  expect(await rowsAfter(4, { ids: ['b', 'c'] }, { ids: ['d'] })).toEqual([
    ['a', 'b', 'c', 'd'],
    [1, 3],
  ])
  for (const other of [{ ids: ['c'], total: 5 }, { ids: ['a'] }, { ids: [] }])
    expect(await rowsAfter(4, { ids: ['b'] }, other)).toEqual([
      ['a', 'b'],
      [1, 2],
    ])
  expect(await rowsAfter(4, { ids: ['b'] }, 'fails')).toEqual([null, [1, 2]])
  expect((await rowsAfter(9))[0]).toHaveLength(9)
  expect((await rowsAfter(10))[0]).toBe('more')
})

test('in place of no start the earliest is sent that the service takes, also where several ask at once', async () => {
  const year = (text: string | null) => Number(text?.slice(0, 4))
  const asking = async (reading: Reading, least: number) => {
    const taken: (string | null)[] = []
    const ask = async ({ from }: Bounds) => {
      await null
      if (year(from) < least) return rejected
      taken.push(from)
      return succeeded({} as ReadingAnswer)
    }
    await Promise.all([1, 2, 3].map(() => askFromEarly(reading, { from: null, to: '2026-11-01T00:00:00Z' }, ask)))
    return taken
  }
  for (const [least, start] of [
    [0, '1970-01-01T00:00:00Z'],
    [1_999, '2000-01-01T00:00:00Z'],
    [2_020, '2025-11-01T00:00:00Z'],
  ] as const)
    expect(await asking({ refusedStarts: 0 } as Reading, least)).toEqual([start, start, start])
  const reading = { refusedStarts: 0 } as Reading
  expect(await askFromEarly(reading, { from: '1999-01-01T00:00:00Z', to: null }, async () => rejected)).toBe(rejected)
  expect(reading.refusedStarts).toBe(0)
})
