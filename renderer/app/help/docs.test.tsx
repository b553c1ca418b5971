import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { anchorOf, blocksOf, Markdown } from './docs.tsx'

const drawn = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} onLink={(href) => (href.endsWith('.md') ? () => {} : null)} />)

test('headings, paragraphs, lists, tables and code', () => {
  const text = [
    '# What a `figure` means',
    'One line,',
    'and the same paragraph.',
    '',
    '- first,',
    '  continued',
    '- **second**',
    '',
    '1. one',
    '2. two',
    '',
    '| a | b |',
    '|---|---|',
    '| 1 | `x\\|y` |',
    '',
    '```sh',
    'npm start # no heading',
    '```',
  ].join('\n')
  expect(blocksOf(text)).toEqual([
    { is: 'heading', level: 1, text: 'What a `figure` means' },
    { is: 'paragraph', text: 'One line, and the same paragraph.' },
    { is: 'list', isOrdered: false, items: ['first, continued', '**second**'] },
    { is: 'list', isOrdered: true, items: ['one', 'two'] },
    { is: 'table', heads: ['a', 'b'], rows: [['1', '`x|y`']] },
    { is: 'code', text: 'npm start # no heading' },
  ])
  expect(drawn(text)).toContain('<b>second</b>')
  expect(drawn(text)).toContain('<code>x|y</code>')
})

test('a link leads to another doc or nowhere; a picture is its description', () => {
  expect(drawn('See [figures](docs/figures.md).')).toMatch(/<button.*>figures<\/button>/)
  const others = drawn('[web](https://example.com) ![a picture](x.png) [file](../renderer/a.ts)')
  expect(others).toContain('web')
  expect(others).toContain('a picture')
  expect(others).not.toMatch(/example\.com|x\.png|button|<a|<img/)
})

test('nothing in a text becomes an element of its own', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '**',
    '`',
    '|',
    '\n',
    '- ',
    '# ',
    '```',
    'a',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostile), { maxLength: 30 }), (parts) => {
      expect(drawn(parts.join(''))).not.toMatch(/<(?:script|img|a)[\s>]|javascript:[^<]*"/)
    }),
  )
})

test('a list in a list goes on in the outer one; a fence without an end takes the rest; bars alone are no table', () => {
  expect(blocksOf('- a\n  - b\n\n- c')).toEqual([
    { is: 'list', isOrdered: false, items: ['a', 'b'] },
    { is: 'list', isOrdered: false, items: ['c'] },
  ])
  expect(blocksOf('```\n# a')).toEqual([{ is: 'code', text: '# a' }])
  expect(blocksOf('| a | b |\nand more')).toEqual([{ is: 'paragraph', text: '| a | b | and more' }])
  expect(blocksOf('- a\n\nafter')).toEqual([
    { is: 'list', isOrdered: false, items: ['a'] },
    { is: 'paragraph', text: 'after' },
  ])
})

test('a heading has the anchor that links lead to, and marks in marks are drawn', () => {
  expect(anchorOf('What a `total` counts, über all')).toBe('what-a-total-counts-über-all')
  expect(drawn('## To *be*, or `not`')).toMatch(
    /^<h4 id="help-to-be-or-not"[^>]*>To <em>be<\/em>, or <code>not<\/code><\/h4>$/,
  )
  expect(drawn('**see `a*b*` here** ``x`y``')).toBe('<p><b>see <code>a*b*</code> here</b> <code>x`y</code></p>')
  expect(drawn('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>')
})
