import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { anyProperty, LONGEST_SHAPES, type PropertyShape } from './expected-shapes.ts'
import { anyShapes } from './fixtures/any-shapes.ts'
import { printShapes, SCHEMA_DRAFT, shapesVersion } from './print-shapes.ts'
import { readShapes } from './read-shapes.ts'

const none = anyProperty('amount')
const amounts = (changed: Partial<PropertyShape>) => ({
  codes: ['api_calls'],
  shapes: [{ code: 'api_calls', properties: [{ ...none, ...changed }] }],
})

test('what is written is read again, whole, and is one text for the same shapes', () => {
  fc.assert(
    fc.property(anyShapes, (shapes) => {
      const text = printShapes(shapes)
      expect(() => JSON.parse(text)).not.toThrow()
      const read = readShapes(text)
      expect(read).toEqual({ ok: true, shapes, notUnderstood: [] })
      expect(read.ok && printShapes(read.shapes)).toBe(text)
      const turned = { codes: shapes.codes?.toReversed() ?? null, shapes: shapes.shapes.toReversed() }
      expect(shapesVersion(turned)).toBe(shapesVersion(shapes))
    }),
    runs(30, 300),
  )
})

test('a name of no letter, of half a pair, or of every object, is one like others', () => {
  for (const name of ['', '\ud800', '__proto__', 'toString']) {
    const shapes = amounts({ name, required: true, kinds: ['string'] })
    expect(readShapes(printShapes(shapes))).toEqual({ ok: true, shapes, notUnderstood: [] })
  }
})

test('numbers keep every digit', () => {
  const shapes = amounts({ kinds: ['number'], from: '0.100000000000000000000001', to: '1E400' })
  expect(printShapes(shapes)).toContain('"minimum": 0.100000000000000000000001, "maximum": 1E400')
  expect(readShapes(printShapes(shapes))).toMatchObject({ shapes })
})

describe('what is not understood is named and left out', () => {
  const named = (
    change: (schema: Record<string, never[]>) => void,
    shapes = amounts({ required: true, kinds: ['number'] }),
  ) => {
    const schema = JSON.parse(printShapes(shapes))
    change(schema)
    const read = readShapes(JSON.stringify(schema))
    return read.ok ? read.notUnderstood : read.problems
  }
  // biome-ignore lint/suspicious/noExplicitAny: a schema is changed in any of its places
  const amount = (schema: any) => schema.allOf[0].then.properties.event_properties.properties.amount

  test.each([
    ['pattern', 'properties/amount/pattern: “"^(a+)+$"”'],
    ['$ref', 'properties/amount/$ref: “"https://example.com/x.json"”'],
    ['multipleOf', 'properties/amount/multipleOf: “0.01”'],
    ['exclusiveMinimum', 'properties/amount/exclusiveMinimum: “0”'],
  ])('%s', (word, words) => {
    const says = { pattern: '^(a+)+$', $ref: 'https://example.com/x.json', multipleOf: 0.01, exclusiveMinimum: 0 }
    const found = named((schema) => {
      amount(schema)[word] = says[word as keyof typeof says]
    })
    expect(found).toEqual([`allOf/0/then/properties/event_properties/${words}.`])
  })

  test('words of the whole schema, another draft, types that are no kinds here', () => {
    expect(
      named((schema) => {
        Object.assign(schema, { title: 'Usage', $defs: {}, $schema: 'http://json-schema.org/draft-07/schema#' })
        amount(schema).type = 'integer'
      }),
    ).toEqual([
      'title: “"Usage"”.',
      '$defs: “{}”.',
      '$schema: “"http://json-schema.org/draft-07/schema#"”.',
      'allOf/0/then/properties/event_properties/properties/amount/type: “integer”.',
    ])
  })

  test('of a type that is half understood nothing is taken', () => {
    const schema = JSON.parse(printShapes(amounts({ kinds: ['number'] })))
    amount(schema).type = ['string', 'object']
    const read = readShapes(JSON.stringify(schema))
    expect(read).toMatchObject({ ok: true, shapes: { codes: ['api_calls'], shapes: [] } })
  })

  test('conditions on anything else, an alternative, a code twice', () => {
    expect(
      named((schema) => {
        const [first] = schema.allOf ?? []
        // Parsed from JSON, as the linter takes an object literal with `then` for a promise.
        const other = JSON.parse('{"if": {"properties": {"customer_id": {"const": "c"}}}, "then": {}}')
        Object.assign(schema, {
          allOf: [first, first, other, { not: {} }],
          anyOf: [{}],
        })
      }),
    ).toEqual([
      'anyOf: “[{}]”.',
      'allOf/1: the event code “api_calls” a second time.',
      'allOf/2/if/properties/customer_id: “{"const":"c"}”.',
      'allOf/2: a condition on anything but one event code.',
      'allOf/3/not: “{}”.',
      'allOf/3: a condition on anything but one event code.',
    ])
  })

  test('a word that stands twice', () => {
    const text = printShapes(amounts({ kinds: ['number'], to: '5' })).replace(
      '"maximum": 5',
      '"maximum": 5, "maximum": 6',
    )
    const read = readShapes(text)
    expect(read).toMatchObject({ ok: true, shapes: amounts({ kinds: ['number'], to: '6' }) })
    expect(read.ok && read.notUnderstood).toHaveLength(1)
  })
})

test('another schema says nothing, and all that it says is named', () => {
  const read = readShapes(
    JSON.stringify({ $schema: SCHEMA_DRAFT, type: 'object', required: ['id'], properties: { id: {} } }),
  )
  expect(read).toEqual({
    ok: true,
    shapes: { codes: null, shapes: [] },
    notUnderstood: [
      'properties/id: “{}”.',
      'required: other fields than an event code that is one of a list.',
      'type: an object of which no code is required.',
    ],
  })
})

describe('a hostile text', () => {
  test.each([
    ['no JSON', '{', 'This is not a JSON Schema: it is not JSON.'],
    ['no object', '[]', 'This is not a JSON Schema of an event: it is not an object.'],
    [
      'a long one',
      ' '.repeat(LONGEST_SHAPES + 1),
      'This is too long for expected shapes: at most 1,048,576 characters are read.',
    ],
    [
      'many values',
      `[${'0,'.repeat(300_000)}0]`,
      'This is not a schema of expected shapes: more values are in it than they have.',
    ],
    [
      'many codes',
      printShapes({ codes: Array.from({ length: 10_001 }, (_, at) => `c${at}`), shapes: [] }),
      'There are more than 10,000 event codes.',
    ],
    [
      'a long name',
      printShapes({ codes: ['c'.repeat(1_001)], shapes: [] }),
      'A name, an event code or a value is longer than 1,000 characters.',
    ],
  ])('%s is refused', (_, text, problem) => {
    expect(readShapes(text)).toEqual({ ok: false, problems: [problem] })
  })

  test('a deep one and one of many words are named in few sentences', () => {
    const deep = `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(readShapes(deep)).toMatchObject({ ok: true, notUnderstood: [expect.stringContaining('x: “[[[')] })
    const wide = `{${Array.from({ length: 10_000 }, (_, at) => `"w${at}":{}`).join()}}`
    const read = readShapes(wide)
    expect(read.ok && [read.notUnderstood.length, read.notUnderstood.at(-1)]).toEqual([51, 'And 9,950 more.'])
  })
})
