import { expect, test } from 'vitest'
import { periodWords, readPeriod } from './invoice-words.ts'

const NOW = '2026-11-22T15:00:00Z'
const read = (text: string) => readPeriod(text, 'Europe/Berlin', NOW)

test.each([
  ['2026-10', '2026-10-01', '2026-10-31'],
  ['October 2026', '2026-10-01', '2026-10-31'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['2026-10-01 to 2026-10-14', '2026-10-01', '2026-10-14'],
  ['2026-10-01 – 2026-10-14', '2026-10-01', '2026-10-14'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2026-10-05', '2026-10-05', '2026-10-05'],
])('%s is a period', (text, from, until) => {
  expect(read(text)).toEqual({ from, until })
})

test.each(['', 'soon', '2026-13', '2026-02-30', '2026-10-14 to 2026-10-01'])('“%s” is none', (text) => {
  expect(read(text)).toBeNull()
})

test('a month is said by its name, other days by their first and last', () => {
  expect(periodWords({ from: '2024-02-01', until: '2024-02-29' })).toBe('February 2024')
  expect(periodWords({ from: '2026-10-01', until: '2026-10-14' })).toBe('1 to 14 Oct 2026')
  expect(periodWords({ from: '2026-09-28', until: '2026-10-04' })).toBe('28 Sep 2026 to 4 Oct 2026')
  expect(periodWords({ from: '2026-10-05', until: '2026-10-05' })).toBe('5 Oct 2026')
})
