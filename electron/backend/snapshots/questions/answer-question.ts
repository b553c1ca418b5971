// Routes each question about one snapshot to its handler.
import type { AnswerTo, SnapshotQuestion } from '../../../../shared/snapshot/snapshot-question.ts'
import { answerChecks } from './answer-checks.ts'
import { answerDuplicates } from './answer-duplicates.ts'
import { answerRows } from './answer-rows.ts'
import { answerTotals } from './answer-totals.ts'
import { answerValues } from './answer-values.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

export async function answerQuestion(
  snapshot: LoadedSnapshot,
  question: Exclude<SnapshotQuestion, { ask: 'changes' }>,
  turn: Turn,
): Promise<AnswerTo<SnapshotQuestion>> {
  switch (question.ask) {
    case 'rows':
      return answerRows(snapshot, question, turn)
    case 'totals':
      return answerTotals(snapshot, question, turn)
    case 'values':
      return answerValues(snapshot, question, turn)
    case 'duplicates':
      return answerDuplicates(snapshot, question, turn)
    case 'checks':
      return answerChecks(snapshot, question, turn)
    default:
      return question satisfies never
  }
}
