// By which rules questions about an open snapshot value its events: those of its connection, as they are kept now.
import { useMemo } from 'react'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { InHand } from '../../../shared/snapshot/snapshot-worth.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'

/** What is summed as sent of events that no rule takes; null: they are counted. */
export const unruledBy = ({ measure, units, priced }: AmountChoice): ValuedBy['unruled'] =>
  measure === null ? null : { measure, units, ...(priced && { priced }) }

/** Null until they are known. */
export function useValuedBy(connectionId: string, amount: AmountChoice, inHand: InHand): ValuedBy | null {
  const { kept } = useRules(connectionId)
  const rules = ruleText(kept)
  return rules === null ? null : { rules, inHand, unruled: unruledBy(amount) }
}

/** The properties that rules call request identifiers. @param text of the rules; null: not known yet */
export function useRequestIdentifiers(text: string | null): readonly string[] {
  return useMemo(() => {
    const read = text === null ? null : readRules(text)
    return read?.ok ? read.rules.requestIdentifiers : []
  }, [text])
}
