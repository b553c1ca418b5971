// Numbers as JSON writes them: checked, written and compared as text, without a double in between.

/** Whether the text, as it stands, is a number in JSON's grammar (RFC 8259 section 6). */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** Why typed text is not a JSON number, in words that say what to write; null when it is one. */
export function jsonNumberProblem(text: string): string | null {
  if (isJsonNumber(text)) return null
  const rule = NUMBER_MISTAKES.find(([mistake]) => mistake.test(text))
  return rule ? rule[1] : 'This is not a number: write it as 12, -0.5 or 6.02e23.'
}

const NUMBER_MISTAKES: [RegExp, string][] = [
  [/^\s*$/, 'Write a number.'],
  [/\s/, 'A number has no spaces in it.'],
  [/^[-+]?(?:NaN|Infinity|∞)$/i, 'JSON has no such number: only finite ones can be sent.'],
  [/^[-+]?0[xob]/i, 'Write the number in decimal digits: JSON knows no other base.'],
  [/[−–]/, 'Write minus as a plain hyphen: -5.'],
  [/^\+/, 'Leave out the leading +.'],
  [/,/, 'A number has no commas: write 1234.5, with a point before the fraction and nothing between thousands.'],
  [/_/, 'Leave out the underscores.'],
  [/^-?\.\d/, 'Write a digit before the point: 0.5.'],
  [/\.(?:$|[eE])/, 'Write a digit after the point, or leave the point out.'],
  [/^-?[\d.]+[eE][-+]?$/, 'Write the digits of the exponent: 1e3.'],
  [/^-?0\d/, 'Leave out the leading zeros.'],
  [/\..*\./, 'A number has one point at most.'],
  [/^-?\d[\d.]*n$/, 'Leave out the trailing n.'],
]

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** A value that JSON.stringify writes as this number, digit for digit. Throws on text that `isJsonNumber` refuses. */
export function exactNumber(text: string): object {
  if (!isJsonNumber(text)) throw new TypeError(`Not a JSON number: ${text.slice(0, 40)}`)
  return rawJSON(text)
}

// Decimal numbers compared by exact value as text, never through a double: 0.10 is 0.1, 1e400 is not 1e401.

/** Digits of an exponent up to which it is counted with; a million of them would take seconds. */
const MOST_EXPONENT_DIGITS = 30
/** Up to which a double counts exactly, with whatever is added. */
const MOST_PLAIN_DIGITS = 14

/**
 * Whether two JSON numbers have one value. Text that is not a JSON number equals nothing. An exponent of more than 30
 * digits is not counted with: two numbers that have such ones are equal where the exponents are and the numbers before
 * them are, so 10e…7 and 1e…8 count as two.
 */
export function sameDecimal(a: string, b: string): boolean {
  const value = normalDecimal(a)
  return value !== null && value === normalDecimal(b)
}

/**
 * One text for all JSON numbers of one value: sign, digits without zeros at either end, and the power of ten of the
 * last digit: `-1.50` and `-15e-1` are `-15e-1`; zero is `0`. Null for text that is not a JSON number.
 */
export function normalDecimal(text: string): string | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (sign === undefined) return null
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const significantDigits = withoutZerosAtEnd(digits)
  // The power of ten of the last digit, but for the exponent: a zero left out adds one, a place behind the point takes
  // it.
  const shift = digits.length - significantDigits.length - fraction.length
  // A short one is counted with at once: a million numbers are made normal in a comparison.
  if (exponent.length <= MOST_PLAIN_DIGITS) return `${sign}${significantDigits}e${Number(exponent) + shift}`
  const exponentDigits = exponent.replace(/^[+-]?0*/, '')
  // An exponent that is too long to be added to stands beside the shift.
  const power =
    exponentDigits.length > MOST_EXPONENT_DIGITS
      ? `${exponent.startsWith('-') ? '-' : ''}${exponentDigits} and ${shift}`
      : BigInt(exponent) + BigInt(shift)
  return `${sign}${significantDigits}e${power}`
}

/** A JSON number by its exact value: zero has no digits. */
export interface DecimalValue {
  negative: boolean
  /** The power of ten before which the first of `digits` stands: 0.012 has -1. */
  place: bigint
  /** They have no leading or trailing zeros. */
  digits: string
}

/** Null for text that is not a JSON number, and for an exponent of more than 30 digits. */
export function decimalValue(number: string): DecimalValue | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  if (sign === undefined || exponent.length > MOST_EXPONENT_DIGITS) return null
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const zerosAtStart = all.length - digits.length
  const place = BigInt(exponent) + BigInt(whole.length - zerosAtStart)
  const significant = withoutZerosAtEnd(digits)
  return { negative: sign === '-' && significant !== '', place, digits: significant }
}

/** Compares: below 0 where `a` is the smaller one, 0 where they are the same. */
export function compareDecimalValues(a: DecimalValue, b: DecimalValue): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1
  // What follows compares sizes: of two negative numbers the one of the larger size is the smaller one.
  const [less, more] = a.negative ? [1, -1] : [-1, 1]
  if (a.digits === '' || b.digits === '') return a.digits === b.digits ? 0 : a.digits === '' ? less : more
  if (a.place !== b.place) return a.place < b.place ? less : more
  return a.digits === b.digits ? 0 : a.digits < b.digits ? less : more
}

/** Whether spreadsheets, which calculate with doubles and keep 15 significant digits, keep this JSON number. */
export function keepsItsDigits(number: string): boolean {
  if (number.length <= 15 && !/e/i.test(number)) return true
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  if (withoutZerosAtEnd(significant).length > 15) return false
  // Beyond the sizes of a double, or just within them, a program may make 0 or infinity of it, or lose digits.
  const size = Math.abs(Number(number))
  return significant === '' || (size > 1e-307 && size < 1e307 && Math.abs(Number(exponent)) < 400)
}

/** In steps from the end: a pattern for it would start again at every zero. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** This is what is said of a text where only a number will do. */
export const NOT_A_NUMBER = { error: 'The value is not a number.' }
