import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceInWords, momentInWords } from './instant-in-words.ts'

describe('momentInWords', () => {
  it('names the place and its offset', () => {
    expect(momentInWords('2026-11-20T14:52:57.133167118Z', 'Europe/Berlin')).toBe(
      '20 Nov 2026, 15:52:57 Berlin (+01:00)',
    )
    expect(momentInWords('2026-07-04T23:30:00Z', 'America/Argentina/Buenos_Aires')).toBe(
      '4 Jul 2026, 20:30:00 Buenos Aires (-03:00)',
    )
    expect(momentInWords('2026-11-20T14:52:57Z', 'UTC')).toBe('20 Nov 2026, 14:52:57 UTC')
  })

  it('has no words for what is no instant', () => {
    expect(momentInWords('yesterday', 'UTC')).toBeNull()
    expect(momentInWords('2026-02-30T00:00:00Z', 'UTC')).toBeNull()
  })
})

describe('distanceInWords', () => {
  const from = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString()

  it('rounds down, in the largest unit that fits', () => {
    const now = from(0)
    const said = [0, 4, 5, 59, 60, 287, 3599, 3600, 86_399, 86_400, 172_800, 86_400 * 1234].map((seconds) =>
      distanceInWords(from(-seconds), now),
    )
    expect(said).toEqual([
      ...['just now', 'just now', '5 s ago', '59 s ago', '1 min ago', '4 min ago', '59 min ago'],
      ...['1 h ago', '23 h ago', '1 day ago', '2 days ago', '1,234 days ago'],
    ])
  })

  it('says the same of the future as of the past, with other words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 10 ** 9 }), (seconds) => {
        const past = distanceInWords(from(-seconds), from(0))
        expect(distanceInWords(from(seconds), from(0))).toBe(`in ${past?.replace(' ago', '')}`)
      }),
      { seed: 1 },
    )
  })

  it('says nothing where either is unreadable', () => {
    expect(distanceInWords('yesterday', from(0))).toBeNull()
    expect(distanceInWords(from(0), '')).toBeNull()
  })
})
