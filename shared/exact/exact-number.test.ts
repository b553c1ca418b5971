import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactNumber, isJsonNumber, jsonNumberProblem } from './exact-number.ts'

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
