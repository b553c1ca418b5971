// The way in which nearly every service writes an instant, read digit by digit: a million rows of a snapshot are put in order.
const ZERO = 0x30
const COLON = 0x3a
const HYPHEN = 0x2d
const POINT = 0x2e
const LARGE_T = 0x54
const LARGE_Z = 0x5a
const SHORTEST = '2026-11-20T14:52:57Z'.length
const FRACTION_AT = '2026-11-20T14:52:57.'.length
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Seconds since the epoch and nanoseconds on top, of `YYYY-MM-DDTHH:MM:SS[.fraction]Z`; null for anything else, which may be an instant all the same. */
export function usualInstant(text: string): { seconds: number; nanoseconds: number } | null {
  const { length } = text
  if (length < SHORTEST || text.charCodeAt(length - 1) !== LARGE_Z || text.charCodeAt(10) !== LARGE_T) return null
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null
  const [century, year, month, day] = [two(text, 0), two(text, 2), two(text, 5), two(text, 8)]
  const [hour, minute, second] = [two(text, 11), two(text, 14), two(text, 17)]
  if (century < 0 || year < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return null
  // A leap second is left to who knows where it can be.
  if (second < 0 || second > 59) return null
  const days = daysOf(century * 100 + year, month, day)
  const nanoseconds = fraction(text)
  if (days === null || nanoseconds === null) return null
  return { seconds: days * 86_400 + hour * 3600 + minute * 60 + second, nanoseconds }
}

/** Two digits as a number; below 0 where they are none. */
function two(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

/** Days since 1970-01-01; null where there is no such day. */
function daysOf(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month < 1 || month > 12 || day < 1 || day > (DAYS[month - 1] ?? 0) || (month === 2 && day === 29 && !isLeap))
    return null
  // Years that begin in March have their leap day at their end.
  const from = month > 2 ? year : year - 1
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  const inYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return from * 365 + leaps + inYear - DAYS_TO_1970
}

/** From 0000-03-01. */
const DAYS_TO_1970 = 719_468

/** Digits past the ninth are cut off; null where something else stands there. */
function fraction(text: string): number | null {
  const end = text.length - 1
  if (end === FRACTION_AT - 1) return 0
  if (text.charCodeAt(FRACTION_AT - 1) !== POINT || end === FRACTION_AT) return null
  let value = 0
  let scale = 100_000_000
  for (let at = FRACTION_AT; at < end; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return null
    value += digit * scale
    scale = Math.floor(scale / 10)
  }
  return value
}
