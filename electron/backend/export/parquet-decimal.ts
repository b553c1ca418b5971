// Numbers as Parquet's DECIMAL of 38 digits: an integer and the column's scale. What does not fit exactly is null, and the
// library is never asked: it takes 10^38 at this precision, and 2^130 in its sixteen bytes, without a word.
import { type NumberSize, readDecimal } from '../../../shared/exact/decimal.ts'

/** The most digits that every engine takes. */
export const PRECISION = 38
/** Places that a column has at least, as far as its whole numbers leave room: later days may need them. */
const LEAST_SCALE = 9
/** Where not all digits fit, places beyond these are given up first: one odd number must not cost all others their place. */
const SCALE_OF_MISFITS = 18
/** Of so many signs a number is a safe integer without its point. */
const MOST_SAFE = 15

/** The scale for numbers of this size. */
export function scaleFor({ whole, places }: NumberSize): number {
  if (whole + places > PRECISION) return Math.min(places, SCALE_OF_MISFITS)
  return Math.min(Math.max(places, LEAST_SCALE), PRECISION - whole)
}

/** Whether every number of this size has its place in a column of this scale. */
export const allFit = ({ whole, places }: NumberSize, scale: number) => places <= scale && whole <= PRECISION - scale

/** A JSON number × 10^`scale`; null where it is none, that is no integer, has more than 38 digits, or is beyond what is calculated with. */
export function unscaled(number: string, scale: number): bigint | null {
  if (number.length <= MOST_SAFE && /^-?\d+(\.\d+)?$/.test(number)) {
    const point = number.indexOf('.')
    const places = point < 0 ? 0 : number.length - point - 1
    const digits = point < 0 ? Number(number) : Number(number.slice(0, point) + number.slice(point + 1))
    const power = scale - places
    if (power >= 0 && power <= PRECISION - MOST_SAFE) return BigInt(digits) * powerOfTen(power)
  }
  const value = readDecimal(number)
  if (value === null || value === 'beyond') return null
  if (value.digits === 0n) return 0n
  const power = scale - value.scale
  if (power > PRECISION) return null
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n
  if (value.digits % divisor !== 0n) return null
  const integer = power < 0 ? value.digits / divisor : value.digits * powerOfTen(power)
  return integer < LIMIT && integer > -LIMIT ? integer : null
}

const TEN = Array.from({ length: PRECISION + 1 }, (_, power) => 10n ** BigInt(power))
const powerOfTen = (power: number) => TEN[power] ?? 0n
const LIMIT = powerOfTen(PRECISION)

/** How many bytes a value has in a file: big-endian, in two's complement. */
export const DECIMAL_BYTES = 16

/** Writes `DECIMAL_BYTES` from `at` on. @throws RangeError if they cannot hold the value */
export function writeUnscaled(value: bigint, bytes: Buffer, at: number): void {
  bytes.writeBigInt64BE(value >> 64n, at)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), at + 8)
}

/** What `writeUnscaled` wrote. */
export function readUnscaled(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (view.getBigInt64(0) << 64n) | view.getBigUint64(8)
}
