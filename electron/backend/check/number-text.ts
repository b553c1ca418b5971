// Numbers as people and spreadsheets write them. Which sign stands before the fraction is never guessed: texts that settle it
// are told apart from those that do not, such as 1.234.
import type { DecimalSign } from '../../../shared/check/checked-file.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'

/** `either`: it is two numbers, by which sign is the decimal one. `none`: it is the same by both. */
export type NumberShape = DecimalSign | 'either' | 'none' | 'no-number'

/** Longer ones are beyond what is calculated with. */
const LONGEST = 2_000
/** Between thousands, besides the point and the comma: spaces of all widths, apostrophes. */
const SPACED = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:([.,])\d+)?$/
const POINTED_THOUSANDS = /^\d{1,3}(?:\.\d{3})+(?:(,)\d+)?$/
const COMMA_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:(\.)\d+)?$/
const PLAIN = /^\d+(?:([.,])\d+)?$/
/** One that a zero begins has no thousands: 0.123. */
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/

/** What a text says of the decimal sign. */
export function numberShape(text: string): NumberShape {
  const number = unsigned(text)
  if (number.length > LONGEST) return 'no-number'
  const [plain, sign] = PLAIN.exec(number) ?? []
  if (plain !== undefined) {
    if (sign === undefined) return 'none'
    return ONE_GROUP.test(number) ? 'either' : signOf(sign)
  }
  const [spaced, after] = SPACED.exec(number) ?? []
  if (spaced !== undefined) return after === undefined ? 'none' : signOf(after)
  if (POINTED_THOUSANDS.test(number)) return ','
  if (COMMA_THOUSANDS.test(number)) return '.'
  return /[eE]/.test(number) && isJsonNumber(number) ? (number.includes('.') ? '.' : 'none') : 'no-number'
}

/** As a JSON number, by that decimal sign; null where it is none by it. */
export function jsonNumber(text: string, decimal: DecimalSign): string | null {
  const shape = numberShape(text)
  if (shape === 'no-number' || (shape !== 'none' && shape !== 'either' && shape !== decimal)) return null
  const number = unsigned(text)
  const bare = shape === 'none' && /[eE]/.test(number) ? number : digitsOf(number, decimal)
  return isBelowZero(text) ? `-${bare}` : bare
}

const signOf = (sign: string): DecimalSign => (sign === ',' ? ',' : '.')

function digitsOf(number: string, decimal: DecimalSign): string {
  const at = /[eE]/.test(number) ? -2 : number.lastIndexOf(decimal)
  if (at === -2) return number
  const [whole, fraction] = at < 0 ? [number, ''] : [number.slice(0, at), number.slice(at + 1)]
  const digits = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  return fraction === '' ? digits : `${digits}.${fraction}`
}

const isBelowZero = (text: string) => /^\s*[-−]/.test(text)

const unsigned = (text: string) => text.trim().replace(/^[-+−]/, '')

/** Whether a text is a day, with or without a time, as people write them. */
export const looksLikeDate = (text: string) =>
  /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ].*)?$/.test(text)
