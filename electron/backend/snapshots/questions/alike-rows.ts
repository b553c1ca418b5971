// Finds rows that are equal in everything a check compares. Rows with the same digest are candidates, then compared in full.
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { inSteps, type Turn } from './turn.ts'

/**
 * Groups of at least two rows, each in the order of `rows`: same customer, code and type, and the same properties in any
 * order, except those named in `ignored`.
 */
export async function alikeRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  ignored: ReadonlySet<string>,
  turn: Turn,
): Promise<number[][]> {
  const { table } = snapshot
  const columns = [
    ...table.fields.slice(1, 4).map(({ codes }) => codes),
    ...[...table.properties].filter(([name]) => !ignored.has(name)).map(([, { codes }]) => codes),
  ]
  // A name without a column may be in the digest of the remaining properties.
  const hasRest = ![...ignored].some(
    (name) => !table.properties.has(name) && table.names.some((one) => one.name === name),
  )
  const [firstWords, secondWords] = await digests(rows, hasRest ? [...columns, table.rest] : columns, turn)
  const { heads, next } = await chains(firstWords, secondWords, turn)
  const lists: number[][] = []
  let worked = 0
  for (const head of heads) {
    if (head === 0 || next[head] === 0) continue
    const places: number[] = []
    for (let place = head; place !== 0; place = next[place] ?? 0) places.push(rows[place - 1] ?? 0)
    places.reverse()
    worked += places.length
    if (worked > 5_000) {
      worked = 0
      await turn.breathe()
    }
    for (const list of reallyAlike(snapshot, places, columns, ignored)) lists.push(list)
  }
  return lists
}

/** A 64-bit digest per row, in two words; equal rows have equal digests. */
async function digests(
  rows: Uint32Array,
  columns: readonly Uint32Array[],
  turn: Turn,
): Promise<[Uint32Array, Uint32Array]> {
  const firstWords = new Uint32Array(rows.length)
  const secondWords = new Uint32Array(rows.length)
  for (const codes of columns) {
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const code = codes[rows[at] ?? 0] ?? 0
        const first = Math.imul((firstWords[at] ?? 0) ^ code, 0x9e3779b1)
        firstWords[at] = first ^ (first >>> 15)
        const second = Math.imul((secondWords[at] ?? 0) + code + 0x7f4a7c15, 0x85ebca6b)
        secondWords[at] = second ^ (second >>> 13)
      }
    })
  }
  return [firstWords, secondWords]
}

/** Links rows that share a digest, the last one first. Places are 1-based; 0 ends a chain. */
async function chains(firstWords: Uint32Array, secondWords: Uint32Array, turn: Turn) {
  const count = firstWords.length
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(count, 1) * 2))
  const heads = new Uint32Array(capacity)
  const next = new Uint32Array(count + 1)
  const mask = capacity - 1
  await inSteps(count, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      let slot = (firstWords[at] ?? 0) & mask
      for (;;) {
        const head = heads[slot] ?? 0
        if (head === 0 || (firstWords[head - 1] === firstWords[at] && secondWords[head - 1] === secondWords[at])) break
        slot = (slot + 1) & mask
      }
      next[at + 1] = heads[slot] ?? 0
      heads[slot] = at + 1
    }
  })
  return { heads, next }
}

/** Rules out collisions of digests; nearly always one group of all `rows`. */
function reallyAlike(
  snapshot: LoadedSnapshot,
  rows: number[],
  columns: readonly Uint32Array[],
  ignored: ReadonlySet<string>,
): number[][] {
  const { rest } = snapshot.table
  const first = rows[0] ?? 0
  const isPlain = rows.every((row) => rest[row] === 0 && columns.every((codes) => codes[row] === codes[first]))
  if (isPlain) return [rows]
  const lists = new Map<string, number[]>()
  for (const row of rows) {
    const key = [...columns.map((codes) => codes[row]), restOf(snapshot, row, ignored)].join()
    const known = lists.get(key)
    if (known === undefined) lists.set(key, [row])
    else known.push(row)
  }
  return [...lists.values()].filter(({ length }) => length > 1)
}

/** The properties that have no column. */
function restOf({ table }: LoadedSnapshot, row: number, ignored: ReadonlySet<string>): string {
  if (table.rest[row] === 0) return ''
  const read = parseEventText(table.texts.text(row))
  if (!read.ok) return ''
  const rest = read.event.properties.filter(({ name }) => !table.properties.has(name) && !ignored.has(name))
  return JSON.stringify(rest.map(({ name, kind, text }) => [name, kind, text]).sort())
}
