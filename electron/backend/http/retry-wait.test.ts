import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryWait } from './retry-wait.ts'

test.each([
  [null, 1_600, { ms: 1_600, asked: false }],
  // "Retry-After: 0", or a date that is past.
  [0, 1_600, { ms: 1_600, asked: false }],
  // By our own clock, where the service sends no date of its own.
  [350, 300, { ms: 350, asked: false }],
  [1_000, 1_600, { ms: 1_000, asked: true }],
])('asked for %s ms, before a backoff of %i ms: %j', (asked, backoff, wait) => {
  expect(retryWait(asked, 400, backoff)).toEqual(wait)
})

test('never sooner than was asked, and never at once', () => {
  const ms = fc.nat(2 ** 31 - 1)
  fc.assert(
    fc.property(fc.option(ms), fc.integer({ min: 300, max: 15_000 }), (asked, backoff) => {
      const wait = retryWait(asked, 400, backoff)
      expect(wait.ms).toBeGreaterThanOrEqual(Math.max(asked ?? 0, 300))
    }),
  )
})
