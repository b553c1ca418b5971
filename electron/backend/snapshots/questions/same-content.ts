// Whether two events say the same in the same order, compared byte by byte: what nearly all events of two sources do.
import type { EventPart } from '../../../../shared/snapshot/snapshot-changes.ts'
import { createDictionary } from './dictionary.ts'
import { createEventScanner, type ScannedToken, textBytes } from './event-scanner.ts'
import { FIELD_NUMBERS } from './loaded-events.ts'

/** Where an event is in bytes. */
export interface EventBytes {
  bytes: Buffer
  start: number
  end: number
}

/** The function answers false also of events that are the same and written otherwise. */
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
