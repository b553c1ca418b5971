// The index of what services and files hold, and the hashes that it places by. They are HalfSipHash-1-3 (Aumasson and
// Bernstein) with a key that is random in every process: whoever does not know the key cannot choose values that
// collide, whatever they try. A hash whose seed only stands at its start is no such: what collides for one seed
// collides for many.
import { randomBytes } from 'node:crypto'

/** The words of the value that is being hashed, of 32 bits each; one that has more gets an array of its own. */
const kept = new Int32Array(1 << 14)
const wordsFor = (count: number) => (count <= kept.length ? kept : new Int32Array(count))
/** Where a hash has two words, `hashed` leaves the first one here and returns the second. */
const high = new Uint32Array(1)

// HalfSipHash's own constants: they make hashes of one word others than those of two, and the second word another than
// the first.
const OF_ONE_WORD = 0xff
const OF_TWO_WORDS = 0xee
const OF_SECOND_WORD = 0xdd
/** Rounds behind the words that are hashed, for each word of the hash. */
const FINISHING_ROUNDS = 3

/** @param key two numbers of 32 bits */
export function createKeyedHash([key, key2]: readonly [number, number]) {
  /** The first `count` words, hashed to one word; to two where it is long, of which the second is returned. */
  function hashed(words: Int32Array, count: number, isLong: boolean): number {
    // The four words of the state, and how a round mixes them, are HalfSipHash's.
    let a = key | 0
    let b = isLong ? key2 ^ OF_TWO_WORDS : key2 | 0
    let c = 0x6c796765 ^ key
    let d = 0x74656462 ^ key2
    const rounds = count + FINISHING_ROUNDS * (isLong ? 2 : 1)
    for (let at = 0; at < rounds; at += 1) {
      // A finishing round is that of a word that is 0.
      const word = at < count ? (words[at] ?? 0) : 0
      if (at === count) c ^= isLong ? OF_TWO_WORDS : OF_ONE_WORD
      // Behind the finishing rounds of the first word come those of the second.
      if (at === count + FINISHING_ROUNDS) {
        high[0] = b ^ d
        b ^= OF_SECOND_WORD
      }
      d ^= word
      a = (a + b) | 0
      b = ((b << 5) | (b >>> 27)) ^ a
      a = (a << 16) | (a >>> 16)
      c = (c + d) | 0
      d = ((d << 8) | (d >>> 24)) ^ c
      a = (a + d) | 0
      d = ((d << 7) | (d >>> 25)) ^ a
      c = (c + b) | 0
      b = ((b << 13) | (b >>> 19)) ^ c
      c = (c << 16) | (c >>> 16)
      a ^= word
    }
    return (b ^ d) >>> 0
  }

  return {
    /** 32 bits, unsigned. @param kind from 0 to 7: the same bytes of another kind are something else */
    bytes(kind: number, bytes: Uint8Array, start: number, end: number): number {
      const length = end - start
      const whole = length >> 2
      const words = wordsFor(whole + 1)
      let at = start
      for (let word = 0; word < whole; word += 1, at += 4) {
        words[word] =
          (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
      }
      // The last word has the bytes that are left over, and above them what else tells values apart: length and kind.
      let last = ((length << 3) | kind) << 24
      for (let shift = 0; at < end; at += 1, shift += 8) last |= (bytes[at] ?? 0) << shift
      words[whole] = last
      return hashed(words, whole + 1, false)
    },
    /** Hashes two numbers of 32 bits, in their order, to 32 bits, unsigned. */
    pair(one: number, other: number): number {
      kept[0] = one
      kept[1] = other
      return hashed(kept, 2, false)
    },
    /** 64 bits, in two words, unsigned. */
    text(text: string): readonly [high: number, low: number] {
      const { length } = text
      const whole = length >> 1
      const words = wordsFor(whole + 1)
      for (let word = 0, at = 0; word < whole; word += 1, at += 2) {
        words[word] = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
      }
      words[whole] = (length << 24) | (length % 2 === 1 ? text.charCodeAt(length - 1) : 0)
      const low = hashed(words, whole + 1, true)
      return [high[0] ?? 0, low]
    },
  }
}

const random = randomBytes(8)

/** The key is that of this process. */
export const keyedHash = createKeyedHash([random.readUInt32LE(0), random.readUInt32LE(4)])

const FIRST_PLACES = 64

export interface IndexRoom {
  /** How many values will come; more may. */
  expected?: number
  /** So large a share of all places may be taken. With more, values that are not there take longer to be missed. */
  mostFull?: number
}

/**
 * Numbers values from 1, and finds a number by the value's hash. It has only the numbers: who asks keeps the values,
 * begins with `first`, goes on with `next` as long as the number is that of another value, and may then `add` it.
 * @param hashOf that of a numbered value, unsigned
 */
export function createKeyedIndex(hashOf: (number: number) => number, { expected = 0, mostFull = 0.5 }: IndexRoom = {}) {
  // An open-addressed table with linear probing: a number is at its hash's place, or at the next one that was free.
  let numbers = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(FIRST_PLACES, expected / mostFull))))
  let mask = numbers.length - 1
  let most = numbers.length * mostFull
  let size = 0
  let place = 0

  function grow(): void {
    // The smaller one is freed now rather than whenever it is collected.
    numbers = new Uint32Array(numbers.buffer.transfer(2 * numbers.byteLength)).fill(0)
    mask = numbers.length - 1
    most *= 2
    for (let number = 1; number <= size; number += 1) {
      let free = hashOf(number) & mask
      while (numbers[free] !== 0) free = (free + 1) & mask
      numbers[free] = number
    }
  }

  return {
    /** The first number that may be of the value sought; 0: it has none. */
    first(hash: number): number {
      place = hash & mask
      return numbers[place] ?? 0
    },
    /** The number to look at when that one is of another value; 0: the value sought has none. */
    next(): number {
      place = (place + 1) & mask
      return numbers[place] ?? 0
    },
    /** Numbers the value that was just sought and has none. It has to be kept by then. */
    add(): number {
      size += 1
      if (size > most) grow()
      else numbers[place] = size
      return size
    },
    clear(): void {
      size = 0
      numbers.fill(0)
    },
    /** Bytes used. */
    memory: () => numbers.byteLength,
  }
}

/**
 * Numbers pairs of 32 bits from 1 by first appearance, in typed arrays that are nearly full, as there may be millions.
 * @param hashOf by default their keyed hash
 */
export function createPairNumbers(hashOf: (a: number, b: number) => number = keyedHash.pair) {
  let firsts = new Uint32Array(FIRST_PLACES)
  let seconds = new Uint32Array(FIRST_PLACES)
  let size = 0
  const index = createKeyedIndex((number) => hashOf(firsts[number] ?? 0, seconds[number] ?? 0), { mostFull: 0.75 })

  function find(a: number, b: number): number {
    let number = index.first(hashOf(a, b))
    while (number !== 0 && (firsts[number] !== a || seconds[number] !== b)) number = index.next()
    return number
  }

  return {
    /** How many pairs there are. */
    get size() {
      return size
    },
    /** The pair of a number: both of 32 bits, unsigned. */
    first: (number: number) => firsts[number] ?? 0,
    second: (number: number) => seconds[number] ?? 0,
    of(a: number, b: number): number {
      const known = find(a, b)
      if (known !== 0) return known
      if (size + 1 === firsts.length) {
        const bytes = 4 * Math.ceil(1.25 * firsts.length)
        firsts = new Uint32Array(firsts.buffer.transfer(bytes))
        seconds = new Uint32Array(seconds.buffer.transfer(bytes))
      }
      firsts[size + 1] = a
      seconds[size + 1] = b
      size = index.add()
      return size
    },
    /** Returns its number, or 0 if it has none. */
    find,
    clear(): void {
      size = 0
      index.clear()
    },
  }
}
