import fc from 'fast-check'
import { LosslessNumber, parse, stringify } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { canonicalJson, type ExactBounds, type ExactNode, formatExact, isJson, parseExact } from './exact-json.ts'
import { sample, space } from './fixtures/json-sample.ts'
import { anyJson, referenceJson } from './fixtures/reference-json.ts'
import { runs } from './fixtures/runs.ts'

const settings = { seed: 20261120, numRuns: 300 }

describe('parseExact', () => {
  test('keeps every token, in order, with duplicates, however it is spaced', () => {
    fc.assert(
      fc.property(space, sample, space, (before, { text, node }, after) => {
        expect(parseExact(before + text + after)).toEqual({ ok: true, value: node })
      }),
      settings,
    )
  })

  test('reads any text as a plain recursive parser does, as far as it is asked to', () => {
    const bounds = fc.record({ depth: fc.nat(50), items: fc.nat(3) }, { requiredKeys: [] })
    fc.assert(
      fc.property(anyJson, bounds, (text, bounds) => {
        const reference = referenceJson(text)
        const read = parseExact(text, bounds)
        expect(read.ok ? read.value : null).toEqual(reference && bounded(reference, bounds))
        expect(isJson(text)).toBe(reference !== null)
      }),
      runs(16, 1_500),
    )
  })

  test('agrees with JSON.parse, once numbers are rounded and the last of duplicates wins', () => {
    fc.assert(
      fc.property(sample, ({ text }) => {
        expect(rounded(readNode(text))).toEqual(JSON.parse(text))
      }),
      settings,
    )
  })

  test('refuses exactly what JSON.parse refuses, in its words, however little of it is built', () => {
    const almost = fc
      .tuple(sample, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' x', '\u0001', '.', 'e', '-'))
      .map(([{ text }, at, put]) => {
        const cut = at % (text.length + 1)
        return text.slice(0, cut) + put + text.slice(cut + 1)
      })
    const tokens = fc.array(fc.constantFrom(...TOKENS), { maxLength: 8 }).map((all) => all.join(''))
    const bounds = fc.record({ depth: fc.nat(3), items: fc.nat(3) }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(almost, tokens, fc.string()), bounds, (text, bounds) => {
        const read = parseExact(text, bounds)
        let message: string | null = null
        try {
          JSON.parse(text)
        } catch (error) {
          message = (error as Error).message
        }
        expect(read.ok ? null : read.why === 'not-json' ? read.message : read.why).toBe(message)
        expect(isJson(text)).toBe(message === null)
      }),
      { ...settings, numRuns: 2_000 },
    )
  })

  test('agrees with lossless-json, digit for digit', () => {
    const number = fc.bigInt().map((whole) => new LosslessNumber(`${whole}.10e-7`))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value')),
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          tie('value'),
          { noNullPrototype: true },
        ),
      ),
    }))
    fc.assert(
      fc.property(value, (value) => {
        const text = stringify(value) ?? ''
        expect(rounded(readNode(text), (source) => new LosslessNumber(source))).toEqual(parse(text))
      }),
      settings,
    )
  })

  test('counts every member and item, also of what it does not build, and stops above the most', () => {
    const bounds = fc.record({ depth: fc.nat(3), items: fc.nat(3) }, { requiredKeys: [] })
    fc.assert(
      fc.property(sample, bounds, ({ text, node }, bounds) => {
        const values = valuesIn(node)
        expect(parseExact(text, { ...bounds, values }).ok).toBe(true)
        if (values > 0) {
          expect(parseExact(text, { ...bounds, values: values - 1 })).toEqual({ ok: false, why: 'too-many-values' })
        }
      }),
      settings,
    )
    expect(parseExact(`[${'1,'.repeat(499_999)}1]`, { items: 1 }).ok).toBe(true)
    expect(parseExact(`[${'1,'.repeat(500_000)}1]`, { items: 1 })).toEqual({ ok: false, why: 'too-many-values' })
    // What breaks off at the bound has no value too many.
    expect(parseExact('[1,2', { values: 2 })).toMatchObject({ ok: false, why: 'not-json' })
  })

  test('keeps the first items asked for and says how many there are', () => {
    fc.assert(
      fc.property(fc.array(sample), fc.nat(5), (samples, items) => {
        const text = `[${samples.map((one) => one.text).join()}]`
        const [cut, whole] = [readNode(text, { items, depth: 1 }), readNode(text, { depth: 1 })]
        if (whole.kind !== 'array') throw new Error('An array was expected')
        expect(cut).toEqual({ ...whole, items: whole.items.slice(0, items), length: samples.length })
      }),
      settings,
    )
  })

  test.each(['1E400', '-0', '-0.0', '0.10', '12345678901234567890123', '1e-400', '9007199254740993', '1.0E+2'])(
    'the number %s stays as it is',
    (text) => {
      expect(readNode(`[${text}]`)).toMatchObject({ items: [{ kind: 'number', source: text }] })
    },
  )

  test('__proto__ is a member like any other, and touches no prototype', () => {
    expect(readNode('{"__proto__":{"x":1},"__proto__":2}')).toMatchObject({
      members: [
        { name: '__proto__', value: { kind: 'object' } },
        { name: '__proto__', value: { source: '2' } },
      ],
    })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  test('opens as many levels as asked for and keeps the rest as source', () => {
    const text = '{"a":[ {"b":[1, "]"]}, [] ],"c":{}}'
    expect(readNode(text, { depth: 0 })).toEqual({ kind: 'json', source: text })
    expect(readNode(text, { depth: 2 })).toMatchObject({
      members: [
        {
          name: 'a',
          value: {
            items: [
              { kind: 'json', source: '{"b":[1, "]"]}' },
              { kind: 'json', source: '[]' },
            ],
          },
        },
        { name: 'c', value: { kind: 'object', members: [] } },
      ],
    })
  })

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['spaced arrays', '\n [ 1 , ', ' ]'],
  ])('100,000 nested %s do not overflow the stack', (_, opening, closing) => {
    const text = `${opening.repeat(100_000)}"]}"${closing.repeat(100_000)}`
    let node = readNode(text)
    let opened = 0
    while (node.kind === 'array' || node.kind === 'object') {
      opened += 1
      const next = node.kind === 'array' ? node.items.at(-1) : node.members.at(-1)?.value
      if (!next) throw new Error('lost the way down')
      node = next
    }
    expect(opened).toBe(500)
    expect(node.kind).toBe('json')
    expect(node.source).toBe(`${opening.repeat(99_500)}"]}"${closing.repeat(99_500)}`.trim())
  })

  test('no more than 500 levels are opened, whatever is asked for', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(readNode(text, { depth: 200_000 })).toEqual(readNode(text))
  })
})

/** Pieces that make JSON, or nearly. */
const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    ' ',
    '"a"',
    '"a":',
    '1',
    '-',
    '0',
    '-0',
    '01',
    '.5',
    '1.',
    'e',
    '1e',
    '2E+',
    '3.4e-5',
  ],
  ...[
    'true',
    'tru',
    'False',
    'null',
    'nul',
    'NaN',
    '"',
    '\\',
    '"\\u12"',
    '"\\u12aF"',
    '"\\x"',
    '"\\',
    '"\n"',
    '\n',
    '\t',
  ],
  ...['\u0001', '"\u0001"', '"\u007f\u2028"', '\u00a0', '\ufeff', '/', '"\\/"', 'ſ'],
]

function readNode(text: string, bounds?: ExactBounds): ExactNode {
  const read = parseExact(text, bounds)
  if (!read.ok) throw new Error(read.why)
  return read.value
}

/** The same with what lies beyond the bounds not built. */
function bounded(node: ExactNode, { depth = 500, items = Number.POSITIVE_INFINITY }: ExactBounds): ExactNode {
  const inner = { depth: depth - 1, items }
  if (node.kind !== 'object' && node.kind !== 'array') return node
  if (depth === 0) return { kind: 'json', source: node.source }
  if (node.kind === 'array') return { ...node, items: node.items.slice(0, items).map((item) => bounded(item, inner)) }
  return { ...node, members: node.members.map(({ name, value }) => ({ name, value: bounded(value, inner) })) }
}

function valuesIn(node: ExactNode): number {
  if (node.kind === 'array') return node.items.reduce((sum, item) => sum + 1 + valuesIn(item), 0)
  if (node.kind === 'object') return node.members.reduce((sum, { value }) => sum + 1 + valuesIn(value), 0)
  return 0
}

/** What JSON.parse makes of it, or another reader of numbers. */
function rounded(node: ExactNode, number: (source: string) => unknown = Number): unknown {
  switch (node.kind) {
    case 'object': {
      const last = new Map(node.members.map(({ name, value }) => [name, value]))
      return Object.fromEntries([...last].map(([name, value]) => [name, rounded(value, number)]))
    }
    case 'array':
      return node.items.map((item) => rounded(item, number))
    case 'string':
      return node.text
    case 'number':
      return number(node.source)
    case 'boolean':
      return node.source === 'true'
    case 'null':
      return null
    case 'json':
      return JSON.parse(node.source)
  }
}

// Texts of one meaning have one canonical text, and texts of two meanings have two.

test.each([
  ['{"b":1,"a":[1.0,{"y":2,"x":3}]}', '{ "a" : [1,{"x":3e0,"y":20e-1}], "b":1.00 }'],
  ['"\\u0061"', '"a"'],
  ['-0.0', '0'],
  ['{"a":1,"a":2}', '{"a":1.0,"a":2}'],
])('%s is %s', (one, other) => expect(canonicalJson(one)).toBe(canonicalJson(other)))

test.each([
  ['{"a":1,"a":2}', '{"a":2,"a":1}'],
  ['{"a":1}', '{"a":"1"}'],
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1}}', '{"a.b":1}'],
  ['1e400', '1e401'],
  ['null', '"null"'],
])('%s is not %s', (one, other) => expect(canonicalJson(one)).not.toBe(canonicalJson(other)))

test('a value is the same in whatever order its members are, and only then', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (value, other) => {
      expect(canonicalJson(JSON.stringify(turned(value)))).toBe(canonicalJson(JSON.stringify(value)))
      const isSame = JSON.stringify(sorted(value)) === JSON.stringify(sorted(other))
      expect(canonicalJson(JSON.stringify(value)) === canonicalJson(JSON.stringify(other))).toBe(isSame)
    }),
    runs(2_803, 300),
  )
})

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const withMembers = (value: unknown, order: (members: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((one) => withMembers(one, order))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as Record<string, Json>).map(([name, member]): [string, unknown] => [
    name,
    withMembers(member, order),
  ])
  return Object.fromEntries(order(members))
}
const turned = (value: unknown) => withMembers(value, (members) => members.toReversed())
const sorted = (value: unknown) => withMembers(value, (members) => members.toSorted(([a], [b]) => (a < b ? -1 : 1)))

describe('formatExact', () => {
  test('lays plain values out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), fc.constantFrom(0, 2, 4), (value, indent) => {
        expect(formatExact(JSON.stringify(value, null, 1), indent)).toBe(JSON.stringify(value, null, indent))
      }),
      settings,
    )
  })

  test('changes no token, at any depth', () => {
    const deep = fc
      .tuple(sample, fc.integer({ min: 0, max: 40 }))
      .map(([{ text }, depth]) => '[ '.repeat(depth) + text + ' ]'.repeat(depth))
    fc.assert(
      fc.property(deep, fc.constantFrom(0, 2), (text, indent) => {
        const laidOut = formatExact(text, indent)
        expect(tokens(laidOut)).toEqual(tokens(text))
        expect(formatExact(laidOut, indent)).toBe(laidOut)
      }),
      settings,
    )
  })

  test('100,000 levels do not overflow the stack', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(formatExact(text, 2).replaceAll(/\s/g, '')).toBe(text)
  })

  test('indents 20 levels at most, so that text grows within bounds', () => {
    const text = `${'['.repeat(400)}1${',1'.repeat(1000)}${']'.repeat(400)}`
    expect(formatExact(text, 2).length).toBeLessThan(text.length + 20 * 21 * 2 + 100)
  })

  test('what lies deeper than 20 levels stays as it was written, spaces and all', () => {
    const laidOut = formatExact(`${'[ '.repeat(20)}[ 1 ,[2]]${' ]'.repeat(20)}`, 2).split('\n')
    expect(laidOut[20]).toBe(`${' '.repeat(40)}[ 1 ,[2]]`)
    expect(laidOut.length).toBe(41)
  })

  test('text that is not JSON comes back as it is', () => {
    expect(formatExact('<html>', 2)).toBe('<html>')
    expect(formatExact('{"a":1', 2)).toBe('{"a":1')
  })
})

/** Tokens by a pattern of their own: strings, brackets and marks, and whatever else stands together. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs) ?? []
}
