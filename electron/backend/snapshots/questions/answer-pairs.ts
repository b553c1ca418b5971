// Events of two snapshots that were paired by ID or by key: as changes from the other one to this one, and what else is to be
// said of the pairing.
import type { PairFacts, PairsAnswer, PairsQuestion } from '../../../../shared/snapshot/snapshot-changes.ts'
import { answerChanges, changesInScope, MOST_ROWS } from './answer-changes.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Pairing } from './pair-rows.ts'
import type { Turn } from './turn.ts'

/** A longer list nobody reads. */
const MOST_FIELDS = 100

export async function answerPairs(
  snapshot: LoadedSnapshot,
  pairing: Pairing,
  question: PairsQuestion,
  turn: Turn,
): Promise<Extract<PairsAnswer, { kind: 'compared' }>> {
  const { differences, fieldsOf, fieldNames, isOutside } = pairing
  const answer = await answerChanges(snapshot, differences, question, turn)
  const { inScope, changes } = await changesInScope(snapshot, differences, question.scope, turn)
  const isAlone = new Uint8Array(isOutside)
  for (const row of differences.added) isAlone[row] = 1
  for (const [, row] of differences.altered) isAlone[row] = 1
  let same = 0
  for (const row of inScope.rows) if (isAlone[row] === 0) same += 1
  const inQuestion = new Set(changes.flatMap(({ kind, before }) => (kind === 'altered' ? (before ?? []) : [])))
  const facts: PairFacts = { ...pairing.facts, same, fields: fieldCounts() }
  const there = [...inQuestion].slice(0, MOST_ROWS).flatMap((row) => differences.rowsBefore[row] ?? [])
  return { ...answer, facts, alteredThere: question.rows ? there : null }

  function fieldCounts(): PairFacts['fields'] {
    const counts = new Array<number>(fieldNames.length).fill(0)
    for (const [at, [before]] of differences.altered.entries()) {
      if (!inQuestion.has(before)) continue
      for (const field of fieldsOf[at] ?? []) counts[field] = (counts[field] ?? 0) + 1
    }
    return counts
      .flatMap((pairs, at) => (pairs === 0 ? [] : [{ field: fieldNames[at] ?? '', pairs }]))
      .sort((a, b) => b.pairs - a.pairs)
      .slice(0, MOST_FIELDS)
  }
}
