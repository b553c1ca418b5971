// The checks of an open snapshot as React state, and the badge of their tab. Both ask the same questions, which are
// answered once.
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChecksQuestion, DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ShapesQuestion } from '../../../shared/snapshot/snapshot-shapes.ts'
import { EXPECTED_SHAPES } from '../../shape/kept-shapes.ts'
import { Badge } from '../../ui/badge.tsx'
import { useRemembered } from '../../ui/use-remembered.tsx'
import { useAmount, useKnownDuplicates, useValuedBy } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

/** Groups listed at a time. */
export const GROUPS_A_PAGE = 20

/** @param offset of the first group of possible duplicates that is listed */
export function useChecks(snapshot: SnapshotSummary, scope: Scope, offset = 0) {
  const known = useAmount(snapshot, scope)
  const { session, view, amount, asked } = known
  const valuedBy = useValuedBy(snapshot.connection.id, amount, wholeRangeOf(snapshot, scope))
  const duplicatesKnown = useKnownDuplicates(known, valuedBy?.rules ?? null)
  const question: DuplicatesQuestion | null =
    duplicatesKnown === null || valuedBy === null
      ? null
      : {
          ask: 'duplicates',
          scope,
          ...valuedBy,
          ...duplicatesKnown,
          legitimate: view.marks ?? [],
          offset,
          limit: GROUPS_A_PAGE,
        }
  const duplicates = useSnapshotAnswer(snapshot.id, question)
  const checks: ChecksQuestion | null = valuedBy === null ? null : { ask: 'checks', scope, rules: valuedBy.rules }
  const others = useSnapshotAnswer(snapshot.id, checks)
  const shapes = useShapes(snapshot, scope, valuedBy?.rules ?? null)
  const trouble = [...asked, duplicates, others, shapes].find((one) => one.trouble !== null) ?? null
  return { session, view, amount, question, duplicates, others, shapes, trouble }
}

/** Tells what is alike but for an identifier of its own, beside possible duplicates; `found` null: nothing is. */
export function useAlike(snapshot: SnapshotSummary, duplicates: DuplicatesQuestion | null) {
  const question = duplicates && { ...duplicates, butFor: true, legitimate: [], offset: 0 }
  const { answer, ...asked } = useSnapshotAnswer(snapshot.id, question)
  const butFor = answer === null || answer.groupCount === 0 ? null : answer.butFor
  return { ...asked, found: question && answer && butFor && { question, answer, butFor } }
}

/**
 * Tells which events are not as expected, by what is kept for the snapshot's connection.
 * @param rules that the events are valued by, as text; null: not known yet
 */
function useShapes(snapshot: SnapshotSummary, scope: Scope, rules: string | null) {
  const [kept] = useRemembered(snapshot.connection.id, EXPECTED_SHAPES)
  const text = kept?.text ?? null
  const question: ShapesQuestion | null =
    rules === null || text === null || kept?.problems.length !== 0
      ? null
      : { ask: 'shapes', scope, rules, shapes: text }
  const { answer, ...asked } = useSnapshotAnswer(snapshot.id, question)
  return { kept, ...asked, answer: question === null ? null : answer }
}

/** How many of the checks found something to look at, beside the name of their tab. */
export function ChecksBadge({ snapshot, scope }: SnapshotTabProps) {
  const { duplicates, others, shapes } = useChecks(snapshot, scope)
  if (duplicates.answer === null || others.answer === null) return null
  const { groupCount, marked } = duplicates.answer
  const { mixedKinds, mismatchEvents, repeatedIdCount, differing } = others.answer
  const unexpected = shapes.answer?.unexpected ?? 0
  const counts = [groupCount - marked, differing.events, unexpected, mixedKinds.length, mismatchEvents, repeatedIdCount]
  const found = counts.filter((count) => count > 0).length
  if (found === 0) return null
  return (
    // The count is no text, which would become part of the tab's accessible name: that is promised.
    <Badge isCount tone="warning" data-count={found} title={`${found} of 6 checks found something`} />
  )
}
