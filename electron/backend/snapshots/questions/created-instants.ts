// When events were created, parsed once per distinct text of created_at.
import { parseInstant, readDateTime } from '../../../../shared/time/instant.ts'
import type { Dictionary } from './dictionary.ts'

/** Indexed by the number of a text; NaN seconds if it is not an RFC 3339 date-time. */
export interface Instants {
  seconds: Float64Array
  nanoseconds: Uint32Array
  /** 1 where its offset is not zero. */
  notUtc: Uint8Array
}

/** Of all texts. */
export function createdInstants(texts: Dictionary): Instants {
  const count = texts.size + 1
  const instants = {
    seconds: new Float64Array(count).fill(Number.NaN),
    nanoseconds: new Uint32Array(count),
    notUtc: new Uint8Array(count),
  }
  const bytes = texts.bytes()
  const days = new Map<number, number>()
  for (let id = 1; id < count; id += 1) {
    const start = texts.start(id)
    const end = texts.end(id)
    if (!isPlainUtc(bytes, start, end)) readAny(texts.text(id), id, instants)
    else {
      const two = (at: number) => (bytes[start + at] ?? 0) * 10 + (bytes[start + at + 1] ?? 0) - 528
      const date = two(0) * 1_000_000 + two(2) * 10_000 + two(5) * 100 + two(8)
      let day = days.get(date)
      if (day === undefined) {
        day = dayOf(texts.text(id).slice(0, 10))
        days.set(date, day)
      }
      const [hours, minutes, seconds] = [two(11), two(14), two(17)]
      if (hours > 23 || minutes > 59 || seconds > 59) readAny(texts.text(id), id, instants)
      else {
        instants.seconds[id] = day + hours * 3_600 + minutes * 60 + seconds
        instants.nanoseconds[id] = fraction(bytes, start + 20, end - 1)
      }
    }
  }
  return instants
}

function readAny(text: string, id: number, instants: Instants): void {
  const read = parseInstant(text)
  if (read === null) return
  instants.seconds[id] = read.seconds
  instants.nanoseconds[id] = read.nanoseconds
  instants.notUtc[id] = readDateTime(text)?.offset === 0 ? 0 : 1
}

/** Seconds at the start of the day; NaN if there is no such day. */
function dayOf(date: string): number {
  return parseInstant(`${date}T00:00:00Z`)?.seconds ?? Number.NaN
}

const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39
const SEPARATORS: readonly [number, number][] = [
  [4, 0x2d],
  [7, 0x2d],
  [10, 0x54],
  [13, 0x3a],
  [16, 0x3a],
]

/** Whether it is `YYYY-MM-DDTHH:MM:SS[.d…]Z` in capitals and digits, as nearly every one is. */
function isPlainUtc(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  if (length < 20 || length === 21 || bytes[end - 1] !== 0x5a) return false
  if (length > 20 && bytes[start + 19] !== 0x2e) return false
  for (const [at, code] of SEPARATORS) if (bytes[start + at] !== code) return false
  for (let at = 0; at < length - 1; at += 1) {
    if (at === 4 || at === 7 || at === 10 || at === 13 || at === 16 || at === 19) continue
    if (!isDigit(bytes[start + at])) return false
  }
  return true
}

/** In nanoseconds; digits after the ninth are dropped. */
function fraction(bytes: Uint8Array, from: number, until: number): number {
  let value = 0
  for (let at = from; at < from + 9; at += 1) value = value * 10 + (at < until ? (bytes[at] ?? 0) - 0x30 : 0)
  return value
}
