import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { createTextChunks } from './file-format.ts'

test('the chunks are the texts, whatever is in them and however long they are', () => {
  const text = fc.oneof(
    { weight: 9, arbitrary: anyText(20) },
    {
      weight: 1,
      arbitrary: fc.tuple(anyText(2), fc.integer({ min: 1, max: 200_000 })).map(([one, times]) => one.repeat(times)),
    },
  )
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const chunks = createTextChunks()
      const given: Uint8Array[] = []
      for (const one of texts) {
        chunks.add(one)
        given.push(...chunks.full())
      }
      given.push(...chunks.rest(), ...chunks.rest())
      // Halves of one pair in two texts stay halves.
      const expected = Buffer.concat(texts.map((one) => Buffer.from(one)))
      expect(Buffer.concat(given).equals(expected)).toBe(true)
      expect(given.every(({ length }) => length > 0)).toBe(true)
    }),
    runs(21, 60),
  )
})

test('a chunk that was handed over is not written to again', () => {
  const chunks = createTextChunks()
  chunks.add('a'.repeat(80_000))
  chunks.add('b'.repeat(80_000))
  const [first] = chunks.full()
  chunks.add('c'.repeat(80_000))
  expect(first && Buffer.from(first).toString()).toBe('a'.repeat(80_000))
})
