import { expect, test } from 'vitest'
import { periodWords, shortPeriod, valueLabel } from './key-words.ts'

test('values are read as sent, and told from other kinds and from nothing', () => {
  const text = (sent: string) => valueLabel({ kind: 'string', text: sent })
  expect(['eu-1', '42', 'true', '', ' x', 'none'].map(text)).toEqual(['eu-1', '"42"', '"true"', '""', '" x"', '"none"'])
  expect(valueLabel({ kind: 'number', text: '42' })).toBe('42')
  expect(valueLabel(null)).toBe('none')
})

test('periods are called as people call them', () => {
  expect(periodWords('2026-11-03', 'day')).toBe('Tue 3 Nov 2026')
  expect(periodWords('2026-11-02', 'week')).toBe('Week of 2 Nov 2026')
  expect(periodWords('2026-11', 'month')).toBe('Nov 2026')
  expect(periodWords('2026-10-25T02:00+01:00', 'hour')).toBe('25 Oct 2026, 02:00 (+01:00)')
  expect(shortPeriod('2026-10-25T00:00+02:00', 'hour', null)).toBe('25 Oct')
  expect(shortPeriod('2026-10-25T14:00+02:00', 'hour', null)).toBe('14')
  const second = (before: string | null) => shortPeriod('2026-11-02', 'day', before)
  expect([null, '2026-10-31', '2025-11-01', '2026-11-01'].map(second)).toEqual(['2 Nov', '2 Nov', '2 Nov', '2'])
  expect([shortPeriod('2026-11-02', 'week', null), shortPeriod('2026-11', 'month', null)]).toEqual(['2 Nov', 'Nov'])
})
