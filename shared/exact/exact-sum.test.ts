import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createExactSums, MOST_UNITS, type SumFigure, sumTypeOf } from './exact-sum.ts'
import { runs } from './fixtures/runs.ts'

function sumOf(...numbers: (string | null)[]): SumFigure {
  const sums = createExactSums()
  for (const number of numbers) sums.add('debit', 'EUR', number)
  return sums.figures()[0]!
}

/** The reference: fractions of BigInts, read and added in another way than sums are. */
interface Fraction {
  numerator: bigint
  denominator: bigint
}

function fractionOf(text: string): Fraction {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', decimals = ''] = mantissa.replace('-', '').split('.')
  let numerator = 0n
  for (const digit of whole + decimals) numerator = numerator * 10n + BigInt(digit)
  let denominator = 1n
  for (const _ of decimals) denominator *= 10n
  const ten = 10n ** BigInt(power.replace(/[+-]/, ''))
  if (power.startsWith('-')) denominator *= ten
  else numerator *= ten
  return { numerator: mantissa.startsWith('-') ? -numerator : numerator, denominator }
}

const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
})
const isSame = (a: Fraction, b: Fraction) => a.numerator * b.denominator === b.numerator * a.denominator

const digits = (most: number) => fc.stringMatching(new RegExp(`^(0|[1-9][0-9]{0,${most}})$`))
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits(3), digits(20)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,3}$/), fc.stringMatching(/^\.[0-9]{1,18}$/)),
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.stringMatching(/^[eE][+-]?0{0,2}[0-9]{1,3}$/)),
  )
  .map((parts) => parts.join(''))

describe('a sum', () => {
  test('equals the sum of the numbers as fractions, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 30 }), (numbers) => {
        const figure = sumOf(...numbers)
        expect(figure).toMatchObject({ numbers: numbers.length, without: 0, beyond: 0 })
        expect(figure.sum).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
        expect(figure.sum).not.toMatch(/^-0(\.0*)?$/)
        const wanted = numbers.map(fractionOf).reduce(plus)
        expect(isSame(fractionOf(figure.sum ?? ''), wanted)).toBe(true)
      }),
      runs(17, 300),
    )
  })

  test('is exact also where doubles would be rounded', () => {
    const numbers = Array.from({ length: 50 }, (_, at) => `${at % 7 === 0 ? '-' : ''}99999999999999${at % 10}`)
    const wanted = numbers.map(BigInt).reduce((a, b) => a + b)
    expect(sumOf(...numbers).sum).toBe(String(wanted))
  })

  test.each([
    [['0.1', '0.2'], '0.3'],
    [['1.50', '0.50'], '2.00'],
    [['9007199254740993', '0.10'], '9007199254740993.10'],
    [['1e3', '1E-3'], '1000.001'],
    [['-0', '0'], '0'],
    [['-12.50', '12.5'], '0.00'],
    [['-0.05'], '-0.05'],
  ])('of %j is %s', (numbers, sum) => {
    expect(sumOf(...numbers).sum).toBe(sum)
  })

  test('counts rows without a number, and is null where no row has one', () => {
    expect(sumOf('1', null, 'x', '', '01', '1.', '+1', 'Infinity')).toMatchObject({ sum: '1', numbers: 1, without: 7 })
    expect(sumOf(null)).toEqual({ type: 'debit', unit: 'EUR', sum: null, numbers: 0, without: 1, beyond: 0 })
  })

  test('leaves out numbers beyond a thousand places and counts them, in no time', () => {
    const long = '9'.repeat(1_000_000)
    expect(
      sumOf('1', '1e1000', '1e-1000', '1e1001', '1e-1001', `1e${long}`, `1e-${long}`, long, `0.${long}`),
    ).toMatchObject({ numbers: 3, beyond: 6 })
  })

  test('is never of several units, and there are at most so many units', () => {
    const sums = createExactSums()
    sums.add('debit', null, '5')
    sums.add('debit', 'EUR', '1.5')
    sums.add('debit', 'USD', '1')
    sums.add('debit', 'EUR', '2')
    sums.add('debit', '__proto__', '3')
    expect(sums.figures().map(({ unit, sum }) => [unit, sum])).toEqual([
      ['EUR', '3.5'],
      ['USD', '1'],
      ['__proto__', '3'],
      [null, '5'],
    ])
    for (let at = 0; at < 2 * MOST_UNITS; at += 1) sums.add('debit', `unit ${at}`, '1')
    expect(sums.figures()).toHaveLength(MOST_UNITS)
    expect(sums.rowsOfOtherUnits()).toBe(MOST_UNITS + 4)
    // What has no unit is of no further one.
    for (let at = 0; at < MOST_UNITS; at += 1) sums.add('credit', `unit ${at}`, '1')
    expect(sums.add('credit', null, '7')).toBe('number')
  })

  test('is never of several of credits, debits and what is neither', () => {
    const sums = createExactSums()
    for (const [type, unit, number] of [
      ['debit', 'EUR', '940.59'],
      ['credit', 'EUR', '1764.69'],
      ['DEBIT', 'EUR', '1'],
      [null, null, '2'],
      ['credit', 'USD', '-5'],
      ['debit', 'EUR', '0.41'],
    ] as const) {
      sums.add(sumTypeOf(type), unit, number)
    }
    expect(sums.figures().map(({ type, unit, sum }) => [type, unit, sum])).toEqual([
      ['credit', 'EUR', '1764.69'],
      ['credit', 'USD', '-5'],
      ['debit', 'EUR', '941.00'],
      ['neither', 'EUR', '1'],
      ['neither', null, '2'],
    ])
  })
})
