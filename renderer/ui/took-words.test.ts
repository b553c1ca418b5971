import { expect, test } from 'vitest'
import { tookWords } from './took-words.ts'

test.each([
  [0.4, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_001, '1.0 s'],
  [2_449, '2.4 s'],
  [9_960, '10 s'],
  [75_000, '75 s'],
])('%d ms in words', (ms, words) => expect(tookWords(ms)).toBe(words))
