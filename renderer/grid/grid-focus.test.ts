import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GridSize, placeAfter, placeWithin } from './grid-focus.ts'

const size: GridSize = { rows: 50, columns: 7, pageRows: 20 }
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

const sizes = fc.record({
  rows: fc.integer({ min: 0, max: 100 }),
  columns: fc.integer({ min: 1, max: 7 }),
  pageRows: fc.integer({ min: 1, max: 30 }),
})
const presses = fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.boolean()), { maxLength: 30 })

describe('the roving focus', () => {
  test('never leaves the grid', () => {
    fc.assert(
      fc.property(sizes, presses, (grid, keys) => {
        let place = placeWithin({ row: 0, column: 1 }, grid)
        for (const [key, control] of keys) {
          place = placeAfter(key, control, place, grid) ?? place
          expect(place.row).toBeGreaterThanOrEqual(-1)
          expect(place.row).toBeLessThanOrEqual(Math.max(-1, grid.rows - 1))
          expect(place.column).toBeGreaterThanOrEqual(0)
          expect(place.column).toBeLessThan(grid.columns)
        }
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test.each([
    ['ArrowUp', false, { row: 9, column: 3 }],
    ['ArrowDown', false, { row: 11, column: 3 }],
    ['ArrowLeft', false, { row: 10, column: 2 }],
    ['ArrowRight', false, { row: 10, column: 4 }],
    ['Home', false, { row: 10, column: 0 }],
    ['End', false, { row: 10, column: 6 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 49, column: 6 }],
    ['PageUp', false, { row: 0, column: 3 }],
    ['PageDown', false, { row: 30, column: 3 }],
  ])('%s (control: %s)', (key, control, expected) => {
    expect(placeAfter(key, control, { row: 10, column: 3 }, size)).toEqual(expected)
  })

  test('moves between the first row and the heads, and pages past neither end', () => {
    expect(placeAfter('ArrowUp', false, { row: 0, column: 2 }, size)).toEqual({ row: -1, column: 2 })
    expect(placeAfter('ArrowDown', false, { row: -1, column: 2 }, size)).toEqual({ row: 0, column: 2 })
    expect(placeAfter('PageUp', false, { row: -1, column: 2 }, size)).toEqual({ row: -1, column: 2 })
    expect(placeAfter('PageDown', false, { row: 45, column: 2 }, size)).toEqual({ row: 49, column: 2 })
  })

  test('ignores other keys', () => {
    for (const key of ['Enter', ' ', 'a', 'Escape', 'Tab'])
      expect(placeAfter(key, false, { row: 0, column: 0 }, size)).toBeNull()
    expect(placeAfter('PageDown', true, { row: 0, column: 0 }, size)).toBeNull()
  })
})
