import { expect, test } from 'vitest'
import { extensionRequests, extensionWords } from './extension-cost.ts'

test('what is taken over costs two requests a part, whatever is in it', () => {
  const of = (total: number | null, parts: number, events: number) => extensionRequests({ total, parts, events })
  expect(of(null, 3, 4_000)).toBeNull()
  expect(of(14_000, 10, 13_400)).toBe((of(600, 0, 0) ?? 0) + 24)
  expect(of(14_000, 10, 13_400)).toBeLessThan((of(14_000, 0, 0) ?? 0) / 4)
  // Fewer are there than were taken over: some went since.
  expect(of(13_000, 10, 13_400)).toBe((of(0, 0, 0) ?? 0) + 24)
})

test('it is said how much is taken over, or that nothing is', () => {
  expect(extensionWords({ total: 14_000, parts: 10, events: 13_400 })).toBe(
    '14,000 events. 13,400 of this snapshot are taken over in 10 parts: each part is counted again before and after, and read again where its count differs. The rest is read.',
  )
  expect(extensionWords({ total: 900, parts: 0, events: 0 })).toBe(
    '900 events. Nothing is taken over: reading all of it costs no more.',
  )
})
