import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../exact/fixtures/any-text.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { beginsLikeFormula, createGuard, spreadsheetChange } from './spreadsheet-change.ts'

const ofText = (text: string, guarded = true) => spreadsheetChange({ kind: 'string', text }, guarded)

describe('what a spreadsheet makes of a cell', () => {
  test.each([
    ['007', 'number'],
    ['90071992547409931', 'number'],
    ['1E5', 'number'],
    ['12.50', 'number'],
    ['5%', 'number'],
    ['1,234.50', 'number'],
    ['12.11.2026', 'date'],
    ['€ 5', 'number'],
    ['1-2', 'date'],
    ['3/4', 'date'],
    ['2026-11-20', 'date'],
    ['MAR1', 'date'],
    ['1 Nov 2026', 'date'],
    ['14:52', 'date'],
    ['True', 'boolean'],
    ['=1+1', 'apostrophe'],
    ['-5', 'apostrophe'],
  ])('of the text %s: %s', (text, change) => {
    expect(ofText(text)).toBe(change)
  })

  test.each(['', ' ', 'evt_1', 'cus_007', 'api.calls', 'Nov', 'null', 'version 2'])('keeps the text %s', (text) => {
    expect(ofText(text)).toBe(null)
  })

  test('without guards a text that begins like a formula is run', () => {
    expect(ofText('=1+1', false)).toBe('formula')
    expect(ofText('-5', false)).toBe('number')
  })

  test('a text longer than a cell holds is cut', () => {
    expect(['x'.repeat(32_767), 'x'.repeat(32_768)].map((text) => ofText(text))).toEqual([null, 'cut'])
  })

  test('a number keeps 15 digits', () => {
    const ofNumber = (text: string) => spreadsheetChange({ kind: 'number', text }, true)
    expect(['1.10', '-0.5', '123456789012345'].map(ofNumber)).toEqual([null, null, null])
    expect(['90071992547409931', '1e400'].map(ofNumber)).toEqual(['digits', 'digits'])
    expect(spreadsheetChange({ kind: 'boolean', text: 'true' }, true)).toBe(null)
  })
})

const { guard } = createGuard(',')

test.each([
  '=1+1',
  '+1',
  '-12.50',
  '@SUM(A1)',
  '\tplain',
  '\rplain',
  '\nplain',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '\0=1',
  '=HYPERLINK("http://x")\nx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '﹣1',
  "'=1",
  "''=1",
])('is put before what a spreadsheet would run: %j', (text) => {
  expect(guard(text)).toBe(`'${text}`)
})

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t=1+1', "x\t'=1+1"],
  ['x\n-1', "x\n'-1"],
  ['x\r\n @A1', "x\r\n' @A1"],
  ['x;"=1+1"', 'x;\'"=1+1"'],
  ['{"a":"x;=1+1"}', '{"a":"x;\'=1+1"}'],
  [';;＝1;\t+1', ";;'＝1;\t'+1"],
  ['\t=1', "'\t'=1"],
  ['=1;=1', "'=1;'=1"],
])('is put wherever a spreadsheet may begin a cell: %j', (text, cell) => {
  expect(guard(text)).toBe(cell)
})

test.each(['', 'cus_1', 'a; b\tc\nd', 'a,=b', '1-2', "it's", "'quoted'", 'a=b', '2026-11-20T12:00:00Z', '€5', '(1)'])(
  'is not put before anything else: %j',
  (text) => {
    expect(guard(text)).toBe(text)
  },
)

test('is put behind commas too where they do not separate', () => {
  for (const separator of [';', '\t'] as const) expect(createGuard(separator).guard('a,=b;=c')).toBe("a,'=b;'=c")
})

test.each([',', ';', '\t'] as const)(
  'can be taken away again, whatever the text, and leaves nothing to run: %j',
  (separator) => {
    const { guard, unguard } = createGuard(separator)
    const ends = separator === ',' ? /[;\t\r\n]/ : /[,;\t\r\n]/
    const batches = [
      "'",
      "''",
      ' ',
      ',',
      ';',
      '\t',
      '\r',
      '\n',
      '\u200b',
      '\0',
      '=',
      '+',
      '-',
      '@',
      '＝',
      'a',
      '1',
      '"',
    ]
    const dangerous = fc.array(fc.constantFrom(...batches), { maxLength: 6 }).map((some) => some.join(''))
    fc.assert(
      fc.property(fc.oneof(dangerous, anyText()), (text) => {
        const cell = guard(text)
        expect(unguard(cell)).toBe(text)
        expect(cell).not.toMatch(/^[\t\r\n]/)
        for (const part of cell.split(ends)) expect(part).not.toMatch(/^[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u)
      }),
      { seed: 6, numRuns: 1_000 },
    )
  },
)

/** What is looked for, as patterns say it: on a text of millions these exhaust their stack. */
const SIGN = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const SKIPPED = `\\s\\p{C}\\p{Z}"'`

test.each([',', ';', '\t'] as const)('stands where the patterns say, and nowhere else: %j', (separator) => {
  const ends = separator === ',' ? ';\\t\\r\\n' : ',;\\t\\r\\n'
  const formula = `[[${SKIPPED}]--[${ends}]]*${SIGN}`
  const needed = new RegExp(`^(?='*[\\t\\r\\n])|(?<=^|[${ends}])(?=${formula})`, 'gv')
  const present = new RegExp(`^'(?='*[\\t\\r\\n])|(?<=^|[${ends}])'(?=${formula})`, 'gv')
  const like = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*${SIGN})`, 'u')
  const { guard, unguard } = createGuard(separator)
  const batches = [
    "'",
    ' ',
    ',',
    ';',
    '\t',
    '\n',
    '\u200b',
    '\u{e0041}',
    '\udc41',
    '\ud83d',
    '=',
    '-',
    '＝',
    'a',
    '文',
    '👩',
    '"',
  ]
  const dangerous = fc.array(fc.constantFrom(...batches), { maxLength: 9 }).map((some) => some.join(''))
  fc.assert(
    fc.property(fc.oneof(dangerous, anyText()), (text) => {
      expect(guard(text)).toBe(text.replace(needed, "'"))
      expect(unguard(text)).toBe(text.replace(present, ''))
      expect(beginsLikeFormula(text)).toBe(like.test(text))
    }),
    runs(17, 3_000),
  )
})

test.each([
  ['spaces', ' '],
  ['apostrophes', "'"],
  ['tags', '\u{e0041}'],
  ['signs', '='],
])('a text of millions is gone through like any other: %s', (_, batch) => {
  const { guard, unguard } = createGuard(',')
  const text = batch.repeat(9_000_000 / batch.length)
  const dangerous = `${text}=1`
  const cell = guard(dangerous)
  expect(cell.length).toBeGreaterThanOrEqual(dangerous.length)
  expect(unguard(cell)).toBe(dangerous)
  expect(guard(text).length).toBe(batch === '=' ? text.length + 1 : text.length)
  expect(beginsLikeFormula(dangerous)).toBe(true)
})
