// Each question to who answers it.
import type { AnswerTo, SnapshotQuestion } from '../../../../shared/snapshot-question.ts'
import { answerRows } from './answer-rows.ts'
import { answerTotals } from './answer-totals.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

export async function answerQuestion(
  snapshot: LoadedSnapshot,
  question: SnapshotQuestion,
  turn: Turn,
): Promise<AnswerTo<SnapshotQuestion>> {
  switch (question.ask) {
    case 'rows':
      return answerRows(snapshot, question, turn)
    case 'totals':
      return answerTotals(snapshot, question, turn)
    default:
      return question satisfies never
  }
}
