// Rows by their event code: what is asked of a code is looked at in its own rows only.
import { type Column, fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

export interface CodeRows {
  /** Null: without a code. */
  code: string | null
  /** In the order of the snapshot. */
  rows: Uint32Array
}

/** Those codes that any of the rows has, first seen first; what has none is the first. */
export async function rowsByCode({ table }: LoadedSnapshot, rows: Uint32Array, turn: Turn): Promise<CodeRows[]> {
  const column = fieldColumn(table, 'eventCode')
  const groups = await rowsByValue(column, rows, turn)
  return groups.map((group) => ({
    code: group.value === 0 ? null : column.values.text(group.value),
    rows: group.rows,
  }))
}

/**
 * The rows of each value of a column that any of `rows` has, first seen first, in the order of the snapshot. `value` is its
 * number in the column; 0, which is the first, is for rows without one. No value is read.
 */
export async function rowsByValue(
  { codes, values }: Column,
  rows: Uint32Array,
  turn: Turn,
): Promise<{ value: number; rows: Uint32Array }[]> {
  const starts = new Uint32Array(values.size + 2)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const next = (codes[rows[at] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  })
  for (let next = 1; next < starts.length; next += 1) starts[next] = (starts[next] ?? 0) + (starts[next - 1] ?? 0)
  const ordered = new Uint32Array(rows.length)
  const used = starts.slice()
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const value = codes[row] ?? 0
      const place = used[value] ?? 0
      ordered[place] = row
      used[value] = place + 1
    }
  })
  const groups: { value: number; rows: Uint32Array }[] = []
  for (let value = 0; value <= values.size; value += 1) {
    const rowsOfValue = ordered.subarray(starts[value], starts[value + 1])
    if (rowsOfValue.length > 0) groups.push({ value, rows: rowsOfValue })
  }
  return groups
}
