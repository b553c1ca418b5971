// What an event says, read from its bytes in one pass: its key, and a digest of all that is compared. Events of one meaning
// have one digest, however they are written and whatever the order of their properties.
import { EVENT_FIELDS } from '../../../../shared/event/event-fields.ts'
import { canonicalJson } from '../../../../shared/exact/exact-json.ts'
import { normalDecimal } from '../../../../shared/exact/exact-number.ts'
import type { EventPart } from '../../../../shared/snapshot/snapshot-changes.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import { createDictionary, hashOf } from './dictionary.ts'
import { createEventScanner, type ScannedToken, textBytes } from './event-scanner.ts'
import { FIELD_NUMBERS } from './loaded-events.ts'

export interface EventContent {
  /** The number of its key among those that were read so far; 0: it has no part of the key. */
  key: number
  digest: number
  /** As sent; null: there is none. */
  createdAt: string | null
}

/** @returns a function that reuses one object for every event */
export function contentReader(
  key: readonly EventPart[],
  ignored: readonly EventPart[],
): (bytes: Buffer, start: number, end: number) => EventContent {
  const keys = createDictionary()
  const wanted = placesOf(key)
  const left = placesOf(ignored)
  /** Of each part of the key the values that the event has. */
  const parts: ScannedToken[][] = key.map(() => [])
  const keyToken = keyWriter()
  const content: EventContent = { key: 0, digest: 0, createdAt: null }
  let ofFields = 0
  let ofProperties = 0
  let isObject = true

  const scan = createEventScanner({
    field(field, found) {
      const isTime = field === FIELD_NUMBERS.createdAt && found.kind === 'string'
      const text = isTime ? textOf(found) : null
      if (isTime) content.createdAt = text
      const place = wanted.fields[field] ?? -1
      const isCompared = left.fields[field] === undefined
      if (place < 0 && !isCompared) return
      const value = text === null ? canonical(found) : instantToken(text, found)
      // A field is a string, or it is not there. Of a name that repeats the last counts.
      const part = parts[place]
      if (part !== undefined) {
        part.length = 0
        if (found.kind === 'string') part.push(copied(value))
      }
      if (isCompared) ofFields = mixed(ofFields, FIELD_HASHES[field] ?? 0, hashOf(value))
    },
    properties(isOne) {
      isObject = isOne
      ofProperties = 0
      for (const place of wanted.places) parts[place]?.splice(0)
    },
    property(name, found) {
      const place = wanted.placeOf(name)
      const isCompared = left.placeOf(name) < 0
      if (place < 0 && !isCompared) return
      const value = canonical(found)
      if (place >= 0) parts[place]?.push(copied(value))
      if (isCompared) ofProperties = mixed(ofProperties, hashOf(name), hashOf(value))
    },
  })

  return (bytes, start, end) => {
    for (const part of parts) part.length = 0
    content.createdAt = null
    ofFields = 0
    ofProperties = 0
    isObject = true
    scan(bytes, start, end)
    // Properties that are not an object are not read: such events are compared by their whole text.
    if (!isObject) ofProperties = hashOf({ kind: 'json', bytes, start, end })
    content.digest = (ofFields + ofProperties) >>> 0
    content.key = parts.every((part) => part.length === 0) ? 0 : keys.add(keyToken(parts))
    return content
  }
}

/** Where fields and properties stand in a list; -1 or undefined: they do not. */
function placesOf(list: readonly EventPart[]) {
  const fields: (number | undefined)[] = EVENT_FIELDS.map(() => undefined)
  const names = createDictionary()
  const places: number[] = []
  const ofNames: number[] = [-1]
  for (const [place, part] of list.entries()) {
    if (part.of === 'field') fields[FIELD_NUMBERS[part.field]] = place
    else {
      const bytes = textBytes(part.name)
      ofNames[names.add({ kind: 'string', bytes, start: 0, end: bytes.length })] = place
      places.push(place)
    }
  }
  const placeOf = (name: ScannedToken) => (names.size === 0 ? -1 : (ofNames[names.has(name)] ?? -1))
  return { fields, places, placeOf }
}

const FIELD_HASHES = EVENT_FIELDS.map((_, field) => {
  const bytes = Buffer.from(`field ${field}`)
  return hashOf({ kind: 'json', bytes, start: 0, end: bytes.length })
})

/** Adding makes the order of members no matter. */
const mixed = (digest: number, name: number, value: number) => (digest + Math.imul(name | 1, value ^ 0x9e3779b9)) >>> 0

const textOf = ({ bytes, start, end }: ScannedToken) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')

/** One token for all that mean the same. */
function canonical(found: ScannedToken): ScannedToken {
  if (found.kind === 'number') return tokenOf('number', normalDecimal(textOf(found)) ?? textOf(found))
  return found.kind === 'json' ? tokenOf('json', canonicalJson(textOf(found))) : found
}

/** A time that cannot be read is what it says. */
function instantToken(text: string, found: ScannedToken): ScannedToken {
  const at = parseInstant(text)
  return at === null ? found : tokenOf('number', `${at.seconds} ${at.nanoseconds}`)
}

function tokenOf(kind: ScannedToken['kind'], text: string): ScannedToken {
  const bytes = Buffer.from(text)
  return { kind, bytes, start: 0, end: bytes.length }
}

/** What is scanned next is reported in the same object. */
const copied = ({ kind, bytes, start, end }: ScannedToken): ScannedToken => ({ kind, bytes, start, end })

/** Each value has its kind and length before it, and each part their number, so that no two lists of values are one text. */
function keyWriter(): (parts: readonly (readonly ScannedToken[])[]) => ScannedToken {
  const token: ScannedToken = { kind: 'json', bytes: Buffer.allocUnsafeSlow(1_024), start: 0, end: 0 }
  return (parts) => {
    let length = 0
    for (const part of parts) {
      length += 1
      for (const { start, end } of part) length += end - start + 5
    }
    if (length > token.bytes.length) token.bytes = Buffer.allocUnsafeSlow(length * 2)
    const into = token.bytes
    let at = 0
    for (const part of parts) {
      into[at] = Math.min(part.length, 255)
      at += 1
      for (const { kind, bytes, start, end } of part) {
        const length = end - start
        into[at] = kind.charCodeAt(0)
        for (let byte = 0; byte < 4; byte += 1) into[at + 1 + byte] = length >>> (8 * byte)
        at += 5
        for (let from = 0; from < length; from += 1) into[at + from] = bytes[start + from] ?? 0
        at += length
      }
    }
    token.end = at
    return token
  }
}

/** Where an event is in bytes. */
export interface EventBytes {
  bytes: Buffer
  start: number
  end: number
}

/**
 * Whether two events say the same in the same order, compared byte by byte, as nearly all events of two sources do. Answers
 * false also of events that are the same and written otherwise.
 */
export function sameContent(ignored: readonly EventPart[]): (one: EventBytes, other: EventBytes) => boolean {
  const names = createDictionary()
  const fields = new Set<number>()
  for (const part of ignored) {
    if (part.of === 'field') fields.add(FIELD_NUMBERS[part.field])
    else {
      const bytes = textBytes(part.name)
      names.add({ kind: 'string', bytes, start: 0, end: bytes.length })
    }
  }
  const [read, readOther] = [memberReader(fields, names), memberReader(fields, names)]
  return (one, other) => {
    const [a, b] = [read(one), readOther(other)]
    if (!a.isPlain || !b.isPlain || a.count !== b.count) return false
    for (let at = 0; at < a.count; at += 1) if (!isSame(a.tokens[at], b.tokens[at])) return false
    return true
  }
}

interface Members {
  /** A name and its value, one after the other; of fields the name is a number. */
  tokens: ScannedToken[]
  count: number
  /** Whether every field is there once at most, and the properties are one object. */
  isPlain: boolean
}

function memberReader(ignored: ReadonlySet<number>, names: ReturnType<typeof createDictionary>) {
  const members: Members = { tokens: [], count: 0, isPlain: true }
  let seen = 0
  function keep({ kind, bytes, start, end }: ScannedToken): void {
    const known = members.tokens[members.count]
    if (known === undefined) members.tokens.push({ kind, bytes, start, end })
    else Object.assign(known, { kind, bytes, start, end })
    members.count += 1
  }
  const scan = createEventScanner({
    field(field, found) {
      if ((seen & (1 << field)) !== 0) members.isPlain = false
      seen |= 1 << field
      if (ignored.has(field)) return
      keep(FIELD_TOKENS[field] ?? found)
      keep(found)
    },
    properties(isObject) {
      if (!isObject || (seen & PROPERTIES) !== 0) members.isPlain = false
      seen |= PROPERTIES
    },
    property(name, value) {
      if (names.size > 0 && names.has(name) !== 0) return
      keep(name)
      keep(value)
    },
  })
  return ({ bytes, start, end }: EventBytes): Members => {
    members.count = 0
    members.isPlain = true
    seen = 0
    scan(bytes, start, end)
    if ((seen & PROPERTIES) === 0) members.isPlain = false
    return members
  }
}

const PROPERTIES = 1 << 30

/** No property is named by a number. */
const FIELD_TOKENS = Object.values(FIELD_NUMBERS).map((field): ScannedToken => {
  const bytes = Buffer.of(field)
  return { kind: 'number', bytes, start: 0, end: 1 }
})

function isSame(a: ScannedToken | undefined, b: ScannedToken | undefined): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) return false
  const length = a.end - a.start
  if (b.end - b.start !== length) return false
  for (let at = 0; at < length; at += 1) if (a.bytes[a.start + at] !== b.bytes[b.start + at]) return false
  return true
}
