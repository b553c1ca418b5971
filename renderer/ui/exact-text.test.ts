import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleRuns } from './exact-text.tsx'

const marked = (text: string) => visibleRuns(text).flatMap((run) => (run.mark === null ? [] : [run]))
const shown = (text: string) =>
  visibleRuns(text)
    .map((run) => (run.mark === null ? run.text : `[${run.shown}]`))
    .join('')

/** Text that mixes what is ordinary with what is marked. */
const anyText = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ' ',
      '\n',
      '\t',
      '\r',
      '\0',
      '\u200b',
      '\u200d',
      '\u202e',
      '\ufeff',
      '\ud800',
      '\udc00',
      '👨‍👩‍👧',
      'é',
      'می',
    ),
  ),
)

describe('visibleRuns', () => {
  it('changes nothing: the runs joined are the text', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), fc.boolean(), (parts, cutBefore, cutAfter) => {
        const text = parts.join('')
        const runs = visibleRuns(text, cutBefore, cutAfter)
        expect(runs.map((run) => run.text).join('')).toBe(text)
        expect(runs.every((run) => run.text !== '')).toBe(true)
      }),
      { seed: 1 },
    )
  })

  it('leaves no control, bidirectional, lone surrogate or line separator unmarked', () => {
    fc.assert(
      fc.property(anyText, (parts) => {
        for (const run of visibleRuns(parts.join(''))) {
          if (run.mark === null) expect(run.text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        }
      }),
      { seed: 2 },
    )
  })

  it('shows marks in printable ASCII, but for the signs of space and line feed', () => {
    fc.assert(
      fc.property(anyText, (parts) => {
        for (const run of marked(parts.join(''))) expect(run.shown).toMatch(/^([\x20-\x7e]+|·+|↵)$/)
      }),
      { seed: 3 },
    )
  })

  it('leaves ordinary text alone', () => {
    for (const text of ['eu-west-1', 'two words', 'naïve café', 'abc שלום def', 'مرحبا بالعالم', '日本語', '']) {
      expect(marked(text)).toEqual([])
    }
  })

  it('leaves emoji whole, with their joiners, selectors and tags', () => {
    for (const text of ['👨‍👩‍👧', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', '🇩🇪']) expect(marked(text)).toEqual([])
  })

  it('leaves joiners to the scripts that need them, and shows them between Latin letters', () => {
    expect(marked('می\u200cخواهم')).toEqual([])
    expect(marked('क्\u200dष')).toEqual([])
    expect(shown('pay\u200dpal')).toBe('pay[\\u200d]pal')
  })

  it('marks spaces at the ends, not inside', () => {
    expect(shown('  a b ')).toBe('[··]a b[·]')
    expect(shown('   ')).toBe('[···]')
  })

  it('takes the edge of a part for no end', () => {
    const runs = visibleRuns(' a ', true, true)
    expect(runs).toEqual([{ mark: null, text: ' a ' }])
  })

  it('shows what draws nothing as an escape, with its name', () => {
    expect(shown('a\tb\u0000c\u00a0d')).toBe('a[\\t]b[\\u0000]c[\\u00a0]d')
    expect(marked('\u200b')[0]).toMatchObject({ mark: 'escape', name: 'U+200B zero width space' })
    expect(marked('\ud83d')[0]).toMatchObject({ shown: '\\ud83d', name: 'U+D83D half of a surrogate pair' })
    expect(shown('\u{e0041}')).toBe('[\\u{e0041}]')
  })

  it('gives escapes that stand together one run, with the names of the first few of them', () => {
    expect(shown('a\u202e\u202c\u202e\tb\u0000\n\u0000')).toBe('a[\\u202e\\u202c\\u202e\\t]b[\\u0000][↵][\\u0000]')
    const names = 'U+202E right-to-left override, U+202C pop directional formatting'
    expect(marked('\u202e\u202c'.repeat(50))).toMatchObject([{ name: names, text: '\u202e\u202c'.repeat(50) }])
    expect(marked('\u0001\u0002\u0003\u0004\u0005')[0]?.name).toBe('U+0001, U+0002, U+0003, U+0004 and others')
  })

  it('gives each line feed a run of its own', () => {
    expect(marked('a\n\nb').map(({ mark, text }) => [mark, text])).toEqual([
      ['newline', '\n'],
      ['newline', '\n'],
    ])
  })
})

it.each([
  ['Café', []],
  ['Cafe\u0301', ['\\u0301']],
  ['Å', []],
  ['A\u030a', ['\\u030A']],
  // Written apart in their scripts, and in no other way.
  ['हिन्दी', []],
  ['שָׁלוֹם', []],
])('two names that are drawn alike are told apart: %s', (text, shown) => {
  const marked = visibleRuns(text).flatMap((run) => (run.mark === null ? [] : [run.shown]))
  expect(marked.map((one) => one.toLowerCase())).toEqual(shown.map((one) => one.toLowerCase()))
})
