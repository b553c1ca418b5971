// The order of a column's values: numbers by exact value, then texts by code points, true and false, null, objects.
import type { ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { Dictionary } from './dictionary.ts'
import type { Instants } from './loaded-events.ts'
import { compareNumbers, type NumberColumn, orderedNumber, SMALL } from './number-column.ts'
import type { Turn } from './turn.ts'

/** The ranks of values, by the values' numbers; equal ones have one. `size`: how many ranks there are, from 0 on. */
export interface Ranks {
  of: Uint32Array
  size: number
}

const KIND_ORDER: readonly ValueKind[] = ['number', 'string', 'boolean', 'null', 'json', 'repeated']

/** Ranks the values of a column. @param numbers those of the same column, by the number of the value */
export async function valueRanks(values: Dictionary, numbers: NumberColumn, turn: Turn): Promise<Ranks> {
  const ranks: Ranks = { of: new Uint32Array(values.size + 1), size: 0 }
  let left = values.size
  for (const kind of KIND_ORDER) {
    // Nearly every column is of one kind: no other is looked for once all values are ranked.
    if (left === 0) break
    const ids = idsOf(values, kind)
    left -= ids.length
    await turn.breathe()
    if (kind !== 'number') {
      await sortByBytes(ids, values, turn)
      for (const id of ids) ranks.of[id] = ranks.size++
    } else rankNumbers(ids, values, numbers, ranks)
  }
  return ranks
}

/** The order of created_at: by instant, then what is not a date-time. */
export async function instantRanks(values: Dictionary, { seconds, nanoseconds }: Instants, turn: Turn): Promise<Ranks> {
  const ranks: Ranks = { of: new Uint32Array(values.size + 1), size: 0 }
  const all = idsOf(values, 'string')
  const ids = all.filter((id) => !Number.isNaN(seconds[id]))
  await turn.breathe()
  // The sort is stable, so the less significant key goes first.
  sortByDoubles(
    ids,
    Float64Array.from(ids, (id) => nanoseconds[id] ?? 0),
  )
  await turn.breathe()
  sortByDoubles(
    ids,
    Float64Array.from(ids, (id) => seconds[id] ?? 0),
  )
  let before = -1
  for (const id of ids) {
    const isSame = before >= 0 && seconds[before] === seconds[id] && nanoseconds[before] === nanoseconds[id]
    ranks.of[id] = isSame ? ranks.size - 1 : ranks.size++
    before = id
  }
  const others = all.filter((id) => Number.isNaN(seconds[id]))
  await sortByBytes(others, values, turn)
  for (const id of others) ranks.of[id] = ranks.size++
  return ranks
}

/** Ranks numbers by their exact values: 1, 1.0 and 1E0 have one rank. */
function rankNumbers(ids: Uint32Array, values: Dictionary, numbers: NumberColumn, ranks: Ranks): void {
  const power = 10 ** numbers.scale
  // The nearest doubles are in the order of the numbers, except where several numbers share one: those are compared
  // exactly.
  const doubleOf = (id: number) =>
    numbers.states[id] === SMALL ? (numbers.wholes[id] ?? 0) / power : Number(values.text(id))
  const doubles = Float64Array.from(ids, doubleOf)
  sortByDoubles(ids, doubles)
  for (let from = 0; from < ids.length; ) {
    let to = from + 1
    const double = doubleOf(ids[from] ?? 0)
    while (to < ids.length && doubleOf(ids[to] ?? 0) === double) to += 1
    if (to === from + 1) ranks.of[ids[from] ?? 0] = ranks.size++
    else rankExactly([...ids.subarray(from, to)], values, ranks)
    from = to
  }
}

/** Ranks numbers that share their nearest double. */
function rankExactly(ids: number[], values: Dictionary, ranks: Ranks): void {
  const read = ids.flatMap((id) => {
    const number = orderedNumber(values.text(id))
    return number === null ? [] : [{ id, number }]
  })
  read.sort((a, b) => compareNumbers(a.number, b.number))
  read.forEach(({ id, number }, at) => {
    const before = read[at - 1]
    const isSame = before !== undefined && compareNumbers(before.number, number) === 0
    ranks.of[id] = isSame ? ranks.size - 1 : ranks.size++
  })
}

function idsOf(values: Dictionary, kind: ValueKind): Uint32Array {
  const ids = new Uint32Array(values.size)
  let count = 0
  for (let id = 1; id <= values.size; id += 1) {
    if (values.kind(id) === kind) {
      ids[count] = id
      count += 1
    }
  }
  return ids.subarray(0, count)
}

/** They are so few that sorting by insertion is faster than to split them further. */
const FEW = 12
/** Ids that are looked at before others have their turn. */
const IDS_A_TURN = 20_000

/**
 * Sorts the numbers of values in place by the bytes of their texts, which for UTF-8 is the order of code points: a
 * quicksort that looks at one byte of all texts at a time (Bentley and Sedgewick), so that a common prefix is compared
 * only once.
 */
async function sortByBytes(ids: Uint32Array, values: Dictionary, turn: Turn): Promise<void> {
  const bytes = values.bytes()
  /** -1 past the end of a text. */
  const byteAt = (id: number, depth: number) => {
    const at = values.start(id) + depth
    return at < values.end(id) ? (bytes[at] ?? 0) : -1
  }
  const compare = (a: number, b: number, depth: number) => {
    for (let at = depth; ; at += 1) {
      const [one, other] = [byteAt(a, at), byteAt(b, at)]
      if (one !== other) return one - other
      if (one < 0) return 0
    }
  }
  const swap = (a: number, b: number) => {
    const kept = ids[a] ?? 0
    ids[a] = ids[b] ?? 0
    ids[b] = kept
  }

  /** @param depth the length of the prefix that all of these share */
  function insertEach(from: number, to: number, depth: number): void {
    for (let at = from + 1; at < to; at += 1) {
      for (let back = at; back > from && compare(ids[back - 1] ?? 0, ids[back] ?? 0, depth) > 0; back -= 1) {
        swap(back, back - 1)
      }
    }
  }

  /** Puts lower bytes than the pivot's first and higher ones last: the others are in [less, more). */
  function split(from: number, to: number, depth: number): { less: number; more: number; pivot: number } {
    const middle = (from + to) >>> 1
    const pivot = median(
      byteAt(ids[from] ?? 0, depth),
      byteAt(ids[middle] ?? 0, depth),
      byteAt(ids[to - 1] ?? 0, depth),
    )
    let [less, at, more] = [from, from, to]
    while (at < more) {
      const byte = byteAt(ids[at] ?? 0, depth)
      if (byte < pivot) {
        swap(less, at)
        less += 1
        at += 1
      } else if (byte > pivot) {
        more -= 1
        swap(at, more)
      } else at += 1
    }
    return { less, more, pivot }
  }

  /** Ranges still to be sorted, three numbers each: from, up to, and the length of their common prefix. */
  const waiting: number[] = [0, ids.length, 0]
  let seen = 0
  while (waiting.length > 0) {
    const depth = waiting.pop() ?? 0
    const to = waiting.pop() ?? 0
    const from = waiting.pop() ?? 0
    seen += to - from
    if (seen > IDS_A_TURN) {
      seen = 0
      await turn.breathe()
    }
    if (to - from <= FEW) insertEach(from, to, depth)
    else {
      const { less, more, pivot } = split(from, to, depth)
      waiting.push(from, less, depth, more, to, depth)
      // Texts that end here are equal.
      if (pivot >= 0) waiting.push(less, more, depth + 1)
    }
  }
}

const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))

/** Bits of a key that are sorted by at a time, from the least significant on. */
const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS
const DIGITS_OF_KEY = 64 / DIGIT_BITS

/**
 * Sorts `ids` in place by `keys`, which are parallel and contain no NaN. Stable. A radix sort, which for a million is
 * ten times as fast as comparing.
 */
function sortByDoubles(ids: Uint32Array, keys: Float64Array): void {
  const count = ids.length
  const words = sortableBits(keys)
  let order = Uint32Array.from({ length: count }, (_, at) => at)
  let sorted = new Uint32Array(count)
  /** Each digit has the place of the next key that has it; while they are counted, how many have the digit before. */
  const places = new Uint32Array(DIGITS + 1)
  for (let pass = 0; pass < DIGITS_OF_KEY; pass += 1) {
    const word = pass >>> 1
    const shift = (pass & 1) * DIGIT_BITS
    const digitOf = (key: number) => ((words[2 * key + word] ?? 0) >>> shift) & (DIGITS - 1)
    places.fill(0)
    for (let at = 0; at < count; at += 1) {
      const next = 1 + digitOf(at)
      places[next] = (places[next] ?? 0) + 1
    }
    // All have the same digit here: nothing moves.
    if (count === 0 || places[digitOf(0) + 1] === count) continue
    for (let digit = 1; digit < places.length; digit += 1) {
      places[digit] = (places[digit] ?? 0) + (places[digit - 1] ?? 0)
    }
    for (let at = 0; at < count; at += 1) {
      const key = order[at] ?? 0
      const digit = digitOf(key)
      const place = places[digit] ?? 0
      sorted[place] = key
      places[digit] = place + 1
    }
    ;[order, sorted] = [sorted, order]
  }
  const before = ids.slice()
  for (let at = 0; at < count; at += 1) ids[at] = before[order[at] ?? 0] ?? 0
}

/**
 * The bits of each key, its low word first, so changed that they sort as unsigned numbers: all bits of a negative
 * double are inverted, and of any other the sign. -0 counts as 0.
 */
function sortableBits(keys: Float64Array): Uint32Array {
  const words = new Uint32Array(keys.buffer.slice(keys.byteOffset, keys.byteOffset + keys.byteLength))
  for (let at = 0; at < keys.length; at += 1) {
    const isZero = keys[at] === 0
    const low = isZero ? 0 : (words[2 * at] ?? 0)
    const high = isZero ? 0 : (words[2 * at + 1] ?? 0)
    const isNegative = high >>> 31 === 1
    words[2 * at] = isNegative ? ~low : low
    words[2 * at + 1] = isNegative ? ~high : high | 0x80000000
  }
  return words
}
