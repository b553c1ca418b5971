import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currenciesOf, jsonNumber, numberDress, numberShape } from './read-number.ts'

test.each([
  ['1234', 'none', '1234', '1234'],
  ['-12', 'none', '-12', '-12'],
  ['−12', 'none', '-12', '-12'],
  ['–30', 'none', '-30', '-30'],
  ['+12', 'none', '12', '12'],
  ['1.234', 'either', '1.234', '1234'],
  ['1,234', 'either', '1234', '1.234'],
  ['0.123', '.', '0.123', null],
  ['12,5', ',', null, '12.5'],
  ['1.234,56', ',', null, '1234.56'],
  ['1,234.56', '.', '1234.56', null],
  ['1.234.567', ',', null, '1234567'],
  ['1 234,50', ',', null, '1234.50'],
  ['1\u202f234.500', '.', '1234.500', null],
  ['1\u2009234\u2009567', 'none', '1234567', '1234567'],
  ["1'234.5", '.', '1234.5', null],
  ['1’234,5', ',', null, '1234.5'],
  ['1 234', 'none', '1234', '1234'],
  ['1e3', 'none', '1e3', '1e3'],
  ['1.2e3', '.', '1.2e3', null],
  ['1,2E+3', ',', null, '1.2E+3'],
  ['1234.567', '.', '1234.567', null],
  ['007', 'none', '7', '7'],
  ['12,34,567.89', '.', '1234567.89', null],
  ['1,23,456', '.', '123456', null],
  ['.50', '.', '0.50', null],
  [',50', ',', null, '0.50'],
  ['-.5', '.', '-0.5', null],
  ['30.', '.', '30', null],
  ['30,', ',', null, '30'],
  ['(30.00)', '.', '-30.00', null],
  ['( 1.234,50 )', ',', null, '-1234.50'],
  ['30.00-', '.', '-30.00', null],
  ['30,00 −', ',', null, '-30.00'],
  ['30+', 'none', '30', '30'],
  ['5,00 €', ',', null, '5.00'],
  ['€5.00', '.', '5.00', null],
  ['-€5.00', '.', '-5.00', null],
  ['€ -5.00', '.', '-5.00', null],
  ['(€5.00)', '.', '-5.00', null],
  ['$(5.00)', '.', '-5.00', null],
  ['US$ 5.00', '.', '5.00', null],
  ['5.00 EUR', '.', '5.00', null],
  ['USD 5', 'none', '5', '5'],
  ['usd $5', 'none', '5', '5'],
  ['5 kr.', 'none', '5', '5'],
  ["CHF 1'234.–", '.', '1234', null],
  ['1.234,-', ',', null, '1234'],
  ['5,-- €', ',', null, '5'],
  ['30,00 H', ',', null, '-30.00'],
  ['30,00 S', ',', null, '30.00'],
  ['30.00 Cr', '.', '-30.00', null],
  ['30.00DR', '.', '30.00', null],
  ['1,250.00 CR', '.', '-1250.00', null],
  ['\u200e30\ufeff', 'none', '30', '30'],
  // Two signs, two currencies, a share, a unit, hours: none is an amount.
  ['-(30.00)', 'no-number', null, null],
  ['(30.00)-', 'no-number', null, null],
  ['-30.00 CR', 'no-number', null, null],
  ['€5 USD', 'no-number', null, null],
  ['€5€ 5', 'no-number', null, null],
  ['19 %', 'no-number', null, null],
  ['12.50 GB', 'no-number', null, null],
  ['5 H', 'no-number', null, null],
  ['5 s', 'no-number', null, null],
  ["1'234 567", 'no-number', null, null],
  ['1,2345.5', 'no-number', null, null],
  ['1.23.4', 'no-number', null, null],
  ['.', 'no-number', null, null],
  ['()', 'no-number', null, null],
  ['€', 'no-number', null, null],
  ['', 'no-number', null, null],
  ['--1', 'no-number', null, null],
])('%s', (text, shape, byPoint, byComma) => {
  expect([numberShape(text), jsonNumber(text, '.'), jsonNumber(text, ',')]).toEqual([shape, byPoint, byComma])
})

test('what is written by one sign is read by it, digit for digit, whatever stands around it', () => {
  const written = fc.tuple(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.stringMatching(/^\d{0,12}$/),
    fc.constantFrom('', 'mark', ' ', '\u202f', "'"),
    fc.constantFrom('minus', '−', 'brackets', 'behind', 'Cr'),
    fc.constantFrom(['', ''], ['€', ''], ['', ' EUR'], ['USD ', ''], ['', ' kr']),
  )
  fc.assert(
    fc.property(written, fc.constantFrom('.' as const, ',' as const), (all, sign) => {
      const [whole, fraction, between, how, [before = '', behind = '']] = all
      const mark = between === 'mark' ? (sign === '.' ? ',' : '.') : between
      const size = whole < 0n ? -whole : whole
      const digits = String(size).replace(/\d(?=(?:\d{3})+$)/g, `$&${mark}`)
      const bare = `${before}${fraction === '' ? digits : `${digits}${sign}${fraction}`}${behind}`
      const below = { minus: `-${bare}`, '−': `−${bare}`, brackets: `(${bare})`, behind: `${bare}-`, Cr: `${bare} Cr` }
      const text = whole < 0n ? below[how] : bare
      // A single group of thousands without decimals may be either, and is read by the sign that is given.
      expect(jsonNumber(text, sign)).toBe(fraction === '' ? String(whole) : `${whole}.${fraction}`)
    }),
  )
})

test('what stands beside a number says which currencies it can be', () => {
  expect(numberDress('5,00 €')).toMatchObject({ currencies: ['EUR'], signedBy: null, digits: '5,00' })
  expect(numberDress('$ 5')?.currencies).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD']))
  expect(numberDress('USD $5')?.currencies).toEqual(['USD'])
  expect(numberDress('5')?.currencies).toBeNull()
  expect(currenciesOf('kr')).toEqual(expect.arrayContaining(['SEK', 'NOK', 'DKK']))
  expect([currenciesOf('eur'), currenciesOf('pcs'), currenciesOf('')]).toEqual([['EUR'], null, null])
})

test('what says the side of a number is told', () => {
  expect(['(5)', '5-', '5 CR', '-5'].map((text) => numberDress(text)?.signedBy)).toEqual([
    'brackets',
    'behind',
    'side',
    null,
  ])
})

test('the docs say what is read', () => {
  const docs = readFileSync(new URL('../../../docs/check.md', import.meta.url), 'utf8')
  const [, table = ''] = docs.split('| in the file | is read as |')
  const [examples = ''] = table.split('\n\n')
  const rows = [...examples.matchAll(/^\| `(?<text>[^`]+)` \| (?<number>[^|]+) \|$/gm)].map(
    ({ groups }) => groups ?? {},
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { text = '', number } of rows) {
    const read = jsonNumber(text, '.') ?? jsonNumber(text, ',') ?? 'no number'
    expect([text, read]).toEqual([text, number])
  }
})
