import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from './fixtures/any-text.ts'
import { createGuard } from './formula-guard.ts'

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
    const pieces = ["'", "''", ' ', ',', ';', '\t', '\r', '\n', '\u200b', '\0', '=', '+', '-', '@', '＝', 'a', '1', '"']
    const dangerous = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((some) => some.join(''))
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
