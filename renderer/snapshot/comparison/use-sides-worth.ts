// The one set of rules by which both sides of a comparison are valued.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/valued-by.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'
import { unruledBy } from '../figures/use-valued-by.ts'
import type { ComparisonChoice } from '../store/compared-pair.ts'
import type { ComparedSides } from '../store/compared-sides.ts'

export interface SidesWorth {
  /** The connection that the rules belong to. */
  connection: SnapshotSummary['connection']
  /** Null until they are known. */
  text: string | null
  hasRules: boolean
  /** Whether the kept rules cannot be read. */
  areUnreadable: boolean
  requestIdentifiers: readonly string[]
  valuedBy: (side: SnapshotSummary, scope: Scope) => ValuedBy | null
}

/** `valuedBy` gives null until the rules are known. */
export function useSidesWorth(
  { here, there }: ComparedSides,
  { rulesOf }: Pick<ComparisonChoice, 'rulesOf'>,
  amount: AmountChoice,
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
        text === null ? null : { rules: text, inHand: scopeInHand(side, scope), unruled: unruledBy(amount) },
    }
  }, [connection, kept, amount])
}
