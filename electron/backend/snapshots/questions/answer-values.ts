// The values of each field and property, over all rows and per event code.
import { EVENT_FIELDS } from '../../../../shared/event-fields.ts'
import type { SnapshotKey } from '../../../../shared/snapshot-key.ts'
import {
  MOST_CODES,
  type ValueSummary,
  type ValuesAnswer,
  type ValuesQuestion,
} from '../../../../shared/snapshot-values.ts'
import { type Column, fieldColumn, type SeenName } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { rowsByCode } from './rows-by-code.ts'
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
  const groups = byCode ? await rowsByCode(codes, rows, turn) : []
  const shown = groups.slice(0, MOST_CODES)
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
    codes: shown.map(({ code, rows: own }, at) => ({
      code: code === 0 ? null : codes.values.text(code),
      events: own.length,
      summaries: ofCodes[at] ?? [],
    })),
    otherCodes: groups.length - shown.length,
    names: bounded(table.names),
    nameCount: table.names.length,
  }
}

function everyKey({ table }: LoadedSnapshot): SnapshotKey[] {
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const columns = table.names.filter(({ name }) => table.properties.has(name))
  return [...fields, ...columns.map(({ name }): SnapshotKey => ({ of: 'property', name }))]
}

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

function bounded(names: readonly SeenName[]): SeenName[] {
  let characters = 0
  const end = names.slice(0, MOST_NAMES).findIndex(({ name }) => {
    characters += name.length
    return characters > MOST_NAME_CHARACTERS
  })
  return names.slice(0, end < 0 ? MOST_NAMES : end)
}
