import { expect, test } from 'vitest'
import { readWords } from './snapshot-head.tsx'

test('says the day once, the zone at the end, and both days where they differ', () => {
  const read = { begunAt: '2026-12-01T08:00:41.123Z', endedAt: '2026-12-01T08:01:39.001Z' }
  expect(readWords(read, 'UTC')).toBe('read 1 Dec 2026, 08:00:41 to 08:01:39 UTC')
  expect(readWords(read, 'Europe/Berlin')).toBe('read 1 Dec 2026, 09:00:41 to 09:01:39 Berlin (+01:00)')
  const night = { begunAt: '2026-12-01T23:59:41Z', endedAt: '2026-12-02T00:01:39Z' }
  expect(readWords(night, 'UTC')).toBe('read 1 Dec 2026, 23:59:41 to 2 Dec 2026, 00:01:39 UTC')
  expect(readWords({ ...read, endedAt: null }, 'UTC')).toBe('reading started 1 Dec 2026, 08:00:41 UTC')
})
