// What differs from an earlier snapshot, with money for each group.
import { comparedTotals } from '../../../../shared/snapshot/compare-totals.ts'
import { PLAIN_TOTALS } from '../../../../shared/snapshot/plain-totals.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesAnswer,
  type ChangesQuestion,
  type SnapshotDifference,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer } from '../../../../shared/snapshot/snapshot-totals.ts'
import { answerTotals } from './answer-totals.ts'
import type { Differences } from './compare-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'

/** Lines of money for each kind; "All" is of every one. */
const MOST_LINES = 1_000
/** Of the texts of one window, in UTF-16 units. */
const MOST_CHARACTERS = 1_500_000
/** As many as a condition names. */
const MOST_ROWS = 100_000

/** Row numbers before and after the change. */
interface Change {
  kind: ChangeKind
  before: number | null
  after: number | null
}

export async function answerChanges(
  snapshot: LoadedSnapshot,
  differences: Differences,
  question: ChangesQuestion,
  turn: Turn,
): Promise<Extract<ChangesAnswer, { kind: 'compared' }>> {
  const { before, rowsBefore } = differences
  const numberBefore = (row: number | null) => (row === null ? null : (rowsBefore[row] ?? null))
  const inScope = await scopes(snapshot, before, question.scope, turn)
  const changes = allChanges(differences).filter(inScope)
  const counts = Object.fromEntries(
    CHANGE_KINDS.map((kind) => [kind, changes.filter((one) => one.kind === kind).length]),
  ) as Record<ChangeKind, number>
  const listed = question.kind === null ? changes : changes.filter(({ kind }) => kind === question.kind)
  const window: SnapshotDifference[] = []
  let characters = 0
  for (const one of listed.slice(question.offset, question.offset + question.limit)) {
    const texts = {
      before: one.before === null ? null : before.table.texts.text(one.before),
      after: one.after === null ? null : snapshot.table.texts.text(one.after),
    }
    characters += (texts.before?.length ?? 0) + (texts.after?.length ?? 0)
    if (window.length > 0 && characters > MOST_CHARACTERS) break
    window.push({ kind: one.kind, ...texts, row: one.after, rowBefore: numberBefore(one.before) })
  }
  const money = question.money === null ? null : await moneyOf(snapshot, before, changes, question, turn)
  const rowsOf = (kind: ChangeKind) =>
    changes
      .filter((one) => one.kind === kind)
      .slice(0, MOST_ROWS)
      .flatMap((one) => (kind === 'gone' ? numberBefore(one.before) : one.after) ?? [])
  const rows = question.rows ? { added: rowsOf('added'), altered: rowsOf('altered'), gone: rowsOf('gone') } : null
  return { kind: 'compared', counts, changes: window, offset: question.offset, money, rows }
}

function allChanges({ added, altered, gone }: Differences): Change[] {
  return [
    ...added.map((after): Change => ({ kind: 'added', before: null, after })),
    ...altered.map(([before, after]): Change => ({ kind: 'altered', before, after })),
    ...gone.map((before): Change => ({ kind: 'gone', before, after: null })),
  ]
}

/** Row conditions refer to the open snapshot, so no row of the earlier one satisfies them. */
async function scopes(snapshot: LoadedSnapshot, before: LoadedSnapshot, scope: Scope, turn: Turn) {
  const now = marked(await selectRows(snapshot, scope, turn), snapshot)
  const hasRows = scope.where.some(({ is }) => is === 'rows')
  const then = marked(hasRows ? [] : await selectRows(before, scope, turn), before)
  return (one: Change) =>
    (one.after !== null && now[one.after] === 1) || (one.before !== null && then[one.before] === 1)
}

/** One byte per row; a Set would take dozens. */
function marked(rows: Iterable<number>, { table }: LoadedSnapshot): Uint8Array {
  const marks = new Uint8Array(table.rows)
  for (const row of rows) marks[row] = 1
  return marks
}

async function moneyOf(
  snapshot: LoadedSnapshot,
  before: LoadedSnapshot,
  changes: readonly Change[],
  { money }: ChangesQuestion,
  turn: Turn,
) {
  const totals = async (of: LoadedSnapshot, rows: readonly (number | null)[]): Promise<TotalsAnswer> => {
    const wanted = rows.filter((row) => row !== null)
    return answerTotals(
      of,
      {
        ...PLAIN_TOTALS,
        ...money,
        scope: { where: [{ is: 'rows', rows: wanted }], misses: true },
        limit: Number.MAX_SAFE_INTEGER,
      },
      turn,
    )
  }
  const compared = async (kind: ChangeKind) => {
    const own = changes.filter((one) => one.kind === kind)
    const was = await totals(
      before,
      own.map((one) => one.before),
    )
    const is = await totals(
      snapshot,
      own.map((one) => one.after),
    )
    const all = comparedTotals(was, is)
    return { ...all, lines: all.lines.slice(0, MOST_LINES) }
  }
  return { added: await compared('added'), altered: await compared('altered'), gone: await compared('gone') }
}
