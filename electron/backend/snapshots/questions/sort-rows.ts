// Rows in the order of a field or property.
import type { Ranks } from './value-ranks.ts'

/**
 * A new list, sorted by the ranks of the codes; those of one rank stay as they were. Rows without a value are last, in
 * whichever direction.
 */
export function sortRows(rows: Uint32Array, codes: Uint32Array, ranks: Ranks, descending: boolean): Uint32Array {
  const bucketOf = (row: number) => {
    const code = codes[row] ?? 0
    if (code === 0) return ranks.size
    const rank = ranks.of[code] ?? 0
    return descending ? ranks.size - 1 - rank : rank
  }
  const starts = new Uint32Array(ranks.size + 2)
  for (const row of rows) {
    const bucket = bucketOf(row) + 1
    starts[bucket] = (starts[bucket] ?? 0) + 1
  }
  for (let bucket = 1; bucket < starts.length; bucket += 1) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0)
  }
  const sorted = new Uint32Array(rows.length)
  for (const row of rows) {
    const bucket = bucketOf(row)
    const place = starts[bucket] ?? 0
    sorted[place] = row
    starts[bucket] = place + 1
  }
  return sorted
}
