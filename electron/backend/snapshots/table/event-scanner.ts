// Finds the fields and properties of an event in its bytes. A million events are scanned without creating a string,
// except where a text contains escapes. The JSON was validated when it was read from the service.
import { EVENT_FIELDS, PROPERTIES_FIELD } from '../../../../shared/event/event-fields.ts'
import { BRACE, BRACKET, JsonScanner, QUOTE, scalarKind } from '../../../../shared/exact/json-scanner.ts'
import type { ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'

/** A scanned token: `bytes` from `start` up to `end`; a string is unquoted and unescaped. */
export interface ScannedToken {
  kind: ValueKind
  bytes: Uint8Array
  start: number
  end: number
}

export interface EventSink {
  /** `field` is an index into `EVENT_FIELDS`; a repeated name is reported each time. `found` is then reused. */
  field(field: number, found: ScannedToken): void
  /**
   * The properties begin; `isObject` is false if they are not an object. `isAgain`: the name of the properties stands
   * twice in the event, and those that begin now count in place of those before.
   */
  properties(isObject: boolean, isAgain: boolean): void
  property(name: ScannedToken, value: ScannedToken): void
}

/** The index of the properties, after the fields. */
const PROPERTIES = EVENT_FIELDS.length
const FIELD_NAMES = [...EVENT_FIELDS.map(({ name }) => name), PROPERTIES_FIELD]
const FIELD_INDEXES: ReadonlyMap<string, number> = new Map(FIELD_NAMES.map((name, index) => [name, index]))

/**
 * The function reports to `sink` what is in the event that lies in `bytes` from `start` up to `end`.
 * @param text the same with a character a byte, where there is such a text
 */
export function createEventScanner(
  sink: EventSink,
): (bytes: Buffer, start: number, end: number, text?: string | null) => void {
  let scanner = new JsonScanner('')
  let bytes: Buffer = Buffer.alloc(0)
  let offset = 0
  const name: ScannedToken = { kind: 'string', bytes, start: 0, end: 0 }
  const value: ScannedToken = { kind: 'null', bytes, start: 0, end: 0 }

  function setString(token: ScannedToken, start: number, end: number, escaped: boolean): void {
    token.kind = 'string'
    if (escaped) undoEscapes(token, bytes, offset + start, offset + end)
    else {
      token.bytes = bytes
      token.start = offset + start
      token.end = offset + end
    }
  }

  /** Leaves the value at the scanner in `value`; false where it has no end. @param first its first character */
  function takeValue(first: number): boolean {
    const start = scanner.at
    if (first === QUOTE) {
      const isRead = scanner.string()
      setString(value, start + 1, scanner.at - 1, scanner.escaped)
      return isRead
    }
    const isContainer = first === BRACE || first === BRACKET
    const isRead = isContainer ? scanner.value(first) : scanner.scalar(first)
    if (isContainer) value.kind = 'json'
    else value.kind = scalarKind(first)
    value.bytes = bytes
    value.start = offset + start
    value.end = offset + scanner.at
    return isRead
  }

  function takeProperty(first: number): boolean {
    setString(name, scanner.nameStart, scanner.nameEnd, scanner.nameEscaped)
    const isRead = takeValue(first)
    sink.property(name, value)
    return isRead
  }

  // Events of one service have their fields in one order: what stood first, second and so on in the event before is tried
  // before a name is looked up.
  /** By place in the event before: the field's index in `FIELD_NAMES`; undefined: a name that is not among them. */
  const fieldsBefore: (number | undefined)[] = []
  /** How many fields of this event were taken. */
  let place = 0
  let hasProperties = false

  function fieldHere(): number | undefined {
    const { nameStart, nameEnd, nameEscaped, text } = scanner
    const known = fieldsBefore[place]
    const name = known === undefined ? undefined : FIELD_NAMES[known]
    const isAgain = name?.length === nameEnd - nameStart && !nameEscaped && text.startsWith(name, nameStart)
    if (isAgain) return known
    const field = FIELD_INDEXES.get(scanner.name)
    if (place < FIELD_NAMES.length) fieldsBefore[place] = field
    return field
  }

  function takeField(first: number): boolean {
    const field = fieldHere()
    place += 1
    if (field === PROPERTIES) {
      sink.properties(first === BRACE, hasProperties)
      hasProperties = true
      return first === BRACE ? scanner.each(first, takeProperty) : takeValue(first)
    }
    const isRead = takeValue(first)
    if (field !== undefined) sink.field(field, value)
    return isRead
  }

  return (event, start, end, text = null) => {
    bytes = event
    offset = start
    place = 0
    hasProperties = false
    // A character a byte, so that offsets in the scanner's text are those of the bytes.
    scanner = new JsonScanner(text ?? bytes.toString('latin1', start, end))
    if (scanner.next() === BRACE) scanner.each(BRACE, takeField)
  }
}

/** A text in bytes that the next one overwrites. */
export interface EncodedText {
  bytes: Buffer
  length: number
  /** The same with a character a byte; null: it has others. */
  ascii: string | null
}

/** Encodes texts one after the other, in the same place. */
export function createTextEncoder(): (source: string) => EncodedText {
  const encoded: EncodedText = { bytes: Buffer.allocUnsafeSlow(4_096), length: 0, ascii: null }
  return (source) => {
    // A UTF-16 unit takes at most three bytes.
    if (encoded.bytes.length < 3 * source.length) encoded.bytes = Buffer.allocUnsafeSlow(6 * source.length)
    encoded.length = encoded.bytes.write(source)
    encoded.ascii = encoded.length === source.length ? source : null
    return encoded
  }
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

/** Tells what an encoded text says, as the scanner encodes it. */
export function tokenText({ bytes, start, end }: Pick<ScannedToken, 'bytes' | 'start' | 'end'>): string {
  const encoded = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return encoded[start] === UTF16_MARK
    ? encoded.toString('utf16le', start + 1, end)
    : encoded.toString('utf8', start, end)
}
