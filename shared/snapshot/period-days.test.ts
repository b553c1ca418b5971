import { expect, test } from 'vitest'
import { readPlain } from '../exact/decimal.ts'
import { perDay, periodDays } from './period-days.ts'
import type { SnapshotSummary } from './snapshot.ts'

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
