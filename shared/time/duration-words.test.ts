import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elapsedWords, tookWords, waitWords } from './duration-words.ts'

test('a wait is never said shorter than it is, and in a unit that people count in', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: 0, max: 24 * 3_600_000 }), (ms) => {
      const [number, unit] = waitWords(ms).split(' ')
      const factor = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }[unit as 'ms']
      expect(Number(number)).toBeLessThan(1000)
      expect(Number(number) * factor).toBeGreaterThanOrEqual(ms)
      expect(Number(number) * factor - ms).toBeLessThan(factor + 61_000)
    }),
    { seed: 20261120 },
  )
})

test.each([
  [999.2, '1 s'],
  [119_001, '2 min'],
  [7_200_000, '2 h'],
  [86_400_000, '24 h'],
  [86_400_001, 'more than a day'],
  [2 ** 31 - 1, 'more than a day'],
  [Number.POSITIVE_INFINITY, 'more than a day'],
])('a wait of %d ms: %s', (ms, words) => {
  expect(waitWords(ms)).toBe(words)
})

test.each([
  [0.4, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_001, '1.0 s'],
  [2_449, '2.4 s'],
  [9_960, '10 s'],
  [75_000, '75 s'],
])('what took %d ms: %s', (ms, words) => expect(tookWords(ms)).toBe(words))

test.each([
  [-20, '0 s'],
  [2_999, '2 s'],
  [1_204_000, '1,204 s'],
])('%d ms by now: %s', (ms, words) => expect(elapsedWords(ms)).toBe(words))
