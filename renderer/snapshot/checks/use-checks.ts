// The checks of an open snapshot as React state: the tab and its badge ask the same questions, which are answered once.
import { scopeInHand } from '../../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChecksQuestion, DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { ignoredProperties } from '../../worth/amount-choice.ts'
import { useAmount } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useRequestIdentifiers, useValuedBy } from '../figures/use-valued-by.ts'
import { useShapes } from './use-shapes.ts'

/** Groups listed at a time. */
export const GROUPS_A_PAGE = 20

/** @param offset of the first group that is listed */
export function useChecks(snapshot: SnapshotSummary, scope: Scope, offset = 0) {
  const { session, view, meanings, amount, names, asked } = useAmount(snapshot, scope)
  const valuedBy = useValuedBy(snapshot.connection.id, amount, scopeInHand(snapshot, scope))
  const identifiers = useRequestIdentifiers(valuedBy?.rules ?? null)
  const question: DuplicatesQuestion | null =
    names === null || valuedBy === null
      ? null
      : {
          ask: 'duplicates',
          scope,
          ...valuedBy,
          windowSeconds: view.windowSeconds,
          ignored: soughtIgnoring(identifiers, names, meanings),
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

/** The most that a question may name. */
const MOST_IGNORED = 50

/** Properties in which possible duplicates may differ: as rules say, and as meanings or names do. */
export function soughtIgnoring(
  identifiers: readonly string[],
  names: readonly { name: string }[],
  meanings: PropertyMeanings,
): string[] {
  const ignored = ignoredProperties(
    names.map(({ name }) => name),
    meanings,
  )
  return [...new Set([...identifiers, ...ignored])].slice(0, MOST_IGNORED)
}
