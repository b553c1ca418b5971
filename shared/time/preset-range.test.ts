import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareInstants, formatUtc, parseInstant, zones } from './instant.ts'
import { PRESETS, presetRange } from './preset-range.ts'

const seed = 20261120

describe('presetRange', () => {
  const now = '2026-11-20T14:52:57Z'
  test.each([
    ['hour', 'UTC', '2026-11-20T13:52:57Z', '2026-11-20T14:52:57Z'],
    ['today', 'UTC', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59.999999999Z'],
    ['today', 'Asia/Tokyo', '2026-11-19T15:00:00Z', '2026-11-20T14:59:59.999999999Z'],
    ['yesterday', 'Europe/Berlin', '2026-11-18T23:00:00Z', '2026-11-19T22:59:59.999999999Z'],
    ['7-days', 'UTC', '2026-11-14T00:00:00Z', '2026-11-20T23:59:59.999999999Z'],
    ['this-month', 'Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11-30T22:59:59.999999999Z'],
    ['last-month', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T22:59:59.999999999Z'],
  ] as const)('%s in %s', (preset, zone, from, to) => {
    expect(presetRange(preset, now, zone)).toEqual({ from, to })
  })

  test('holds now (last month and yesterday: end where this month and today begin), in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
        fc.constantFrom(...zones()),
        fc.constantFrom(...PRESETS),
        (seconds, zone, preset) => {
          const at = { seconds, nanoseconds: 0 }
          const range = presetRange(preset, formatUtc(at), zone)
          const from = parseInstant(range.from)
          const to = parseInstant(range.to)
          if (!from || !to) throw new Error(`unreadable range ${JSON.stringify(range)}`)
          expect(compareInstants(from, to)).toBeLessThan(0)
          const after = { 'last-month': 'this-month', yesterday: 'today' } as const
          if (preset === 'last-month' || preset === 'yesterday') {
            const next = parseInstant(presetRange(after[preset], formatUtc(at), zone).from)
            expect(next).toEqual({ seconds: to.seconds + 1, nanoseconds: 0 })
          } else {
            expect(compareInstants(from, at)).toBeLessThanOrEqual(0)
            expect(compareInstants(to, at)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { seed, numRuns: 300 },
    )
  })
})
