import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnWidths, HEAD_HEIGHT, rowHeight, SELECT_WIDTH } from './grid-measures.ts'

describe('column widths', () => {
  const sizes = fc.array(fc.integer({ min: 48, max: 600 }), { minLength: 1, maxLength: 12 })

  test('are what was asked for, whatever the room; the last takes what is left', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 4000 }), (wanted, room) => {
        const widths = columnWidths(wanted, room)
        expect(widths.slice(0, -1)).toEqual(wanted.slice(0, -1))
        expect(widths.at(-1)).toBeGreaterThanOrEqual(wanted.at(-1) ?? 0)
        const sum = widths.reduce((total, each) => total + each, SELECT_WIDTH)
        expect(sum).toBe(
          Math.max(
            room,
            wanted.reduce((total, each) => total + each, SELECT_WIDTH),
          ),
        )
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('no columns, no widths', () => expect(columnWidths([], 1000)).toEqual([]))
})

describe('row height', () => {
  test.each([
    [800, 25],
    [900, 29],
    [1336, 30],
    [436, 25],
  ])('in a window of %i px', (height, expected) => expect(rowHeight(height)).toBe(expected))

  test('25 rows are in sight at 1280×800 beside a header of 52 px, a bar and a footer of 44 px', () => {
    expect(Math.floor((800 - 52 - 44 - 44 - HEAD_HEIGHT) / rowHeight(800))).toBeGreaterThanOrEqual(25)
  })
})
