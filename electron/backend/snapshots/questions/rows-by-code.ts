// Groups rows by their value in one column, the commonest value first.
import type { Column } from './loaded-events.ts'
import { inSteps, type Turn } from './turn.ts'

/** `code` 0 is for rows without a value. Rows keep their order. */
export async function rowsByCode(
  { codes, values }: Column,
  rows: Uint32Array,
  turn: Turn,
): Promise<{ code: number; rows: Uint32Array }[]> {
  const starts = new Uint32Array(values.size + 2)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const bucket = (codes[rows[at] ?? 0] ?? 0) + 1
      starts[bucket] = (starts[bucket] ?? 0) + 1
    }
  })
  for (let bucket = 1; bucket < starts.length; bucket += 1) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0)
  }
  const places = starts.slice()
  const sorted = new Uint32Array(rows.length)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const code = codes[row] ?? 0
      const place = places[code] ?? 0
      sorted[place] = row
      places[code] = place + 1
    }
  })
  const groups: { code: number; rows: Uint32Array }[] = []
  for (let code = 0; code <= values.size; code += 1) {
    const own = sorted.subarray(starts[code], starts[code + 1])
    if (own.length > 0) groups.push({ code, rows: own })
  }
  return groups.sort((a, b) => b.rows.length - a.rows.length || a.code - b.code)
}
