import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDateTime } from './rfc3339.ts'
import { usualInstant } from './usual-instant.ts'

const part = (most: number, length: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(length, '0'))
const texts = fc
  .tuple(
    fc.oneof(part(9999, 4), fc.constantFrom('1900', '2000', '2024', '2026')),
    fc.oneof(part(13, 2), fc.constant('02')),
    part(32, 2),
    part(25, 2),
    part(61, 2),
    part(61, 2),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{0,12}$/)),
    fc.constantFrom('Z', 'Z', 'Z', 'z', '+00:00', ''),
  )
  .map(
    ([year, month, day, hour, minute, second, rest, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${rest}${zone}`,
  )
const damaged = fc
  .tuple(texts, fc.nat(19), fc.constantFrom('/', ':', ' ', 'x', '٣'))
  .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1))

test('reads what the whole grammar reads, or leaves it to that', () => {
  let read = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: damaged }), (text) => {
      const usual = usualInstant(text)
      if (usual === null) return
      read += 1
      const whole = readDateTime(text)
      expect(usual).toEqual({
        seconds: whole?.seconds,
        nanoseconds: Number(whole?.fraction.slice(1, 10).padEnd(9, '0')),
      })
    }),
    { numRuns: 3_000 },
  )
  expect(read).toBeGreaterThan(200)
})

test.each([
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T14:52:60Z',
  '2026-11-20T14:52:57.Z',
  '2026-11-20T14:52:57+00:00',
  '2026-11-20T14:52:5 Z',
  '',
])('leaves %s to the whole grammar', (text) => {
  expect(usualInstant(text)).toBeNull()
})
