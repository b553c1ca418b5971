// A column of a loaded snapshot by what its values mean: one number for each, however it is written. 1.50 is 1.5, and noon in
// Berlin is eleven in UTC.
import { decimalText, readDecimal } from '../../../../shared/exact/decimal.ts'
import { canonicalJson } from '../../../../shared/exact/exact-json.ts'
import { normalDecimal, withoutZerosAtEnd } from '../../../../shared/exact/exact-number.ts'
import { formatUtc, parseInstant } from '../../../../shared/time/instant.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'
import { type ScannedToken, tokenText } from './event-scanner.ts'
import { type Column, isPlainUtc } from './loaded-events.ts'
import { inSteps, type Turn } from './turn.ts'

export interface MeaningColumn {
  /** Of each row the number of its value in the column; 0: it has none. */
  codes: Uint32Array
  /** By that number, the number of its meaning; null: they are the same. */
  meanings: Uint32Array | null
  /** Of a value of another snapshot; `UNKNOWN` where no row has that meaning. @param likely a row that may well have it */
  numberOf(found: ScannedToken, likely: number): number
}

/** A meaning that no row has. */
export const UNKNOWN = 0xffff_ffff

/**
 * A row that says it otherwise has the number of the value that says it in the usual way.
 * @param areTimes whether its texts are instants
 * @param isKey whether meanings that no row has are told apart as well
 */
export async function meaningColumn(
  { codes, values }: Column,
  areTimes: boolean,
  isKey: boolean,
  turn: Turn,
): Promise<MeaningColumn> {
  /** Meanings that no value of the column says in the usual way. */
  const others = createDictionary()
  const usual = areTimes ? usualTime : usualValue

  /** Of a token that says it in the usual way. */
  function numberOfMeaning(token: ScannedToken, isAdded: boolean): number {
    const code = values.has(token)
    if (code !== 0) return code
    const other = isAdded ? others.add(token) : others.has(token)
    return other === 0 ? UNKNOWN : values.size + other
  }

  let meanings: Uint32Array | null = null
  await inSteps(values.size, turn, (from, to) => {
    for (let code = from + 1; code <= to; code += 1) {
      const token = tokenAt(values, code)
      const said = usual(token)
      if (said === token) continue
      meanings ??= Uint32Array.from({ length: values.size + 1 }, (_, same) => same)
      meanings[code] = numberOfMeaning(said, true)
    }
  })
  return {
    codes,
    meanings,
    numberOf(found, likely) {
      // What is expected is told from its bytes alone: it is not looked up among a million others.
      const expected = codes[likely] ?? 0
      const code = expected !== 0 && values.is(expected, found) ? expected : values.has(found)
      if (code !== 0) return meanings?.[code] ?? code
      return numberOfMeaning(usual(found), isKey)
    },
  }
}

const token: ScannedToken = { kind: 'null', bytes: Buffer.alloc(0), start: 0, end: 0 }

/** The same object each time. */
function tokenAt(values: Dictionary, code: number): ScannedToken {
  token.kind = values.kind(code)
  token.bytes = values.bytes()
  token.start = values.start(code)
  token.end = values.end(code)
  return token
}

/** One token for all that mean the same: that which is given where it is the usual one. */
export function usualValue(found: ScannedToken): ScannedToken {
  switch (found.kind) {
    case 'number':
      return isPlainNumber(found) ? found : tokenOf(found, plainNumber(tokenText(found)))
    case 'json':
    case 'repeated':
      return tokenOf(found, canonicalJson(tokenText(found)))
    case 'string':
    case 'boolean':
    case 'null':
      return found
    default:
      return found.kind satisfies never
  }
}

/** A time that cannot be read is what it says. */
function usualTime(found: ScannedToken): ScannedToken {
  if (found.kind !== 'string' || isPlainTime(found)) return found
  const at = parseInstant(tokenText(found))
  return at === null ? found : tokenOf(found, formatUtc(at))
}

/** Whether it is as `formatUtc` writes it, or is no time at all. */
const isPlainTime = ({ bytes, start, end }: ScannedToken) =>
  isPlainUtc(bytes, start, end) &&
  (end - start === WHOLE_SECONDS || (end - start <= NANOSECONDS && bytes[end - 2] !== ZERO))

const WHOLE_SECONDS = '2026-10-01T00:00:00Z'.length
const NANOSECONDS = WHOLE_SECONDS + '.000000001'.length
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39]

/** Longer ones are written with an exponent. */
const MOST_PLAIN = 24

/** Whether a JSON number has no exponent and no zero that could be left out, so that no other one like it has its value. */
function isPlainNumber({ bytes, start, end }: ScannedToken): boolean {
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

/** Any other number as that one is written, where it is short. */
function plainNumber(text: string): string {
  const read = readDecimal(text)
  const written = read === null || read === 'beyond' ? text : decimalText(read)
  const plain = written.includes('.') ? withoutZerosAtEnd(written).replace(/\.$/, '') : written
  return read === 'beyond' || plain.length > MOST_PLAIN ? (normalDecimal(text) ?? text) : plain
}

function tokenOf({ kind }: ScannedToken, text: string): ScannedToken {
  const bytes = Buffer.from(text)
  return { kind, bytes, start: 0, end: bytes.length }
}
