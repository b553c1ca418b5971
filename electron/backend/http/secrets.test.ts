import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets, redactCutText, redactToken, redactTokenParts } from './secrets.ts'

/** Every way that a character may be written in. */
function formsOf(character: string): string[] {
  const code = character.charCodeAt(0)
  const hex = code.toString(16).padStart(2, '0')
  return [
    ...[character, `\\u00${hex}`, `\\u00${hex.toUpperCase()}`, `%${hex}`, `%${hex.toUpperCase()}`],
    ...[`&#${code};`, `&#00${code};`, `&#x${hex};`, `&#X00${hex.toUpperCase()};`],
    ...('"\\/'.includes(character) ? [`\\${character}`] : []),
    ...('&' === character ? ['&amp;'] : []),
    ...('+' === character ? ['&plus;'] : []),
  ]
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds a token in any writing: slow for some, which short tokens do not show. */
const anyWriting = (token: string) =>
  new RegExp([...token].map((character) => `(?:${formsOf(character).map(escaped).join('|')})`).join(''))

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
/** Also of characters that begin or end an escape. */
const token = fc
  .array(fc.oneof(visible, fc.constantFrom(...'\\%&;#/"2541u0amp')), { minLength: 6, maxLength: 10 })
  .map((characters) => characters.join(''))

test('a token is found however its characters are written', () => {
  const written = token.chain((one) =>
    fc.record({
      one: fc.constant(one),
      text: fc.tuple(...[...one].map((character) => fc.constantFrom(...formsOf(character)))).map((all) => all.join('')),
    }),
  )
  fc.assert(
    fc.property(written, written, ({ one, text }, other) => {
      const cleaned = redactToken(`é${text}é${other.text}é${text}é`, one)
      expect(cleaned).toMatch(/^é.*•••.*é.*é.*•••.*é$/)
      expect(cleaned).not.toMatch(anyWriting(one))
    }),
    { seed: 11, numRuns: 1_000 },
  )
})

test('a text without the token stays as it is', () => {
  const text = fc.array(token, { maxLength: 4 }).map((all) => all.join('&amp;'))
  fc.assert(
    fc.property(token, text, (one, around) => {
      fc.pre(!anyWriting(one).test(around))
      expect(redactToken(around, one)).toBe(around)
    }),
    { seed: 12, numRuns: 200 },
  )
})

test.each([
  ['{"m":"tok\\/\\u002Babc"}', 'tok/+abc', '{"m":"•••"}'],
  ['<p>a&#47;b&lt;c&plus;d&#x2f</p>', 'a/b<c+d/', '<p>•••</p>'],
  ['/login?key=abc%2Bde%2f&x=1', 'abc+de/', '/login?key=•••&x=1'],
  ['short and % and & and \\', 'short', 'short and % and & and \\'],
])('%s', (text, secret, cleaned) => {
  expect(redactToken(text, secret)).toBe(cleaned)
})

/** Whole encodings, as a program writes them. */
const encodings = [
  encodeURIComponent,
  (text: string) => JSON.stringify(text).slice(1, -1),
  (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  (text: string) => text.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  (text: string) => text.replaceAll(/./g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (text: string) => text.replaceAll(/./g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
  (text: string) => text.replaceAll(/./g, (character) => `\\x${character.charCodeAt(0).toString(16)}`),
]

test('a token is found under up to four encodings, one on top of the other', () => {
  const layers = fc.array(fc.constantFrom(...encodings), { minLength: 1, maxLength: 4 })
  const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~+/='), minLength: 6, maxLength: 8 })
  fc.assert(
    fc.property(plain, layers, (one, encode) => {
      const written = encode.reduce((text, layer) => layer(text), one)
      expect(redactToken(`é${written}é${written}`, one)).toBe('é•••é•••')
    }),
    { seed: 13, numRuns: 300 },
  )
  fc.assert(
    fc.property(
      token,
      layers.map((all) => all.slice(0, 2)),
      (one, encode) => {
        const written = encode.reduce((text, layer) => layer(text), one)
        expect(redactToken(`é${written}é`, one)).toBe('é•••é')
      },
    ),
    { seed: 14, numRuns: 300 },
  )
})

test.each([
  ['percent of percent', 'tok%252D7f3a', '•••'],
  ['JSON in HTML', 'to&#92;u006B-7f3a', '•••'],
  ['HTML in JSON', 'to\\u0026#107;-7f3a', '•••'],
  ['invisible characters', 'a t\u200bo\u00adk-7f\ufeff3a', 'a •••'],
  ['an invisible character that is escaped', 'to\\u0000k-7f3a', '•••'],
])('found: %s', (_, text, cleaned) => {
  expect(redactToken(text, 'tok-7f3a')).toBe(cleaned)
})

test('a start of the token at the end of a cut text is found, however it is written, and nothing else', () => {
  const one = 'tok-7f3a9c-secret'
  fc.assert(
    fc.property(fc.constantFrom(...encodings), fc.constantFrom(...encodings), fc.nat(200), (inner, outer, room) => {
      const written = outer(inner(one))
      const cut = redactCutText(`é${written}`.slice(0, room + 1), one)
      // Up to five characters and a half are no secret.
      expect(cut.length).toBeLessThanOrEqual(1 + outer(inner('abcdef')).length)
    }),
    { seed: 15, numRuns: 300 },
  )
  expect(redactCutText('Who is tok-7f3a', one)).toBe('Who is •••')
  expect(redactCutText('Who is tok-7f3%', one)).toBe('Who is •••%')
  expect(redactCutText(`tok-7f3a… ${'x'.repeat(99)} ${one} t`, one)).toBe(`tok-7f3a… ${'x'.repeat(99)} ••• t`)
})

test('a text that is cut to be written down ends with no half of a secret', () => {
  const secrets = createSecrets()
  secrets.add('tok-3f9Zr7Qm-e2e')
  expect(secrets.redact(`${'x '.repeat(32_763)}tok-3f9Zr7Qm-e2e, and more`)).toBe(`${'x '.repeat(32_763)}•••…`)
})

test('of many secrets the latest 300 are known, and one that is met again is one of them', () => {
  const secrets = createSecrets()
  const named = (number: number) => `secret-${String(number).padStart(4, '0')}`
  for (let number = 0; number < 300; number += 1) secrets.add(named(number))
  secrets.add(named(0))
  secrets.add(named(300))
  expect(secrets.redact([0, 1, 2, 300].map(named).join(' '))).toBe(`••• ${named(1)} ••• •••`)
})

test('parts of the token are found where pieces are quoted', () => {
  const message = (text: string) => {
    try {
      return `${JSON.parse(text)}`
    } catch (error) {
      return String(error)
    }
  }
  const one = 'tok-7f3a9c-secret'
  for (let at = 0; at < 20; at++) {
    const quoted = redactTokenParts(message(`${' '.repeat(at)}{"a": ${one}}`), one)
    expect(quoted).toContain('JSON')
    expect(quoted).not.toMatch(/7f3a|secret/)
  }
})

test.each([
  ['\\', '\\'.repeat(40)],
  ['&#59;', ';'.repeat(40)],
  ['%2525', '%25'.repeat(15)],
  ['&#0', '&#0&#0&#0'],
  ['ab%', 'tok-123456'],
])('comes to an end with a hostile text of %s', (piece, secret) => {
  const text = `${piece.repeat(20_000 / piece.length)}x`
  expect(redactToken(text, `${secret}!`) === text).toBe(true)
  expect(text.startsWith(redactCutText(text, `${secret}!`).replace(/•••x?$/, ''))).toBe(true)
})
