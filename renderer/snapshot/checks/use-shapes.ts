// Which events of an open snapshot are not as expected, by what is kept for its connection.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ShapesQuestion } from '../../../shared/snapshot/snapshot-shapes.ts'
import { EXPECTED_SHAPES } from '../../shape/kept-shapes.ts'
import { useRemembered } from '../../ui/use-remembered.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'

/** @param rules that the events are valued by, as text; null: not known yet */
export function useShapes(snapshot: SnapshotSummary, scope: Scope, rules: string | null) {
  const [kept, change] = useRemembered(snapshot.connection.id, EXPECTED_SHAPES)
  const text = kept?.text ?? null
  const question: ShapesQuestion | null =
    rules === null || text === null || kept?.problems.length !== 0
      ? null
      : { ask: 'shapes', scope, rules, shapes: text }
  const { answer, ...asked } = useSnapshotAnswer(snapshot.id, question)
  return { kept, change, ...asked, answer: question === null ? null : answer }
}
