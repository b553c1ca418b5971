import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareDecimalValues,
  decimalValue,
  exactNumber,
  isJsonNumber,
  jsonNumberProblem,
  sameDecimal,
} from './exact-number.ts'

const settings = { seed: 20261120, numRuns: 500 }
const almostNumbers = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,5})?$/),
  fc.string({ unit: fc.constantFrom(...'0123456789.-+eE xn_,'), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 5 }),
)

test('isJsonNumber accepts what JSON.parse reads as a number, without spaces around it', () => {
  fc.assert(
    fc.property(almostNumbers, (text) => {
      expect(isJsonNumber(text)).toBe(text.trim() === text && typeof parsed(text) === 'number')
    }),
    settings,
  )
})

test('jsonNumberProblem has a sentence for exactly what isJsonNumber refuses', () => {
  fc.assert(
    fc.property(almostNumbers, (text) => {
      const problem = jsonNumberProblem(text)
      if (isJsonNumber(text)) expect(problem).toBeNull()
      else expect(problem).toMatch(/^[A-Z].*\.$/)
    }),
    settings,
  )
})

test('exactNumber goes out digit for digit', () => {
  fc.assert(
    fc.property(almostNumbers.filter(isJsonNumber), (text) => {
      expect(JSON.stringify({ a: [exactNumber(text)] })).toBe(`{"a":[${text}]}`)
    }),
    settings,
  )
  expect(JSON.stringify(exactNumber('1E400'))).toBe('1E400')
  expect(JSON.stringify(exactNumber('-0'))).toBe('-0')
  expect(() => exactNumber('"text"')).toThrow(TypeError)
  expect(() => exactNumber('1,"x":2')).toThrow(TypeError)
})

describe('what is wrong is said', () => {
  test.each([
    ['', 'Write a number.'],
    ['  ', 'Write a number.'],
    ['1 000', 'A number has no spaces in it.'],
    ['12 ', 'A number has no spaces in it.'],
    ['1,5', 'A number has no commas: write 1234.5, with a point before the fraction and nothing between thousands.'],
    ['0x10', 'Write the number in decimal digits: JSON knows no other base.'],
    ['-0B1', 'Write the number in decimal digits: JSON knows no other base.'],
    ['1e', 'Write the digits of the exponent: 1e3.'],
    ['1e+', 'Write the digits of the exponent: 1e3.'],
    ['.5', 'Write a digit before the point: 0.5.'],
    ['-.5', 'Write a digit before the point: 0.5.'],
    ['5.', 'Write a digit after the point, or leave the point out.'],
    ['5.e3', 'Write a digit after the point, or leave the point out.'],
    ['007', 'Leave out the leading zeros.'],
    ['-00', 'Leave out the leading zeros.'],
    ['+5', 'Leave out the leading +.'],
    ['−5', 'Write minus as a plain hyphen: -5.'],
    ['NaN', 'JSON has no such number: only finite ones can be sent.'],
    ['-Infinity', 'JSON has no such number: only finite ones can be sent.'],
    ['1_000', 'Leave out the underscores.'],
    ['1.2.3', 'A number has one point at most.'],
    ['10n', 'Leave out the trailing n.'],
    ['abc', 'This is not a number: write it as 12, -0.5 or 6.02e23.'],
    ['٣', 'This is not a number: write it as 12, -0.5 or 6.02e23.'],
  ])('%j', (text, message) => {
    expect(jsonNumberProblem(text)).toBe(message)
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An integer times a power of ten, and a way to write it. */
const written = fc
  .record({
    value: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })),
    power: fc.integer({ min: -30, max: 30 }),
    zeros: fc.nat({ max: 5 }),
    point: fc.nat({ max: 20 }),
    mark: fc.constantFrom('e', 'E', 'e+'),
  })
  .map(({ value, power, zeros, point, mark }) => {
    const digits = `${value < 0n ? -value : value}${'0'.repeat(zeros)}`.padStart(point + 1, '0')
    const whole = digits.slice(0, digits.length - point)
    const fraction = point === 0 ? '' : `.${digits.slice(digits.length - point)}`
    const exponent = power - zeros + point
    const text = `${value < 0n ? '-' : ''}${whole}${fraction}${exponent === 0 ? '' : `${exponent < 0 ? 'e' : mark}${exponent}`}`
    return { value, power, text }
  })

test('equal exactly when the values are, whatever the spelling', () => {
  fc.assert(
    fc.property(written, written, fc.boolean(), (a, other, same) => {
      const b = same
        ? { ...a, text: `${a.text.includes('e') || a.text.includes('E') ? a.text : `${a.text}e0`}` }
        : other
      const shift = Math.min(a.power, b.power)
      const equal = a.value * 10n ** BigInt(a.power - shift) === b.value * 10n ** BigInt(b.power - shift)
      expect({ a: a.text, b: b.text, equal: sameDecimal(a.text, b.text) }).toEqual({ a: a.text, b: b.text, equal })
    }),
    settings,
  )
})

test('ordered as the values are, whatever the spelling', () => {
  fc.assert(
    fc.property(written, written, (a, b) => {
      const shift = Math.min(a.power, b.power)
      const [x, y] = [a.value * 10n ** BigInt(a.power - shift), b.value * 10n ** BigInt(b.power - shift)]
      const [first, second] = [decimalValue(a.text), decimalValue(b.text)]
      if (first === null || second === null) throw new Error(`${a.text} or ${b.text} is not a number`)
      expect(Math.sign(compareDecimalValues(first, second))).toBe(x < y ? -1 : x > y ? 1 : 0)
    }),
    settings,
  )
  expect(decimalValue('x')).toBeNull()
  expect(decimalValue(`1e${'9'.repeat(30)}`)).toMatchObject({ digits: '1' })
  expect(decimalValue(`1e${'9'.repeat(31)}`)).toBeNull()
})

test('one value written in two ways is one value', () => {
  const pair = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 40 }), fc.nat({ max: 40 }))
  fc.assert(
    fc.property(pair, ([value, i, j]) => {
      const spelled = (zeros: number) => `${value}${'0'.repeat(zeros)}e${-zeros}`
      expect(sameDecimal(spelled(i), `${value}.${'0'.repeat(j + 1)}`)).toBe(true)
      expect(sameDecimal(spelled(i), `${value + 1n}.${'0'.repeat(j + 1)}`)).toBe(false)
    }),
    settings,
  )
})

test.each([
  ['0.10', '0.1', true],
  ['1e400', '10E+399', true],
  ['1e400', '1e401', false],
  ['-0', '0.0e9', true],
  ['9007199254740993', '9007199254740992', false],
  ['1e99999999999999999999', '1e99999999999999999998', false],
  ['0e99999999999999999999', '0', true],
  ['', '', false],
  ['abc', 'abc', false],
  ['1', '-1', false],
])('%s and %s: %s', (a, b, same) => {
  expect(sameDecimal(a, b)).toBe(same)
})

test.each([
  [`1e${'7'.repeat(40)}`, `1.0E+00${'7'.repeat(40)}`, true],
  // One value, but not seen to be: such exponents are not counted with.
  [`10e${'7'.repeat(40)}`, `1e${'7'.repeat(39)}8`, false],
  [`10e${'7'.repeat(40)}`, `1${'0'.repeat(3)}.00e${'7'.repeat(40)}`, false],
  [`1e${'7'.repeat(40)}`, `1e-${'7'.repeat(40)}`, false],
  [`1e${'7'.repeat(40)}`, `1e${'7'.repeat(39)}8`, false],
  [`0e${'7'.repeat(40)}`, '0', true],
  [`1e${'0'.repeat(40)}2`, '100', true],
  [`1e${'9'.repeat(30)}`, `10e${'9'.repeat(29)}8`, true],
])('with an exponent of many digits: %s and %s: %s', (a, b, same) => {
  expect(sameDecimal(a, b)).toBe(same)
})

test('a million digits of an exponent take no time worth naming', () => {
  const startedAt = performance.now()
  for (let round = 0; round < 10; round++)
    expect(sameDecimal(`1e${'7'.repeat(1_000_000)}`, `1e${'7'.repeat(999_999)}8`)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

test('a million zeros take no time worth naming', () => {
  const zeros = '0'.repeat(1_000_000)
  expect(sameDecimal(`1${zeros}1`, `1${zeros}1.${zeros}`)).toBe(true)
})
