import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactToken } from './redact-token.ts'

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

test.each([
  ['\\', '\\'.repeat(40)],
  ['&#59;', ';'.repeat(40)],
  ['%2525', '%25'.repeat(15)],
  ['&#0', '&#0&#0&#0'],
  ['ab%', 'tok-123456'],
])('takes no time for a hostile text of %s', (piece, secret) => {
  const text = `${piece.repeat(20_000 / piece.length)}x`
  const startedAt = performance.now()
  redactToken(text, `${secret}!`)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
