import { expect, test } from 'vitest'
import { sizeWords } from './size-words.ts'

test.each([
  [1, '1 byte'],
  [812, '812 bytes'],
  [8_192, '8.2 kB'],
  [23_456, '23 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [268_435_456, '268 MB'],
])('%i bytes: %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))
