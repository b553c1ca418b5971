// What differs from an earlier snapshot, with money for each group.
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesAnswer,
  type ChangesQuestion,
  type SnapshotDifference,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import { type ChangedRows, changedWorth } from './changed-worth.ts'
import type { Differences } from './compare-rows.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import type { Turn } from './turn.ts'

/** Of the texts of one window, in UTF-16 units. */
const MOST_CHARACTERS = 1_500_000
/** As many as a condition names. */
export const MOST_ROWS = 100_000

/** Row numbers before and after the change. */
interface Change {
  kind: ChangeKind
  before: number | null
  after: number | null
}

/** A page ends early where texts are long, never before its first change. `rows` names at most 100,000 of each kind. */
export async function answerChanges(
  snapshot: LoadedSnapshot,
  differences: Differences,
  question: Omit<ChangesQuestion, 'ask'>,
  turn: Turn,
): Promise<Extract<ChangesAnswer, { kind: 'compared' }>> {
  const { before, rowsBefore } = differences
  const numberBefore = (row: number | null) => (row === null ? null : (rowsBefore[row] ?? null))
  const { inScope, changes } = await changesInScope(snapshot, differences, question.scope, turn)
  const counts = Object.fromEntries(
    CHANGE_KINDS.map((kind) => [kind, changes.filter((one) => one.kind === kind).length]),
  ) as Record<ChangeKind, number>
  const listed = question.kind === null ? changes : changes.filter(({ kind }) => kind === question.kind)
  const window: SnapshotDifference[] = []
  let characters = 0
  for (const change of listed.slice(question.offset, question.offset + question.limit)) {
    const texts = {
      before: change.before === null ? null : before.table.texts.text(change.before),
      after: change.after === null ? null : snapshot.table.texts.text(change.after),
    }
    characters += (texts.before?.length ?? 0) + (texts.after?.length ?? 0)
    if (window.length > 0 && characters > MOST_CHARACTERS) break
    window.push({ kind: change.kind, ...texts, row: change.after, rowBefore: numberBefore(change.before) })
  }
  const worth =
    question.worth === null
      ? null
      : (await changedWorth(sidesOf(snapshot, differences, changes, inScope), question.worth, turn)).worth
  const rowsOf = (kind: ChangeKind) =>
    changes
      .filter((one) => one.kind === kind)
      .slice(0, MOST_ROWS)
      .flatMap((one) => (kind === 'gone' ? numberBefore(one.before) : one.after) ?? [])
  const rows = question.rows ? { added: rowsOf('added'), altered: rowsOf('altered'), gone: rowsOf('gone') } : null
  return { kind: 'compared', counts, changes: window, offset: question.offset, worth, rows }
}

/** Those where what was or what is fulfils the scope. */
export async function changesInScope(snapshot: LoadedSnapshot, differences: Differences, scope: Scope, turn: Turn) {
  const inScope = await scopes(snapshot, differences.before, scope, turn)
  const changes = allChanges(differences).filter((one) => inScope.after(one.after) || inScope.before(one))
  return { inScope, changes }
}

function allChanges({ added, altered, gone }: Differences): Change[] {
  return [
    ...added.map((after): Change => ({ kind: 'added', before: null, after })),
    ...altered.map(([before, after]): Change => ({ kind: 'altered', before, after })),
    ...gone.map((before): Change => ({ kind: 'gone', before, after: null })),
  ]
}

interface InScope {
  /** Rows of the open snapshot. */
  rows: Uint32Array
  after(row: number | null): boolean
  before(change: Pick<Change, 'before' | 'after'>): boolean
}

/** Row conditions refer to the open snapshot: what was there then is in it with what it is now. */
async function scopes(snapshot: LoadedSnapshot, before: LoadedSnapshot, scope: Scope, turn: Turn): Promise<InScope> {
  const rows = await selectRows(snapshot, scope, turn)
  const now = marked(rows, snapshot)
  const isNow = (row: number | null) => row !== null && now[row] === 1
  if (scope.where.some(({ is }) => is === 'rows')) return { rows, after: isNow, before: ({ after }) => isNow(after) }
  const then = marked(await selectRows(before, scope, turn), before)
  return { rows, after: isNow, before: ({ before: row }) => row !== null && then[row] === 1 }
}

/** One byte per row; a Set would take dozens. */
function marked(rows: Iterable<number>, { table }: LoadedSnapshot): Uint8Array {
  const marks = new Uint8Array(table.rows)
  for (const row of rows) marks[row] = 1
  return marks
}

/** Each side as far as it is in the scope: an event that was altered may have left it, or come into it. */
function sidesOf(
  snapshot: LoadedSnapshot,
  { added, altered, before }: Differences,
  changes: readonly Change[],
  inScope: InScope,
): ChangedRows {
  const isChanged = marked([...added, ...altered.map(([, after]) => after)], snapshot)
  const then = (kind: ChangeKind) => {
    const rows = changes.filter((one) => one.kind === kind && inScope.before(one)).flatMap((one) => one.before ?? [])
    return [{ snapshot: before, rows: Uint32Array.from(rows) }]
  }
  const now = (kind: ChangeKind) => {
    const rows = changes
      .filter((one) => one.kind === kind && inScope.after(one.after))
      .flatMap((one) => one.after ?? [])
    return [{ snapshot, rows: Uint32Array.from(rows) }]
  }
  return {
    same: { snapshot, rows: inScope.rows.filter((row) => isChanged[row] === 0) },
    before: { added: then('added'), altered: then('altered'), gone: then('gone') },
    after: { added: now('added'), altered: now('altered'), gone: now('gone') },
  }
}
