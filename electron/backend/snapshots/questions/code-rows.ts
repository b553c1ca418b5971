// Rows by their event code: what is expected of a code is looked at in its own rows only.
import { fieldColumn } from './loaded-events.ts'
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
  const { codes, values } = fieldColumn(table, 'eventCode')
  const starts = new Uint32Array(values.size + 2)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const next = (codes[rows[at] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  })
  for (let code = 1; code < starts.length; code += 1) starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0)
  const ordered = new Uint32Array(rows.length)
  const used = starts.slice()
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const code = codes[row] ?? 0
      const place = used[code] ?? 0
      ordered[place] = row
      used[code] = place + 1
    }
  })
  const found: CodeRows[] = []
  for (let code = 0; code <= values.size; code += 1) {
    const rowsOfCode = ordered.subarray(starts[code], starts[code + 1])
    if (rowsOfCode.length > 0) found.push({ code: code === 0 ? null : values.text(code), rows: rowsOfCode })
  }
  return found
}
