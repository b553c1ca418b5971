// JSON texts made by hand together with what must be read from them, for tests.
import fc from 'fast-check'
import type { ExactNode } from './exact-json.ts'

/** JSON text together with what must be read from it: made by hand, so that order, duplicates and spelling are known. */
export interface JsonSample {
  text: string
  node: ExactNode
}

/** White space, as JSON has it. */
export const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
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
const stringSample: fc.Arbitrary<JsonSample> = fc
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
    return { text: source, node: { kind: 'string', source, text } }
  })
const leafSample: fc.Arbitrary<JsonSample> = fc.oneof(
  stringSample,
  numberText.map((text): JsonSample => ({ text, node: { kind: 'number', source: text } })),
  fc.constantFrom('true', 'false').map((text): JsonSample => ({ text, node: { kind: 'boolean', source: text } })),
  fc.constant<JsonSample>({ text: 'null', node: { kind: 'null', source: 'null' } }),
)
export const { value: sample } = fc.letrec<{ value: JsonSample }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leafSample,
    fc
      .tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 5 }))
      .map(([inside, items]): JsonSample => {
        const text = `[${items.length === 0 ? inside : items.map(([a, item, b]) => a + item.text + b).join(',')}]`
        return {
          text,
          node: { kind: 'array', source: text, items: items.map(([, item]) => item.node), length: items.length },
        }
      }),
    fc
      .tuple(space, fc.array(fc.tuple(space, names, space, space, tie('value'), space), { maxLength: 5 }))
      .map(([inside, members]): JsonSample => {
        const written = members.map(
          ([a, name, b, c, value, d]) => `${a}${JSON.stringify(name)}${b}:${c}${value.text}${d}`,
        )
        const text = `{${members.length === 0 ? inside : written.join(',')}}`
        const node = { kind: 'object' as const, source: text }
        return { text, node: { ...node, members: members.map(([, name, , , value]) => ({ name, value: value.node })) } }
      }),
  ),
}))
