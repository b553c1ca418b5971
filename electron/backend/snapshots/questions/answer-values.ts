// The values of each field and property, over all rows and per event code.
import { EVENT_FIELDS } from '../../../../shared/event/event-fields.ts'
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import {
  isCutValue,
  LONGEST_VALUE,
  MOST_CODES,
  type ValueSummary,
  type ValuesAnswer,
  type ValuesQuestion,
} from '../../../../shared/snapshot/snapshot-rows.ts'
import { rowsByValue } from './code-rows.ts'
import { type Column, fieldColumn, type SeenName } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { type Summarized, summarizeValues } from './summarize-values.ts'
import type { Turn } from './turn.ts'

/** A searchable list shows them. Their total length is bounded too, since a service chooses the names. */
const MOST_NAMES = 10_000
const MOST_NAME_CHARACTERS = 1_000_000
/** Rare properties read from the texts in one pass; each takes four bytes per row. */
const AT_ONCE = 16

export async function answerValues(
  snapshot: LoadedSnapshot,
  { scope, keys, byCode }: ValuesQuestion,
  turn: Turn,
): Promise<ValuesAnswer> {
  const { table } = snapshot
  const rows = await selectRows(snapshot, scope, turn)
  const codes = fieldColumn(table, 'eventCode')
  const groups = byCode ? await rowsByValue(codes, rows, turn) : []
  groups.sort((a, b) => b.rows.length - a.rows.length || a.value - b.value)
  const shown = shortCodes(groups, codes)
  const summaries: ValueSummary[] = []
  const ofCodes: ValueSummary[][] = shown.map(() => [])
  for await (const summarized of columnsOf(snapshot, keys ?? everyKey(snapshot), turn)) {
    const counts = new Uint32Array(summarized.column.values.size + 1)
    summaries.push(await summarizeValues(summarized, rows, counts, turn))
    for (const [at, group] of shown.entries()) {
      ofCodes[at]?.push(await summarizeValues(summarized, group.rows, counts, turn))
    }
  }
  return {
    events: rows.length,
    summaries,
    codes: shown.map(({ value, rows: codeRows }, at) => ({
      code: value === 0 ? null : codes.values.text(value),
      events: codeRows.length,
      summaries: ofCodes[at] ?? [],
    })),
    otherCodes: groups.length - shown.length,
    names: bounded(table.names),
    nameCount: table.names.length,
  }
}

function everyKey({ table }: LoadedSnapshot): SnapshotKey[] {
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const columns = table.names.filter((seen) => table.properties.has(seen.name) && isShort(seen))
  return [...fields, ...columns.map(({ name }): SnapshotKey => ({ of: 'property', name }))]
}

/** The commonest groups of those whose code can be given whole: nothing can be asked about one that is cut. */
function shortCodes<Group extends { value: number }>(groups: readonly Group[], { values }: Column): Group[] {
  const shown: Group[] = []
  for (const group of groups) {
    if (shown.length === MOST_CODES) break
    if (group.value === 0 || !isCutValue(values.beginning(group.value, LONGEST_VALUE))) shown.push(group)
  }
  return shown
}

const isShort = ({ name }: SeenName) => name.length <= LONGEST_VALUE

/** One after the other, in the order of the keys. */
async function* columnsOf(snapshot: LoadedSnapshot, keys: readonly SnapshotKey[], turn: Turn) {
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE)
    const columns = await snapshot.properties(
      some.flatMap((key) => (key.of === 'property' ? [key.name] : [])),
      turn,
    )
    for (const key of some) yield summarizedOf(snapshot, key, columns)
  }
}

function summarizedOf(snapshot: LoadedSnapshot, key: SnapshotKey, properties: ReadonlyMap<string, Column>): Summarized {
  const { table } = snapshot
  const field = key.of === 'field' ? key.field : 'createdAt'
  const column = (key.of === 'property' ? properties.get(key.name) : undefined) ?? fieldColumn(table, field)
  const isTime = key.of !== 'property' && field === 'createdAt'
  return { key, column, numbers: snapshot.numbers(column, false), instants: isTime ? table.instants : null }
}

function bounded(all: readonly SeenName[]): SeenName[] {
  let characters = 0
  const names = all.filter(isShort).slice(0, MOST_NAMES)
  const end = names.findIndex(({ name }) => {
    characters += name.length
    return characters > MOST_NAME_CHARACTERS
  })
  return end < 0 ? names : names.slice(0, end)
}
