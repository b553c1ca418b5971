// The distinct values of one column, numbered from 1, as bytes outside the garbage-collected heap.
import type { ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import { createKeyedIndex, keyedHash } from '../keyed-index.ts'
import { type ScannedToken, textBytes, tokenText, UTF16_MARK } from './event-scanner.ts'

const KINDS: readonly ValueKind[] = ['string', 'number', 'boolean', 'null', 'json', 'repeated']
const NUMBERS = Object.fromEntries(KINDS.map((kind, number) => [kind, number])) as Record<ValueKind, number>

export type Dictionary = ReturnType<typeof createDictionary>

const FIRST_SIZE = 32

/** The texts of all values, in the order of their numbers. */
export function* textsIn(values: Dictionary): Generator<string> {
  for (let id = 1; id <= values.size; id += 1) yield values.text(id)
}

/** Values are only ever added. What `bytes` returns is valid until the next one is. */
export function createDictionary() {
  // The text of a value lies in `bytes` from `starts[id]` up to `starts[id + 1]`, where that of the next begins.
  let starts = new Uint32Array(FIRST_SIZE)
  let hashes = new Uint32Array(FIRST_SIZE)
  let kinds = new Uint8Array(FIRST_SIZE)
  let bytes = Buffer.allocUnsafeSlow(1_024)
  let size = 0
  let used = 0
  const index = createKeyedIndex((id) => hashes[id] ?? 0)

  function isToken(id: number, { kind, bytes: tokenBytes, start, end }: ScannedToken): boolean {
    const length = end - start
    const from = starts[id] ?? 0
    if (kinds[id] !== NUMBERS[kind] || (starts[id + 1] ?? 0) - from !== length) return false
    let same = 0
    while (same < length && bytes[from + same] === tokenBytes[start + same]) same += 1
    return same === length
  }

  /** 0: it is not there. */
  function idOf(found: ScannedToken, hash: number): number {
    let id = index.first(hash)
    while (id !== 0 && !(hashes[id] === hash && isToken(id, found))) id = index.next()
    return id
  }

  function grow(): void {
    const capacity = 2 * kinds.length
    starts = new Uint32Array(starts.buffer.transfer(4 * capacity))
    hashes = new Uint32Array(hashes.buffer.transfer(4 * capacity))
    kinds = new Uint8Array(kinds.buffer.transfer(capacity))
  }

  const range = (id: number) => bytes.subarray(starts[id], starts[id + 1])

  return {
    /** The number of values; their numbers are 1 to `size`. */
    get size() {
      return size
    },
    /** Returns the number of the value, adding it if it is new. */
    add(found: ScannedToken): number {
      const hash = hashOf(found)
      const known = idOf(found, hash)
      if (known !== 0) return known
      const length = found.end - found.start
      if (used + length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, used + length))
        larger.set(bytes.subarray(0, used))
        bytes = larger
      }
      for (let at = 0; at < length; at += 1) bytes[used + at] = found.bytes[found.start + at] ?? 0
      used += length
      const id = size + 1
      hashes[id] = hash
      kinds[id] = NUMBERS[found.kind]
      starts[id + 1] = used
      size = index.add()
      // The next value writes one item further.
      if (size + 2 === starts.length) grow()
      return size
    },
    /** Returns its number, or 0 if it is not there. */
    has: (found: ScannedToken) => idOf(found, hashOf(found)),
    /** Whether this is the value of a number. */
    is: isToken,
    find(kind: ValueKind, text: string): number {
      const encoded = kind === 'string' ? textBytes(text) : Buffer.from(text, 'utf8')
      const found = { kind, bytes: encoded, start: 0, end: encoded.length }
      return idOf(found, hashOf(found))
    },
    kind: (id: number) => KINDS[kinds[id] ?? 0] ?? 'string',
    text: (id: number) => tokenText({ bytes, start: starts[id] ?? 0, end: starts[id + 1] ?? 0 }),
    /**
     * Its first `length` UTF-16 units, one more where that would split a pair; "…" behind them where there are more.
     */
    beginning(id: number, length: number): string {
      const encoded = range(id)
      const isUtf16 = encoded[0] === UTF16_MARK
      // A unit takes three bytes at most; some more, so that a sequence cut at the end is beyond what is taken.
      const first = isUtf16 ? encoded.subarray(1, 1 + 2 * (length + 2)) : encoded.subarray(0, 3 * (length + 2))
      const text = first.toString(isUtf16 ? 'utf16le' : 'utf8')
      const isWhole = first.length + (isUtf16 ? 1 : 0) === encoded.length
      if (isWhole && text.length <= length) return text
      const wouldSplitPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(length - 1))
      return `${text.slice(0, wouldSplitPair ? length + 1 : length)}…`
    },
    /** Tells where its text is in `bytes()`. */
    start: (id: number) => starts[id] ?? 0,
    end: (id: number) => starts[id + 1] ?? 0,
    bytes: () => bytes,
    /** Equal for equal values, across dictionaries. */
    hash: (id: number) => hashes[id] ?? 0,
    /** Bytes used. */
    memory: () => index.memory() + 4 * (starts.length + hashes.length) + kinds.length + bytes.length,
  }
}

/** Hashes a value and its kind, unsigned. */
export const hashOf = ({ kind, bytes, start, end }: ScannedToken): number =>
  keyedHash.bytes(NUMBERS[kind], bytes, start, end)
