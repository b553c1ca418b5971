// Arithmetic of ranges: margins, half-open ends, whole units also before 1970.
import { expect, test } from 'vitest'
import { anyHeader } from '../../fixtures/journal-contract.ts'
import { UNREAD } from '../../reading-state.ts'
import {
  boundsOf,
  DAY,
  floorTo,
  isIn,
  isOfWholeDays,
  nanosecondsOf,
  rfc3339Of,
  SECOND,
  secondAfter,
  secondBefore,
  sentRange,
} from './instants.ts'

const at = (text: string) => nanosecondsOf(text) ?? 0n

test('a range is sent wider on each side that is bounded, in whole seconds', () => {
  expect(boundsOf('2026-11-01T00:00:00.5Z', '2026-11-02T00:00:00.5Z', 2)).toEqual({
    from: '2026-10-31T23:59:58Z',
    to: '2026-11-02T00:00:03Z',
  })
  expect(boundsOf(null, '2026-11-02T00:00:00Z', 2)).toEqual({ from: null, to: '2026-11-02T00:00:02Z' })
  expect(boundsOf('2026-11-01T00:00:00Z', null, 2)).toEqual({ from: '2026-10-31T23:59:58Z', to: null })
})

test('an early start is sent as it is, and only where none was asked for', () => {
  const of = (from: string | null) => ({
    journal: { header: { ...anyHeader, range: { from, until: null, zone: 'UTC' } } },
    state: { ...UNREAD, explicitFrom: '1970-01-01T00:00:00Z' },
  })
  const sent = (from: string | null) => sentRange(of(from), null, 2)
  expect(sent(null)).toEqual({ from: '1970-01-01T00:00:00Z', to: null })
  expect(sent('2026-11-01T00:00:00Z')).toEqual({ from: '2026-10-31T23:59:58Z', to: null })
})

test('a kept range has its start and not its end, and nothing without a time', () => {
  const isKept = isIn({ from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' })
  const inside = [at('2026-11-01T00:00:00Z'), at('2026-11-01T23:59:59.999999999Z')]
  expect(inside.map(isKept)).toEqual([true, true])
  const outside = [at('2026-10-31T23:59:59.999999999Z'), at('2026-11-02T00:00:00Z'), null]
  expect(outside.map(isKept)).toEqual([false, false, false])
  expect([0n, null].map(isIn({ from: null, until: null }))).toEqual([true, false])
})

test('whole units before 1970 begin before the instant as well', () => {
  expect([floorTo(-1n, SECOND), floorTo(0n, SECOND), floorTo(SECOND + 1n, SECOND)]).toEqual([-SECOND, 0n, SECOND])
  expect([secondBefore(-1n), secondAfter(-1n), secondAfter(1n)]).toEqual([-SECOND, 0n, SECOND])
  expect(rfc3339Of(-1n)).toBe('1969-12-31T23:59:59.999999999Z')
})

test('what no date-time can say is clamped to what it can', () => {
  expect(rfc3339Of(at('9999-12-31T23:59:59Z') + DAY)).toBe('9999-12-31T23:59:59.999999999Z')
  expect(rfc3339Of(at('0000-01-01T00:00:00Z') - DAY)).toBe('0000-01-01T00:00:00Z')
})

test('a range is of whole days where each end that it has is a midnight of UTC', () => {
  expect(isOfWholeDays({ from: '2026-11-01T00:00:00Z', until: '2026-11-02T01:00:00+01:00' })).toBe(true)
  expect(isOfWholeDays({ from: null, until: null })).toBe(true)
  expect(isOfWholeDays({ from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00.001Z' })).toBe(false)
})
