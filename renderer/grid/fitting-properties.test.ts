// That the widths are no wider than the fonts' is seen in the browser (e2e/rows.spec.ts); here, what follows from them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Property } from '../../shared/event/event.ts'
import { fittingProperties } from './fitting-properties.ts'

const string = (name: string, text: string): Property => ({ name, kind: 'string', text })
const properties = fc.array(
  fc.tuple(fc.string({ unit: 'binary' }), fc.string()).map(([name, text]) => string(name, text)),
)
const room = fc.integer({ min: 1, max: 4_000 })

test('the first is always among them; more room never means fewer', () => {
  fc.assert(
    fc.property(properties, room, room, (some, one, two) => {
      const [less, more] = [Math.min(one, two), Math.max(one, two)].map((width) => fittingProperties(some, width))
      expect(less).toBeGreaterThanOrEqual(Math.min(1, some.length))
      expect(more).toBeGreaterThanOrEqual(less ?? 0)
      expect(more).toBeLessThanOrEqual(some.length)
    }),
    { seed: 20261121, numRuns: 500 },
  )
})

test('what follows a long value is left out, what follows something unprintable of any length is not', () => {
  const second = string('b', '1')
  expect(fittingProperties([string('a', 'x'.repeat(100)), second], 400)).toBe(1)
  expect(fittingProperties([string('a', '\u200b'.repeat(100)), second], 400)).toBe(2)
  expect(fittingProperties([string('\u200b'.repeat(100), ''), second], 400)).toBe(2)
})
