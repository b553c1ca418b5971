// Answers about what differs from another snapshot, and what that is worth: changes since an earlier one, pairs by a
// key, days that were read again.
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangesAnswer,
  type ChangesQuestion,
  type PairFacts,
  type PairsAnswer,
  type PairsQuestion,
  type RecheckedAnswer,
  type RecheckedQuestion,
  type SnapshotDifference,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../../shared/snapshot/snapshot-condition.ts'
import { joinedNotInSums } from '../../../../shared/worth/not-in-sum.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { MOST_ROWS_NAMED, selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import { type ChangedRows, changedWorth } from './changed-worth.ts'
import type { Differences } from './compare-rows.ts'

/** The changes that one answer lists have at most so many UTF-16 units; a longer first one is listed alone. */
const MOST_CHARACTERS = 1_500_000

/** An event that changed, by its rows in two tables; null on the side where it is not. */
interface Change {
  kind: ChangeKind
  /** A row of `Differences.before`, which holds only the differing events of the earlier snapshot. */
  before: number | null
  /** A row of the open snapshot. */
  after: number | null
}

type Compared = Extract<ChangesAnswer, { kind: 'compared' }>

/**
 * A page of the changes in the scope of a question, how many there are of each kind, and, where it is asked for, what
 * they are worth and the numbers of their rows (at most 100,000 of each kind). A page ends early where texts are long,
 * never before its first change.
 * @param differences from the earlier snapshot to the open one
 * @param found the changes in that scope, where the caller has looked for them already
 */
export async function answerChanges(
  snapshot: LoadedSnapshot,
  differences: Differences,
  question: Omit<ChangesQuestion, 'ask'>,
  turn: Turn,
  found: ChangesInScope | null = null,
): Promise<Compared> {
  const { inScope, changes } = found ?? (await changesInScope(snapshot, differences, question.scope, turn))
  const { before, rowsBefore } = differences
  const numberBefore = (row: number | null) => (row === null ? null : (rowsBefore[row] ?? null))
  const ofKind = (kind: ChangeKind) => changes.filter((one) => one.kind === kind)
  const counts = { added: ofKind('added').length, gone: ofKind('gone').length, altered: ofKind('altered').length }
  const listed = question.kind === null ? changes : ofKind(question.kind)
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
    ofKind(kind)
      .slice(0, MOST_ROWS_NAMED)
      .flatMap((one) => (kind === 'gone' ? numberBefore(one.before) : one.after) ?? [])
  const rows = question.rows ? { added: rowsOf('added'), altered: rowsOf('altered'), gone: rowsOf('gone') } : null
  return { kind: 'compared', counts, changes: window, offset: question.offset, worth, rows }
}

/** The changes of which either side is in the scope of a question. */
interface ChangesInScope {
  inScope: InScope
  changes: Change[]
}

/** A change is in the scope where the event as it was, or as it is now, fulfils it. */
async function changesInScope(
  snapshot: LoadedSnapshot,
  differences: Differences,
  scope: Scope,
  turn: Turn,
): Promise<ChangesInScope> {
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

/** What is in the scope of a question, on either side of a comparison. */
interface InScope {
  /** The rows of the open snapshot that are. */
  rows: Uint32Array
  /** Whether a row of the open snapshot is; false for null. */
  after(row: number | null): boolean
  /** Whether an event is as it was before the change; false where it was not there. */
  before(change: Pick<Change, 'before' | 'after'>): boolean
}

/**
 * Conditions are asked of both sides. A condition on row numbers means rows of the open snapshot, and can be asked of
 * no other: an event as it was then is in the scope where the row that it is now is one of them.
 */
async function scopes(snapshot: LoadedSnapshot, before: LoadedSnapshot, scope: Scope, turn: Turn): Promise<InScope> {
  const rows = await selectRows(snapshot, scope, turn)
  const now = marked(rows, snapshot)
  const isNow = (row: number | null) => row !== null && now[row] === 1
  if (scope.where.some(({ is }) => is === 'rows')) return { rows, after: isNow, before: ({ after }) => isNow(after) }
  const then = marked(await selectRows(before, scope, turn), before)
  return { rows, after: isNow, before: ({ before: row }) => row !== null && then[row] === 1 }
}

/** A byte for each row of the table, 1 for those given; a Set would take dozens of bytes for each. */
function marked(rows: Iterable<number>, { table }: LoadedSnapshot): Uint8Array {
  const marks = new Uint8Array(table.rows)
  for (const row of rows) marks[row] = 1
  return marks
}

/** Marks the rows of the open snapshot that were added or altered. */
const changedRows = ({ added, altered }: Differences, snapshot: LoadedSnapshot) =>
  marked([...added, ...altered.map(([, after]) => after)], snapshot)

/** The rows to be valued, each side as far as it is in the scope: an altered event may have left it or come in. */
function sidesOf(
  snapshot: LoadedSnapshot,
  differences: Differences,
  changes: readonly Change[],
  inScope: InScope,
): ChangedRows {
  const { before } = differences
  const isChanged = changedRows(differences, snapshot)
  const sideOf = (kind: ChangeKind, of: LoadedSnapshot, rowOf: (change: Change) => number | null) => {
    const rows = changes.flatMap((one) => (one.kind === kind ? (rowOf(one) ?? []) : []))
    return [{ snapshot: of, rows: Uint32Array.from(rows) }]
  }
  const then = (kind: ChangeKind) => sideOf(kind, before, (one) => (inScope.before(one) ? one.before : null))
  const now = (kind: ChangeKind) => sideOf(kind, snapshot, ({ after }) => (inScope.after(after) ? after : null))
  return {
    same: { snapshot, rows: inScope.rows.filter((row) => isChanged[row] === 0) },
    gone: then('gone'),
    altered: { before: then('altered'), after: now('altered') },
    added: now('added'),
  }
}

/** So many fields in which pairs differ are told, those of most pairs: nobody reads a longer list. */
const MOST_FIELDS = 100

/**
 * Events that were paired by ID or by key: as changes from the other snapshot to the open one, and facts of the
 * pairing.
 */
export async function answerPairs(
  snapshot: LoadedSnapshot,
  differences: Differences,
  question: PairsQuestion,
  turn: Turn,
): Promise<Extract<PairsAnswer, { kind: 'compared' }>> {
  const { fieldsOf, fieldNames, isOutside } = differences
  const found = await changesInScope(snapshot, differences, question.scope, turn)
  const { inScope, changes } = found
  const answer = await answerChanges(snapshot, differences, question, turn, found)
  const isChanged = changedRows(differences, snapshot)
  const same = inScope.rows.filter((row) => isOutside[row] === 0 && isChanged[row] === 0).length
  /** Altered events in the scope, by their rows of `differences.before`. */
  const alteredInScope = new Set(changes.flatMap(({ kind, before }) => (kind === 'altered' ? (before ?? []) : [])))
  const facts: PairFacts = { ...differences.facts, same, fields: fieldCounts() }
  const there = [...alteredInScope].slice(0, MOST_ROWS_NAMED).flatMap((row) => differences.rowsBefore[row] ?? [])
  return { ...answer, facts, alteredThere: question.rows ? there : null }

  /** Counts in how many of those pairs each field differs, most first. */
  function fieldCounts(): PairFacts['fields'] {
    const counts = new Array<number>(fieldNames.length).fill(0)
    for (const [at, [before]] of differences.altered.entries()) {
      if (!alteredInScope.has(before)) continue
      for (const field of fieldsOf[at] ?? []) counts[field] = (counts[field] ?? 0) + 1
    }
    return counts
      .flatMap((pairs, at) => (pairs === 0 ? [] : [{ field: fieldNames[at] ?? '', pairs }]))
      .sort((a, b) => b.pairs - a.pairs)
      .slice(0, MOST_FIELDS)
  }
}

/**
 * Days of a closed snapshot that were read again, as one sum: what the snapshot is worth with these days as they are
 * now, less what it is worth. Lines of a month are in it, which no day has by itself.
 * @param days one comparison for each day, of which the closed snapshot is the loaded one and the day as it is now the
 * other. So they tell changes backwards: an event that is gone since the closing is `added` in them, and one that came
 * since is `gone`
 */
export async function answerRechecked(
  closed: LoadedSnapshot,
  days: readonly Differences[],
  { scope: asked, worth: valuedBy }: RecheckedQuestion,
  turn: Turn,
): Promise<RecheckedAnswer> {
  // Chosen rows are of one of the snapshots, and mean nothing in the others.
  const scope: Scope = { ...asked, where: asked.where.filter(({ is }) => is !== 'rows') }
  const rows = await selectRows(closed, scope, turn)
  const isInScope = marked(rows, closed)
  const goneSince = days.flatMap(({ added }) => added)
  const alteredSince = days.flatMap((day) => day.altered.map(([, rowOfClosed]) => rowOfClosed))
  const isChanged = marked([...goneSince, ...alteredSince], closed)
  /** Changed rows of the closed snapshot, as events were then. */
  const sideThen = (changed: readonly number[]) => [
    { snapshot: closed, rows: Uint32Array.from(changed.filter((row) => isInScope[row] === 1)) },
  ]
  /** Changed rows of the days, as events are now: a table for each day. @param rowsOf of its `before` */
  const sidesNow = async (rowsOf: (day: Differences) => readonly number[]) => {
    const sides = []
    for (const day of days) {
      const isChangedNow = marked(rowsOf(day), day.before)
      const rowsOfDay = await selectRows(day.before, scope, turn)
      sides.push({ snapshot: day.before, rows: rowsOfDay.filter((row) => isChangedNow[row] === 1) })
    }
    return sides
  }
  const { worth, all } = await changedWorth(
    {
      same: { snapshot: closed, rows: rows.filter((row) => isChanged[row] === 0) },
      gone: sideThen(goneSince),
      altered: {
        before: sideThen(alteredSince),
        after: await sidesNow((day) => day.altered.map(([rowOfDay]) => rowOfDay)),
      },
      added: await sidesNow((day) => day.gone),
    },
    { ...valuedBy, by: [] },
    turn,
  )
  const notIn = (side: 'before' | 'after') => joinedNotInSums(CHANGE_KINDS.map((kind) => worth[kind].notIn[side]))
  return {
    kind: 'compared',
    version: worth.version,
    all,
    notIn: { before: notIn('before'), after: notIn('after') },
  }
}
