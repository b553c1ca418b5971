// What the events of an open snapshot are worth by rules: asked with what the checks of the connection know of duplicates.
import { useMemo } from 'react'
import { scopeInHand } from '../../../shared/snapshot/scope-in-hand.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { WorthQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { ignoredProperties } from '../../worth/amount-choice.ts'
import { useAmount } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'

/** The most that a question may name. */
const MOST_IGNORED = 50

/** @param text of the rules; null: it is not known yet */
export function useWorth(snapshot: SnapshotSummary, scope: Scope, text: string | null) {
  const { view, meanings, amount, names, asked } = useAmount(snapshot, scope)
  const identifiers = useMemo(() => {
    const read = text === null ? null : readRules(text)
    return read?.ok ? read.rules.requestIdentifiers : []
  }, [text])
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
            ignored: [
              ...new Set([
                ...identifiers,
                ...ignoredProperties(
                  names.map(({ name }) => name),
                  meanings,
                ),
              ]),
            ].slice(0, MOST_IGNORED),
            legitimate: (view.marks ?? []).map(({ key }) => key),
          },
          unruled:
            amount.measure === null
              ? null
              : { measure: amount.measure, units: amount.units, ...(amount.priced && { priced: amount.priced }) },
        }
  const worth = useSnapshotAnswer(snapshot.id, question)
  const trouble = [...asked, worth].find((one) => one.trouble !== null) ?? null
  return { answer: worth.answer, isBusy: worth.isBusy, trouble }
}
