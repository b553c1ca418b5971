import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { cutMiddle, exactText, fractionLength } from './cell-text.ts'
import { propertyColumn } from './event-columns.ts'

test.each([
  ['evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1E', 20, 'evt_01JBRX7Q…8A08C1E'],
  ['cus_1234567890123456', 20, 'cus_1234567890123456'],
  ['evt_7', 1, 'e…'],
])('%s in %i characters', (text, length, shown) => expect(cutMiddle(text, length)).toBe(shown))

test('what a property has more than one value of is not copied as one of them', () => {
  const a = { name: 'n', kind: 'number', text: '1' } as const
  expect(exactText(someEvent({ properties: [a] }), propertyColumn('n'))).toBe('1')
  expect(exactText(someEvent({ properties: [a, { ...a, text: '2' }] }), propertyColumn('n'))).toBe(null)
})

test('a fraction of up to ten signs, its point among them, counts for the column', () => {
  expect(['1', '1.5', '1.123456789', '1.1234567890'].map(fractionLength)).toEqual([0, 2, 10, 0])
})

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
