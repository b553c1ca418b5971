import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf } from './row-chunks.ts'

test('chunks hold every text once, in order, each within the limit or alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 30 })),
      fc.integer({ min: 4, max: 80 }),
      (texts, most) => {
        const chunks = chunksOf(texts, most)
        expect(chunks.flat()).toEqual(texts)
        for (const chunk of chunks) {
          expect(chunk.length).toBeGreaterThan(0)
          const bytes = new TextEncoder().encode(JSON.stringify(chunk)).length
          // Two brackets less one comma come on top of what is counted.
          if (chunk.length > 1) expect(bytes).toBeLessThanOrEqual(most + 1)
        }
      },
    ),
    { seed: 1, numRuns: 500 },
  )
})

test('chunks are as few as a greedy packing makes them', () => {
  expect(chunksOf(['aa', 'bb', 'cc'], 10)).toEqual([['aa', 'bb'], ['cc']])
  expect(chunksOf([], 10)).toEqual([])
})
