// A window onto the rows, sorted and filtered over the whole snapshot.
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { RowsAnswer, RowsQuestion, SnapshotEvent } from '../../../../shared/snapshot/snapshot-rows.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import { instantRanks, type Ranks, valueRanks } from '../table/value-ranks.ts'

/** All texts of one window together have at most so many UTF-16 units; a row that is longer is sent by itself. */
const MOST_CHARACTERS = 1_500_000

/** The view's rows from `offset` on: at most `limit`, fewer where their texts would be too long together. */
export async function answerRows(snapshot: LoadedSnapshot, question: RowsQuestion, turn: Turn): Promise<RowsAnswer> {
  const { offset, limit, scope } = question
  const { table } = snapshot
  const { rows, missing } = await viewOf(snapshot, scope, question.sort, turn)
  const window: SnapshotEvent[] = []
  let characters = 0
  for (const row of rows.subarray(offset, offset + limit)) {
    const source = table.texts.text(row)
    characters += source.length
    if (window.length > 0 && characters > MOST_CHARACTERS) break
    window.push({ row, source, misses: table.missedNames[table.misses[row] ?? 0] ?? [] })
  }
  return { rows: window, offset, count: rows.length, of: table.rows, missing }
}

/**
 * The rows of a scope in the order that is asked for; `missing`: how many more there would be if those that miss a
 * filter counted. It is kept, because scrolling asks for many windows of the same view.
 */
async function viewOf(snapshot: LoadedSnapshot, scope: Scope, sort: RowsQuestion['sort'], turn: Turn) {
  const name = JSON.stringify([scope, sort])
  const known = snapshot.views.get(name)
  if (known !== undefined) return known
  const chosen = await selectRows(snapshot, { ...scope, misses: true }, turn)
  const fitting = scope.misses ? chosen : chosen.filter((row) => snapshot.table.misses[row] === 0)
  const rows = sort === null ? fitting : await sortedRows(snapshot, fitting, sort, turn)
  const view = { rows, missing: chosen.length - fitting.length }
  snapshot.views.set(name, view)
  return view
}

/** Rows in the order of a field or property, whose ranks are kept as well. */
async function sortedRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  { key, descending }: NonNullable<RowsQuestion['sort']>,
  turn: Turn,
): Promise<Uint32Array> {
  const field = key.of === 'time' ? 'createdAt' : key.of === 'field' ? key.field : null
  const column = field === null && key.of === 'property' ? await snapshot.property(key.name, turn) : null
  const { codes, values } = column ?? fieldColumn(snapshot.table, field ?? 'createdAt')
  const name = JSON.stringify(field ?? key)
  const known = snapshot.ranks.get(name)
  const ranks: Ranks =
    known ??
    (field === 'createdAt'
      ? await instantRanks(values, snapshot.table.instants, turn)
      : await valueRanks(values, snapshot.numbers({ values }, false), turn))
  snapshot.ranks.set(name, ranks)
  await turn.breathe()
  return sortRows(rows, codes, ranks, descending)
}

/**
 * A new list, sorted by the ranks of the rows' codes; rows of one rank keep their order. Rows without a value come
 * last, in either direction.
 */
function sortRows(rows: Uint32Array, codes: Uint32Array, ranks: Ranks, descending: boolean): Uint32Array {
  // A counting sort: rows of one rank are a bucket. Each bucket begins where all smaller ones end.
  const bucketOf = (row: number) => {
    const code = codes[row] ?? 0
    if (code === 0) return ranks.size
    const rank = ranks.of[code] ?? 0
    return descending ? ranks.size - 1 - rank : rank
  }
  const starts = new Uint32Array(ranks.size + 2)
  for (const row of rows) {
    const bucket = bucketOf(row) + 1
    starts[bucket] = (starts[bucket] ?? 0) + 1
  }
  for (let bucket = 1; bucket < starts.length; bucket += 1) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0)
  }
  const sorted = new Uint32Array(rows.length)
  for (const row of rows) {
    const bucket = bucketOf(row)
    const place = starts[bucket] ?? 0
    sorted[place] = row
    starts[bucket] = place + 1
  }
  return sorted
}
