// Groups rows by their values under one key or several.
import type { KeyValue, SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import { type Column, fieldColumn } from './loaded-events.ts'
import type { KeyCodes, LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

export interface Groups {
  /** The group of each row, indexed by the row's position in the list that was passed in. */
  of: Uint32Array
  count: number
  /** They are, per key, the code of each group. */
  codes: Uint32Array[]
  /** The group that each group was part of before the last key. */
  parents: Uint32Array
}

/** Up to this many combinations are looked up in an array rather than a Map. */
const MOST_DIRECT = 1 << 23

/** @param keys for each the codes of all rows, and the largest code there is */
export async function groupRows(
  rows: Uint32Array,
  keys: readonly { codes: Uint32Array; size: number }[],
  turn: Turn,
): Promise<Groups> {
  let groups: Groups = {
    of: new Uint32Array(rows.length),
    count: rows.length === 0 ? 0 : 1,
    codes: [],
    parents: new Uint32Array(1),
  }
  for (const key of keys) groups = await dividedGroups(groups, rows, key, turn)
  return groups
}

/** Splits each group by one more key: a new group for each pair of a group and a code, in the order they are seen. */
export async function dividedGroups(
  before: Groups,
  rows: Uint32Array,
  { codes, size }: { codes: Uint32Array; size: number },
  turn: Turn,
): Promise<Groups> {
  const width = size + 1
  const groupOfRow = new Uint32Array(rows.length)
  const parents: number[] = []
  const lastCodes: number[] = []
  // The new group of each pair, plus 1: 0 is that of a pair that was not seen yet. In an array, or else in a Map.
  const direct = before.count * width <= MOST_DIRECT ? new Uint32Array(before.count * width) : null
  const mapped = new Map<number, number>()
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const parent = before.of[at] ?? 0
      const code = codes[rows[at] ?? 0] ?? 0
      const pair = parent * width + code
      const known = direct === null ? (mapped.get(pair) ?? 0) : (direct[pair] ?? 0)
      if (known !== 0) groupOfRow[at] = known - 1
      else {
        groupOfRow[at] = parents.length
        parents.push(parent)
        lastCodes.push(code)
        if (direct === null) mapped.set(pair, parents.length)
        else direct[pair] = parents.length
      }
    }
  })
  const inherited = before.codes.map((list) => Uint32Array.from(parents, (parent) => list[parent] ?? 0))
  return {
    of: groupOfRow,
    count: parents.length,
    codes: [...inherited, Uint32Array.from(lastCodes)],
    parents: Uint32Array.from(parents),
  }
}

/** The codes of some keys. @param zone in which periods begin; null: the snapshot's own */
export async function codesOf(
  snapshot: LoadedSnapshot,
  by: readonly SnapshotKey[],
  zone: string | null,
  turn: Turn,
): Promise<KeyCodes[]> {
  const keys: KeyCodes[] = []
  for (const key of by) keys.push(await snapshot.codes(key, zone, turn))
  return keys
}

/** Groups by some keys of a snapshot; `keysOf`: what those of a group are. @param zone as of `codesOf` */
export async function groupByKeys(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  by: readonly SnapshotKey[],
  zone: string | null,
  turn: Turn,
): Promise<{ groups: Groups; keys: KeyCodes[]; keysOf(group: number): (KeyValue | null)[] }> {
  const keys = await codesOf(snapshot, by, zone, turn)
  const groups = await groupRows(rows, keys, turn)
  return { groups, keys, keysOf: (group) => keys.map(({ keyValue }, at) => keyValue(groups.codes[at]?.[group] ?? 0)) }
}

export interface CodeRows {
  /** Null: without a code. */
  code: string | null
  /** They are in the order of the snapshot. */
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
 * The rows of each value of a column that any of `rows` has, first seen first, in the order of the snapshot. `value` is
 * its number in the column; 0, which is the first, is for rows without one. No value is read: rows are sorted by
 * counting how many have each number.
 */
export async function rowsByValue(
  { codes, values }: Column,
  rows: Uint32Array,
  turn: Turn,
): Promise<{ value: number; rows: Uint32Array }[]> {
  /** Where the rows of each value begin among all; while they are counted, how many rows the value before has. */
  const starts = new Uint32Array(values.size + 2)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const next = (codes[rows[at] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  })
  for (let next = 1; next < starts.length; next += 1) starts[next] = (starts[next] ?? 0) + (starts[next - 1] ?? 0)
  const ordered = new Uint32Array(rows.length)
  /** Where the next row of each value goes. */
  const nextPlaces = starts.slice()
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const value = codes[row] ?? 0
      const place = nextPlaces[value] ?? 0
      ordered[place] = row
      nextPlaces[value] = place + 1
    }
  })
  const groups: { value: number; rows: Uint32Array }[] = []
  for (let value = 0; value <= values.size; value += 1) {
    const rowsOfValue = ordered.subarray(starts[value], starts[value + 1])
    if (rowsOfValue.length > 0) groups.push({ value, rows: rowsOfValue })
  }
  return groups
}
