import { expect, test } from 'vitest'
import { snapshotSummary } from '../store/fixtures/snapshot-summary.ts'
import { notRecheckedWords, readWords } from './snapshot-head.tsx'

test('says the day once, the zone at the end, and both days where they differ', () => {
  const read = { begunAt: '2026-12-01T08:00:41.123Z', endedAt: '2026-12-01T08:01:39.001Z' }
  expect(readWords(read, 'UTC')).toBe('read 1 Dec 2026, 08:00:41 to 08:01:39 UTC')
  expect(readWords(read, 'Europe/Berlin')).toBe('read 1 Dec 2026, 09:00:41 to 09:01:39 Berlin (+01:00)')
  const night = { begunAt: '2026-12-01T23:59:41Z', endedAt: '2026-12-02T00:01:39Z' }
  expect(readWords(night, 'UTC')).toBe('read 1 Dec 2026, 23:59:41 to 2 Dec 2026, 00:01:39 UTC')
  expect(readWords({ ...read, endedAt: null }, 'UTC')).toBe('reading started 1 Dec 2026, 08:00:41 UTC')
})

test('a closed month that was never rechecked says so, until it is rechecked or all of it is read again', () => {
  const closing = (rechecked: 'never' | 'unknown' | { at: string }) =>
    snapshotSummary({ closed: { note: '', at: '2026-12-02T00:00:00Z', rulesVersion: null, rechecked } })
  const never = closing('never')
  expect(notRecheckedWords(snapshotSummary(), [])).toBeNull()
  expect(notRecheckedWords(never, [never])).toMatch(/^Never rechecked since it was closed/)
  expect(notRecheckedWords(closing('unknown'), [])).toMatch(/^No recheck since it was closed is known/)
  expect(notRecheckedWords(never, [closing({ at: '2026-12-03T00:00:00Z' })])).toBeNull()
  const again = { id: 'again', begunAt: '2026-12-05T00:00:00Z', asOf: '2026-12-05T00:01:00Z' }
  expect(notRecheckedWords(never, [never, snapshotSummary(again)])).toBeNull()
  const partial = { kind: 'partial' as const, soFar: false, sentence: '', reasons: [] }
  const half = snapshotSummary({ ...again, status: { state: 'finished', verdict: partial } })
  expect(notRecheckedWords(never, [never, half])).toMatch(/^Never/)
  const days = snapshotSummary({ ...again, range: { ...never.range, until: '2026-11-02T00:00:00Z' } })
  expect(notRecheckedWords(never, [never, days])).toMatch(/^Never/)
})
