import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../shared/exact/fixtures/any-text.ts'
import { runs } from '../../shared/exact/fixtures/runs.ts'
import { visibleJson, visibleLine } from './visible-text.ts'

/** What a terminal obeys, reorders by, breaks lines at, or does not draw. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
const SIGNS = [
  'a',
  ' ',
  '\\',
  '\n',
  '\u001b',
  '\u0085',
  '\u00a0',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ud83d',
  '\u{e0041}',
  '👩',
]
const hostile = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...SIGNS) }))

test('a line holds nothing that a terminal obeys, reorders by or breaks at', () => {
  expect(visibleLine('a\nb\u001b[2K\u202ec\u2028d\u0085e\u009bf')).toBe(
    'a\\u000ab\\u001b[2K\\u202ec\\u2028d\\u0085e\\u009bf',
  )
  expect(visibleLine('größer, €, 返金, "x" \\n')).toBe('größer, €, 返金, "x" \\n')
  fc.assert(
    fc.property(hostile, (text) => {
      expect(visibleLine(text)).not.toMatch(UNSEEN)
    }),
    runs(13, 500),
  )
})

test('nor spaces that push what follows to the start of the next row', () => {
  expect(visibleLine(`a${' '.repeat(3)}b c\u00a0d\u3000e`)).toBe('a \\u0020\\u0020b c\\u00a0d\\u3000e')
})

test('and no more than anybody reads', () => {
  expect(visibleLine('x'.repeat(2_000))).toBe('x'.repeat(2_000))
  expect(visibleLine('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}…`)
})

test('JSON keeps what it means, and is one line of characters that can be seen', () => {
  expect(visibleJson({ file: '/data/x\u202evsc.exe', rows: 1 })).toBe('{"file":"/data/x\\u202evsc.exe","rows":1}')
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.integer(), fc.constant(null))), (value) => {
      const json = visibleJson(value)
      expect(json).not.toMatch(UNSEEN)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    runs(13, 500),
  )
})
