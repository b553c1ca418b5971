import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedLines } from './find-box.tsx'
import { MOST_IDS, pastedIds } from './pasted-ids.ts'

const A = 'evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1E'
const B = '7b0f9c1e-5d1f-4c69-9d2e-0a1b2c3d4e5f'

describe('several IDs are found in any dress', () => {
  test.each([
    ['commas', `${A}, ${B}`],
    ['semicolons', `${A};${B}`],
    ['a line each', `${A}\r\n${B}\r\n`],
    ['a column with its head and an empty cell', `event_id\n${A}\n\n${B}\n`],
    ['cells beside each other', `${A}\t${B}`],
    ['spaces, as a field of one line makes of lines', `${A} ${B}`],
    ['quotes', `"${A}","${B}"`],
    ['single quotes, and a comma at the end', `'${A}',\n'${B}',`],
    ['a JSON array', `["${A}", "${B}"]`],
    ['a JSON array of lines', `[\n  "${A}",\n  "${B}"\n]`],
    ['addresses', `https://x.example/v1/events/${A}\nhttps://x.example/v1/events/${B}`],
    ['events as JSON', `[{"event_id":"${A}","customer_id":"cus_1"},{"event_id" : "${B}"}]`],
    ['a Markdown table’s column', `| ${A} |\n| ${B} |`],
    ['one of them twice', `${A},${B},${A}`],
  ])('%s', (_, pasted) => {
    expect(pastedIds(pasted)).toEqual({ ids: [A, B], count: 2 })
  })
})

test('numbers are IDs between commas; what was a column of them comes joined by commas', () => {
  expect(pastedIds('1001, 1002')?.ids).toEqual(['1001', '1002'])
  expect(pastedIds('evt_one, evt_2')?.ids).toEqual(['evt_one', 'evt_2'])
  expect(joinedLines('1001\n1002\n')).toBe('1001, 1002')
  expect(joinedLines('a line\nof words')).toBeNull()
  expect(joinedLines('evt_1\n')).toBeNull()
})

test.each([
  [A],
  [`"${A}",`],
  ['3 nov'],
  ['3 Nov 2026'],
  ['3.11.2026, 4.11.2026'],
  ['2026-11-03 2026-11-04'],
  ['last 7 days'],
  ['25 rows per page'],
  ['new york'],
  [`${A}, ${A}`],
  [`look at ${A} and ${B}`],
  ['{"event_id":"evt_1","customer_id":"cus_1"}'],
  ['event_id=evt_000001 customer_id=cus_000001'],
  ['[,]'],
  [''],
])('%j is no list of IDs', (typed) => {
  expect(pastedIds(typed)).toBeNull()
})

test('of many the first hundred are taken, and all are counted', () => {
  const many = Array.from({ length: 312 }, (_, index) => `evt_${index}`)
  expect(pastedIds(many.join(','))).toEqual({ ids: many.slice(0, MOST_IDS), count: 312 })
})

test('IDs come out as they went in, each once, whatever stands between them', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}_[0-9A-Z]{1,12}[0-9]$/), { minLength: 2, maxLength: 30 })
  const between = fc.constantFrom(', ', ',', ';', '\n', ',\n', ' | ')
  fc.assert(
    fc.property(ids, between, fc.constantFrom('', '"', "'", '`'), (all, sign, quote) => {
      const pasted = all.map((id) => `${quote}${id}${quote}`).join(sign)
      // Between line ends alone a short word may be anything.
      fc.pre(sign !== '\n' || all.every((id) => id.length >= 6))
      expect(pastedIds(pasted)?.ids).toEqual(all)
    }),
  )
})
