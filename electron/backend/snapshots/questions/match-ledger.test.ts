import { expect, test } from 'vitest'
import { growthProblemsOf } from '../../../../shared/exact/fixtures/linear-work.ts'
import { chosenPairs } from '../fixtures/chosen-pairs.ts'
import { keyedHash } from '../keyed-index.ts'
import { createPairs } from './match-ledger.ts'

const PLACES = 2 ** 16

test('pairs that were chosen to collide share a place no more often than others do', () => {
  const placesOf = (pairs: readonly [number, number][]) =>
    new Set(pairs.map(([a, b]) => keyedHash.pair(a, b) % PLACES)).size
  const plain = Array.from({ length: PLACES }, (_, at): [number, number] => [at % 256, at >> 8])
  // Of so many balls in so many bins: 63 % of them are not empty, and one in a million draws is beyond 1 %.
  for (const pairs of [chosenPairs(PLACES), plain])
    expect(Math.abs(placesOf(pairs) / PLACES - 0.632)).toBeLessThan(0.01)
})

test('work with them grows as they do, and each has a number of its own', () => {
  const numbered = (pairs: readonly [number, number][]) => {
    const numbers = createPairs()
    return pairs.map(([a, b]) => numbers.of(a, b))
  }
  const pairs = chosenPairs(1_000)
  expect(numbered([...pairs, ...pairs])).toEqual([...pairs, ...pairs].map((_, at) => (at % 1_000) + 1))
  const make = (text: string) => chosenPairs(text.length)
  expect(growthProblemsOf(make, [['numbers', numbered]], { pairs: (length) => ' '.repeat(length) })).toEqual([])
})
