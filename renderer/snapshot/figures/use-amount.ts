// The settings of a connection's checks, and the property of an open snapshot that is the amount.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { bridge } from '../../bridge.ts'
import { later } from '../../ui/later.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { amountChoice } from '../../worth/amount-choice.ts'
import { useMeanings } from '../../worth/use-meanings.ts'
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

/** `names`: of all properties; null until they and the amount are known. */
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
