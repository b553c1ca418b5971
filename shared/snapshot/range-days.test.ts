import { expect, test } from 'vitest'
import { MOST_DAYS, rangeDays } from './range-days.ts'
import { readSnapshotRange } from './snapshot-range.ts'

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
