// Goes through XML chunk by chunk, in one pass over its bytes: tags of known names, and text where it is wanted.
// Nothing is built of what is not asked for, and nothing is held but a tag that a chunk ends in.
import { unescapeXml } from './xml-text.ts'

/** Tags of programs are shorter by far; lists of places can be long. */
const LONGEST_TAG = 1024 * 1024

const [TAB, SPACE, QUOTE, APOSTROPHE, HYPHEN, SLASH, LESS, EQUALS, GREATER, QUESTION, EXCLAMATION, BRACKET] = [
  0x09, 0x20, 0x22, 0x27, 0x2d, 0x2f, 0x3c, 0x3d, 0x3e, 0x3f, 0x21, 0x5d,
]
const CDATA = Buffer.from('<![CDATA[')
const NO_NAME = { bytes: Buffer.alloc(0), place: -1 }
const isSpace = (byte: number | undefined) => byte !== undefined && byte <= SPACE && byte >= TAB

/** The attributes of a tag, one after the other; valid until the handler returns. */
export interface XmlAttributes {
  /** Goes to the next; false: there is none. */
  next(): boolean
  isNamed(name: string): boolean
  /** Whether its name ends so. */
  endsWith(ending: string): boolean
  /** The value, references resolved; null: longer than `most` bytes. */
  text(most: number): string | null
  /** A byte of the value as it stands; 0 behind its end. */
  byteAt(place: number): number
  /** The value as a whole number of at most nine digits; -1: it is none. */
  integer(): number
}

export interface XmlHandler {
  /** @param name its place in the names; -1: another one. An empty element is closed right after. */
  open(name: number, attributes: XmlAttributes): void
  close(name: number): void
  /**
   * A chunk of text, while `wantsText` is set. Valid until it returns. `isRaw`: of a CDATA section, so that "&" means
   * itself.
   */
  text(bytes: Buffer, from: number, to: number, isRaw: boolean): void
}

export interface XmlScanner {
  /** Set by the handler. */
  wantsText: boolean
  write(chunk: Buffer): void
  /** Goes through what was written, but for a tag whose end is not there yet. @returns false: it was paused */
  run(): boolean
  /** Has `run` return once the handler does. */
  pause(): void
  /** Tags that begin something, comments and the like, so far. */
  tags: number
  /** Why nothing more is read, as a part of a sentence. A handler may set it. */
  problem: string | null
  /** Whether the XML ends here: not in a tag, comment or the like. */
  isBetween(): boolean
}

/**
 * @param names local names of elements. They are those of the root's namespace: elements of another prefix are unknown.
 */
export function createXmlScanner(names: readonly string[], handler: XmlHandler): XmlScanner {
  const known = namesByFirst(names)
  const attributes = createAttributes()
  let data: Buffer = Buffer.alloc(0)
  let at = 0
  /** Bytes of the tag at `at`, behind its "<" or "</", that were searched for its end when the last chunk was over. */
  let searched = 0
  /** The quotation mark of the value within which that search stopped; 0: within none. */
  let quote = 0
  /** Within a comment or the like: the bytes before the ">" that ends it, "--", "]]", or "?" alone, as 0 and "?". */
  let sectionEnd: readonly [number, number] | null = null
  let isCdata = false
  /** That of the root and its colon, as bytes; empty: it has none. Null before the root. */
  let prefix: Buffer | null = null
  let isPaused = false

  const scanner: XmlScanner = {
    wantsText: false,
    tags: 0,
    problem: null,
    write(chunk: Buffer) {
      data = at === data.length ? chunk : Buffer.concat([data.subarray(at), chunk])
      at = 0
    },
    pause() {
      isPaused = true
    },
    isBetween: () => at === data.length && sectionEnd === null,
    run,
  }

  function run(): boolean {
    isPaused = false
    while (at < data.length && scanner.problem === null && !isPaused) {
      if (sectionEnd !== null) {
        if (!skipTo(sectionEnd)) break
        continue
      }
      const bytes = data
      const from = at
      const end = bytes.length
      let to = at
      while (to < end && bytes[to] !== LESS) to += 1
      at = to
      if (to > from && scanner.wantsText) handler.text(bytes, from, to, false)
      // What has no end yet waits for the next chunk.
      if (at === end || !(bytes[at + 1] === SLASH ? closing() : opening())) break
    }
    if (data.length - at > LONGEST_TAG && !isPaused) scanner.problem = 'a tag in it is longer than 1 MiB'
    return !isPaused
  }

  /** Tells of the closing tag at `at`. @returns false: its end is not there yet */
  function closing(): boolean {
    const bytes = data
    const end = bytes.length
    // Behind "</".
    let to = at + 2 + searched
    while (to < end && bytes[to] !== GREATER) to += 1
    if (to === end) {
      searched = Math.max(0, to - at - 2)
      return false
    }
    searched = 0
    let last = to
    while (isSpace(data[last - 1])) last -= 1
    const name = placeOf(at + 2, last)
    at = to + 1
    handler.close(name)
    return true
  }

  /** Tells of the tag at `at`, unless that is a section. @returns false: its end is not there yet */
  function opening(): boolean {
    const bytes = data
    const second = bytes[at + 1]
    scanner.tags += 1
    if (second === EXCLAMATION || second === QUESTION) return section(second)
    const end = bytes.length
    let to = at + 1 + searched
    // A ">" within the quotation marks of a value does not end the tag.
    let mark = quote
    for (; to < end; to += 1) {
      const byte = bytes[to]
      if (mark !== 0) {
        if (byte === mark) mark = 0
      } else if (byte === GREATER) break
      else if (byte === QUOTE || byte === APOSTROPHE) mark = byte
    }
    if (to === end) {
      searched = to - at - 1
      quote = mark
      return false
    }
    searched = 0
    quote = 0
    const isEmpty = data[to - 1] === SLASH
    const last = isEmpty ? to - 1 : to
    let nameEnd = at + 1
    while (nameEnd < last && !isSpace(data[nameEnd])) nameEnd += 1
    prefix ??= prefixOf(at + 1, nameEnd)
    const name = placeOf(at + 1, nameEnd)
    attributes.begin(data, nameEnd, last)
    at = to + 1
    handler.open(name, attributes)
    if (isEmpty) handler.close(name)
    return true
  }

  /** Begins the comment, CDATA section or instruction at `at`. @returns false: which of them is not known yet */
  function section(second: number): boolean {
    if (second === QUESTION) {
      sectionEnd = [0, QUESTION]
      at += 2
    } else if (data[at + 2] === HYPHEN && data[at + 3] === HYPHEN) {
      sectionEnd = [HYPHEN, HYPHEN]
      at += 4
    } else if (beginsAt(at, CDATA)) {
      sectionEnd = [BRACKET, BRACKET]
      isCdata = true
      at += CDATA.length
    } else if (data.length - at < CDATA.length) {
      return false
    } else {
      scanner.problem = 'it declares a document type'
    }
    return true
  }

  /** Goes to the end of a section, and gives what a CDATA section holds. @returns false: its end is not there yet */
  function skipTo([first, second]: readonly [number, number]): boolean {
    const bytes = data
    const end = bytes.length
    /** How many bytes of the end stand before its ">". */
    const before = first === 0 ? 1 : 2
    let to = at + before
    while (to < end && !(bytes[to] === GREATER && bytes[to - 1] === second && (first === 0 || bytes[to - 2] === first)))
      to += 1
    const isOver = to < end
    // What it holds goes up to its end. Where that is not there yet, the last bytes of the chunk may begin it, and wait
    // for the next.
    const stop = Math.max(at, Math.min(to, end) - before)
    if (isCdata && scanner.wantsText && stop > at) handler.text(data, at, stop, true)
    at = isOver ? to + 1 : stop
    if (!isOver) return false
    sectionEnd = null
    isCdata = false
    return true
  }

  function beginsAt(from: number, wanted: Buffer): boolean {
    for (let place = 0; place < wanted.length; place += 1) if (data[from + place] !== wanted[place]) return false
    return true
  }

  function prefixOf(from: number, to: number): Buffer {
    const colon = data.subarray(from, to).indexOf(':')
    return Buffer.from(data.subarray(from, from + colon + 1))
  }

  /** The place of an element's name, which has the root's prefix, among the known ones; -1: it is none of them. */
  function placeOf(start: number, to: number): number {
    let from = start
    if (prefix !== null && prefix.length > 0) {
      for (const byte of prefix) {
        if (data[from] !== byte) return -1
        from += 1
      }
    }
    const candidates = known[data[from] ?? 0]
    if (candidates === undefined) return -1
    for (let one = 0; one < candidates.length; one += 1) {
      const { bytes, place } = candidates[one] ?? NO_NAME
      if (bytes.length !== to - from) continue
      let same = 1
      while (same < bytes.length && data[from + same] === bytes[same]) same += 1
      if (same === bytes.length) return place
    }
    return -1
  }

  return scanner
}

function createAttributes() {
  const attributes = {
    data: Buffer.alloc(0) as Buffer,
    at: 0,
    end: 0,
    nameFrom: 0,
    nameTo: 0,
    valueFrom: 0,
    valueTo: 0,
    /** Of a tag whose name ends at `from`, in these bytes. */
    begin(data: Buffer, from: number, to: number) {
      attributes.data = data
      attributes.at = from
      attributes.end = to
    },
    next(): boolean {
      const { data, end } = attributes
      let from = attributes.at
      while (from < end && isSpace(data[from])) from += 1
      let to = from
      while (to < end && data[to] !== EQUALS && !isSpace(data[to])) to += 1
      let value = to
      while (value < end && data[value] !== EQUALS) value += 1
      value += 1
      while (value < end && isSpace(data[value])) value += 1
      const mark = data[value]
      if (value >= end || (mark !== QUOTE && mark !== APOSTROPHE)) {
        attributes.at = end
        return false
      }
      let valueEnd = value + 1
      while (valueEnd < end && data[valueEnd] !== mark) valueEnd += 1
      attributes.nameFrom = from
      attributes.nameTo = to
      attributes.valueFrom = value + 1
      attributes.valueTo = valueEnd
      attributes.at = valueEnd + 1
      return true
    },
    isNamed: (name: string) => attributes.nameTo - attributes.nameFrom === name.length && attributes.endsWith(name),
    endsWith(ending: string): boolean {
      const { data } = attributes
      const from = attributes.nameTo - ending.length
      if (from < attributes.nameFrom) return false
      for (let place = 0; place < ending.length; place += 1) {
        if (data[from + place] !== ending.charCodeAt(place)) return false
      }
      return true
    },
    text(most: number): string | null {
      const { data, valueFrom, valueTo } = attributes
      return valueTo - valueFrom > most ? null : unescapeXml(data, valueFrom, valueTo)
    },
    byteAt(place: number): number {
      const at = attributes.valueFrom + place
      return at < attributes.valueTo ? (attributes.data[at] ?? 0) : 0
    },
    integer(): number {
      const { data, valueFrom, valueTo } = attributes
      if (valueTo === valueFrom || valueTo - valueFrom > 9) return -1
      let number = 0
      for (let place = valueFrom; place < valueTo; place += 1) {
        const digit = (data[place] ?? 0) - 0x30
        if (digit < 0 || digit > 9) return -1
        number = number * 10 + digit
      }
      return number
    },
  }
  return attributes
}

function namesByFirst(names: readonly string[]): { bytes: Buffer; place: number }[][] {
  const byFirst: { bytes: Buffer; place: number }[][] = []
  for (const [place, name] of names.entries()) {
    const bytes = Buffer.from(name)
    const first = bytes[0] ?? 0
    byFirst[first] = [...(byFirst[first] ?? []), { bytes, place }]
  }
  return byFirst
}
