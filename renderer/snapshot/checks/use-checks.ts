// The checks of an open snapshot as React state: the tab and its badge ask the same questions, which are answered once.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChecksQuestion, DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { ignoredProperties } from '../../worth/amount-choice.ts'
import { useAmount } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'

/** Groups listed at a time. */
export const GROUPS_A_PAGE = 20

/** @param offset of the first group that is listed */
export function useChecks(snapshot: SnapshotSummary, scope: Scope, offset = 0) {
  const { session, view, meanings, amount, names, asked } = useAmount(snapshot, scope)
  const question: DuplicatesQuestion | null =
    names === null
      ? null
      : {
          ask: 'duplicates',
          scope,
          windowSeconds: view.windowSeconds,
          ignored: ignoredProperties(
            names.map(({ name }) => name),
            meanings,
          ),
          measure: amount.measure,
          units: amount.units,
          ...(amount.priced && { priced: amount.priced }),
          legitimate: view.marks ?? [],
          offset,
          limit: GROUPS_A_PAGE,
        }
  const duplicates = useSnapshotAnswer(snapshot.id, question)
  const others = useSnapshotAnswer(snapshot.id, checksQuestion(scope))
  const trouble = [...asked, duplicates, others].find((one) => one.trouble !== null) ?? null
  return { session, view, amount, duplicates, others, trouble }
}

const checksQuestion = (scope: Scope): ChecksQuestion => ({ ask: 'checks', scope })
