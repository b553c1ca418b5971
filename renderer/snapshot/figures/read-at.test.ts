import { expect, test } from 'vitest'
import { readInShort } from './read-at.ts'

test('says today, the day of this year, or the year too, and UTC where times are shown in it', () => {
  const read = { begunAt: '2026-11-01T07:00:00Z', endedAt: '2026-11-01T07:01:39Z' }
  const later = '2026-12-24T12:00:00Z'
  expect(readInShort(read, 'Europe/Berlin', '2026-11-01T22:59:00Z')).toBe('read today 08:01')
  expect(readInShort(read, 'Europe/Berlin', '2026-11-01T23:00:00Z')).toBe('read 1 Nov 08:01')
  expect(readInShort(read, 'UTC', later)).toBe('read 1 Nov 07:01 UTC')
  expect(readInShort(read, 'UTC', '2027-01-01T00:00:00Z')).toBe('read 1 Nov 2026 07:01 UTC')
  expect(readInShort({ ...read, endedAt: null }, 'UTC', later)).toBe('reading started 1 Nov 07:00 UTC')
})
