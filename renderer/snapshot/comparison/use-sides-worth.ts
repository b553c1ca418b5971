// The rules by which both sides of "Comparison" are valued.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'
import { unruledBy, type useAmount } from '../figures/use-amount.ts'
import type { ComparedSides, ComparisonChoice } from '../store/compared-snapshots.ts'

/** The one set of rules by which both sides are valued. */
export interface SidesWorth {
  /** The connection that the rules belong to. */
  connection: SnapshotSummary['connection']
  /** Null until they are known. */
  text: string | null
  hasRules: boolean
  /** Whether the kept rules cannot be read. */
  areUnreadable: boolean
  requestIdentifiers: readonly string[]
  /** Null until the rules are known. */
  valuedBy: (side: SnapshotSummary, scope: Scope) => ValuedBy | null
}

export function useSidesWorth(
  { here, there }: ComparedSides,
  { rulesOf }: Pick<ComparisonChoice, 'rulesOf'>,
  { amount, meanings }: Pick<ReturnType<typeof useAmount>, 'amount' | 'meanings'>,
): SidesWorth {
  const { connection } = rulesOf === there.id ? there : here
  const { kept } = useRules(connection.id)
  return useMemo(() => {
    const text = ruleText(kept)
    return {
      connection,
      text,
      hasRules: kept !== null && kept.rules.rules.length > 0,
      areUnreadable: kept !== null && kept.problems.length > 0,
      requestIdentifiers: kept?.rules.requestIdentifiers ?? [],
      valuedBy: (side, scope) =>
        text === null ? null : { rules: text, inHand: scopeInHand(side, scope), unruled: unruledBy(amount, meanings) },
    }
  }, [connection, kept, amount, meanings])
}
