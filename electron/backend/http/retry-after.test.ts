import fc from 'fast-check'
import { expect, test } from 'vitest'
import { httpDate, retryAfterMs } from './retry-after.ts'

const noon = Date.UTC(2026, 10, 20, 12)

test('reads the three forms of an HTTP date, and nothing else', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37)
  expect(httpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(expected)
  expect(httpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(expected)
  expect(httpDate('Sun Nov  6 08:49:37 1994')).toBe(expected)
  for (const text of ['', '1', '2026-11-20', '-5', 'tomorrow', 'Sun, 06 Nov 1994 08:49:37'])
    expect(httpDate(text)).toBeNull()
})

test('reads any date that toUTCString writes', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(253_402_300_799_000), noInvalidDate: true }), (date) => {
      expect(httpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('asks for seconds, or until a date by the clock of the service, else by ours', () => {
  const asked = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), noon)
  expect(asked({})).toBeNull()
  expect(asked({ 'retry-after': '0' })).toBe(0)
  expect(asked({ 'retry-after': ' 4 ' })).toBe(4_000)
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' })).toBe(9_000)
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(0)
  const date = 'Fri, 20 Nov 2026 11:59:59 GMT'
  expect(asked({ 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT', date })).toBe(10_000)
  for (const text of ['-1', '1.5', 'soon', '']) expect(asked({ 'retry-after': text })).toBeNull()
})

test('whatever is asked for, a timer can wait it and the bridge can carry it', () => {
  const seconds = fc.oneof(fc.bigInt({ min: 0n }).map(String), fc.constantFrom('2592000', '9'.repeat(400)))
  const date = fc.date({ min: new Date(0), max: new Date(253_402_300_799_000), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.oneof(
        seconds,
        date.map((one) => one.toUTCString()),
      ),
      (asked) => {
        const ms = retryAfterMs(new Headers({ 'retry-after': asked }), noon)
        expect(ms).toBeGreaterThanOrEqual(0)
        expect(ms).toBeLessThan(2 ** 31)
      },
    ),
    { seed: 4, numRuns: 200 },
  )
})
