import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginning, excerpt, shortened } from './excerpt.ts'

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
