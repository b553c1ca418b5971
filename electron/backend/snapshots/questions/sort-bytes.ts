// Sorts texts by their bytes, which for UTF-8 is the order of code points: a quicksort that looks at one byte of all texts
// at a time (Bentley and Sedgewick), so that a common prefix is compared only once.
import type { Dictionary } from './dictionary.ts'
import type { Turn } from './turn.ts'

const FEW = 12

/** Sorts the numbers of values in place. */
export async function sortByBytes(ids: Uint32Array, values: Dictionary, turn: Turn): Promise<void> {
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
  /** Ranges still to be sorted: from, up to, and the length of their common prefix. */
  const stretches: number[] = [0, ids.length, 0]
  let worked = 0
  while (stretches.length > 0) {
    const depth = stretches.pop() ?? 0
    const to = stretches.pop() ?? 0
    const from = stretches.pop() ?? 0
    worked += to - from
    if (worked > 20_000) {
      worked = 0
      await turn.breathe()
    }
    if (to - from <= FEW) {
      for (let at = from + 1; at < to; at += 1) {
        for (let back = at; back > from && compare(ids[back - 1] ?? 0, ids[back] ?? 0, depth) > 0; back -= 1) {
          swap(back, back - 1)
        }
      }
      continue
    }
    const pivot = median(
      byteAt(ids[from] ?? 0, depth),
      byteAt(ids[(from + to) >>> 1] ?? 0, depth),
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
    stretches.push(from, less, depth, more, to, depth)
    if (pivot >= 0) stretches.push(less, more, depth + 1)
  }
}

const median = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
