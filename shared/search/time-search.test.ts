import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { compareInstants, formatUtc, type Instant, inZone, parseInstant } from '../time/instant.ts'
import { MOST_BINS, timeEdges } from './time-search.ts'

const instantOf = (text: string): Instant => parseInstant(text) ?? { seconds: Number.NaN, nanoseconds: 0 }

test('days of a month begin where the zone’s clock says so, also where it is put forward', () => {
  const march = timeEdges('2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z', 'Europe/Berlin')
  expect(march?.unit).toBe('day')
  expect(march?.edges).toHaveLength(32)
  expect(march?.edges.slice(27, 30)).toEqual(['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'])
})

test('a day is divided into hours, a year into weeks or months, and a range that is not round begins where it begins', () => {
  expect(timeEdges('2026-11-03T00:00:00Z', '2026-11-04T00:00:00Z', 'UTC')).toMatchObject({ unit: 'hour' })
  expect(timeEdges('2025-11-05T00:00:00Z', '2026-11-05T00:00:00Z', 'UTC')).toEqual({
    unit: 'month',
    count: 1,
    edges: expect.arrayContaining(['2025-11-05T00:00:00Z', '2025-12-01T00:00:00Z', '2026-11-05T00:00:00Z']),
  })
  expect(timeEdges('2026-11-03T09:14:07.12Z', '2026-11-03T12:00:00Z', 'UTC')?.edges.slice(0, 3)).toEqual([
    '2026-11-03T09:14:07.12Z',
    '2026-11-03T09:15:00Z',
    '2026-11-03T09:20:00Z',
  ])
  expect(timeEdges('2026-11-03T12:00:00Z', '2026-11-03T12:00:00Z', 'UTC')).toBeNull()
  expect(timeEdges('yesterday', '2026-11-03T12:00:00Z', 'UTC')).toBeNull()
})

test('any range has its own ends, and round instants of the zone in order between them, as many as may be asked for', () => {
  const anyInstant = fc.record({
    seconds: fc.integer({
      min: instantOf('0001-01-01T00:00:00Z').seconds,
      max: instantOf('9998-12-31T00:00:00Z').seconds,
    }),
    nanoseconds: fc.integer({ min: 0, max: 999_999_999 }),
  })
  const anySpan = fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 10 ** 9 }))
  const anyZone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu')
  fc.assert(
    fc.property(anyInstant, anySpan, anyZone, (start, span, zone) => {
      const end = { ...start, seconds: start.seconds + span }
      fc.pre(end.seconds < instantOf('9999-12-31T00:00:00Z').seconds)
      const found = timeEdges(formatUtc(start), formatUtc(end), zone)
      const edges = found?.edges ?? []
      expect([edges[0], edges.at(-1)]).toEqual([formatUtc(start), formatUtc(end)])
      expect(edges.length - 1).toBeLessThanOrEqual(MOST_BINS)
      for (let at = 1; at < edges.length; at += 1) {
        expect(compareInstants(instantOf(edges[at - 1] ?? ''), instantOf(edges[at] ?? ''))).toBeLessThan(0)
      }
      // Such zones have days that begin at one in the morning, and one that is not there at all.
      if (found?.unit === 'day' && zone === 'UTC') {
        for (const edge of edges.slice(1, -1)) expect(inZone(edge, zone)?.time).toBe('00:00:00')
      }
    }),
    runs(1415, 300),
  )
})
