import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExactNode, formatExact, parseExact } from './exact-json.ts'

const seed = 20261120
const settings = { seed, numRuns: 300 }

/** JSON text together with what must be read from it: made by hand, so that order, duplicates and spelling are known. */
interface Sample {
  text: string
  node: ExactNode
}

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,40}$/)),
    fc.stringMatching(/^(\.[0-9]{1,30})?$/),
    fc.stringMatching(/^([eE][+-]?[0-9]{1,6})?$/),
  )
  .map((parts) => parts.join(''))
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', '1', '0', 'a', '\ud800', 'é'),
  fc.string({ unit: 'binary' }),
)

/** A string written with a random choice of literal characters, short escapes and \u escapes; lone surrogates included. */
const stringSample: fc.Arbitrary<Sample> = fc
  .array(
    fc.oneof(
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 1 })
        .map((c) => ({ text: JSON.stringify(c).slice(1, -1), decoded: c })),
      fc.constantFrom(
        { text: '\\/', decoded: '/' },
        { text: '/', decoded: '/' },
        { text: '\\"', decoded: '"' },
        { text: '\\\\', decoded: '\\' },
        { text: '\\u0041', decoded: 'A' },
        { text: '\\ud83d\\uDE00', decoded: '😀' },
        { text: '😀', decoded: '😀' },
        { text: '\\uD800', decoded: '\ud800' },
        { text: '\udc00', decoded: '\udc00' },
        { text: '\u2028', decoded: '\u2028' },
        { text: '\\n', decoded: '\n' },
        { text: '{[,:]}', decoded: '{[,:]}' },
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => {
    const raw = parts.map((part) => part.text).join('')
    const text = parts.map((part) => part.decoded).join('')
    const source = `"${raw}"`
    return { text: source, node: { kind: 'string', source, text, ...(JSON.stringify(text) === source ? {} : { raw }) } }
  })
const leafSample: fc.Arbitrary<Sample> = fc.oneof(
  stringSample,
  numberText.map((text): Sample => ({ text, node: { kind: 'number', source: text } })),
  fc.constantFrom('true', 'false').map((text): Sample => ({ text, node: { kind: 'boolean', source: text } })),
  fc.constant<Sample>({ text: 'null', node: { kind: 'null', source: 'null' } }),
)
const { value: sample } = fc.letrec<{ value: Sample }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leafSample,
    fc.tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 5 })).map(([inside, items]): Sample => {
      const text = `[${items.length === 0 ? inside : items.map(([a, item, b]) => a + item.text + b).join(',')}]`
      return { text, node: { kind: 'array', source: text, items: items.map(([, item]) => item.node) } }
    }),
    fc
      .tuple(space, fc.array(fc.tuple(space, names, space, space, tie('value'), space), { maxLength: 5 }))
      .map(([inside, members]): Sample => {
        const written = members.map(
          ([a, name, b, c, value, d]) => `${a}${JSON.stringify(name)}${b}:${c}${value.text}${d}`,
        )
        const text = `{${members.length === 0 ? inside : written.join(',')}}`
        const node = { kind: 'object' as const, source: text }
        return { text, node: { ...node, members: members.map(([, name, , , value]) => ({ name, value: value.node })) } }
      }),
  ),
}))

describe('parseExact', () => {
  test('keeps every token, in order, with duplicates, however it is spaced', () => {
    fc.assert(
      fc.property(space, sample, space, (before, { text, node }, after) => {
        expect(parseExact(before + text + after)).toEqual({ ok: true, value: node })
      }),
      settings,
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

  test('refuses exactly what JSON.parse refuses, in its words', () => {
    const almost = fc
      .tuple(sample, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' x'))
      .map(([{ text }, at, put]) => {
        const cut = at % (text.length + 1)
        return text.slice(0, cut) + put + text.slice(cut + 1)
      })
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (text) => {
        const read = parseExact(text)
        let message: string | null = null
        try {
          JSON.parse(text)
        } catch (error) {
          message = (error as Error).message
        }
        expect(read.ok ? null : read.message).toBe(message)
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
    expect(readNode(text, 0)).toEqual({ kind: 'json', source: text })
    expect(readNode(text, 2)).toMatchObject({
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

  test('100,000 levels are opened when asked for', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(readNode(text, 200_000).source).toBe(text)
    expect(formatExact(text, 2).replaceAll(/\s/g, '')).toBe(text)
  })
})

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

  test('indents 20 levels at most, so that text grows within bounds', () => {
    const text = `${'['.repeat(400)}1${',1'.repeat(1000)}${']'.repeat(400)}`
    expect(formatExact(text, 2).length).toBeLessThan(text.length + 20 * 21 * 2 + 100)
  })

  test('what lies deeper than 20 levels stays as it was written, spaces and all', () => {
    const laidOut = formatExact(`${'[ '.repeat(20)}[ 1 ,[2]]${' ]'.repeat(20)}`, 2).split('\n')
    expect(laidOut[20]).toBe(`${' '.repeat(40)}[ 1 ,[2]]`)
    expect(laidOut.length).toBe(41)
  })

  test('text that is no JSON comes back as it is', () => {
    expect(formatExact('<html>', 2)).toBe('<html>')
    expect(formatExact('{"a":1', 2)).toBe('{"a":1')
  })
})

function readNode(text: string, depth?: number): ExactNode {
  const read = parseExact(text, depth)
  if (!read.ok) throw new Error(read.message)
  return read.value
}

/** What JSON.parse makes of it. */
function rounded(node: ExactNode): unknown {
  switch (node.kind) {
    case 'object': {
      const last = new Map(node.members.map(({ name, value }) => [name, value]))
      return Object.fromEntries([...last].map(([name, value]) => [name, rounded(value)]))
    }
    case 'array':
      return node.items.map(rounded)
    case 'string':
      return node.text
    case 'number':
      return Number(node.source)
    case 'boolean':
      return node.source === 'true'
    case 'null':
      return null
    case 'json':
      return JSON.parse(node.source)
    default:
      return node satisfies never
  }
}

/** Tokens by a pattern of their own: strings, brackets and marks, and whatever else stands together. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs) ?? []
}
