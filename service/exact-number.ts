// Numbers are compared as the decimals they were written as: a double would make 9007199254740993 equal to its neighbour.

/**
 * A JSON number's source text as a key that is equal exactly when the decimal value is: 0.10, 0.1 and 1e-1 share one,
 * -0 is 0. The text must be a JSON number.
 */
export function numberKey(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source)
  if (match === null) throw new TypeError(`Not a JSON number: ${source}`)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  if (digits === '') return '0'
  const significant = withoutTrailingZeros(digits)
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${sign}${significant}e${power}`
}

/** The value of a JSON number's source as a safe integer, or null when it has a fraction or lies beyond 2^53. */
export function safeInteger(source: string): number | null {
  const value = Number(source)
  return Number.isSafeInteger(value) && numberKey(source) === numberKey(String(value)) ? value + 0 : null
}

/** Drops the zeros at the end, in one pass: a pattern such as /0+$/ takes minutes on a million zeros and a one. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
