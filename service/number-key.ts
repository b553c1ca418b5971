// Compares numbers as decimals: as doubles, 9007199254740993 would equal its neighbour.

/**
 * A canonical key for a JSON number's source text: equal exactly for equal decimal values (0.10, 0.1 and 1e-1; -0 and
 * 0). It is the digits without zeros at either end and their power of ten: 1e-1 of 0.10. Throws if the text is not a
 * JSON number.
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

/** A JSON number's source text as a safe integer; null if it has a fraction or lies beyond 2^53. */
export function safeInteger(source: string): number | null {
  const value = Number(source)
  return Number.isSafeInteger(value) && numberKey(source) === numberKey(String(value)) ? value + 0 : null
}

/** Strips trailing zeros in one pass; /0+$/ takes minutes on a million zeros followed by a one. */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
