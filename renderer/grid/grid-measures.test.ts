import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Property } from '../../shared/event/event.ts'
import { columnWidths, fittingProperties, HEAD_HEIGHT, rowHeight, SELECT_WIDTH } from './grid-measures.ts'

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

// That the widths are no wider than the fonts' is seen in the browser (e2e/rows.spec.ts); here, what follows from them.

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
