// Finds the fields and properties of an event in its bytes. A million events are scanned without creating a string, except
// where a text contains escapes. The JSON was validated when it was read from the service.
import { EVENT_FIELDS, PROPERTIES_FIELD } from '../../../../shared/event/event-fields.ts'
import type { ValueKind } from '../../../../shared/snapshot/snapshot-key.ts'

/** A scanned token: `bytes` from `start` up to `end`; a string is unquoted and unescaped. */
export interface ScannedToken {
  kind: ValueKind
  bytes: Uint8Array
  start: number
  end: number
}

export interface EventSink {
  /** `field` is an index into `EVENT_FIELDS`; a repeated name is reported each time. `found` is reused after the call. */
  field(field: number, found: ScannedToken): void
  /** The properties begin; `isObject` is false if they are not an object. */
  properties(isObject: boolean): void
  property(name: ScannedToken, value: ScannedToken): void
  /** Any other field; no question needs its value. */
  extra(name: ScannedToken): void
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = 0x7b
const CLOSING = 0x7d
const BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d

/** The index of the properties, after the fields. */
const PROPERTIES = EVENT_FIELDS.length
const FIELD_BYTES = [...EVENT_FIELDS.map(({ name }) => name), PROPERTIES_FIELD].map((name) => Buffer.from(name))

export function createEventScanner(sink: EventSink): (bytes: Uint8Array, start: number, end: number) => void {
  let at = 0
  let bytes: Uint8Array = new Uint8Array(0)
  const name: ScannedToken = { kind: 'string', bytes, start: 0, end: 0 }
  const value: ScannedToken = { kind: 'null', bytes, start: 0, end: 0 }

  function skipSpace(): number {
    let code = bytes[at] ?? 0
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at += 1
      code = bytes[at] ?? 0
    }
    return code
  }

  /** Moves `at` past a string. */
  function skipString(): boolean {
    let escaped = false
    at += 1
    for (;;) {
      const code = bytes[at]
      if (code === QUOTE || code === undefined) break
      if (code === BACKSLASH) {
        escaped = true
        at += 2
      } else at += 1
    }
    at += 1
    return escaped
  }

  function takeString(into: ScannedToken): void {
    const start = at + 1
    const escaped = skipString()
    into.kind = 'string'
    if (escaped) undoEscapes(into, bytes, start, at - 1)
    else {
      into.bytes = bytes
      into.start = start
      into.end = at - 1
    }
  }

  function skipContainer(): void {
    let depth = 0
    for (;;) {
      const code = bytes[at]
      if (code === undefined) return
      if (code === QUOTE) {
        skipString()
        continue
      }
      if (code === OPENING || code === BRACKET) depth += 1
      else if (code === CLOSING || code === CLOSING_BRACKET) depth -= 1
      at += 1
      if (depth === 0) return
    }
  }

  function takeValue(): void {
    const code = skipSpace()
    if (code === QUOTE) {
      takeString(value)
      return
    }
    value.bytes = bytes
    value.start = at
    if (code === OPENING || code === BRACKET) {
      skipContainer()
      value.kind = 'json'
    } else {
      for (let next = code; next > 0x20 && next !== COMMA && next !== CLOSING; next = bytes[at] ?? 0) at += 1
      value.kind = code === 0x6e ? 'null' : code === 0x74 || code === 0x66 ? 'boolean' : 'number'
    }
    value.end = at
  }

  /** Moves `at` from an opening brace past the closing one; `take` consumes one value. */
  function eachMember(take: () => void): void {
    at += 1
    if (skipSpace() === CLOSING) {
      at += 1
      return
    }
    for (;;) {
      skipSpace()
      takeString(name)
      skipSpace()
      at += 1
      take()
      const code = skipSpace()
      at += 1
      if (code !== COMMA) return
    }
  }

  function takeProperty(): void {
    takeValue()
    sink.property(name, value)
  }

  function takeField(): void {
    const field = fieldOf(name)
    if (field === PROPERTIES) {
      const isObject = skipSpace() === OPENING
      sink.properties(isObject)
      if (isObject) eachMember(takeProperty)
      else takeValue()
      return
    }
    takeValue()
    if (field < 0) sink.extra(name)
    else sink.field(field, value)
  }

  return (text, start) => {
    bytes = text
    at = start
    if (skipSpace() === OPENING) eachMember(takeField)
  }
}

function fieldOf({ bytes, start, end }: ScannedToken): number {
  for (let field = 0; field < FIELD_BYTES.length; field += 1) {
    const wanted = FIELD_BYTES[field]
    if (wanted === undefined || wanted.length !== end - start) continue
    let same = 0
    while (same < wanted.length && wanted[same] === bytes[start + same]) same += 1
    if (same === wanted.length) return field
  }
  return -1
}

/** A byte that never starts UTF-8: a text with lone surrogates follows it as UTF-16. */
export const UTF16_MARK = 0xff

/** Decodes a string, so that equal texts have equal bytes however they were escaped. */
function undoEscapes(into: ScannedToken, bytes: Uint8Array, start: number, end: number): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
  into.bytes = textBytes(JSON.parse(`"${source}"`) as string)
  into.start = 0
  into.end = into.bytes.length
}

/** Encodes a text as the scanner does. */
export function textBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')
  return Buffer.concat([Buffer.of(UTF16_MARK), Buffer.from(text, 'utf16le')])
}
