// The distinct values of one column, numbered from 1, as bytes outside the garbage-collected heap.
import type { ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import { keyedHash } from '../keyed-hash.ts'
import { type ScannedToken, textBytes, UTF16_MARK } from './event-scanner.ts'

const KINDS: readonly ValueKind[] = ['string', 'number', 'boolean', 'null', 'json', 'repeated']
const NUMBERS = Object.fromEntries(KINDS.map((kind, number) => [kind, number])) as Record<ValueKind, number>

export interface Dictionary {
  /** The number of values; their numbers are 1 to `size`. */
  readonly size: number
  /** Returns the number of the value, adding it if it is new. */
  add(found: ScannedToken): number
  /** Returns its number, or 0 if it is not there. */
  has(found: ScannedToken): number
  find(kind: ValueKind, text: string): number
  kind(id: number): ValueKind
  text(id: number): string
  /** Its first `length` UTF-16 units, one more where that would split a pair; "…" behind them where there are more. */
  beginning(id: number, length: number): string
  /** Where its text is in `bytes()`. */
  start(id: number): number
  end(id: number): number
  bytes(): Uint8Array
  /** Equal for equal values, across dictionaries. */
  hash(id: number): number
  /** Bytes used. */
  memory(): number
}

/** Values are only ever added. What `bytes` returns is valid until the next one is. */
export function createDictionary(): Dictionary {
  let size = 0
  let slots = new Uint32Array(64)
  let starts = new Uint32Array(33)
  let hashes = new Uint32Array(33)
  let kinds = new Uint8Array(33)
  let bytes = Buffer.allocUnsafeSlow(1_024)
  let used = 0

  function placeOf({ kind, bytes: tokenBytes, start, end }: ScannedToken, hash: number): number {
    const mask = slots.length - 1
    const length = end - start
    const number = NUMBERS[kind]
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const id = slots[place] ?? 0
      if (id === 0) return place
      if (hashes[id] !== hash || kinds[id] !== number) continue
      const from = starts[id] ?? 0
      if ((starts[id + 1] ?? 0) - from !== length) continue
      let same = 0
      while (same < length && bytes[from + same] === tokenBytes[start + same]) same += 1
      if (same === length) return place
    }
  }

  function grow(): void {
    const capacity = slots.length
    slots = new Uint32Array(capacity * 2)
    starts = copied(starts, new Uint32Array(capacity + 1))
    hashes = copied(hashes, new Uint32Array(capacity + 1))
    kinds = copied(kinds, new Uint8Array(capacity + 1))
    const mask = slots.length - 1
    for (let id = 1; id <= size; id += 1) {
      let place = (hashes[id] ?? 0) & mask
      while (slots[place] !== 0) place = (place + 1) & mask
      slots[place] = id
    }
  }

  const range = (id: number) => bytes.subarray(starts[id], starts[id + 1])

  return {
    get size() {
      return size
    },
    add(found) {
      const hash = hashOf(found)
      const place = placeOf(found, hash)
      const known = slots[place] ?? 0
      if (known !== 0) return known
      const length = found.end - found.start
      if (used + length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, used + length))
        larger.set(bytes.subarray(0, used))
        bytes = larger
      }
      for (let at = 0; at < length; at += 1) bytes[used + at] = found.bytes[found.start + at] ?? 0
      used += length
      size += 1
      slots[place] = size
      hashes[size] = hash
      kinds[size] = NUMBERS[found.kind]
      starts[size + 1] = used
      if (size * 2 >= slots.length - 2) grow()
      return size
    },
    has: (found) => slots[placeOf(found, hashOf(found))] ?? 0,
    find(kind, text) {
      const encoded = kind === 'string' ? textBytes(text) : Buffer.from(text, 'utf8')
      const found = { kind, bytes: encoded, start: 0, end: encoded.length }
      return slots[placeOf(found, hashOf(found))] ?? 0
    },
    kind: (id) => KINDS[kinds[id] ?? 0] ?? 'string',
    text(id) {
      const encoded = range(id)
      return encoded[0] === UTF16_MARK ? encoded.toString('utf16le', 1) : encoded.toString('utf8')
    },
    beginning(id, length) {
      const encoded = range(id)
      const isUtf16 = encoded[0] === UTF16_MARK
      // A unit takes three bytes at most; some more, so that a sequence cut at the end is beyond what is taken.
      const first = isUtf16 ? encoded.subarray(1, 1 + 2 * (length + 2)) : encoded.subarray(0, 3 * (length + 2))
      const text = first.toString(isUtf16 ? 'utf16le' : 'utf8')
      const isWhole = first.length + (isUtf16 ? 1 : 0) === encoded.length
      if (isWhole && text.length <= length) return text
      const end = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(length - 1)) ? length + 1 : length
      return `${text.slice(0, end)}…`
    },
    start: (id) => starts[id] ?? 0,
    end: (id) => starts[id + 1] ?? 0,
    bytes: () => bytes,
    hash: (id) => hashes[id] ?? 0,
    memory: () => 4 * (slots.length + starts.length + hashes.length) + kinds.length + bytes.length,
  }
}

/** Of a value and its kind, unsigned. */
export const hashOf = ({ kind, bytes, start, end }: ScannedToken): number =>
  keyedHash.bytes(NUMBERS[kind], bytes, start, end)

function copied<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from)
  return to
}
