// What the events of an open snapshot are worth by rules: asked with what the checks of the connection know of duplicates.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { WorthQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { ignoredInDuplicates } from '../checks/use-checks.tsx'
import { unruledBy, useAmount, useRequestIdentifiers } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'

/**
 * `measure`: what totals by these rules are asked with; null until it is known.
 * @param text of the rules; null: it is not known yet
 */
export function useWorth(snapshot: SnapshotSummary, scope: Scope, text: string | null) {
  const { view, meanings, amount, names, asked } = useAmount(snapshot, scope)
  const identifiers = useRequestIdentifiers(text)
  const isAsked = names !== null
  const question: WorthQuestion | null =
    names === null || text === null
      ? null
      : {
          ask: 'worth',
          scope,
          rules: text,
          inHand: scopeInHand(snapshot, scope),
          duplicates: {
            windowSeconds: view.windowSeconds,
            ignored: ignoredInDuplicates(identifiers, names, meanings),
            legitimate: (view.marks ?? []).map(({ key }) => key),
          },
          unruled: unruledBy(amount),
        }
  const worth = useSnapshotAnswer(snapshot.id, question)
  const measure = useMemo(
    (): ValuedBy | null =>
      isAsked && text !== null
        ? { rules: text, inHand: scopeInHand(snapshot, scope), unruled: unruledBy(amount) }
        : null,
    [isAsked, text, snapshot, scope, amount],
  )
  const trouble = [...asked, worth].find((one) => one.trouble !== null) ?? null
  return { answer: worth.answer, measure, isBusy: worth.isBusy, trouble }
}
