// The values that the checks ask for, of what was seen.
import { expect, test } from 'vitest'
import { distinctValues, pathOf } from './sample.ts'
import type { SeenEvent } from './seen-event.ts'

const events = Array.from(
  { length: 90 },
  (_, n) => ({ eventId: `e${n}`, customerId: `c${Math.floor(n / 10)}` }) as SeenEvent,
)

test('values are distinct, spread over what was seen, and each is of an event that has it', () => {
  const of = (count: number) => distinctValues(events, ({ customerId }) => [customerId], String, count)
  expect(of(3).map(({ value, event }) => [value, event.eventId])).toEqual([
    ['c0', 'e0'],
    ['c3', 'e30'],
    ['c6', 'e60'],
  ])
  expect(of(4)).toHaveLength(4)
  expect(of(20)).toHaveLength(9)
  expect(distinctValues([], () => ['x'], String, 3)).toEqual([])
})

test('an ID that no URL can carry has no path', () => {
  expect(pathOf('a/b ä')).toBe('/v1/events/a%2Fb%20%C3%A4')
  expect(['', '.', '..', '\ud800'].map(pathOf)).toEqual([null, null, null, null])
})
