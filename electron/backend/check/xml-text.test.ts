import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createXmlText, unescapeXml } from './xml-text.ts'

const plain = (text: string) => unescapeXml(Buffer.from(text), 0, Buffer.byteLength(text))

test.each([
  ['no reference', 'no reference'],
  ['a &amp; b &lt;&gt;&quot;&apos;', `a & b <>"'`],
  ['&#65;&#x42;&#x1F600;&#xe9;&#x20AC;', 'AB😀é€'],
  ['&amp;lt;', '&lt;'],
  // What is none stays as it stands, and what follows it is read.
  ['&nbsp;&;&#;&#x;&amp', '&nbsp;&;&#;&#x;&amp'],
  ['&#12a;&#xg;&#x110000;&#xD800;&lt;', '&#12a;&#xg;&#x110000;&#xD800;<'],
  [`&#${'0'.repeat(40)}65;`, `&#${'0'.repeat(40)}65;`],
  ['&amp &amp;', '&amp &'],
  ['é&gt;é', 'é>é'],
  ['&&&amp;&amp&amp;', '&&&&amp&'],
  ['&#000000065;&#0000000065;', 'A&#0000000065;'],
  ['&#x10FFFF;&#x110000;&#xDFFF;&#xE000;', '\u{10ffff}&#x110000;&#xDFFF;\ue000'],
  ['&#-1;&#x-1;&#:;&#x@;&#x`;&#xG;&AMP;&#X41;', '&#-1;&#x-1;&#:;&#x@;&#x`;&#xG;&AMP;&#X41;'],
])('%s is %s', (text, wanted) => expect(plain(text)).toBe(wanted))

/** As any writer may write a character. */
const writers: ((character: string) => string)[] = [
  (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character,
  (character) => `&#${character.codePointAt(0)};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16)};`,
]

test('any text is read as it was written, whichever references stand in it', () => {
  const characters = fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom(...writers)))
  fc.assert(
    fc.property(characters, (chunks) => {
      const text = chunks.map(([chunk]) => chunk).join('')
      const written = chunks.map(([chunk, write]) => [...chunk].map(write).join('')).join('')
      expect(plain(written)).toBe(text)
    }),
  )
})

test('text is put together from pieces up to the most that it holds', () => {
  const text = createXmlText(1, 30)
  const add = (chunk: string, isRaw = false) => text.add(Buffer.from(chunk), 0, Buffer.byteLength(chunk), isRaw)
  expect(add('a &am')).toBe(true)
  expect(add('p; b')).toBe(true)
  expect(add('&amp;', true)).toBe(true)
  expect(text.value(0, text.length)).toBe('a & b&amp;')
  expect(add('0123456789012')).toBe(false)
  expect(text.value(0, text.length)).toBe('a & b&amp;')
  text.clear()
  expect(add('_x0041__x005F_x0041_ &amp;')).toBe(true)
  expect(text.text(0, text.length)).toBe('A_x0041_ &')
})
