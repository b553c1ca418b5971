import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { notRecheckedWords, periodWords, readWords } from './snapshot-head.tsx'

test('says the day once, the zone at the end, and both days where they differ', () => {
  const read = { begunAt: '2026-12-01T08:00:41.123Z', endedAt: '2026-12-01T08:01:39.001Z' }
  expect(readWords(read, 'UTC')).toBe('read 1 Dec 2026, 08:00:41 to 08:01:39 UTC')
  expect(readWords(read, 'Europe/Berlin')).toBe('read 1 Dec 2026, 09:00:41 to 09:01:39 Berlin (+01:00)')
  const night = { begunAt: '2026-12-01T23:59:41Z', endedAt: '2026-12-02T00:01:39Z' }
  expect(readWords(night, 'UTC')).toBe('read 1 Dec 2026, 23:59:41 to 2 Dec 2026, 00:01:39 UTC')
  expect(readWords({ ...read, endedAt: null }, 'UTC')).toBe('reading started 1 Dec 2026, 08:00:41 UTC')
})

test('a closing copy that was never checked for changes says so, until it is, or all of it is read again', () => {
  const closing = (rechecked: 'never' | 'unknown' | { at: string }) =>
    snapshotSummary({ closed: { note: '', at: '2026-12-02T00:00:00Z', rulesVersion: null, rechecked } })
  const never = closing('never')
  expect(notRecheckedWords(snapshotSummary(), [])).toBeNull()
  expect(notRecheckedWords(never, [never])).toMatch(/^Never checked for changes since it was kept/)
  expect(notRecheckedWords(closing('unknown'), [])).toMatch(/^No check for changes since it was kept is known/)
  expect(notRecheckedWords(never, [closing({ at: '2026-12-03T00:00:00Z' })])).toBeNull()
  const again = { id: 'again', begunAt: '2026-12-05T00:00:00Z', asOf: '2026-12-05T00:01:00Z' }
  expect(notRecheckedWords(never, [never, snapshotSummary(again)])).toBeNull()
  const partial = { kind: 'partial' as const, soFar: false, sentence: '', reasons: [] }
  const half = snapshotSummary({ ...again, status: { state: 'finished', verdict: partial } })
  expect(notRecheckedWords(never, [never, half])).toMatch(/^Never/)
  const days = snapshotSummary({ ...again, range: { ...never.range, until: '2026-11-02T00:00:00Z' } })
  expect(notRecheckedWords(never, [never, days])).toMatch(/^Never/)
})

test('says a range in words: a month, days, an open end, and times of a day in full', () => {
  const words = (from: string | null, until: string | null, name = 'Autumn', zone = 'Europe/Berlin') =>
    periodWords({ name, range: { from, until, zone }, until: '2026-11-20T12:00:00Z' })
  expect(words('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z')).toBe('October 2026, Berlin')
  expect(words('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', 'October 2026')).toBe('Berlin')
  expect(words('2026-10-01T00:00:00Z', '2026-10-03T00:00:00Z', 'Autumn', 'UTC')).toBe('1 Oct to 2 Oct 2026, UTC')
  expect(words('2026-10-31T23:00:00Z', null)).toBe('from 1 Nov 2026, Berlin')
  expect(words(null, '2026-10-31T23:00:00Z')).toBe('before 1 Nov 2026, Berlin')
  expect(words(null, null)).toBe('all times, Berlin')
  expect(words('2026-11-01T10:00:00Z', '2026-11-01T12:00:00Z', 'Autumn', 'UTC')).toBe(
    'from 1 Nov 2026 10:00:00 up to, not including, 1 Nov 2026 12:00:00, UTC',
  )
})
