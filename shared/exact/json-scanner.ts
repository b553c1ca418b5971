// Tells where each token of JSON text ends (RFC 8259): the one scanner under everything here that reads JSON as text.
// It compares character codes and copies nothing, so that its cost is the text's length, whatever the text is.

export const QUOTE = 0x22
export const BRACKET = 0x5b
export const BRACE = 0x7b
const COMMA = 0x2c
const CLOSING_BRACE = 0x7d
/** "]" comes two codes after "[", and "}" two after "{". */
const TO_CLOSING = 2
const COLON = 0x3a
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
const SMALL_E = 0x65
const SMALL_F = 0x66
const SMALL_N = 0x6e
const SMALL_T = 0x74
const SMALL_U = 0x75

/**
 * Walks through a text from `at` on. A method that is called after something, such as `string`, answers whether that is
 * what begins at `at`; if so it leaves `at` behind it. After a false answer the text is no JSON, or has too many
 * values.
 */
export class JsonScanner {
  readonly text: string
  /** An offset, in UTF-16 units. */
  at = 0
  /** Whether the string read last holds a backslash. */
  escaped = false
  /** How many more members and items there may be; below 0 there were too many. */
  valuesLeft: number
  /** The name of the member that `each` has come to stands there, without its quotes. */
  nameStart = 0
  nameEnd = 0
  nameEscaped = false

  constructor(text: string, mostValues = Number.POSITIVE_INFINITY) {
    this.text = text
    this.valuesLeft = mostValues
  }

  /** Skips white space. Answers with the code of the character after it, NaN at the end of the text. */
  next(): number {
    const { text } = this
    let at = this.at
    let code = text.charCodeAt(at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at += 1
      code = text.charCodeAt(at)
    }
    this.at = at
    return code
  }

  /** The name of the member that `each` has come to. */
  get name(): string {
    return decodedString(this.text.slice(this.nameStart - 1, this.nameEnd + 1), this.nameEscaped)
  }

  /**
   * The members of an object or the items of an array; `opening` is its first character. `take` reads the value that
   * begins with the character it is given, and answers whether it did; a member's name is there until it reads on.
   */
  each(opening: number, take: (first: number) => boolean): boolean {
    if (this.empty(opening)) return true
    for (;;) {
      if (!this.#item()) return false
      if (opening === BRACE && !this.#memberName()) return false
      if (!take(this.next())) return false
      const after = this.next()
      if (after !== COMMA && after !== opening + TO_CLOSING) return false
      if (after !== COMMA) {
        this.at += 1
        return true
      }
    }
  }

  /** A name and the colon behind it. */
  #memberName(): boolean {
    this.next()
    this.nameStart = this.at + 1
    if (!this.string()) return false
    this.nameEnd = this.at - 1
    this.nameEscaped = this.escaped
    if (this.next() !== COLON) return false
    this.at += 1
    return true
  }

  /**
   * A whole value that begins with `first`, whatever is in it. It keeps the open containers in a list and calls nothing
   * for what is inside, so that no depth of nesting ends the program's own stack.
   */
  value(first: number): boolean {
    /** The characters that end the containers which are open, the innermost last. */
    const closings: number[] = []
    let code = first
    for (;;) {
      const isContainer = code === BRACKET || code === BRACE
      if (isContainer && !this.empty(code)) closings.push(code + TO_CLOSING)
      else {
        // A value ends here, an empty container or a leaf, and with it the containers of which it is the last one.
        if (!isContainer && !this.leaf(code)) return false
        const after = this.#close(closings)
        if (closings.length === 0) return true
        if (after !== COMMA) return false
      }
      // Behind an opening character or a comma there is another item or member.
      if (!this.#item()) return false
      if (closings.at(-1) === CLOSING_BRACE && !this.#memberName()) return false
      code = this.next()
    }
  }

  /** Past the ends of the open containers that end here, which leave the list; answers with the character behind. */
  #close(closings: number[]): number {
    while (closings.length > 0) {
      const code = this.next()
      if (code !== closings.at(-1)) return code
      this.at += 1
      closings.pop()
    }
    return Number.NaN
  }

  /** Past an opening bracket or a comma: to another item or member, which is counted. False: these are too many. */
  #item(): boolean {
    this.at += 1
    this.valuesLeft -= 1
    return this.valuesLeft >= 0
  }

  /** A string, number, true, false or null that begins with `code`. */
  leaf(code: number): boolean {
    return code === QUOTE ? this.string() : this.scalar(code)
  }

  /** An object or array without items, of which `code` is the opening character. */
  empty(code: number): boolean {
    const start = this.at
    this.at += 1
    if (this.next() === code + TO_CLOSING) {
      this.at += 1
      return true
    }
    this.at = start
    return false
  }

  /** A string, its quotes included. */
  string(): boolean {
    const { text } = this
    let at = this.at + 1
    this.escaped = false
    if (text.charCodeAt(at - 1) !== QUOTE) return false
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      // False for NaN as well: a string that has no end.
      if (!(code >= 0x20)) return false
      if (code === BACKSLASH) {
        const length = IS_SHORT_ESCAPE[text.charCodeAt(at + 1)] === 1 ? 2 : unicodeEscapeLength(text, at)
        if (length === 0) return false
        this.escaped = true
        at += length
      } else at += 1
    }
    this.at = at + 1
    return true
  }

  /** A number, true, false or null; `code` is that of its first character. */
  scalar(code: number): boolean {
    if (code === MINUS || isDigit(code)) return this.#number(code)
    const word = code === SMALL_T ? 'true' : code === SMALL_F ? 'false' : 'null'
    if (!this.text.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }

  #number(first: number): boolean {
    const { text } = this
    let at = first === MINUS ? this.at + 1 : this.at
    const whole = at
    at = digitsEnd(text, at)
    if (at === whole || (at > whole + 1 && text.charCodeAt(whole) === ZERO)) return false
    if (text.charCodeAt(at) === POINT) {
      const fraction = at + 1
      at = digitsEnd(text, fraction)
      if (at === fraction) return false
    }
    // 0x20 is what tells a letter from its capital.
    if ((text.charCodeAt(at) | 0x20) === SMALL_E) {
      const sign = text.charCodeAt(at + 1)
      const exponent = sign === 0x2b || sign === MINUS ? at + 2 : at + 1
      at = digitsEnd(text, exponent)
      if (at === exponent) return false
    }
    this.at = at
    return true
  }
}

/** What a value is that `scalar` reads, by its first character. */
export const scalarKind = (code: number): 'null' | 'boolean' | 'number' =>
  code === SMALL_N ? 'null' : code === SMALL_T || code === SMALL_F ? 'boolean' : 'number'

/** Decodes what a string means; `source` has its quotes. */
export function decodedString(source: string, escaped: boolean): string {
  return escaped ? (JSON.parse(source) as string) : source.slice(1, -1)
}

function digitsEnd(text: string, from: number): number {
  let at = from
  while (isDigit(text.charCodeAt(at))) at += 1
  return at
}

const isDigit = (code: number) => code >= ZERO && code <= 0x39

/** 6 where the backslash begins an escape of four hexadecimal digits, else 0. */
function unicodeEscapeLength(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== SMALL_U) return 0
  for (let digit = at + 2; digit < at + 6; digit += 1) if (!isHex(text.charCodeAt(digit))) return 0
  return 6
}

/** It tells by character code whether it ends a short escape: a table, as a text may be nothing but escapes. */
const IS_SHORT_ESCAPE = new Uint8Array(0x80)
for (const character of '"\\/bfnrt') IS_SHORT_ESCAPE[character.charCodeAt(0)] = 1

const isHex = (code: number) => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)
