import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, grouped, groupedDigits } from './grouped-digits.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['-1000', '−1,000'],
  ['-5', '−5'],
  ['1249.00', '1,249.00'],
  ['-1234567.8900', '−1,234,567.8900'],
  ['1234e5', '1,234e5'],
  ['', ''],
  ['–', '–'],
])('%s reads %s', (text, words) => expect(groupedDigits(text)).toBe(words))

test('every digit stays, in threes', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat(), (whole, rest) => {
      const text = `${whole}.${rest}`
      expect(groupedDigits(text).replaceAll(',', '').replace('−', '-')).toBe(text)
      expect(groupedDigits(text)).toMatch(/^−?\d{1,3}(,\d{3})*\.\d+$/)
    }),
  )
})

test('a number reads as English writes it, with a true minus', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(), fc.maxSafeInteger(), fc.double()), (count) => {
      // The runtime writes -0 with a minus: as a number of things it is 0.
      fc.pre(!Object.is(count, -0))
      expect(grouped(count)).toBe(count.toLocaleString('en-US').replace('-', '−'))
    }),
  )
})

test('one is one', () => {
  expect([1, 0, 4_208].map((count) => countWords(count, 'event'))).toEqual(['1 event', '0 events', '4,208 events'])
  expect(countWords(2, 'entry', 'entries')).toBe('2 entries')
})
