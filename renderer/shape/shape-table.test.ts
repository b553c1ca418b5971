import { expect, test } from 'vitest'
import { anyProperty, NO_SHAPES, type PropertyShape } from '../../shared/shape/expected-shapes.ts'
import type { LearnAnswer } from '../../shared/snapshot/snapshot-shapes.ts'
import { allConfirmed, shapeLines, withLine } from './shape-table.tsx'

const shape = (name: string, changed: Partial<PropertyShape> = {}): PropertyShape => ({
  ...anyProperty(name),
  required: true,
  kinds: ['number'],
  ...changed,
})

const learned: LearnAnswer = {
  events: 40,
  codes: [
    { code: 'seat', events: 30 },
    { code: 'api', events: 20 },
  ],
  rareCodes: [],
  lines: [
    { code: 'seat', events: 30, present: 30, shape: shape('amount', { to: '5' }), exceptions: [] },
    { code: 'api', events: 20, present: 20, shape: shape('amount'), exceptions: [] },
    { code: 'api', events: 20, present: 20, shape: shape('unit', { kinds: ['string'] }), exceptions: [] },
  ],
  lineCount: 3,
  otherProperties: 0,
}

const none: ReadonlySet<string> = new Set()
const plainLines = (lines: ReturnType<typeof shapeLines>) =>
  lines.map(({ code, shape: { name, to }, isConfirmed }) => [code, name, to, isConfirmed ? 'confirmed' : 'proposed'])

test('what is proposed is listed by the commonest code, and counts for nothing', () => {
  const lines = shapeLines(NO_SHAPES, learned, none)
  expect(plainLines(lines)).toEqual([
    ['seat', 'amount', '5', 'proposed'],
    ['api', 'amount', null, 'proposed'],
    ['api', 'unit', null, 'proposed'],
  ])
})

test('what is confirmed stands before another proposal of its property, and alone where that is the same', () => {
  const kept = {
    codes: ['seat'],
    shapes: [
      { code: 'seat', properties: [shape('amount', { to: '9' })] },
      { code: 'api', properties: [shape('amount')] },
      { code: 'old', properties: [shape('x')] },
    ],
  }
  expect(plainLines(shapeLines(kept, learned, none))).toEqual([
    ['seat', 'amount', '9', 'confirmed'],
    ['seat', 'amount', '5', 'proposed'],
    ['api', 'amount', null, 'confirmed'],
    ['api', 'unit', null, 'proposed'],
    ['old', 'x', null, 'confirmed'],
  ])
  expect(shapeLines(kept, null, none)).toHaveLength(3)
})

test('a proposal that is dropped is gone; all others are confirmed together, in place of what was there', () => {
  const kept = { codes: null, shapes: [{ code: 'seat', properties: [shape('amount', { to: '9' }), shape('z')] }] }
  const dropped = shapeLines(kept, learned, none).find(({ shape: { name } }) => name === 'unit')
  const lines = shapeLines(kept, learned, new Set([dropped?.key ?? '']))
  const all = allConfirmed(kept, lines)
  expect(plainLines(shapeLines(all, learned, new Set([dropped?.key ?? ''])))).toEqual([
    ['seat', 'amount', '5', 'confirmed'],
    ['seat', 'z', null, 'confirmed'],
    ['api', 'amount', null, 'confirmed'],
  ])
  expect(all.codes).toBe(null)
})

test('a line is changed, or goes with the last thing that is expected of its code', () => {
  const [line] = shapeLines(NO_SHAPES, learned, none)
  if (line === undefined) throw new Error('no line')
  const changed = withLine(NO_SHAPES, line, shape('amount', { to: '7' }))
  expect(plainLines(shapeLines(changed, null, none))).toEqual([['seat', 'amount', '7', 'confirmed']])
  expect(withLine(changed, line, null)).toEqual(NO_SHAPES)
})
