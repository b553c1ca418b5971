import type { Rectangle } from 'electron'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampToWorkArea } from './window.ts'

const place = (most: number) => fc.integer({ min: -most, max: most })
const rectangle = fc.record<Rectangle>({
  x: place(10_000),
  y: place(10_000),
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
})

const isInside = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

test('a window ends up wholly on the screen, as large as it was where that fits', () => {
  fc.assert(
    fc.property(rectangle, rectangle, (bounds, workArea) => {
      const clamped = clampToWorkArea(bounds, workArea)
      expect(isInside(clamped, workArea)).toBe(true)
      expect(clamped.width).toBe(Math.min(bounds.width, workArea.width))
      expect(clamped.height).toBe(Math.min(bounds.height, workArea.height))
      if (isInside(bounds, workArea)) expect(clamped).toEqual(bounds)
      expect(clampToWorkArea(clamped, workArea)).toEqual(clamped)
    }),
    { seed: 7 },
  )
})
