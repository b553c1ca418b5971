// Text as it stands in XML: kept in bytes, put together from chunks, and made into strings only where it is asked for.

export interface XmlText {
  /** Bytes that are kept. */
  readonly length: number
  /**
   * Appends a chunk.
   * @param isRaw whether it is of a CDATA section, in which "&" is a sign like any other
   * @returns false where there is no room for it: nothing is added then
   */
  add(bytes: Buffer, from: number, to: number, isRaw: boolean): boolean
  clear(): void
  /** The text of these bytes, without the escapes of XML and of spreadsheets. */
  text(from: number, to: number): string
  /** The text of these bytes, without the escapes of XML. Those of spreadsheets stay: a number or a date has none. */
  value(from: number, to: number): string
}

/** Chunks up to this length are copied byte by byte, which is faster. */
const SHORT = 48

/** @param first bytes to begin with. @param most bytes that it holds */
export function createXmlText(first: number, most: number): XmlText {
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
    get length() {
      return length
    },
    add(bytes, from, to, isRaw) {
      if (!isRaw) return append(bytes, from, to)
      // All that is kept is unescaped when it is read, so raw text is escaped first.
      const escaped = Buffer.from(bytes.toString('latin1', from, to).replaceAll('&', '&amp;'), 'latin1')
      return append(escaped, 0, escaped.length)
    },
    clear() {
      length = 0
    },
    text: (from, to) => unescapeSpreadsheet(unescapeXml(kept, from, to)),
    value: (from, to) => unescapeXml(kept, from, to),
  }
}

/** Spreadsheets write what XML cannot hold as _x000D_. */
const unescapeSpreadsheet = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A reference to a character: `&#x1F600;`, `&#65;` or `&amp;`. More digits than any character needs make it none. */
const REFERENCE = /&(?:#x([0-9A-Fa-f]{1,9})|#([0-9]{1,9})|(amp|lt|gt|quot|apos));/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_CODE_POINT = 0x10ffff

/** So many characters are looked at in one go: all references that are found in them are held at once. */
const PIECE = 65_536
const LONGEST_REFERENCE = '&#x123456789;'.length

/** The text of UTF-8 bytes, with its references as their characters. A reference that is of no character stays as it is. */
export function unescapeXml(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to)
  if (!text.includes('&')) return text
  let unescaped = ''
  for (let at = 0; at < text.length; ) {
    let end = at + PIECE
    // No reference is cut in two.
    const begun = text.lastIndexOf('&', end)
    if (end < text.length && end - begun < LONGEST_REFERENCE) end = begun
    unescaped += text.slice(at, end).replaceAll(REFERENCE, characterOf)
    at = end
  }
  return unescaped
}

function characterOf(reference: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED[name] ?? reference
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  return isSurrogate || codePoint > LAST_CODE_POINT ? reference : String.fromCodePoint(codePoint)
}
