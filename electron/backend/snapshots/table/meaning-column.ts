// A column of a loaded snapshot by what its values mean: one number for each meaning, however it is written. 1.50 means
// 1.5, and noon in Berlin means eleven in UTC. One of all tokens with one meaning is canonical: 1.5,
// 2026-10-01T11:00:00Z. A meaning has the number of its canonical token among the values of the column, or, where that
// is none of them, a number behind all of theirs.
import { decimalText, readDecimal } from '../../../../shared/exact/decimal.ts'
import { canonicalJson } from '../../../../shared/exact/exact-json.ts'
import { normalDecimal, withoutZerosAtEnd } from '../../../../shared/exact/exact-number.ts'
import { formatUtc, parseInstant } from '../../../../shared/time/instant.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { type ScannedToken, tokenText } from './event-scanner.ts'
import { type Column, isPlainUtc } from './loaded-events.ts'
import { inSteps, type Turn } from './turn.ts'

export interface MeaningColumn {
  /** Each row has the number of its value in the column; 0: it has none. */
  codes: Uint32Array
  /** They are, by the number of a value, that of its meaning; null: each has one of its own, with the same number. */
  meanings: Uint32Array | null
  /**
   * The number of what a value of another snapshot means; `UNKNOWN` where no row means that.
   * @param likely a row that may well have this value, which saves looking it up
   */
  numberOf(found: ScannedToken, likely: number): number
}

/** A meaning that no row has. */
export const UNKNOWN = 0xffff_ffff

/**
 * @param areTimes whether its texts are instants
 * @param isKey whether meanings that no row has get numbers as well, so that they are told apart
 */
export async function meaningColumn(
  { codes, values }: Column,
  areTimes: boolean,
  isKey: boolean,
  turn: Turn,
): Promise<MeaningColumn> {
  const canonical = areTimes ? canonicalTime : canonicalValue
  /** Canonical tokens that are none of the values. */
  const others = createDictionary()

  /** @param isAdded whether a meaning gets a number that has none yet */
  function numberOfCanonical(token: ScannedToken, isAdded: boolean): number {
    const code = values.has(token)
    if (code !== 0) return code
    const other = isAdded ? others.add(token) : others.has(token)
    return other === 0 ? UNKNOWN : values.size + other
  }

  /** The number of the value in the column; 0: no row has it as it is written. */
  function codeOf(found: ScannedToken, likely: number): number {
    const likelyCode = codes[likely] ?? 0
    return likelyCode !== 0 && values.is(likelyCode, found) ? likelyCode : values.has(found)
  }

  let meanings: Uint32Array | null = null
  await inSteps(values.size, turn, (from, to) => {
    for (let code = from + 1; code <= to; code += 1) {
      const token = tokenAt(values, code)
      const canonicalToken = canonical(token)
      if (canonicalToken === token) continue
      meanings ??= Uint32Array.from({ length: values.size + 1 }, (_, sameCode) => sameCode)
      meanings[code] = numberOfCanonical(canonicalToken, true)
    }
  })
  return {
    codes,
    meanings,
    numberOf(found, likely) {
      const code = codeOf(found, likely)
      return code === 0 ? numberOfCanonical(canonical(found), isKey) : (meanings?.[code] ?? code)
    },
  }
}

const tokenAt = (values: Dictionary, code: number): ScannedToken => ({
  kind: values.kind(code),
  bytes: values.bytes(),
  start: values.start(code),
  end: values.end(code),
})

/** The canonical token of all that mean the same; the given one itself where it is that. */
export function canonicalValue(found: ScannedToken): ScannedToken {
  switch (found.kind) {
    case 'number':
      return isCanonicalNumber(found) ? found : tokenOf(found, canonicalNumber(tokenText(found)))
    case 'json':
    case 'repeated':
      return tokenOf(found, canonicalJson(tokenText(found)))
    case 'string':
    case 'boolean':
    case 'null':
      return found
  }
}

/** A text that cannot be read as a time means itself. */
function canonicalTime(found: ScannedToken): ScannedToken {
  if (found.kind !== 'string' || isCanonicalTime(found)) return found
  const at = parseInstant(tokenText(found))
  return at === null ? found : tokenOf(found, formatUtc(at))
}

/**
 * Whether it is as `formatUtc` writes it: in UTC, without zeros at the end of its fraction. A date that there is not
 * may look so too, and is left as it is all the same.
 */
function isCanonicalTime({ bytes, start, end }: ScannedToken): boolean {
  if (!isPlainUtc(bytes, start, end)) return false
  const length = end - start
  if (length === WHOLE_SECONDS) return true
  // It is before the "Z".
  const lastDigit = bytes[end - 2]
  return length <= NANOSECONDS && lastDigit !== ZERO
}

const WHOLE_SECONDS = '2026-10-01T00:00:00Z'.length
const NANOSECONDS = WHOLE_SECONDS + '.000000001'.length
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39]

/** Signs of a number without an exponent: longer ones are written with one. */
const MOST_PLAIN = 24

/** Whether a JSON number has no exponent and no needless zero, so that it is the only such one of its value. */
function isCanonicalNumber({ bytes, start, end }: ScannedToken): boolean {
  if (end - start > MOST_PLAIN) return false
  let hasPoint = false
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === POINT) hasPoint = true
    else if ((byte < ZERO || byte > NINE) && byte !== MINUS) return false
  }
  const isMinusZero = bytes[start] === MINUS && bytes[start + 1] === ZERO && !hasPoint
  return !(hasPoint && bytes[end - 1] === ZERO) && !isMinusZero
}

/** A number without an exponent, and without zeros that could be left out; with an exponent where that is too long. */
function canonicalNumber(text: string): string {
  const read = readDecimal(text)
  const written = read === null || read === 'beyond' ? text : decimalText(read)
  const plain = written.includes('.') ? withoutZerosAtEnd(written).replace(/\.$/, '') : written
  return read === 'beyond' || plain.length > MOST_PLAIN ? (normalDecimal(text) ?? text) : plain
}

function tokenOf({ kind }: ScannedToken, text: string): ScannedToken {
  const bytes = Buffer.from(text)
  return { kind, bytes, start: 0, end: bytes.length }
}
