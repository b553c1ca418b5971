import { expect, test } from 'vitest'
import { NO_SHAPES } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { keptShapes, readKeptShapes } from './kept-shapes.ts'

const shapes = { codes: ['api'], shapes: [] }

test('shapes are kept as their text, and nothing as nothing', () => {
  const made = keptShapes(shapes)
  expect(made).toEqual({ shapes, text: printShapes(shapes), problems: [] })
  expect(readKeptShapes(printShapes(shapes))).toEqual(made)
  expect(keptShapes(NO_SHAPES)).toEqual(readKeptShapes(''))
})

test('text of which a part is not understood expects nothing, stays, and says why', () => {
  const text = printShapes(shapes).replace('"type"', '"not": {}, "type"')
  expect(readKeptShapes(text)).toEqual({ shapes: NO_SHAPES, text, problems: ['not: “{}”.'] })
  expect(readKeptShapes('{').problems).toEqual(['This is not a JSON Schema: it is not JSON.'])
})

test('more than is kept is refused in a sentence', () => {
  const codes = Array.from({ length: 2_000 }, (_, at) => `${at}${'c'.repeat(900)}`)
  expect(keptShapes({ codes, shapes: [] })).toMatch(/^This is more than can be kept: /)
})
