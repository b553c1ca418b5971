import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../shared/contract/settings.ts'
import { clampWidth } from './resize-handle.tsx'

test('every width that a drag ends with can be kept as it is', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -5000, max: 5000 }), (width) => {
      const kept = clampWidth(width)
      expect(settingsSchema.partial().parse({ detailsWidth: kept }).detailsWidth).toBe(kept)
      if (width >= 280 && width <= 900) expect(Math.abs(kept - width)).toBeLessThanOrEqual(0.5)
    }),
    { seed: 20261120 },
  )
})
