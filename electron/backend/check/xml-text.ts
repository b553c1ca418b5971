// Text as it stands in XML: kept in bytes, put together from chunks, and made into strings only where it is asked for.

export interface XmlText {
  readonly length: number
  /** Adds a chunk. @param isRaw of a CDATA section. @returns false: there is no room for it, and nothing is added */
  add(bytes: Buffer, from: number, to: number, isRaw: boolean): boolean
  clear(): void
  /** What stands there, with references and the escapes of spreadsheets as characters. */
  text(from: number, to: number): string
  /** What stands there, with references alone. */
  value(from: number, to: number): string
}

/** Chunks up to this length are copied byte by byte, which is faster. */
const SHORT = 48

/** @param first bytes to begin with. @param most bytes that it holds */
export function createXmlText(first: number, most: number): XmlText {
  let all = Buffer.from(new ArrayBuffer(first))
  let length = 0
  const value = (from: number, to: number) => resolved(all, from, to)
  return {
    get length() {
      return length
    },
    add(given, givenFrom, givenTo, isRaw) {
      if (isRaw) {
        const escaped = Buffer.from(given.toString('latin1', givenFrom, givenTo).replaceAll('&', '&amp;'), 'latin1')
        return this.add(escaped, 0, escaped.length, false)
      }
      const size = givenTo - givenFrom
      if (length + size > most) return false
      if (length + size > all.length) {
        const larger = Buffer.from(new ArrayBuffer(Math.min(most, Math.max(all.length * 2, length + size))))
        larger.set(all.subarray(0, length))
        all = larger
      }
      if (size > SHORT) given.copy(all, length, givenFrom, givenTo)
      else for (let at = 0; at < size; at += 1) all[length + at] = given[givenFrom + at] ?? 0
      length += size
      return true
    },
    clear() {
      length = 0
    },
    text: (from, to) => withoutEscapes(value(from, to)),
    value,
  }
}

/** Spreadsheets write what XML cannot hold as _x000D_. */
const withoutEscapes = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const [AMPERSAND, SEMICOLON, HASH, SMALL_X, ZERO] = [0x26, 0x3b, 0x23, 0x78, 0x30]
const NAMED = (['amp&', 'lt<', 'gt>', 'quot"', "apos'"] as const).map((one) => ({
  name: Buffer.from(`${one.slice(0, -1)};`),
  code: one.charCodeAt(one.length - 1),
}))
/** Digits of a reference by number. */
const MOST_DIGITS = 8
const LAST_CHARACTER = 0x10ffff

/** Bytes as a string, references as their characters. Those that are none, or half a character, stay as they are. */
export function resolved(bytes: Buffer, from: number, to: number): string {
  const first = ampersandIn(bytes, from, to)
  if (first === to) return bytes.toString('utf8', from, to)
  // No character takes more bytes than its shortest reference.
  const result = Buffer.allocUnsafe(to - from)
  let length = bytes.copy(result, 0, from, first)
  for (let at = first; at < to; ) {
    const byte = bytes[at] ?? 0
    const end = byte === AMPERSAND ? reference(bytes, at + 1, to) : 0
    if (end === 0) {
      result[length] = byte
      length += 1
      at += 1
    } else {
      length = writeCharacter(result, length, read.code)
      at = end
    }
  }
  return result.toString('utf8', 0, length)
}

function ampersandIn(bytes: Buffer, from: number, to: number): number {
  let at = from
  while (at < to && bytes[at] !== AMPERSAND) at += 1
  return at
}

/** The character of the reference that was found last. */
const read = { code: 0 }

/** @param from behind the "&". @returns where the reference ends; 0: it is none */
function reference(bytes: Buffer, from: number, to: number): number {
  if (bytes[from] === HASH) return numbered(bytes, from + 1, to)
  for (const { name, code } of NAMED) {
    let same = 0
    while (same < name.length && from + same < to && bytes[from + same] === name[same]) same += 1
    if (same < name.length) continue
    read.code = code
    return from + same
  }
  return 0
}

function numbered(bytes: Buffer, start: number, to: number): number {
  const isHex = bytes[start] === SMALL_X
  const base = isHex ? 16 : 10
  const from = isHex ? start + 1 : start
  let at = from
  let code = 0
  for (; at < to && at - from <= MOST_DIGITS; at += 1) {
    const digit = digitOf(bytes[at] ?? 0)
    if (digit >= base) break
    code = code * base + digit
  }
  const isHalf = code >= 0xd800 && code <= 0xdfff
  if (at === from || at >= to || bytes[at] !== SEMICOLON || code > LAST_CHARACTER || isHalf) return 0
  read.code = code
  return at + 1
}

/** 16 and more: it is none. */
function digitOf(byte: number): number {
  if (byte < ZERO + 10) return byte < ZERO ? 16 : byte - ZERO
  // The bit that makes letters small is set.
  const letter = byte | 0x20
  return letter < 0x61 ? 16 : letter - 0x61 + 10
}

/** As UTF-8. @returns where it ends */
function writeCharacter(bytes: Buffer, at: number, code: number): number {
  if (code < 0x80) {
    bytes[at] = code
    return at + 1
  }
  const count = code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  const mark = count === 2 ? 0xc0 : count === 3 ? 0xe0 : 0xf0
  for (let place = count - 1, rest = code; place >= 0; place -= 1, rest >>= 6) {
    bytes[at + place] = place === 0 ? mark | rest : 0x80 | (rest & 0x3f)
  }
  return at + count
}
