import { expect, test } from 'vitest'
import { matchesFileName } from './matches-file-name.ts'

const now = Date.parse('2026-11-22T09:00:00Z')
const october = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
const all = { connectionName: 'Acme', customerId: 'cus_1', format: 'csv' as const, now }

test('a period that is over is in the name; one that is not over yet has the time instead', () => {
  expect(matchesFileName({ ...all, range: october })).toBe('eventscope-acme-cus-1-2026-10.csv')
  const november = { ...october, from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }
  expect(matchesFileName({ ...all, range: november })).toBe('eventscope-acme-cus-1-20261122-090000Z.csv')
})
