import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readToken } from './token.ts'

const settings = { seed: 20261120, numRuns: 300 }
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
})

describe('readToken', () => {
  test('any visible ASCII is a token, whatever white space and "Bearer " stand before it', () => {
    fc.assert(
      fc.property(
        visible.filter((token) => !/^bearer$/i.test(token)),
        fc.constantFrom('', 'Bearer ', 'bearer  ', 'BEARER\t'),
        fc.constantFrom('', ' ', '\r\n', '\u00a0', '\ufeff'),
        (token, scheme, around) => {
          expect(readToken(around + scheme + token + around)).toEqual({
            ok: true,
            token,
            strippedBearer: scheme !== '',
          })
        },
      ),
      settings,
    )
  })

  test('what is accepted can go into a header, and what is refused is not repeated', () => {
    const counts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readToken(text)
        counts[read.ok ? 'accepted' : 'refused'] += 1
        if (read.ok) {
          expect(new Headers({ authorization: `Bearer ${read.token}` }).get('authorization')).toBe(
            `Bearer ${read.token}`,
          )
        } else {
          expect(read.message).toMatch(/^(Enter the API key\.|The API key has a [ -~]+)$/)
        }
      }),
      settings,
    )
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0)
  })

  test.each([
    ['', 'Enter the API key.'],
    [' \n', 'Enter the API key.'],
    ['Bearer ', 'Enter the API key.'],
    ['abc\ndef', 'The API key has a line break in it, at character 4: paste only the key.'],
    ['abc\r\nX-Evil: 1', 'The API key has a line break in it, at character 4: paste only the key.'],
    ['Bearer abc def', 'The API key has a space in it, at character 11: paste only the key.'],
    ['abc\tdef', 'The API key has a space in it, at character 4: paste only the key.'],
    ['abc\u0000', 'The API key has a control character in it, at character 4.'],
    ['abc\u007f', 'The API key has a control character in it, at character 4.'],
    ['schlüssel', 'The API key has a character in it that is not plain ASCII, at character 5.'],
    ['abc\u200bdef', 'The API key has a character in it that is not plain ASCII, at character 4.'],
  ])('%j is refused in words', (text, message) => {
    expect(readToken(text)).toEqual({ ok: false, message })
  })
})
