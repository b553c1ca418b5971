// What counts say when they are held against the rows that came.
import { expect, test } from 'vitest'
import type { SeenFact } from '../../reading-state.ts'
import type { Reading } from '../session/reading.ts'
import { type HeldCount, heldAt, holdCounts, sumOf } from './count-cuts.ts'

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
