// Numbers as JSON writes them, without a double in between.

/** Whether the text, as it stands, is a number in JSON's grammar (RFC 8259 section 6). */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** Why typed text is no JSON number, in words that say what to write; null when it is one. */
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
