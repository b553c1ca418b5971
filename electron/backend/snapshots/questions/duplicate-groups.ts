// Finds possible duplicates: equal rows split into groups within a time window, each with a key that survives a recheck.
import { createHash } from 'node:crypto'
import type { DuplicateGroup } from '../../../../shared/snapshot/snapshot-checks.ts'
import type { DuplicatesSought } from '../../../../shared/snapshot/snapshot-worth.ts'
import { compareInstants } from '../../../../shared/time/instant.ts'
import { isIdempotencyName } from '../../../../shared/worth/property-meanings.ts'
import { alikeRows } from './alike-rows.ts'
import { type Column, fieldColumn, type LoadedEvents } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

/** The groups among these rows, by their first; `undated` rows could not be compared, as their time is not known. */
export async function duplicateGroups(
  snapshot: LoadedSnapshot,
  all: Uint32Array,
  { windowSeconds, ignored }: DuplicatesSought,
  turn: Turn,
): Promise<{ groups: number[][]; undated: number }> {
  const { table } = snapshot
  const { codes: times } = fieldColumn(table, 'createdAt')
  const rows = all.filter((row) => !Number.isNaN(table.instants.seconds[times[row] ?? 0] ?? Number.NaN))
  const lists = await alikeRows(snapshot, rows, new Set(ignored), turn)
  const groups: number[][] = []
  for (const [at, list] of lists.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    // One at a time: there may be more groups than a call takes arguments.
    for (const group of groupsWithin(table, list, windowSeconds)) groups.push(group)
  }
  groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
  await turn.breathe()
  return { groups, undated: all.length - rows.length }
}

/** Groups of rows with distinct IDs, the last at most `seconds` after the first; earliest first. */
function groupsWithin(table: LoadedEvents, alike: readonly number[], seconds: number): number[][] {
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

/** Of each of these properties that any of the group has, whether its values are the same. */
export function identifiersOf(
  group: readonly number[],
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
) {
  const identifiers: DuplicateGroup['identifiers'] = []
  for (const name of names) {
    const codes = columns.get(name)?.codes ?? new Uint32Array()
    const codesOfGroup = group.map((row) => codes[row] ?? 0)
    const different = new Set(codesOfGroup)
    if (different.size === 1 && different.has(0)) continue
    const isEach = different.size === codesOfGroup.length && !different.has(0)
    identifiers.push({ name, values: different.size === 1 ? 'same' : isEach ? 'different' : 'mixed' })
  }
  return identifiers
}

/** What the request identifiers say about one event having been sent twice. */
export function evidenceOf(identifiers: DuplicateGroup['identifiers']): DuplicateGroup['evidence'] {
  const keys = identifiers.filter(({ name }) => isIdempotencyName(name))
  if (keys.some(({ values }) => values === 'same')) return 'strong'
  return keys.some(({ values }) => values === 'different') ? 'against' : 'plain'
}
