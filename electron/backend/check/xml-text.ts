// Text as it stands in XML: kept in bytes, put together from chunks, and made into strings only where it is asked for.

/** Chunks up to this length are copied byte by byte, which is faster. */
const SHORT = 48

/** @param first bytes to begin with. @param most bytes that it holds */
export function createXmlText(first: number, most: number) {
  let kept = Buffer.from(new ArrayBuffer(first))
  let length = 0

  function append(bytes: Buffer, from: number, to: number): boolean {
    const size = to - from
    if (length + size > most) return false
    if (length + size > kept.length) {
      const larger = Buffer.from(new ArrayBuffer(Math.min(most, Math.max(kept.length * 2, length + size))))
      larger.set(kept.subarray(0, length))
      kept = larger
    }
    if (size > SHORT) bytes.copy(kept, length, from, to)
    else for (let at = 0; at < size; at += 1) kept[length + at] = bytes[from + at] ?? 0
    length += size
    return true
  }

  return {
    /** Bytes that are kept. */
    get length() {
      return length
    },
    /**
     * Appends a chunk.
     * @param isRaw whether it is of a CDATA section, in which "&" is a sign like any other
     * @returns false where there is no room for it: nothing is added then
     */
    add(bytes: Buffer, from: number, to: number, isRaw: boolean): boolean {
      if (!isRaw) return append(bytes, from, to)
      // All that is kept is unescaped when it is read, so raw text is escaped first.
      const escaped = Buffer.from(bytes.toString('latin1', from, to).replaceAll('&', '&amp;'), 'latin1')
      return append(escaped, 0, escaped.length)
    },
    clear(): void {
      length = 0
    },
    /** The text of these bytes, without the escapes of XML and of spreadsheets. */
    text: (from: number, to: number) => unescapeSpreadsheet(unescapeXml(kept, from, to)),
    /** The text of these bytes, without the escapes of XML. Those of spreadsheets stay: a number or a date has none. */
    value: (from: number, to: number) => unescapeXml(kept, from, to),
  }
}

/** Spreadsheets write what XML cannot hold as _x000D_. */
const unescapeSpreadsheet = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const [AMPERSAND, SEMICOLON, HASH, SMALL_X, ZERO, SMALL_A] = [0x26, 0x3b, 0x23, 0x78, 0x30, 0x61]
const NAMED = Object.entries({ amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 })
/** More digits than any character needs make a reference none. */
const MOST_DIGITS = 9
const LONGEST_NAME = '#x'.length + MOST_DIGITS
const LAST_CODE_POINT = 0x10ffff
const NONE = -1

/**
 * The text of UTF-8 bytes, with its references as their characters: `&#x1F600;`, `&#65;`, `&amp;`. A reference that is
 * of no character stays as it is. A sheet may have a hundred million of them, so it goes unit by unit: a match of an
 * expression for each took eight times as long.
 */
export function unescapeXml(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to)
  if (!text.includes('&')) return text
  // No character has more units than its shortest reference.
  const units = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    const end = unit === AMPERSAND ? semicolonAfter(text, at + 1) : NONE
    const codePoint = end === NONE ? NONE : codePointOf(text, at + 1, end)
    if (codePoint > 0xffff) {
      units[length] = 0xd800 + ((codePoint - 0x10000) >> 10)
      units[length + 1] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff)
      length += 2
    } else {
      units[length] = codePoint === NONE ? unit : codePoint
      length += 1
    }
    at = codePoint === NONE ? at + 1 : end + 1
  }
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le')
}

/** Where the name of a reference that begins at `from` ends; `NONE` where it is longer than any. */
function semicolonAfter(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_NAME + 1)
  for (let at = from; at < most; at += 1) if (text.charCodeAt(at) === SEMICOLON) return at
  return NONE
}

/** The character that a reference names between its "&" and its ";", as `amp`, `#65` or `#x41`. */
function codePointOf(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) !== HASH) {
    const named = NAMED.find(([name]) => name.length === to - from && text.startsWith(name, from))
    return named?.[1] ?? NONE
  }
  const isHex = text.charCodeAt(from + 1) === SMALL_X
  const digits = from + (isHex ? 2 : 1)
  if (digits === to || to - digits > MOST_DIGITS) return NONE
  let codePoint = 0
  for (let at = digits; at < to; at += 1) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit >= (isHex ? 16 : 10)) return NONE
    codePoint = codePoint * (isHex ? 16 : 10) + digit
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  return isSurrogate || codePoint > LAST_CODE_POINT ? NONE : codePoint
}

/** The value of a digit up to "f"; of all else a number from 16 on. */
function digitOf(unit: number): number {
  if (unit < ZERO + 10) return unit < ZERO ? 16 : unit - ZERO
  // The bit that makes letters small is set.
  const letter = unit | 0x20
  return letter < SMALL_A ? 16 : letter - SMALL_A + 10
}
