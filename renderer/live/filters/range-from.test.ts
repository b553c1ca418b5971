import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRESETS, presetRange } from '../../../shared/time/date-words.ts'
import { compareInstants, parseInstant } from '../../../shared/time/instant.ts'
import { rangeFrom } from './range-from.ts'

const instant = (text: string) => parseInstant(text) ?? { seconds: Number.NaN, nanoseconds: 0 }

test('a day’s, and a month’s, last second is still of that day', () => {
  const now = '2026-01-31T22:59:59.4Z'
  const to = '2026-01-31T22:59:59.999999999Z'
  expect(rangeFrom('today', now, 'Europe/Berlin')).toEqual({ from: '2026-01-30T23:00:00Z', to })
  expect(rangeFrom('7-days', now, 'Europe/Berlin')).toEqual({ from: '2026-01-24T23:00:00Z', to })
  expect(rangeFrom('this-month', now, 'Europe/Berlin')).toEqual({ from: '2025-12-31T23:00:00Z', to })
  expect(rangeFrom('last-month', now, 'Europe/Berlin').to).toBe('2025-12-31T22:59:59.999999999Z')
})

test('the hour ends with the second', () => {
  expect(rangeFrom('hour', '2026-01-31T22:59:59.4Z', 'UTC')).toEqual({
    from: '2026-01-31T22:00:00Z',
    to: '2026-01-31T23:00:00Z',
  })
})

test('whatever the moment, now lies in the range, and a chip that was pressed is the one that stays pressed', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu')
  fc.assert(
    fc.property(moments, zones, fc.constantFrom(...PRESETS), (moment, zone, preset) => {
      const now = moment.toISOString()
      const { from, to } = rangeFrom(preset, now, zone)
      if (preset === 'hour') expect(to).toMatch(/:\d\dZ$/)
      else expect({ from, to }).toEqual(presetRange(preset, now, zone))
      if (preset === 'last-month' || preset === 'yesterday') return
      expect(compareInstants(instant(from), instant(now))).toBeLessThanOrEqual(0)
      expect(compareInstants(instant(to), instant(now))).toBeGreaterThanOrEqual(0)
    }),
    { seed: 20261121 },
  )
})
