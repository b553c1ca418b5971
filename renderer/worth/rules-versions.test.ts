import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withVersion } from './rules-versions.tsx'
import { LONGEST_KEPT } from './use-rules.ts'

const AT = '2026-11-28T18:10:00.000Z'

test('each version has its day, the latest first, also what was kept before days were', () => {
  const first = withVersion([], 'older', 'one', AT)
  expect(first).toEqual([
    { text: 'one', at: AT },
    { text: 'older', at: null },
  ])
  expect(withVersion(first, 'one', 'two', AT).map(({ text }) => text)).toEqual(['two', 'one', 'older'])
  expect(withVersion([], null, 'one', AT)).toEqual([{ text: 'one', at: AT }])
  // Another window, or an earlier version of Eventscope, kept what is in force without telling.
  expect(withVersion(first, 'elsewhere', 'two', AT).map(({ text }) => text)).toEqual([
    'two',
    'elsewhere',
    'one',
    'older',
  ])
})

test('what is kept always fits: 100 versions at most, the oldest go', () => {
  const texts = fc.array(fc.integer({ min: 0, max: LONGEST_KEPT / 4 }), { maxLength: 130 })
  fc.assert(
    fc.property(texts, (lengths) => {
      const all = lengths.map((length, at) => ({ text: `${at}`.padEnd(length, '"'), at: AT }))
      const kept = withVersion(all, all[0]?.text ?? null, 'new', AT)
      expect(kept.length).toBeLessThanOrEqual(100)
      expect(JSON.stringify(kept).length).toBeLessThanOrEqual(LONGEST_KEPT)
      expect(kept).toEqual([{ text: 'new', at: AT }, ...all].slice(0, kept.length))
    }),
    { numRuns: 30 },
  )
})
