import { expect, test } from 'vitest'
import { periodText } from './period-text.ts'

const at = (instant: string) => Date.parse(instant) / 1_000

test('a period is written as its first hour, day, Monday or month by the clock of the zone', () => {
  const second = at('2026-11-01T23:30:00Z')
  expect(periodText('hour', second, 3_600)).toBe('2026-11-02T00:00+01:00')
  expect(periodText('day', second, 3_600)).toBe('2026-11-02')
  expect(periodText('day', second, 0)).toBe('2026-11-01')
  expect(periodText('week', second, 0)).toBe('2026-10-26')
  expect(periodText('week', second, 3_600)).toBe('2026-11-02')
  expect(periodText('month', at('2026-11-01T00:30:00Z'), -3_600)).toBe('2026-10')
})

test('half hours, and clocks that were set by the sun, say so', () => {
  expect(periodText('hour', at('2026-11-01T00:20:00Z'), 19_800)).toBe('2026-11-01T05:00+05:30')
  expect(periodText('hour', at('1890-01-01T12:00:00Z'), -561)).toBe('1890-01-01T11:00-00:09:21')
})
