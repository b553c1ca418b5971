import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutMiddle } from './cell-text.ts'

test.each([
  ['evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1E', 20, 'evt_01JBRX7Q…8A08C1E'],
  ['cus_1234567890123456', 20, 'cus_1234567890123456'],
  ['evt_7', 1, 'e…'],
])('%s in %i characters', (text, length, shown) => expect(cutMiddle(text, length)).toBe(shown))

test('never longer than its room, and both ends are those of the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 2, max: 60 }), (text, length) => {
      const [start = '', end = ''] = cutMiddle(text.replaceAll('…', '.'), length).split('…')
      const shown = text.replaceAll('…', '.')
      expect(start.length + end.length + (shown.length > length ? 1 : 0)).toBeLessThanOrEqual(length)
      expect(shown.startsWith(start) && shown.endsWith(end)).toBe(true)
    }),
    { seed: 1 },
  )
})
