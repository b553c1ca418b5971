// This is what spreadsheets make of IDs that they take for numbers: they keep 15 digits, write long ones as powers of
// ten, and drop zeros in front. Several IDs may become one so, which is why it is asked what an ID could have become,
// and never what one was.

/**
 * A whole number, as 0.`digits` times ten to the power of `size`: 1200, 001200 and 1.2E3 all have the digits 12 and the
 * size 4. Two texts are the same number where both are equal.
 */
interface WholeNumber {
  /** Its digits without the zeros in front of them and behind them; empty for 0. */
  digits: string
  /** How many digits the number has without the zeros in front. */
  size: number
  /** How many digits the text has, without its power of ten: 3 for 1.20E5. */
  written: number
  /** Whether the text has a power of ten, as 1.2E3 has. */
  isPower: boolean
}

const WHOLE = /^(?<whole>\d{1,99})(?:\.(?<fraction>\d{1,99}))?(?:[eE]\+?(?<power>\d{1,3}))?$/
/** The longest text that `WHOLE` takes has some 205 characters; a longer one is not tried. */
const LONGEST_TEXT = 210
/** A spreadsheet keeps so many digits of a number, and makes zeros of those behind them. */
const KEPT_DIGITS = 15
/** A double that is written out may need so many digits to be told from the next double. */
const DOUBLE_DIGITS = 17
/** A number of at most so many digits is below the largest double. */
const LARGEST_SIZE = 308

/** Null: no spreadsheet takes the text for a whole number. */
function wholeNumber(text: string): WholeNumber | null {
  if (text.length > LONGEST_TEXT) return null
  const { whole, fraction = '', power } = WHOLE.exec(text)?.groups ?? {}
  if (whole === undefined) return null
  const all = whole + fraction
  const digits = all.replace(/^0+/, '').replace(/0+$/, '')
  const size = digits === '' ? 0 : whole.length + Number(power ?? 0) - (/^0*/.exec(all)?.[0].length ?? 0)
  const hasFraction = size < digits.length
  return hasFraction ? null : { digits, size, written: all.length, isPower: power !== undefined }
}

/**
 * Whether a text looks as if a spreadsheet had changed it, by the text alone. `rounded`: it has a power of ten. `cut`:
 * it has more digits than a spreadsheet keeps, and ends with zeros. Null: it does not look so.
 */
export function looksChanged(text: string): 'cut' | 'rounded' | null {
  const number = wholeNumber(text)
  if (number === null) return null
  if (number.isPower) return 'rounded'
  const endsWithZeros = number.size > number.digits.length
  return number.size > KEPT_DIGITS && endsWithZeros && number.digits.length <= DOUBLE_DIGITS ? 'cut' : null
}

/** One of the ways in which a spreadsheet changes IDs. */
export interface IdChange {
  /** Tells this way from the others; it is not shown. */
  name: string
  /** A key that is equal for all IDs that so become the same number; null for a text that it does not change. */
  of(text: string): string | null
}

const keyOf = ({ digits, size }: Pick<WholeNumber, 'digits' | 'size'>) => `${size} ${digits}`

/** Nothing is lost but how the number was written: its zeros in front, or its power of ten. */
export const SAME_NUMBER: IdChange = {
  name: 'same number',
  of(text) {
    const number = wholeNumber(text)
    return number && keyOf(number)
  },
}

/** Whether a number has so many digits that the double in its place may be another number. */
export const isBeyondDoubles = (text: string) => (wholeNumber(text)?.size ?? 0) > KEPT_DIGITS

/** The double that a spreadsheet holds in place of the number: several long numbers have the same one. */
export const SAME_DOUBLE: IdChange = {
  name: 'same double',
  of(text) {
    const number = wholeNumber(text)
    return number === null || number.size > LARGEST_SIZE ? null : String(Number(text))
  },
}

/** The first digits are kept, and zeros take the place of the others. @param length how many are kept */
function cutTo(length: number): IdChange {
  return {
    name: `cut to ${length}`,
    of(text) {
      const number = wholeNumber(text)
      return number && keyOf({ digits: number.digits.slice(0, length).replace(/0+$/, ''), size: number.size })
    },
  }
}

/**
 * The number is rounded, halves up, and zeros take the place of the digits behind.
 * @param length how many digits are kept
 * @param of what is rounded: the number itself, or the double that a spreadsheet holds in its place
 */
function roundedTo(length: number, of: 'number' | 'double'): IdChange {
  return {
    name: `${of} rounded to ${length}`,
    of(text) {
      const exact = wholeNumber(text)
      if (exact === null || exact.size > LARGEST_SIZE) return null
      const number = of === 'number' ? exact : wholeNumber(String(BigInt(Number(text))))
      if (number === null || number.digits.length <= length) return number && keyOf(number)
      const isUp = (number.digits[length] ?? '0') >= '5'
      const kept = String(BigInt(number.digits.slice(0, length)) + (isUp ? 1n : 0n))
      return keyOf({ digits: kept.replace(/0+$/, ''), size: number.size + kept.length - length })
    },
  }
}

/**
 * The ways in which an ID can have become this text. The first is that it is the same number, written otherwise; there
 * is none where no spreadsheet takes the text for a whole number.
 */
export function changesOf(text: string): IdChange[] {
  const number = wholeNumber(text)
  if (number === null) return []
  if (looksChanged(text) === null) return isBeyondDoubles(text) ? [SAME_NUMBER, SAME_DOUBLE] : [SAME_NUMBER]
  const { digits, written, isPower } = number
  // More digits than a spreadsheet keeps were not cut or rounded by one: at most they are those of a double, written
  // out.
  if (digits.length > DOUBLE_DIGITS) return [SAME_NUMBER]
  if (digits.length > KEPT_DIGITS) return [SAME_NUMBER, SAME_DOUBLE]
  // Zeros at the end may be digits that were kept: 1.20E+17 was rounded to three digits, not to two.
  const kept = Math.max(digits.length, isPower ? Math.min(written, KEPT_DIGITS) : KEPT_DIGITS)
  return [SAME_NUMBER, cutTo(kept), roundedTo(kept, 'number'), roundedTo(kept, 'double'), SAME_DOUBLE]
}

/** The text that a spreadsheet was made to keep, by `="00042"` or an apostrophe in front; null: it is neither. */
export function keptText(text: string): string | null {
  if (!(text.startsWith('="') || text.startsWith("'"))) return null
  return /^(?:="(?<quoted>[^"]{1,1000})"|'(?<marked>.{1,1000}))$/s.exec(text)?.slice(1).find(Boolean) ?? null
}
