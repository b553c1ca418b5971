import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growthProblemsOf } from '../../../shared/exact/fixtures/linear-work.ts'
import { chosenPairs } from './fixtures/chosen-pairs.ts'
import { createKeyedHash, createKeyedIndex, createPairNumbers, keyedHash } from './keyed-index.ts'

type Key = readonly [number, number]

/** HalfSipHash as its authors wrote it: so many rounds for a word and at the end, and so many words of hash. */
function halfSipHash(
  words: readonly number[],
  [key, key2]: Key,
  perWord: number,
  atEnd: number,
  size: 1 | 2,
): number[] {
  const v = Uint32Array.of(key, key2, 0x6c796765 ^ key, 0x74656462 ^ key2)
  const rotated = (at: number, by: number) => ((v[at] ?? 0) << by) | ((v[at] ?? 0) >>> (32 - by))
  const add = (to: number, from: number) => v.fill((v[to] ?? 0) + (v[from] ?? 0), to, to + 1)
  const mark = (at: number, by: number) => v.fill((v[at] ?? 0) ^ by, at, at + 1)
  const turn = (at: number, by: number) => v.fill(rotated(at, by), at, at + 1)
  function rounds(count: number) {
    for (let round = 0; round < count; round += 1) {
      add(0, 1)
      turn(1, 5)
      mark(1, v[0] ?? 0)
      turn(0, 16)
      add(2, 3)
      turn(3, 8)
      mark(3, v[2] ?? 0)
      add(0, 3)
      turn(3, 7)
      mark(3, v[0] ?? 0)
      add(2, 1)
      turn(1, 13)
      mark(1, v[2] ?? 0)
      turn(2, 16)
    }
    return ((v[1] ?? 0) ^ (v[3] ?? 0)) >>> 0
  }
  if (size === 2) mark(1, 0xee)
  for (const word of words) {
    mark(3, word)
    rounds(perWord)
    mark(0, word)
  }
  mark(2, size === 2 ? 0xee : 0xff)
  const first = rounds(atEnd)
  if (size === 1) return [first]
  mark(1, 0xdd)
  return [first, rounds(atEnd)]
}

const anyKey = fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(2 ** 32 - 1))

describe('it is HalfSipHash-1-3', () => {
  test('as which its authors give for no bytes, with two rounds and four', () => {
    expect(halfSipHash([0], [0x03020100, 0x07060504], 2, 4, 1)).toEqual([0x5b9f35a9])
  })

  test('of bytes, wherever they stand', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(7), fc.uint8Array({ maxLength: 70 }), fc.nat(3), (key, kind, bytes, before) => {
        const padded = Uint8Array.of(...bytes, 0, 0, 0, 0)
        const words = Array.from({ length: bytes.length >> 2 }, (_, at) =>
          new DataView(padded.buffer).getInt32(4 * at, true),
        )
        const rest = new DataView(padded.buffer).getUint32(4 * words.length, true)
        const last = (rest & (2 ** (8 * (bytes.length & 3)) - 1)) | (((bytes.length << 3) | kind) << 24)
        const there = Uint8Array.of(...new Uint8Array(before).fill(7), ...bytes, 9)
        expect([createKeyedHash(key).bytes(kind, there, before, before + bytes.length)]).toEqual(
          halfSipHash([...words, last], key, 1, 3, 1),
        )
      }),
    )
  })

  test('of pairs and of texts', () => {
    fc.assert(
      fc.property(anyKey, anyKey, fc.array(fc.nat(0xffff)), (key, pair, units) => {
        const text = String.fromCharCode(...units)
        expect([createKeyedHash(key).pair(...pair)]).toEqual(halfSipHash(pair, key, 1, 3, 1))
        const pairs = Array.from(
          { length: units.length >> 1 },
          (_, at) => (units[2 * at] ?? 0) | ((units[2 * at + 1] ?? 0) << 16),
        )
        const last = (units.length % 2 === 1 ? (units.at(-1) ?? 0) : 0) | (units.length << 24)
        expect(createKeyedHash(key).text(text)).toEqual(halfSipHash([...pairs, last], key, 1, 3, 2))
      }),
    )
  })
})

const KEY: Key = [0x01234567, 0x89abcdef]

test('a value of more words than are kept is hashed whole, and the next one by itself', () => {
  const { bytes, text } = createKeyedHash(KEY)
  const [count, unit] = [20_000, 0x61]
  const words = Array.from({ length: count }, () => unit | (unit << 16))
  expect(text('a'.repeat(2 * count))).toEqual(halfSipHash([...words, (2 * count) << 24], KEY, 1, 3, 2))
  const long = new Uint8Array(4 * count).fill(unit)
  const quads = Array.from({ length: count }, () => 0x01010101 * unit)
  expect([bytes(1, long, 0, long.length)]).toEqual(halfSipHash([...quads, 1 << 24], KEY, 1, 3, 1))
  expect([bytes(1, long, 0, 4)]).toEqual(halfSipHash([0x01010101 * unit, ((4 << 3) | 1) << 24], KEY, 1, 3, 1))
})

const VALUES = 300_000

/** Values with one hash of 32 bits: about ten pairs of so many. */
function colliding(hashOf: (value: number) => number): [number, number][] {
  const first = new Map<number, number>()
  return Array.from({ length: VALUES }, (_, value) => value).flatMap((value): [number, number][] => {
    const hash = hashOf(value)
    const other = first.get(hash)
    first.set(hash, value)
    return other === undefined ? [] : [[other, value]]
  })
}

const text = (value: number) => `${Math.imul(value, 0x9e3779b1)} ${Math.imul(value, 0x85ebca6b)}`

test.each<[string, (key: Key) => (value: number) => number]>([
  [
    'bytes',
    (key) => {
      const { bytes } = createKeyedHash(key)
      return (value) => {
        const written = Buffer.from(text(value))
        return bytes(0, written, 0, written.length)
      }
    },
  ],
  ['pairs', (key) => (value) => createKeyedHash(key).pair(value % 1_000, Math.floor(value / 1_000))],
  ['texts', (key) => (value) => createKeyedHash(key).text(text(value))[1]],
])('%s that collide under one key collide under no other, whichever bit of it is another', (_, hashWith) => {
  const pairs = colliding(hashWith(KEY))
  expect(pairs.length).toBeGreaterThan(0)
  const still = Array.from(
    { length: 64 },
    (_, bit): Key => [bit < 32 ? KEY[0] ^ (1 << bit) : KEY[0], bit < 32 ? KEY[1] : KEY[1] ^ (1 << (bit - 32))],
  ).filter((key) => pairs.some(([one, other]) => hashWith(key)(one) === hashWith(key)(other)))
  expect(still).toEqual([])
})

test.each<[string, (value: number) => number]>([
  ['hashes that are apart', (value) => createKeyedHash(KEY).pair(value, 0)],
  ['one hash for all', () => 7],
  ['hashes from the last places on', (value) => 2 ** 32 - 1 - (value % 3)],
])('the index numbers what is new as a map would: %s', (_, hashOf) => {
  const step = fc.oneof({ weight: 200, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.constant('clear') })
  const room = fc.record({ expected: fc.nat(200), mostFull: fc.constantFrom(0.5, 0.75) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 500, size: 'max' }), room, (steps, given) => {
      const values = [-1]
      const index = createKeyedIndex((number) => hashOf(values[number] ?? 0), given)
      const model = new Map<number, number>()
      for (const value of steps) {
        if (typeof value === 'string') {
          index.clear()
          model.clear()
          values.length = 1
          continue
        }
        let number = index.first(hashOf(value))
        while (number !== 0 && values[number] !== value) number = index.next()
        expect(number).toBe(model.get(value) ?? 0)
        if (number !== 0) continue
        values.push(value)
        model.set(value, model.size + 1)
        expect(index.add()).toBe(model.size)
      }
    }),
    { numRuns: 40 },
  )
})

const PLACES = 2 ** 16

test('pairs that were chosen to collide share a place no more often than others do', () => {
  const placesOf = (pairs: readonly [number, number][]) =>
    new Set(pairs.map(([a, b]) => keyedHash.pair(a, b) % PLACES)).size
  const plain = Array.from({ length: PLACES }, (_, at): [number, number] => [at % 256, at >> 8])
  // Of so many balls in so many bins: 63 % of them are not empty, and one in a million draws is beyond 1 %.
  for (const pairs of [chosenPairs(PLACES), plain])
    expect(Math.abs(placesOf(pairs) / PLACES - 0.632)).toBeLessThan(0.01)
})

test('work with them grows as they do, and each has a number of its own', () => {
  const numbered = (pairs: readonly [number, number][]) => {
    const numbers = createPairNumbers()
    return pairs.map(([a, b]) => numbers.of(a, b))
  }
  const halves = Array.from({ length: 1_000 }, (_, at): [number, number] => (at % 2 === 0 ? [7, at] : [at, 7]))
  const pairs = [...chosenPairs(1_000), ...halves]
  expect(numbered([...pairs, ...pairs])).toEqual([...pairs, ...pairs].map((_, at) => (at % 2_000) + 1))
  const make = (text: string) => chosenPairs(text.length)
  expect(growthProblemsOf(make, [['numbers', numbered]], { pairs: (length) => ' '.repeat(length) })).toEqual([])
})
