// What the events of an open snapshot are valued by: the property that is the amount, and the rules of its connection.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { InHand } from '../../../shared/snapshot/snapshot-worth.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { bridge } from '../../bridge.ts'
import { later } from '../../ui/later.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { type AmountChoice, amountChoice } from '../../worth/amount-choice.ts'
import { useMeanings } from '../../worth/use-meanings.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'
import { type ChecksSession, createChecksSession } from '../store/checks-session.ts'
import { useSnapshotAnswer } from './use-snapshot-answer.ts'

/** Properties examined for amounts, commonest first. */
const MOST_LOOKED_AT = 60

const sessions = new Map<string, ChecksSession>()

function sessionOf(connectionId: string): ChecksSession {
  const effects = { bridge, connectionId, later, onUnkept: notifyFailure }
  const session = sessions.get(connectionId) ?? createChecksSession(effects)
  sessions.set(connectionId, session)
  return session
}

/** With the settings of the connection's checks. `names`: of all properties; null until they and the amount are known. */
export function useAmount(snapshot: Pick<SnapshotSummary, 'id' | 'connection'>, scope: Scope) {
  const session = sessionOf(snapshot.connection.id)
  const view = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => void session.refresh(), [session])
  const { meanings, isKnown: areMeant } = useMeanings(snapshot.connection.id)
  const all = useSnapshotAnswer(snapshot.id, namesQuestion(scope))
  const looked = all.answer?.names.slice(0, MOST_LOOKED_AT)
  const seen = useSnapshotAnswer(snapshot.id, looked === undefined ? null : seenQuestion(scope, looked))
  const amount = useMemo(
    () =>
      amountChoice(
        seen.answer?.summaries ?? [],
        meanings,
        view.amount,
        all.answer?.names.map(({ name }) => name),
      ),
    [seen.answer, all.answer, meanings, view.amount],
  )
  const isKnown = areMeant && view.marks !== null && seen.answer !== null
  return {
    session,
    view,
    meanings,
    amount,
    names: isKnown ? (all.answer?.names ?? null) : null,
    asked: [all, seen] as const,
  }
}

const namesQuestion = (scope: Scope): ValuesQuestion => ({ ask: 'values', scope, keys: [], byCode: true })

const seenQuestion = (scope: Scope, names: readonly { name: string }[]): ValuesQuestion => ({
  ask: 'values',
  scope,
  keys: names.map(({ name }): SnapshotKey => ({ of: 'property', name })),
  byCode: false,
})

/** What is summed as sent of events that no rule takes; null: they are counted. */
export const unruledBy = ({ measure, units, priced }: AmountChoice): ValuedBy['unruled'] =>
  measure === null ? null : { measure, units, ...(priced && { priced }) }

/** By the rules of its connection as they are kept now; null until they are known. */
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
