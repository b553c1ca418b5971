// What stands in each field and property, over all rows and for each event code.
import { EVENT_FIELDS } from '../../../../shared/event-fields.ts'
import type { SnapshotKey } from '../../../../shared/snapshot-key.ts'
import {
  MOST_CODES,
  type ValueSummary,
  type ValuesAnswer,
  type ValuesQuestion,
} from '../../../../shared/snapshot-values.ts'
import { fieldColumn } from './event-table.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { rowsByCode } from './rows-by-code.ts'
import { selectRows } from './select-rows.ts'
import { type Summarized, summarizeValues } from './summarize-values.ts'
import type { Turn } from './turn.ts'

const MOST_NAMES = 1_000

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
  for (const key of keys ?? everyKey(snapshot)) {
    const summarized = await summarizedOf(snapshot, key, turn)
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
    names: table.names.slice(0, MOST_NAMES),
    nameCount: table.names.length,
  }
}

function everyKey({ table }: LoadedSnapshot): SnapshotKey[] {
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const columns = table.names.filter(({ name }) => table.properties.has(name))
  return [...fields, ...columns.map(({ name }): SnapshotKey => ({ of: 'property', name }))]
}

async function summarizedOf(snapshot: LoadedSnapshot, key: SnapshotKey, turn: Turn): Promise<Summarized> {
  const own = key.of === 'time' ? ({ of: 'field', field: 'createdAt' } as const) : key
  const column = await snapshot.column(own, turn)
  const isTime = own.of === 'field' && own.field === 'createdAt'
  return {
    key,
    column,
    numbers: snapshot.numbers(column, false),
    instants: isTime ? snapshot.table.instants : null,
  }
}
