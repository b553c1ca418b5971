import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginning, excerpt, firstMatch, searchPattern, shortened, splitAtMatches } from './excerpt.ts'

describe('excerpt', () => {
  it('stays inside the text, is at most one unit longer than asked for, and splits no pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 4, max: 40 }),
        fc.nat(59),
        (text, length, at) => {
          const { start, end } = excerpt(text, length, Math.min(at, text.length - 1))
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(end - start).toBeLessThanOrEqual(length + 1)
          expect(text.slice(start, end).isWellFormed()).toBe(true)
        },
      ),
      { seed: 1 },
    )
  })

  it('holds the place that matters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(4_999), (size, at) => {
        fc.pre(at < size)
        const { start, end } = excerpt('x'.repeat(size), 400, at)
        expect(start).toBeLessThanOrEqual(at)
        expect(end).toBeGreaterThan(at)
        expect(end - start).toBe(Math.min(size, 400))
      }),
      { seed: 2 },
    )
  })

  it('begins at the start where nothing matters more', () => {
    expect(excerpt('x'.repeat(1000), 400, -1)).toEqual({ start: 0, end: 400 })
    expect(excerpt('short', 400, -1)).toEqual({ start: 0, end: 5 })
  })
})

describe('beginning', () => {
  it('ends before more is marked than may be', () => {
    const limits = { characters: 10, marked: 3 }
    expect(beginning('a\u202eb\u202cc\td\ne', limits)).toEqual({ start: 0, end: 7 })
    expect(beginning('a b c d', limits)).toEqual({ start: 0, end: 7 })
    expect(beginning('abcdefghijkl', limits)).toEqual({ start: 0, end: 10 })
    expect(beginning('\u{e0067}\u{e0067}\u{e0067}\u{e0067}', limits)).toEqual({ start: 0, end: 6 })
  })
})

describe('shortened', () => {
  it('says that there is more', () => {
    expect(shortened('abc', 3)).toBe('abc')
    expect(shortened('abcd', 3)).toBe('abc…')
    expect(shortened('ab😀', 3)).toBe('ab…')
  })
})

const pattern = (query: string) => {
  const made = searchPattern(query)
  if (made === null) throw new Error('an empty query has no pattern')
  return made
}

const ALL = Number.POSITIVE_INFINITY

describe('searchPattern', () => {
  it('finds any text in any text that holds it, as it is typed', () => {
    // Whole code points: a pattern never matches half of a pair.
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary', minLength: 1 }), text, (before, query, after) => {
        const at = firstMatch(before + query + after, pattern(query))
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(before.length)
      }),
      { seed: 1 },
    )
  })

  it('takes signs of regular expressions for themselves', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[$()*+.?[\\\]^{|}/-]{1,8}$/), (query) => {
        expect(firstMatch(`a${query}`, pattern(query))).toBe(1)
        expect(firstMatch('abc', pattern(query))).toBe(-1)
      }),
      { seed: 2 },
    )
  })

  it('disregards case', () => {
    expect(firstMatch('Region EU-WEST', pattern('eu-west'))).toBe(7)
    expect(firstMatch('ΣΊΣΥΦΟΣ', pattern('σίσυφος'))).toBe(0)
  })

  it('is the same pattern after it was used', () => {
    const once = pattern('value')
    expect(firstMatch('a value', once)).toBe(2)
    expect(splitAtMatches('a value', once, ALL)).toEqual([
      { text: 'a ', isMatch: false },
      { text: 'value', isMatch: true },
    ])
    expect(firstMatch('value', once)).toBe(0)
  })

  it('has no pattern for nothing', () => {
    expect(searchPattern('')).toBeNull()
  })
})

describe('splitAtMatches', () => {
  it('sets no more apart than wanted, and keeps the rest', () => {
    expect(splitAtMatches('aaa', pattern('a'), 2)).toEqual([
      { text: 'a', isMatch: true },
      { text: 'a', isMatch: true },
      { text: 'a', isMatch: false },
    ])
  })

  it('changes nothing: the pieces joined are the text, and the matches are the query', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.', '😀') })
    fc.assert(
      fc.property(
        text,
        fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 2 }),
        (whole, query) => {
          const chunks = splitAtMatches(whole, pattern(query), ALL)
          expect(chunks.map((chunk) => chunk.text).join('')).toBe(whole)
          for (const chunk of chunks) {
            if (chunk.isMatch) expect(chunk.text.toLowerCase()).toBe(query)
            else expect(chunk.text.toLowerCase()).not.toContain(query)
          }
        },
      ),
      { seed: 3 },
    )
  })
})
