import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnWidths, HEAD_HEIGHT, rowHeight, SELECT_WIDTH } from './grid-measures.ts'

const width = fc
  .record({
    least: fc.integer({ min: 40, max: 300 }),
    more: fc.integer({ min: 0, max: 300 }),
    share: fc.integer({ min: 1, max: 100 }),
  })
  .map(({ least, more, share }) => ({ least, most: least + more, share }))

describe('column widths', () => {
  test('fill the room whenever the least widths fit, and never go below them', () => {
    fc.assert(
      fc.property(
        fc.array(width, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 4000 }),
        (wanted, room) => {
          const widths = columnWidths(wanted, room)
          expect(widths).toHaveLength(wanted.length)
          widths.forEach((each, index) => {
            expect(each).toBeGreaterThanOrEqual(wanted[index]!.least)
          })
          const sum = widths.reduce((total, each) => total + each, SELECT_WIDTH)
          expect(sum).toBeGreaterThanOrEqual(room)
        },
      ),
      { seed: 1, numRuns: 300 },
    )
  })

  test('no columns, no widths', () => expect(columnWidths([], 1000)).toEqual([]))
})

describe('row height', () => {
  test.each([
    [800 - 48, 25],
    [900 - 48, 29],
    [1288, 30],
    [388, 25],
  ])('in a pane of %i px', (pane, expected) => expect(rowHeight(pane)).toBe(expected))

  test('25 rows are in sight at 1280×800 beside a header of 48 px, a bar and a footer of 44 px', () => {
    const pane = 800 - 48
    expect(Math.floor((pane - 44 - 44 - HEAD_HEIGHT) / rowHeight(pane))).toBeGreaterThanOrEqual(25)
  })
})
