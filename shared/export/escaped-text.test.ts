import { expect, test } from 'vitest'
import { markdownText } from './escaped-text.ts'

test.each([
  ['# not a heading', '\\# not a heading'],
  ['#', '\\#'],
  ['> not quoted', '\\> not quoted'],
  ['>not quoted', '\\>not quoted'],
  ['- no list', '\\- no list'],
  ['+ no list', '\\+ no list'],
  ['12. no list', '12\\. no list'],
  ['12) no list', '12\\) no list'],
  ['---', '\\---'],
  ['- - -', '\\- - -'],
  ['    no code', '&#32;   no code'],
  ['\tno code', '&#32;no code'],
  ['a*b_c`d`[e](f)|g~h\\', 'a\\*b\\_c\\`d\\`\\[e\\](f)\\|g\\~h\\\\'],
  ['<b>&amp;', '&lt;b>&amp;amp;'],
  ['one\r\ntwo\nthree', 'one<br>two<br>three'],
])('%j is shown as it is, not laid out', (text, written) => expect(markdownText(text)).toBe(written))

test.each(['-13,782.00', '+4', '#42', '12.5', '2026-10-01', '−5 EUR'])('%j is written as it is', (text) => {
  expect(markdownText(text)).toBe(text)
})
