import { expect, test } from 'vitest'
import { readPlain } from '../exact/decimal.ts'
import type { SnapshotSummary } from './snapshot.ts'
import { MOST_DAYS, perDay, periodDays, periodText, rangeDays } from './snapshot-periods.ts'
import { readSnapshotRange } from './snapshot-range.ts'

type Of = Parameters<typeof periodDays>[0]
const finished = (soFar: boolean): SnapshotSummary['status'] => ({
  state: 'finished',
  verdict: { kind: 'complete', soFar, sentence: '', reasons: [] },
})
const october: Of = {
  range: { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' },
  until: '2026-10-31T23:00:00Z',
  begins: null,
  clock: null,
  begunAt: '2026-11-22T15:00:00Z',
  status: finished(false),
}
const running: Of = {
  ...october,
  range: { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' },
  status: finished(true),
}

test('whole days are those of the zone, whatever daylight saving does', () => {
  expect(periodDays(october)).toEqual({ milliseconds: 31 * 86_400_000, words: '31 days' })
  const one = { ...october, range: { ...october.range, until: '2026-10-01T22:00:00Z' } }
  expect(periodDays(one)?.words).toBe('1 day')
})

test('a range that has not ended has the days that are over, with the part of the last one', () => {
  expect(periodDays(running)).toEqual({ milliseconds: 21.666_666_666_666_668 * 86_400_000, words: '21.67 days' })
  const used = { service: '2026-11-01T11:00:00Z', computer: '2026-11-22T15:00:00Z', used: 'service' as const }
  expect(periodDays({ ...running, clock: used })?.words).toBe('0.50 days')
})

test('without a start or an end there are no days; where the oldest events kept going, it begins after them', () => {
  expect(periodDays({ ...october, range: { ...october.range, from: null } })).toBeNull()
  expect(periodDays({ ...october, range: { ...october.range, until: null }, until: null })).toBeNull()
  expect(periodDays({ ...october, begins: '2026-10-01T22:00:00Z' })?.words).toBe('30 days')
})

test('a figure of one day is rounded half up, below zero as well', () => {
  const days = { milliseconds: 31 * 86_400_000, words: '31 days' }
  expect(perDay(readPlain('31370.00'), days, 2)).toBe('1011.94')
  expect(perDay(readPlain('-31'), days, 2)).toBe('-1.00')
  expect(perDay(readPlain('0.155'), days, 2)).toBe('0.01')
})

function days(from: string, until: string, zone: string) {
  const read = readSnapshotRange({ from, until, zone })
  if (!read.ok) throw new Error(read.message)
  return rangeDays(read.range)
}

test('a month has its days, each beginning where the last ended', () => {
  const november = days('2026-11', '2026-12', 'UTC') ?? []
  expect(november).toHaveLength(30)
  expect(november[0]).toEqual({ from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' })
  expect(november.at(-1)).toEqual({ from: '2026-11-30T00:00:00Z', to: '2026-12-01T00:00:00Z' })
  for (const [index, { from }] of november.entries()) if (index > 0) expect(november[index - 1]?.to).toBe(from)
})

test('where clocks are put back a day has 25 hours', () => {
  const found = days('2026-10-25', '2026-10-26', 'Europe/Berlin')
  expect(found).toEqual([{ from: '2026-10-24T22:00:00Z', to: '2026-10-25T23:00:00Z' }])
})

test('a range that begins and ends within days cuts the first and the last', () => {
  expect(days('2026-11-01T22:30:00.5Z', '2026-11-03T01:00:00Z', 'UTC')).toEqual([
    { from: '2026-11-01T22:30:00.5Z', to: '2026-11-02T00:00:00Z' },
    { from: '2026-11-02T00:00:00Z', to: '2026-11-03T00:00:00Z' },
    { from: '2026-11-03T00:00:00Z', to: '2026-11-03T01:00:00Z' },
  ])
})

test('a day that a zone skipped is none', () => {
  const found = days('2011-12-29', '2012-01-01', 'Pacific/Apia') ?? []
  expect(found.map(({ from }) => from)).toEqual(['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z'])
})

test('no days of what has no end, or of too many', () => {
  expect(rangeDays({ from: '2026-11-01T00:00:00Z', until: null, zone: 'UTC' })).toBeNull()
  expect(rangeDays({ from: null, until: '2026-11-01T00:00:00Z', zone: 'UTC' })).toBeNull()
  const first = { from: '2020-01-01T00:00:00Z', zone: 'UTC' }
  expect(rangeDays({ ...first, until: '2021-02-04T00:00:00Z' })).toHaveLength(MOST_DAYS)
  expect(rangeDays({ ...first, until: '2021-02-05T00:00:00Z' })).toBeNull()
})

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
