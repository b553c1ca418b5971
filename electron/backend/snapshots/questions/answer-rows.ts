// A window onto the rows, sorted and filtered over the whole snapshot.
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { RowsAnswer, RowsQuestion, SnapshotEvent } from '../../../../shared/snapshot/snapshot-rows.ts'
import { fieldColumn } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { sortRows } from './sort-rows.ts'
import type { Turn } from './turn.ts'
import { instantRanks, type Ranks, valueRanks } from './value-ranks.ts'

/** Of all texts in one window, in UTF-16 units; a longer row is sent by itself. */
const MOST_CHARACTERS = 1_500_000

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

/** Kept, because scrolling asks for many windows of the same view. */
async function viewOf(snapshot: LoadedSnapshot, scope: Scope, sort: RowsQuestion['sort'], turn: Turn) {
  const name = JSON.stringify([scope, sort])
  const known = snapshot.views.get(name)
  if (known !== undefined) return known
  const chosen = await selectRows(snapshot, { ...scope, misses: true }, turn)
  const fitting = scope.misses ? chosen : chosen.filter((row) => snapshot.table.misses[row] === 0)
  const rows = sort === null ? fitting : await sorted(snapshot, fitting, sort, turn)
  const view = { rows, missing: chosen.length - fitting.length }
  snapshot.views.set(name, view)
  return view
}

async function sorted(
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
