// The events behind one line of those that are not as expected, where they are more than its answer names.
import { readShapes } from '../../../../shared/shape/read-shapes.ts'
import type { ShapeRowsQuestion } from '../../../../shared/snapshot/snapshot-shapes.ts'
import type { NamedRows } from '../../../../shared/snapshot/snapshot-worth.ts'
import { rowsByCode } from './code-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'
import { expectationsOf, visitUnexpected } from './unexpected-rows.ts'

/** As many as a condition may name. */
const MOST_ROWS = 100_000

/** All rows or none: half of them would be taken for all. */
export async function answerShapeRows(
  snapshot: LoadedSnapshot,
  { scope, shapes: text, of: { what, code, property, kind } }: ShapeRowsQuestion,
  turn: Turn,
): Promise<NamedRows> {
  const read = readShapes(text)
  if (!read.ok) return { events: 0, rows: [] }
  const byCode = await rowsByCode(snapshot, await selectRows(snapshot, scope, turn), turn)
  const asked = expectationsOf(read.shapes, byCode).filter(
    ({ of, shape }) => of.code === code && (shape?.name ?? null) === property,
  )
  const rows: number[] = []
  let events = 0
  const take = (row: number, miss: { what: typeof what; kind: typeof kind }) => {
    if (miss.what !== what || miss.kind !== kind) return
    events += 1
    if (rows.length < MOST_ROWS) rows.push(row)
  }
  await visitUnexpected(snapshot, asked, () => take, turn)
  return { events, rows: events > rows.length ? [] : rows }
}
