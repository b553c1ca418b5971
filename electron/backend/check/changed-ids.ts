// What spreadsheets make of IDs that they take for numbers: they keep 15 digits, write long ones as powers of ten, and drop zeros in
// front. Several IDs may become one so, which is why it is asked what an ID could have become, and never what one was.

/** By its digits without zeros around, and how many stand before the point: 0.`digits` times ten to the power of `size`. */
interface WholeNumber {
  digits: string
  size: number
  /** Digits as they are written, before a power of ten. */
  written: number
  isPower: boolean
}

const WHOLE = /^(?<whole>\d{1,99})(?:\.(?<fraction>\d{1,99}))?(?:[eE]\+?(?<power>\d{1,3}))?$/
/** Digits that spreadsheets keep, and that two different doubles may need. */
const [KEPT, DOUBLE] = [15, 17]
/** Digits of numbers that all are doubles. */
const LARGEST = 308

/** Null: no spreadsheet takes it for a whole number. */
function wholeNumber(text: string): WholeNumber | null {
  if (text.length > 210) return null
  const { whole, fraction = '', power } = WHOLE.exec(text)?.groups ?? {}
  if (whole === undefined) return null
  const all = whole + fraction
  const digits = all.replace(/^0+/, '').replace(/0+$/, '')
  const size = digits === '' ? 0 : whole.length + Number(power ?? 0) - (/^0*/.exec(all)?.[0].length ?? 0)
  return size < digits.length ? null : { digits, size, written: all.length, isPower: power !== undefined }
}

/** How it looks as if it was changed, by itself; null: it does not. */
export function looksChanged(text: string): 'cut' | 'rounded' | null {
  const number = wholeNumber(text)
  if (number === null) return null
  if (number.isPower) return 'rounded'
  return number.size > KEPT && number.size > number.digits.length && number.digits.length <= DOUBLE ? 'cut' : null
}

/** What an ID comes to in one of the ways in which it can be changed, as a text that is equal for all that do so. */
export interface IdChange {
  name: string
  of(text: string): string | null
}

const keyOf = ({ digits, size }: Pick<WholeNumber, 'digits' | 'size'>) => `${size} ${digits}`

/** Zeros in front and powers of ten are gone. */
export const SAME_NUMBER: IdChange = {
  name: 'same number',
  of(text) {
    const number = wholeNumber(text)
    return number && keyOf(number)
  },
}

/** Longer ones need not be a double as they stand. */
export const isBeyondDoubles = (text: string) => (wholeNumber(text)?.size ?? 0) > KEPT

/** Numbers that a spreadsheet holds as one. */
export const SAME_DOUBLE: IdChange = {
  name: 'same double',
  of: (text) => ((wholeNumber(text)?.size ?? LARGEST + 1) > LARGEST ? null : String(Number(text))),
}

function cutTo(length: number): IdChange {
  return {
    name: `cut to ${length}`,
    of(text) {
      const number = wholeNumber(text)
      return number && keyOf({ digits: number.digits.slice(0, length).replace(/0+$/, ''), size: number.size })
    },
  }
}

/** @param of what is rounded: the number itself, or the double that a spreadsheet holds in its place */
function roundedTo(length: number, of: 'number' | 'double'): IdChange {
  return {
    name: `${of} rounded to ${length}`,
    of(text) {
      const own = wholeNumber(text)
      if (own === null || own.size > LARGEST) return null
      const number = of === 'number' ? own : wholeNumber(String(BigInt(Number(text))))
      if (number === null || number.digits.length <= length) return number && keyOf(number)
      const isUp = (number.digits[length] ?? '0') >= '5'
      const kept = String(BigInt(number.digits.slice(0, length)) + (isUp ? 1n : 0n))
      return keyOf({ digits: kept.replace(/0+$/, ''), size: number.size + kept.length - length })
    },
  }
}

/** The ways in which an ID can have become this text; the first is that it is the same number, written otherwise. */
export function changesOf(text: string): IdChange[] {
  const number = wholeNumber(text)
  if (number === null) return []
  if (looksChanged(text) === null) return isBeyondDoubles(text) ? [SAME_NUMBER, SAME_DOUBLE] : [SAME_NUMBER]
  const { digits, written, isPower } = number
  if (digits.length > DOUBLE) return [SAME_NUMBER]
  if (digits.length > KEPT) return [SAME_NUMBER, SAME_DOUBLE]
  const length = Math.max(digits.length, isPower ? Math.min(written, KEPT) : KEPT)
  return [SAME_NUMBER, cutTo(length), roundedTo(length, 'number'), roundedTo(length, 'double'), SAME_DOUBLE]
}

/** The text that a spreadsheet was made to keep, by `="00042"` or an apostrophe in front; null: it is neither. */
export function keptText(text: string): string | null {
  if (!(text.startsWith('="') || text.startsWith("'"))) return null
  return /^(?:="(?<quoted>[^"]{1,1000})"|'(?<marked>.{1,1000}))$/s.exec(text)?.slice(1).find(Boolean) ?? null
}
