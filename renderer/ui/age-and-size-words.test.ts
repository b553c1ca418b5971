import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ageWords, distanceWords, sizeWords } from './age-and-size-words.ts'

const from = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString()

describe('distanceWords', () => {
  it('rounds down, in the largest unit that fits', () => {
    const now = from(0)
    const sentences = [0, 4, 5, 59, 60, 287, 3599, 3600, 86_399, 86_400, 172_800, 86_400 * 1234].map((seconds) =>
      distanceWords(from(-seconds), now),
    )
    expect(sentences).toEqual([
      'just now',
      'just now',
      '5 s ago',
      '59 s ago',
      '1 min ago',
      '4 min ago',
      '59 min ago',
      '1 h ago',
      '23 h ago',
      '1 day ago',
      '2 days ago',
      '1,234 days ago',
    ])
  })

  it('says the same of the future as of the past, with other words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 10 ** 9 }), (seconds) => {
        const past = distanceWords(from(-seconds), from(0))
        expect(distanceWords(from(seconds), from(0))).toBe(`in ${past?.replace(' ago', '')}`)
      }),
      { seed: 1 },
    )
  })

  it('says nothing where either is unreadable', () => {
    expect(distanceWords('yesterday', from(0))).toBeNull()
    expect(distanceWords(from(0), '')).toBeNull()
  })
})

describe('ageWords', () => {
  it('says of the past what distanceWords says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
        expect(ageWords(from(-seconds), Date.parse(from(0)))).toBe(distanceWords(from(-seconds), from(0)))
      }),
      { seed: 1 },
    )
  })

  it('claims no age where the clock was set back, or for a time that cannot be read', () => {
    expect(ageWords(from(3600), Date.parse(from(0)))).toBe('just now')
    expect(ageWords('never', Date.parse(from(0)))).toBe('just now')
  })
})

test.each([
  [1, '1 byte'],
  [812, '812 bytes'],
  [8_192, '8.2 kB'],
  [23_456, '23 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [268_435_456, '268 MB'],
])('%i bytes: %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))
