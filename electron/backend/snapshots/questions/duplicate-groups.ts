// Splits equal rows into groups within a time window, and gives each group a key that survives a recheck.
import { createHash } from 'node:crypto'
import { compareInstants } from '../../../../shared/time/instant.ts'
import { fieldColumn, type LoadedEvents } from './loaded-events.ts'

/** Groups of rows with distinct IDs, the last at most `seconds` after the first; earliest first. */
export function groupsWithin(table: LoadedEvents, alike: readonly number[], seconds: number): number[][] {
  const created = fieldColumn(table, 'createdAt')
  const ids = fieldColumn(table, 'eventId')
  const at = (row: number) => {
    const code = created.codes[row] ?? 0
    return { seconds: table.instants.seconds[code] ?? 0, nanoseconds: table.instants.nanoseconds[code] ?? 0 }
  }
  const rows = alike.toSorted((a, b) => compareInstants(at(a), at(b)) || a - b)
  const groups: number[][] = []
  let group: number[] = []
  let known = new Set<number>()
  const end = () => {
    if (group.length > 1) groups.push(group)
    group = []
    known = new Set()
  }
  for (const row of rows) {
    const first = group[0]
    if (first !== undefined) {
      const begun = at(first)
      if (compareInstants(at(row), { seconds: begun.seconds + seconds, nanoseconds: begun.nanoseconds }) > 0) end()
    }
    const id = ids.codes[row] ?? 0
    // Two rows with one ID are one event sent twice, which is another check.
    if (id !== 0 && known.has(id)) continue
    known.add(id)
    group.push(row)
  }
  end()
  return groups
}

/** A digest of its IDs in any order; an event without an ID counts by its text. */
export function groupKey({ texts, ...table }: LoadedEvents, group: readonly number[]): string {
  const ids = table.fields[0]
  const names = group.map((row) => {
    const id = ids?.codes[row] ?? 0
    return id === 0 ? `text ${texts.text(row)}` : `id ${ids?.values.text(id)}`
  })
  return createHash('sha256').update(JSON.stringify(names.sort())).digest('hex')
}
